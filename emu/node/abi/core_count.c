/* core_count.c - what hardware threads have executed, for programs that count
 * (include/bgqemu/abi_count.h).
 *
 * Never: a count that depends on whether a thread was parked. */
#include <string.h>

#include "include/bgqemu/abi.h"
#include "include/bgqemu/abi_count.h"
#include "emu/core/engine/mix.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/report.h"
#include "emu/core/follow/decode.h"
#include "emu/core/follow/ops.h"
#include "emu/core/wait/wait.h"

_Static_assert((int)BGQEMU_CORE_LOST == (int)MIX_COUNT, "they follow the classes");

static void add(int64_t *counts, const int64_t *mix)
{
	for (unsigned c = 0; mix && c < MIX_COUNT; c++)
		counts[c] += mix[c];
}

static void add_thread(int64_t *counts, const struct thread *t)
{
	add(counts, mix_of(t));
	counts[BGQEMU_CORE_LOST] += (int64_t)(t->lost_ps / CORE_CYCLE_PS);
	counts[BGQEMU_CORE_LOADED] += (int64_t)t->user->lines_loaded;
	counts[BGQEMU_CORE_PREFETCHED] += (int64_t)t->user->lines_prefetched;
	counts[BGQEMU_CORE_STORED] += (int64_t)t->user->lines_stored;
}

static void add_process(int64_t *counts, struct process *p, unsigned hwthread)
{
	if (p->mix_ended)
		add(counts, p->mix_ended + hwthread * MIX_COUNT);
	for (const struct thread *t = &p->main; t; t = t->user->next)
		if (t->user->hwthread == hwthread && t->mix)
			add_thread(counts, t);
}

static int add_hwthread(int64_t *counts, uint32_t hwthread)
{
	unsigned each = hwthread_count();

	if (hwthread >= NODE_HWTHREADS)
		return -1;
	wait_bring_up(thread_self->node);
	struct process *p = process_at(thread_self->node, hwthread / each);

	if (p->rank == RANK_NONE || p->status == PROCESS_NOT_STARTED)
		return 0;
	add_process(counts, p, hwthread % each);
	return 0;
}

int bgqemu_core_counts(uint32_t hwthread, int64_t counts[BGQEMU_CORE_COUNTS])
{
	int rc = 0;

	call_begin_in_order();
	memset(counts, 0, BGQEMU_CORE_COUNTS * sizeof *counts);
	if (hwthread == BGQEMU_CORE_SELF)
		add_thread(counts, thread_self);
	else
		rc = add_hwthread(counts, hwthread);
	thread_charge(thread_cycles_ps(thread_self, job.model->op_cycles[BGQEMU_OP_MMIO_LOAD]));
	return rc;
}

void bgqemu_count_note(const char *event, const char *why)
{
	call_begin();
	report_never_counts(thread_self, event, why);
}

#define STUB_OPS 4

/* A check is called out of line, behind its function: where it goes on is in it. */
static uint64_t behind_stub(const uint8_t *base, uint64_t offset)
{
	const struct op *op = ops_find(base, offset);

	for (unsigned i = 0; i < STUB_OPS && op->kind != OP_UNKNOWN; i++) {
		if (op->kind == OP_JUMP && !op->indirect)
			return op->target;
		op = ops_find(base, op->next);
	}
	return offset;
}

uint64_t bgqemu_interrupted_pc(void)
{
	const uint8_t *base = process_image(process_self());
	uint64_t pc = thread_self->user->interrupted_pc, offset = pc - (uintptr_t)base;

	if (offset >= booted.image.copy_bytes || !decode_ready())
		return pc;
	return (uintptr_t)base + behind_stub(base, offset);
}

int bgqemu_models_caches(void)
{
	return job.opt.memory_model && !job.model->host_code;
}
