/* segments.c - see segments.h.  System calls are made by syscall() alone: libc's functions for
 * them keep errno, which is a thread-local, and an instruction here would be refused
 * (emu/node/abi/host_call.h). */
#include "segments.h"

#include "engine_internal.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef HWCAP2_FSGSBASE
#define HWCAP2_FSGSBASE 2
#endif

#define UNPROTECTED __attribute__((no_sanitize("address", "thread", "undefined")))

UNPROTECTED static void arch_prctl(long what, uint64_t value)
{
	/* Bound when bgq-run starts: the linker's way there may need a thread-local. */
	static long (*volatile call)(long number, ...) = syscall;

	call(SYS_arch_prctl, what, value);
}

UNPROTECTED static void bases_read(uint64_t readable, uint64_t *fs, uint64_t *gs)
{
	if (readable) {
		__asm__ volatile("rdfsbase %0\n\trdgsbase %1" : "=r"(*fs), "=r"(*gs));
		return;
	}
	arch_prctl(ARCH_GET_FS, (uintptr_t)fs);
	arch_prctl(ARCH_GET_GS, (uintptr_t)gs);
}

void segments_keep(struct segments *at)
{
	at->magic = SEGMENTS_MAGIC;
	at->readable = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;
	bases_read(at->readable, &at->fs, &at->gs);
}

/* The next switch finds a cell that is not its worker's. */
UNPROTECTED static void note(struct budget_cell *cell, unsigned wrong)
{
	cell->self = NULL;
	cell->wrong |= wrong;
}

UNPROTECTED unsigned segments_mend(const stack_t *of_stack)
{
	const struct segments *kept = of_stack->ss_sp;
	uint64_t fs, gs;
	unsigned wrong = 0;

	if (!kept || kept->magic != SEGMENTS_MAGIC) /* no worker: it runs nothing of a program */
		return 0;
	bases_read(kept->readable, &fs, &gs);
	if (fs != kept->fs) {
		arch_prctl(ARCH_SET_FS, kept->fs);
		wrong |= SEGMENT_FS;
	}
	if (gs != kept->gs) {
		arch_prctl(ARCH_SET_GS, kept->gs);
		wrong |= SEGMENT_GS;
	}
	if (wrong)
		note((struct budget_cell *)(uintptr_t)kept->gs, wrong);
	return wrong;
}

unsigned segments_noted(void)
{
	struct budget_cell *cell = &worker_self->cell;
	unsigned wrong = cell->wrong;

	cell->wrong = 0;
	cell->self = cell;
	return wrong;
}

#else

void segments_keep(struct segments *at)
{
	(void)at;
}

unsigned segments_mend(const stack_t *of_stack)
{
	(void)of_stack;
	return 0;
}

unsigned segments_noted(void)
{
	return 0;
}

#endif

void segments_strayed(struct worker *w, struct thread *t)
{
	unsigned wrong = segments_noted();

	budget_base(&w->cell);
	if (w->engine->cfg.strayed && t != w->idle)
		w->engine->cfg.strayed(w->engine->cfg.ctx, t, wrong ? wrong : SEGMENT_GS);
}
