/*
 * reserved.c - loads with reservation and conditional stores of programs.
 *
 * Never: a parked thread whose loop would store to a page with another's reservation.
 */
#include "include/bgqemu/abi.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/reserve.h"
#include "emu/core/engine/watch.h"
#include "wait.h"

static uint64_t value_of(const volatile void *word, uint32_t bytes)
{
	return bytes == 4 ? __atomic_load_n((const volatile uint32_t *)word, __ATOMIC_ACQUIRE)
			  : __atomic_load_n((const volatile uint64_t *)word, __ATOMIC_ACQUIRE);
}

uint64_t bgqemu_load_reserved(const volatile void *word, uint32_t bytes)
{
	struct thread *t = thread_self;

	l2_reserve_request(word);
	uint64_t value = value_of(word, bytes);

	reserve_set(t, word, bytes);
	if (node_is_watched(t->node))
		wait_reserved();
	return value;
}

int bgqemu_store_conditional(volatile void *word, uint32_t bytes, uint64_t value)
{
	struct thread *t = thread_self;

	l2_reserve_request(word);
	(void)value_of(word, bytes); /* faults where no memory is */
	if (!reserve_take(t, word, bytes)) {
		thread_budget_take(job.model->l2_lost_cycles);
		return 0;
	}
	reserve_store(t, word, bytes, value);
	return 1;
}
