/*
 * controls.h - what a job asks of the machine's kernel by variables of its environment,
 * BG_SHAREDMEMSIZE and its like.  controls.def lists them.
 *
 * Never: a variable of the kernel's that has no effect and no message.
 */
#ifndef BGQ_EMU_CONTROLS_H
#define BGQ_EMU_CONTROLS_H

#include <stdbool.h>
#include <stdint.h>

/* Core files: for which ranks they are, and what is in them. */
struct core_controls {
	bool disabled, on_error, on_exit;
	uint32_t max_nodes;       /* of those whose ranks fail, the first so many */
	const char *path, *prefix;
	const char *ranks;        /* "0,5": at their end, however they end; NULL: none */
	bool registers, gpr, fpr, spr, personality, interrupts, stack;
	bool thread_only;         /* the one that failed */
};

struct controls {
	uint64_t shared_bytes;    /* a node's shared memory */
	struct core_controls core;
};

/* Out of env, NULL-terminated; what has no effect is named on standard error. */
void controls_read(struct controls *c, char *const *env, uint32_t ranks_per_node);
/* The value of a variable, NULL if there is none. */
const char *controls_value(char *const *env, const char *name);

#endif
