/*
 * notice.h - messages of bgq-run about ranks: which are shown, which only counted.
 *
 * An error that ends 10,000 ranks need not be printed 10,000 times.  Messages that differ
 * only in the rank, in addresses or in times form a group: its first ones are shown in their
 * place, and at the end one line says which ranks it was.  Ends of ranks and RAS records have
 * budgets of their own, so that the reason why the first rank died is always shown.
 * With --verbose all are shown.
 *
 * Never: a choice that depends on where one merge of the output ends and the next begins.
 */
#ifndef BGQ_EMU_NOTICE_H
#define BGQ_EMU_NOTICE_H

#include <stddef.h>
#include <stdint.h>

enum notice_kind { NOTICE_END, NOTICE_RAS, NOTICE_OTHER, NOTICE_KINDS };

#define NOTICE_GROUPS_MAX 24 /* of a kind: the messages of others are only counted */
#define NOTICE_SHOWN_MAX 4   /* of a group */

struct notice {
	enum notice_kind kind;
	const char *line;  /* what is shown, with its newline */
	const char *group; /* what those of a group share, for the line about all of them */
};

/* A notice as bytes of a log. */
size_t notice_bytes(const struct notice *n);
void notice_pack(const struct notice *n, char *to);
/* Serial, in the order of time: shows or counts one of rank. */
void notice_add(uint32_t rank, const char *packed);
/* fn is called for each notice, shown or not, in the order of time. */
void notice_tell(void (*fn)(uint32_t rank, enum notice_kind kind, const char *line));
/* Serial: a line about each group of which not all were shown, and forgets them. */
void notice_sum_up(void);

#endif
