/*
 * wakeup.c - the wakeup unit (include/bgqemu/abi_wakeup.h).
 *
 * A program arms the unit, checks whether there is anything to do, and waits.  A change
 * between arming and waiting must end the wait: deliveries are counted, and stores of
 * other threads are found by comparing a hash of the range with its earlier value.  An
 * interrupt of the core ends a wait, too: here, a signal that is handled.
 */
#include "include/bgqemu/abi_wakeup.h"

#include <hwi/include/bqc/wu_mmio.h>

#include "include/bgqemu/abi.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/kernel/kernel_l1p.h"
#include "emu/node/kernel/kernel_node.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/watch.h"

/* Largest range that can be watched: each store of the node's threads compares all of it. */
#define BYTES_MAX (UINT64_C(16) << 20)

static struct kernel_wakeup *wakeup_self(void)
{
	return &kernel_node_self()->wakeup[hwthread_id(thread_self)];
}

/* The words of the range; NULL if it is no memory of the node. */
static const volatile uint64_t *range_words(const struct kernel_wakeup *u)
{
	if (!u->bytes || u->pa >= space.window_bytes ||
	    u->bytes > space.window_bytes - u->pa)
		return NULL;
	return (const volatile uint64_t *)(space_window(thread_self->node) + u->pa);
}

static uint64_t range_count(const struct kernel_wakeup *u)
{
	return range_words(u) ? u->bytes / sizeof(uint64_t) : 0;
}

#define SUMS 8 /* at a time, as a multiplication takes some cycles */

static uint64_t mixed(uint64_t sum, uint64_t word)
{
	return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

/* A hash of the range's contents. */
static uint64_t range_sum(const struct kernel_wakeup *u)
{
	const volatile uint64_t *p = range_words(u);
	uint64_t n = range_count(u), sum[SUMS] = { 0 }, i = 0;

	for (; i + SUMS <= n; i += SUMS)
		for (unsigned k = 0; k < SUMS; k++)
			sum[k] = mixed(sum[k], p[i + k]);
	for (; i < n; i++)
		sum[0] = mixed(sum[0], p[i]);
	for (unsigned k = 1; k < SUMS; k++)
		sum[0] = mixed(sum[0], sum[k]);
	return sum[0];
}

/* Takes the state against which later changes are found. */
static void look(struct kernel_wakeup *u)
{
	u->deliveries = node_deliveries(thread_self->node);
	u->sum = range_sum(u);
}

static void arm(struct kernel_wakeup *u, uint64_t pa, uint64_t mask)
{
	u->bytes = mask & -mask;
	if (u->bytes && u->bytes < sizeof u->sum)
		u->bytes = sizeof u->sum;
	u->pa = u->bytes ? pa & mask & ~(uint64_t)(sizeof u->sum - 1) : 0;
	if (u->bytes > BYTES_MAX && range_words(u))
		bgqemu_unsupported("the wakeup unit on more than 16 MiB");
	look(u);
}

void bgqemu_wakeup_arm(uint64_t pa, uint64_t mask)
{
	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1); /* the stores are read back */
	arm(wakeup_self(), pa, mask);
}

/* Programs may store to the registers themselves, which are memory.  True: they have armed
 * the unit so; what has changed since then is not known. */
static bool armed_by_hand(struct kernel_wakeup *u)
{
	uint32_t thread = hwthread_id(thread_self) % CORE_THREADS;
	const volatile uint64_t *reg =
		(const volatile uint64_t *)(kernel_l1p_find() + WAKEUP_OFFSET_FROM_L1P);

	if (!kernel_l1p_find() || (reg[WAC_BASE(thread)] == u->stored_pa &&
				   reg[WAC_ENABLE(thread)] == u->stored_mask))
		return false;
	u->stored_pa = reg[WAC_BASE(thread)];
	u->stored_mask = reg[WAC_ENABLE(thread)];
	arm(u, u->stored_pa, u->stored_mask);
	return true;
}

static bool happened(const struct kernel_wakeup *u)
{
	return u->deliveries != node_deliveries(thread_self->node) || u->sum != range_sum(u);
}

void bgqemu_wakeup_wait(void)
{
	struct kernel_wakeup *u = wakeup_self();
	struct thread *t = thread_self;
	uint64_t pc = (uintptr_t)CALL_PLACE();

	if (armed_by_hand(u)) {
		bgqemu_charge(BGQEMU_OP_POLL, 1);
		return; /* programs look again */
	}
	do {
		call_begin();
		if (!happened(u))
			wait_for_words(BGQEMU_WAIT_MEMORY, range_words(u), range_count(u), pc);
		/* A wake for no reason is spurious. */
		if (posix_signals())
			break;
	} while (!happened(u));
	t->clock_ps += thread_cycles_ps(t, job.model->op_cycles[BGQEMU_OP_POLL]);
	look(u);
	thread_charge(0);
}
