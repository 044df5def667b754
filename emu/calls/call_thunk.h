/*
 * call_thunk.h - a few instructions in front of a library function that charge what the
 * call takes on the machine (call_costs.h) and go on to the function.
 *
 * Thunks lie outside all images, one for each function that the program uses, made when it
 * is loaded and shared by its clones.  A thunk leaves every register alone but r10, r11 and
 * the flags, and never looks whether time is up: the program's next check does.  Hosts for
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
	const void *target;    /* what it goes on to */
	uint32_t offset;       /* of its code */
};

struct call_thunks {
	uint8_t *code;
	size_t room_bytes, used_bytes;
	struct call_thunk *list; /* in the order of their code */
	size_t count;
	bool timed;            /* otherwise each call is a cycle, to let time go on */
};

/* Room for so many.  0 or -ENOMEM. */
int call_thunks_open(struct call_thunks *c, size_t most, bool timed);

/* What a program is to call for the function of this name at target: a thunk, or target
 * itself if that is free.  Called once for each name. */
const void *call_thunks_bind(struct call_thunks *c, const char *name, const void *target);

/* No more of them: their code may be executed from here on.  0 or -errno. */
int call_thunks_close(struct call_thunks *c);
void call_thunks_free(struct call_thunks *c);

/* The thunk whose code holds this address; NULL: none. */
const struct call_thunk *call_thunks_find(const struct call_thunks *c, uintptr_t pc);

#endif
