/* folded.c - the profile as folded stacks, a line each with the cycles of all ranks: what makers
 * of flame graphs read. */
#include "profile_internal.h"

/* Semicolons separate frames. */
static void write_frame(FILE *f, const char *name, bool first)
{
	if (!first)
		fputc(';', f);
	for (; *name; name++)
		fputc(*name == ';' ? ':' : *name, f);
}

#define FRAMES_MAX 128

static void write_stack(FILE *f, uint32_t node)
{
	uint32_t way[FRAMES_MAX];
	unsigned n = 0;

	for (; node != TREE_ROOT && n < FRAMES_MAX; node = tree_at(node)->parent)
		way[n++] = node;
	for (unsigned i = n; i-- > 0;)
		write_frame(f, profile_name(tree_at(way[i])->off)->function, i == n - 1);
	if (!n)
		write_frame(f, "[not in the program]", true);
}

static void write_line(FILE *f, uint32_t node, const char *leaf, ps_t ps)
{
	uint64_t cycles = profile_cycles(ps);

	if (!cycles)
		return;
	write_stack(f, node);
	if (leaf)
		write_frame(f, leaf, false);
	fprintf(f, " %llu\n", (unsigned long long)cycles);
}

int folded_write(FILE *f)
{
	for (uint32_t n = 0; n < tree_nodes(); n++) {
		struct spent_ps s = sum_node(n);

		write_line(f, n, NULL, s.of[SPENT_CODE] + s.of[SPENT_WAIT]);
		write_line(f, n, "[L2]", s.of[SPENT_L2]);
	}
	return 0;
}
