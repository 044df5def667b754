/* l2_alias.c - see l2_alias.h. */
#include "l2_alias.h"

#include <stdint.h>

#include "include/bgqemu/abi.h"
#include "emu/machine/call.h"
#include "emu/machine/l2.h"
#include "emu/machine/machine.h"
#include "move.h"

#define PA_ATOMIC   (UINT64_C(1) << 36)
#define ALIAS_SHIFT 48
#define OPS         8

bool l2_alias_access(ucontext_t *uc)
{
	struct thread *t = thread_self;
	struct move m;

	if (!move_decode(uc, &m) || m.kind == MOVE_UPDATE)
		return false;
	uint64_t op = (m.address >> ALIAS_SHIFT) - 1;
	uint64_t va = m.address & ((UINT64_C(1) << ALIAS_SHIFT) - 1);

	if (op >= OPS || va % 8 || !call_may_access((void *)va, 8))
		return false;
	uint64_t pa = (va - (uintptr_t)space_window(t->node)) | PA_ATOMIC | op;
	bool store = m.kind == MOVE_STORE;

	if (store ? mu_atomic_store(machine.mu, t->node, pa, m.value) != NULL
		  : mu_atomic_load(machine.mu, t->node, pa, &m.value) != NULL)
		return false;
	/* Other threads run at the thread's next call: there is no switching
	 * out of a signal handler. */
	thread_budget_take(store ? machine.model->op_cycles[BGQEMU_OP_L2_STORE]
				 : l2_alone_cycles((uint32_t)op));
	move_finish(uc, &m);
	return true;
}
