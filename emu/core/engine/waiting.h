/*
 * waiting.h - a node thread that waits: for what, and, if it waits in a loop of its program, how
 * the room of waits (emu/core/wait) has parked it.  The engine counts by node what both say.
 *
 * Never: how a loop is proven, or what it reads (emu/core/wait/wait.h).
 */
#ifndef BGQ_EMU_ENGINE_WAITING_H
#define BGQ_EMU_ENGINE_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "net/base/event.h"

struct wait; /* emu/core/wait/wait.h */

/* A thread's reason to wait; set as it parks. */
struct thread_waiting {
	const volatile void *what;
	uint64_t pc;
	ps_t since_ps;
	uint8_t kind;
	bool woken;           /* by a delivery, not by the deadline */
};

/* A thread's loop, owned by emu/core/wait, which parks it by thread_watch() and those like it
 * (watch.h); false once it is unparked, but for found and at_check. */
struct thread_loop {
	struct wait *wait;    /* NULL until needed */
	bool watching;        /* parked by thread_watch(), */
	bool leaving;         /* until its resume, which is queued: thread_leave() */
	bool watches_shared;  /* and watches memory that the node's processes share */
	bool counting;        /* parked by thread_watch_counting(), */
	bool has_deferred_stores; /* parked, with stores to memory of its node to be done */
	bool at_check;        /* it has yielded at a check, where it may be found to wait */
	bool found;           /* without a clock: to wait, at its last probe */
};

#endif
