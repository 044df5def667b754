/*
 * as_unaligned.c - vector moves that take any alignment.
 *
 * A PowerPC compiler moves what is said to be aligned to 16 bytes by pieces of 8, so that a
 * program which keeps such objects at other addresses runs there.  Compilers for the host use
 * moves that fault.  On today's hosts the others cost the same.
 *
 * Never: another instruction than a move to or from memory; inline assembly.
 */
#include "as.h"

#include <string.h>

/* The letter that makes the difference, or NULL if no such move stands at p. */
static char *aligned_letter(char *p, const char *end)
{
	static const struct { char name[8]; uint8_t letter; } moves[] = {
		{ "movaps", 3 }, { "movapd", 3 }, { "movdqa", 5 },
	};
	if (p < end && *p == 'v')
		p++;
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
		if (end - p > 6 && memcmp(p, moves[i].name, 6) == 0)
			return p + moves[i].letter;
	return NULL;
}

void moves_unalign(struct out *text)
{
	char *end = text->text + text->size;
	bool assembly = false;
	for (char *p = text->text; p < end;) {
		char *stop = memchr(p, '\n', end - p);
		if (stop == NULL)
			stop = end;
		if (*p == '#')
			assembly = stop - p >= 4 && memcmp(p, "#APP", 4) == 0;
		while (p < stop && (*p == '\t' || *p == ' '))
			p++;
		char *letter = !assembly && p < stop && (*p == 'm' || *p == 'v') ?
			aligned_letter(p, stop) : NULL;
		if (letter != NULL && memchr(letter, '(', stop - letter) != NULL)
			*letter = 'u';
		p = stop + 1;
	}
}
