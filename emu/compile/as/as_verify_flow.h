/*
 * as_verify_flow.h - between as_verify_label.c and as_verify_flow.c.
 */
#ifndef BGQ_AS_VERIFY_FLOW_H
#define BGQ_AS_VERIFY_FLOW_H

#include "as_verify.h"

struct label {
	uint32_t at, next; /* statement; next label with that hash, + 1 */
	bool taken, pad, branched;
};

/* A function's states at its indirect jumps, and at its calls. */
struct function {
	struct span name;
	struct state jumps, calls;
	bool x87;
};

struct flow {
	const struct statements *t;
	struct label *label;
	uint32_t labels, label_room;
	uint32_t *hash; /* label + 1 */
	uint32_t mask;
	uint32_t *label_of; /* of a statement */
	struct function *function;
	uint32_t functions, function_room;
	struct state *at; /* of a label */
	uint32_t *work, works;
	bool *waits; /* label is in work */
	bool good;
};

void labels_find(struct flow *w);
struct label *verify_target(const struct flow *w, struct span name, uint32_t from);
bool verify_local(struct span name);
bool verify_cold(struct span name);

#endif
