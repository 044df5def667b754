/* l2_alias.c - see l2_alias.h. */
#include "l2_alias.h"

#include <stdint.h>

#include "include/bgqemu/abi.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"
#include "move.h"

#define PA_ATOMIC   (UINT64_C(1) << 36)
#define ALIAS_SHIFT 48
#define OPS         8
#define MACHINE_BASE UINT64_C(0x0004000000000000)

/* The word and the operation. */
struct alias {
	uint64_t va, op;
};

static bool is_word(const struct alias *a)
{
	return a->op < OPS && a->va % 8 == 0 && call_may_access((void *)a->va, 8);
}

/* True, and takes the address apart, if BGQEMU_L2_ALIAS has made it. */
static bool ours(uint64_t address, struct alias *a)
{
	a->op = (address >> ALIAS_SHIFT) - 1;
	a->va = address & ((UINT64_C(1) << ALIAS_SHIFT) - 1);
	return is_word(a);
}

/* True, and takes the address apart, if it is as on the machine: Kernel_L2AtomicsBaseAddress(),
 * plus the word's address times 32, the hardware thread times 64 and the operation times 8. */
static bool machines(uint64_t address, struct alias *a)
{
	a->op = address / 8 % OPS;
	a->va = (address - MACHINE_BASE) >> 8 << 3;
	return address >= MACHINE_BASE && address % 8 == 0 && is_word(a);
}

static __thread uint64_t refused; /* the word of the last access, if L2 atomics do not work there */

uint64_t l2_alias_refused(void)
{
	return refused;
}

bool l2_alias_access(ucontext_t *uc)
{
	struct thread *t = thread_self;
	struct alias one, other;
	struct move m;

	refused = 0;
	if (!move_decode(uc, &m) || m.kind == MOVE_UPDATE)
		return false;
	bool is_ours = ours(m.address, &one), is_machines = machines(m.address, &other);

	if (is_ours == is_machines) /* or which of two words? */
		return false;
	if (is_machines)
		one = other;
	uint64_t va = one.va, op = one.op;

	if (!l2_memory_holds(t->process, (void *)va)) {
		refused = va;
		return false;
	}

	uint64_t pa = (va - (uintptr_t)space_window(t->node)) | PA_ATOMIC | op;
	bool store = m.kind == MOVE_STORE;
	uint64_t loaded = 0;

	reserve_actor = t;
	bool done = !(store ? mu_atomic_store(units.mu, t->node, pa, m.value)
			    : mu_atomic_load(units.mu, t->node, pa, &loaded));

	reserve_actor = NULL;
	if (!done)
		return false;
	/* Other threads run at the thread's next call: there is no switching
	 * out of a signal handler. */
	thread_budget_take(store ? job.model->op_cycles[BGQEMU_OP_L2_STORE]
				 : l2_alone_cycles((uint32_t)op));
	if (store)
		move_finish(uc, &m);
	else
		move_loaded(uc, &m, loaded);
	return true;
}
