/* stub.c - see profile_internal.h. */
#include "emu/node/machine/process.h"
#include "emu/core/follow/frame.h"
#include "emu/core/follow/ops.h"
#include "profile_internal.h"

#define STUB_OPS 4 /* behind the call of a check, up to the jump back */

void stub_leave(const struct thread *t, uint64_t *pc, uint64_t *sp)
{
	const uint8_t *base = process_image(t->process);
	uint64_t at = *pc - (uintptr_t)base;
	bool moved = false;

	for (int i = 0; i < STUB_OPS; i++) {
		const struct op *op = ops_find(base, at);

		moved |= op->kind == OP_LEA && op->to.reg == REG_RSP;
		at = op->next;
		if (op->kind != OP_JUMP || op->indirect)
			continue;
		*pc = (uintptr_t)base + op->target;
		*sp += moved ? RED_ZONE_BYTES : 0;
		return;
	}
}
