/*
 * omp_target.c - target regions.  The node has no device beside itself: a region
 * runs where it is met, at once, as a team of one at level 0, and nothing has to
 * be copied but what is firstprivate.
 */
#include "omp_rt.h"

#include <limits.h>
#include <stdlib.h>

void GOMP_taskwait_depend(void **depend);

/* Parts of a kind, as GCC passes it: what to do; the logarithm of the alignment. */
#define KIND(k)            ((k) & 0xff)
#define KIND_FIRSTPRIVATE  12
#define KIND_ALIGN(k)      ((size_t)1 << ((k) >> 8))

static size_t round_up(size_t n, size_t align)
{
	return (n + align - 1) & -align;
}

/* The region's copies; NULL if there are none. */
static void *firstprivate(size_t count, void **address, const size_t *bytes,
			  const unsigned short *kind)
{
	size_t total = 0, largest = 1;
	char *copies;

	for (size_t i = 0; i < count; i++) {
		if (KIND(kind[i]) != KIND_FIRSTPRIVATE)
			continue;
		total = round_up(total, KIND_ALIGN(kind[i])) + bytes[i];
		if (KIND_ALIGN(kind[i]) > largest)
			largest = KIND_ALIGN(kind[i]);
	}
	if (!total)
		return NULL;
	if (largest < sizeof(void *))
		largest = sizeof(void *);
	if (posix_memalign((void **)&copies, largest, total))
		omprt_die("out of memory (firstprivate, %zu bytes)", total);
	total = 0;
	for (size_t i = 0; i < count; i++) {
		if (KIND(kind[i]) != KIND_FIRSTPRIVATE)
			continue;
		total = round_up(total, KIND_ALIGN(kind[i]));
		address[i] = __builtin_memcpy(copies + total, address[i], bytes[i]);
		total += bytes[i];
	}
	return copies;
}

static void await(void **depend)
{
	if (depend)
		GOMP_taskwait_depend(depend);
}

/* Arguments end with NULL; one has its value above its name, or in the next word. */
#define ARGUMENT_NAME(a)      ((a) >> 8 & 0xff)
#define ARGUMENT_IN_NEXT      0x80
#define ARGUMENT_THREAD_LIMIT 2

/* 0: not said. */
static unsigned thread_limit(void **argument)
{
	intptr_t limit = 0;

	for (; argument && *argument; argument++) {
		intptr_t a = (intptr_t)*argument;
		intptr_t value = a & ARGUMENT_IN_NEXT ? (intptr_t)*++argument : a >> 16;

		if (ARGUMENT_NAME(a) == ARGUMENT_THREAD_LIMIT)
			limit = value;
	}
	return limit > 0 && limit < INT_MAX ? (unsigned)limit : 0;
}

static void run(void (*fn)(void *), void *data, unsigned limit)
{
	struct omp_thread *me = omprt_self();
	struct team_slot outer = me->at;
	struct team team = { .master = me };
	struct task task = { 0 };

	omprt_team_init(&team, &task, 1);
	omprt_task_init(&task, &team, &omprt_env()->icv);
	if (limit && limit < task.icv.thread_limit)
		task.icv.thread_limit = limit;
	me->at = (struct team_slot){ .team = &team, .task = &task };
	fn(data);
	omprt_barrier(false); /* its tasks */
	omprt_enter();
	omprt_works_free(&team);
	omprt_depend_forget(&task);
	omprt_leave();
	me->at = outer;
}

/* flags: nowait; arguments: the limit of threads, and numbers of teams, which the region asks for
 * again itself. */
void GOMP_target_ext(int device, void (*fn)(void *), size_t count, void **address,
		     size_t *bytes, unsigned short *kind, unsigned flags, void **depend,
		     void **arguments)
{
	void *copies;

	(void)device, (void)flags;
	await(depend);
	copies = firstprivate(count, address, bytes, kind);
	run(fn, address, thread_limit(arguments));
	free(copies);
}

void GOMP_target_data_ext(int device, size_t count, void **address, size_t *bytes,
			  unsigned short *kind)
{
	(void)device, (void)count, (void)address, (void)bytes, (void)kind;
}

void GOMP_target_end_data(void)
{
}

void GOMP_target_update_ext(int device, size_t count, void **address, size_t *bytes,
			    unsigned short *kind, unsigned flags, void **depend)
{
	(void)device, (void)count, (void)address, (void)bytes, (void)kind, (void)flags;
	await(depend);
}

void GOMP_target_enter_exit_data(int device, size_t count, void **address, size_t *bytes,
				 unsigned short *kind, unsigned flags, void **depend)
{
	GOMP_target_update_ext(device, count, address, bytes, kind, flags, depend);
}

void *GOMP_target_map_indirect_ptr(void *fn)
{
	return fn;
}
