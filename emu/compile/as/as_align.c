/*
 * as_align.c - short loops are within one line of the host's caches, though they are longer than
 * the compiler has made them: a loop across two takes a cycle more each round, or twice as long
 * where a jump of it crosses 32 bytes.
 */
#include "as.h"

#include <string.h>

#define LINE 64

/* About the bytes that an instruction takes. */
static uint32_t bytes_of(const struct insn *i)
{
	size_t n = i->text.end - i->text.at;
	uint32_t bytes = 4 + (*i->text.at == 'v');
	const char *value = memchr(i->text.at, '$', n);
	bool displaced = memmem(i->text.at, n, "(%rip", 5) != NULL;
	if (i->kind == INSN_JCC || i->kind == INSN_JMP)
		return 2;
	if (value != NULL && i->text.end - value > 4)
		bytes += 3;
	return bytes + (displaced ? 4 : 0);
}

static uint32_t loop_bytes(const struct unit_text *f, const struct node *head, uint32_t last)
{
	uint32_t bytes = head->reg == NO_REG ? 19 : 13; /* of the check */
	for (uint32_t i = head->first; i <= last && bytes < 2 * LINE; i++)
		bytes += bytes_of(&f->insn[i]);
	return bytes;
}

/* Loops of one node, or of a few that follow each other. */
void loops_align(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		if (node->jump == NONE || node->jump > n || n - node->jump > 3)
			continue;
		struct node *head = &f->node[node->jump];
		uint32_t bytes = loop_bytes(f, head, node->last);
		if (bytes <= LINE && bytes > head->align)
			head->align = bytes;
	}
}
