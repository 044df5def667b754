/*
 * kmp_sync.c - where Clang's threads meet, exclude each other, or one of them does something:
 * barriers, critical regions, reductions, single, masked, cancellation.
 */
#include "kmp.h"

void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);
bool GOMP_single_start(void);
bool GOMP_cancel(int which, bool wanted);
bool GOMP_cancellation_point(int which);
void GOMP_ordered_start(void);

/* ---- barriers
 *
 * Nobody waits in a region that is cancelled: Clang calls plain barriers in such regions, too. */

void __kmpc_barrier(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	omprt_barrier(true);
}

int __kmpc_cancel_barrier(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	return omprt_barrier(true);
}

void __kmpc_flush(struct kmp_place *at)
{
	(void)at;
	__sync_synchronize();
}

/* ---- one at a time */

/* A name is 32 bytes of the program's, zero at first. */
static void **name_of(int (*name)[8])
{
	return (void **)(((uintptr_t)name + 7) & ~(uintptr_t)7);
}

void __kmpc_critical(struct kmp_place *at, int thread, int (*name)[8])
{
	(void)at, (void)thread;
	GOMP_critical_name_start(name_of(name));
}

void __kmpc_critical_with_hint(struct kmp_place *at, int thread, int (*name)[8], unsigned hint)
{
	(void)hint;
	__kmpc_critical(at, thread, name);
}

void __kmpc_end_critical(struct kmp_place *at, int thread, int (*name)[8])
{
	(void)at, (void)thread;
	GOMP_critical_name_end(name_of(name));
}

/* 1: the caller combines its values with those of all, and says when it has. */
int __kmpc_reduce_nowait(struct kmp_place *at, int thread, int count, size_t bytes, void *data,
			 void (*combine)(void *, void *), int (*name)[8])
{
	(void)count, (void)bytes, (void)data, (void)combine;
	if (omprt_self()->at.team->threads > 1)
		__kmpc_critical(at, thread, name);
	return 1;
}

void __kmpc_end_reduce_nowait(struct kmp_place *at, int thread, int (*name)[8])
{
	if (omprt_self()->at.team->threads > 1)
		__kmpc_end_critical(at, thread, name);
}

int __kmpc_reduce(struct kmp_place *at, int thread, int count, size_t bytes, void *data,
		  void (*combine)(void *, void *), int (*name)[8])
{
	return __kmpc_reduce_nowait(at, thread, count, bytes, data, combine, name);
}

void __kmpc_end_reduce(struct kmp_place *at, int thread, int (*name)[8])
{
	__kmpc_end_reduce_nowait(at, thread, name);
	omprt_barrier(true);
}

void __kmpc_ordered(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	GOMP_ordered_start();
}

/* The next chunk is let in when this one is through: omprt_ordered_pass. */
void __kmpc_end_ordered(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}

/* ---- one of all */

int __kmpc_single(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	return GOMP_single_start();
}

void __kmpc_end_single(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}

/* mine: the caller has done the single region; copy(to, from) copies what it has to say. */
void __kmpc_copyprivate(struct kmp_place *at, int thread, size_t bytes, void *data,
			void (*copy)(void *to, void *from), int mine)
{
	struct team *team = omprt_self()->at.team;

	(void)at, (void)thread, (void)bytes;
	if (mine)
		team->copied = data;
	if (omprt_barrier(true))
		return;
	if (!mine)
		copy(data, team->copied);
	omprt_barrier(false);
}

int __kmpc_masked(struct kmp_place *at, int thread, int which)
{
	(void)at, (void)thread;
	return (int)omprt_self()->at.num == which;
}

void __kmpc_end_masked(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}

int __kmpc_master(struct kmp_place *at, int thread)
{
	return __kmpc_masked(at, thread, 0);
}

void __kmpc_end_master(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}

/* ---- cancellation */

/* parallel, loop, sections, taskgroup: 1 to 4, and as GCC has them. */
static int gcc_kind(int kind)
{
	return 1 << (kind - 1);
}

int __kmpc_cancel(struct kmp_place *at, int thread, int kind)
{
	(void)at, (void)thread;
	return GOMP_cancel(gcc_kind(kind), true);
}

int __kmpc_cancellationpoint(struct kmp_place *at, int thread, int kind)
{
	(void)at, (void)thread;
	return GOMP_cancellation_point(gcc_kind(kind));
}
