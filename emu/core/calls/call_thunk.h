/*
 * call_thunk.h - thunks (trampolines, as PLT entries are): a few instructions that charge
 * the cost of a library call on the machine (call_costs.h) and jump to the function.
 *
 * Thunks lie outside all images, one for each function that the program uses, generated when
 * it is loaded and shared by its clones.  A thunk preserves every register but r10, r11 and
 * the flags, and never tests the budget: the program's next check does.  Hosts for
 * which there is no generator bind functions directly.
 */
#ifndef BGQ_EMU_CALL_THUNK_H
#define BGQ_EMU_CALL_THUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_costs.h"

struct call_thunk {
	const char *name;      /* as the program spells it; must outlive the thunks */
	const struct call_cost *cost;
	const void *target;    /* the function that is called */
	const void *to;        /* what stands for it, */
	const void *way;       /* and how it is called: jumped to with `to` in r11 */
	uint32_t offset;       /* of its code */
};

struct call_thunks {
	uint8_t *code;
	size_t room_bytes, used_bytes;
	struct call_thunk *list; /* in the order of their code */
	size_t count;
	bool timed;            /* otherwise each call costs a cycle, so that time advances */
};

/* Thunks made from now on, of functions whose names begin so, go to hook instead of their
 * target: with their struct call_thunk in r11, and in r10 what they have charged, if that is
 * by length, as a budget counts.  Before the program is loaded. */
void call_thunks_tell(const char *names, const void *hook);

/* Thunks made from now on, of functions that cost by a length, go to hook in the same way, which
 * then jumps to the thunk's way.  Before the program is loaded. */
void call_thunks_tell_lengths(const void *hook);

/* Functions that cost nothing by themselves, and for whose names instead() is not NULL, are
 * called by way of what it gives, which has to call them.  Before the program is loaded. */
void call_thunks_instead(const void *(*instead)(const char *name));

/* Reserves memory for so many.  0 or -ENOMEM. */
int call_thunks_open(struct call_thunks *c, size_t most, bool timed);

/* The address that a program binds to for the function of this name at target: a thunk, or
 * target itself if calls cost nothing.  Called once for each name. */
const void *call_thunks_bind(struct call_thunks *c, const char *name, const void *target);

/* The thunk of that name, as call_thunks_bind() has given it; NULL: none. */
const void *call_thunks_named(const struct call_thunks *c, const char *name);

/* Makes code of the thunks so far executable; more may be made.  0 or -errno. */
int call_thunks_run_early(struct call_thunks *c);
/* Like call_thunks_bind(), without a charge: its cost is charged elsewhere, or does not matter. */
const void *call_thunks_reach(struct call_thunks *c, const char *name, const void *target);

/* Ends the making of thunks: their code may be executed from here on.  0 or -errno. */
int call_thunks_close(struct call_thunks *c);
void call_thunks_free(struct call_thunks *c);

/* The thunk whose code holds this address; NULL: none. */
const struct call_thunk *call_thunks_find(const struct call_thunks *c, uintptr_t pc);

#endif
