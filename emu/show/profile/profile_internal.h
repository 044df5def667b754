/* profile_internal.h - private to emu/show/profile. */
#ifndef BGQ_EMU_PROFILE_INTERNAL_H
#define BGQ_EMU_PROFILE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "emu/node/machine/process.h"
#include "emu/core/check/check.h"
#include "profile.h"

/* A thread's state: its code runs, calls of the emulator included; it waits for the L2; it waits
 * in a call, or a loop that was parked. */
enum spent { SPENT_CODE, SPENT_L2, SPENT_WAIT, SPENTS };

struct spent_ps {
	ps_t of[SPENTS];
};

/* ---- tree.c: the tree of calls, whose nodes are calls at a place, from the outermost on */

#define TREE_ROOT 0u
/* An offset from here on is no place in the image, but a kind of wait. */
#define TREE_WAITS (UINT64_MAX - 255)

struct tree_node {
	uint32_t parent, depth; /* the root's: 0 */
	uint64_t off; /* in the image, in the instruction that calls, or the leaf's own */
};

/* The node of the place off in node parent. */
uint32_t tree_node(uint32_t parent, uint64_t off);
const struct tree_node *tree_at(uint32_t node);
/* The innermost node of b's way from the root in a function where a's way goes, too. */
uint32_t tree_common(uint32_t a, uint32_t b);
uint32_t tree_nodes(void);
/* Cycles of booted.process[index], in that node. */
void tree_add(uint32_t index, uint32_t node, enum spent what, ps_t ps);
struct spent_ps tree_spent(uint32_t index, uint32_t node);

/* ---- share.c: what passes between two checks, shared out to functions */

/* Time of one thread's own. */
struct passed {
	ps_t code_ps, l2_ps;
	ps_t fetch_ps; /* of code_ps, for code that was not in its instruction cache */
};

/* Adds what process index has spent since it was at the check of node before, up to that of now,
 * which is the next one. */
void share_next(uint32_t index, uint32_t before, uint32_t now, const struct passed *all);
/* Adds what it has spent in a loop. */
void share_window(uint32_t index, uint32_t now, const struct passed *all);
/* Adds what it has spent about a moment behind which the check of now is the next one. */
void share_random(uint32_t index, uint32_t now, const struct passed *all);

/* ---- sample.c */

/* Counts what threads that live at the end of the run have not told. */
void sample_end(ps_t end_ps);
/* Has calls that cost by a length told; before the program is loaded. */
void sample_charges(void);

/* ---- stack.c */

/* The node where the running thread is: at the check of f; in a call of the emulator that its
 * program has made at pc. */
uint32_t stack_at_check(const struct thread *t, const struct check_frame *f);
uint32_t stack_in_call(const struct thread *t, uint64_t pc);

/* ---- stub.c */

/* A check is called in a stub at the function's end, for which unwind tables do not hold: from
 * behind its call to where it goes on. */
void stub_leave(const struct thread *t, uint64_t *pc, uint64_t *sp);

/* ---- names.c: what offsets are called; after the run */

struct name {
	char *function;
	char *file; /* NULL: not known */
	char *path; /* where that file lies; NULL: not known */
	unsigned line;
};

/* Asks for all places of the tree. */
int names_learn(void);
const struct name *profile_name(uint64_t off);

/* ---- sum.c: sums of the tree; after the run */

/* One function, or one line of it, over all ranks. */
struct sum {
	const struct name *name;
	struct spent_ps self, all; /* all: with what it has called */
	ps_t least_ps, most_ps;    /* self, of one rank, */
	uint32_t most;             /* and which that is */
};

struct sums {
	struct sum *at; /* the most time first */
	size_t count;
};

/* By functions, or by lines.  0 or -ENOMEM. */
int profile_sums(struct sums *s, bool lines);
ps_t profile_spent(const struct spent_ps *s);
/* Cycles of all ranks in that node. */
struct spent_ps sum_node(uint32_t node);
uint64_t profile_cycles(ps_t ps);

/* ---- the files */
int table_write(FILE *f, ps_t end_ps);
int folded_write(FILE *f);
int callgrind_write(FILE *f);

#endif
