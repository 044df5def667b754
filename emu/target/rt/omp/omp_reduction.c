/*
 * omp_reduction.c - reductions over tasks.  The program has a table for each
 * construct; the runtime gives every thread of the team a zeroed block for its
 * copies, and tells a task where the copy of its thread is.  The program combines
 * the copies.  The table, in words:
 *
 *	0 variables   1 bytes of a block   2 alignment, then the first block
 *	4 next table of the construct, then of those around it   5 ours: first table
 *	6 the end of the blocks   7.. for each variable: its address, where its copy
 *	is in a block, one that is unused
 */
#include "omp_rt.h"

#include <stdlib.h>

enum { COUNT, BYTES, BLOCKS, NEXT = 4, FIRST, END, VARIABLES };

static uintptr_t *variable(uintptr_t *table, uintptr_t i)
{
	return table + VARIABLES + 3 * i;
}

static void blocks_alloc(uintptr_t *table, unsigned threads)
{
	size_t align = table[BLOCKS] < sizeof(void *) ? sizeof(void *) : table[BLOCKS];
	size_t bytes = table[BYTES] * threads;

	table[BLOCKS] = (uintptr_t)omprt_alloc_aligned(align, bytes);
	table[END] = table[BLOCKS] + bytes;
}

/* shared: the tables of the thread that met the construct first, or NULL. */
static void attach(uintptr_t *tables, const uintptr_t *shared, uintptr_t *outer,
		   unsigned threads)
{
	uintptr_t *t = tables;

	for (;;) {
		if (shared) {
			t[BLOCKS] = shared[BLOCKS];
			t[END] = shared[END];
			shared = (const uintptr_t *)shared[NEXT];
		} else {
			blocks_alloc(t, threads);
		}
		t[FIRST] = t == tables;
		if (!t[NEXT])
			break;
		t = (uintptr_t *)t[NEXT];
	}
	t[NEXT] = (uintptr_t)outer;
}

void omprt_reduction_register(uintptr_t *tables, uintptr_t *outer, unsigned threads)
{
	attach(tables, NULL, outer, threads);
}

void omprt_reduction_share(struct omp_thread *me, struct work *w, bool first,
			   uintptr_t *tables)
{
	struct task_group *group = omprt_group_enter(me);

	attach(tables, first ? NULL : w->reductions, group->reductions,
	       me->at.team->threads);
	group->shares_work = true;
	if (first)
		w->reductions = tables;
	group->reductions = tables;
}

void GOMP_taskgroup_reduction_register(uintptr_t *tables)
{
	struct omp_thread *me = omprt_self();
	struct task_group *group = me->at.task->group;

	attach(tables, NULL, group->reductions, me->at.team->threads);
	group->reductions = tables;
}

void GOMP_taskgroup_reduction_unregister(uintptr_t *tables)
{
	uintptr_t *t = tables;

	do {
		free((void *)t[BLOCKS]);
		t = (uintptr_t *)t[NEXT];
	} while (t && !t[FIRST]);
}

/* At the end of a worksharing construct, when its copies have been combined. */
void GOMP_workshare_task_reduction_unregister(bool cancelled)
{
	struct omp_thread *me = omprt_self();
	uintptr_t *tables = me->at.task->group->reductions;

	omprt_group_leave(me);
	if (me->at.num == 0)
		GOMP_taskgroup_reduction_unregister(tables);
	if (!cancelled)
		omprt_barrier(false);
}

/* The region's data begin with its tables.  How many copies there are. */
unsigned GOMP_parallel_reductions(void (*fn)(void *), void *data, unsigned threads,
				  unsigned flags)
{
	struct omp_thread *me = omprt_self();
	uintptr_t *tables = *(uintptr_t **)data;
	struct task_group group = { .reductions = tables };
	unsigned got;

	(void)flags;
	list_init(&group.ready);
	threads = omprt_team_size(me, threads);
	attach(tables, NULL, NULL, threads);
	omprt_team_start(me, fn, data, threads, NULL, &group);
	got = me->at.team->threads;
	fn(data);
	omprt_team_end();
	return got;
}

/* address is that of a variable, or of another thread's copy. */
static void *copy_of(uintptr_t *tables, uintptr_t address, unsigned num, uintptr_t *original)
{
	for (uintptr_t *t = tables; t; t = (uintptr_t *)t[NEXT]) {
		bool copy = address >= t[BLOCKS] && address < t[END];
		uintptr_t where = copy ? (address - t[BLOCKS]) % t[BYTES] : 0;
		bool found = copy;

		for (uintptr_t i = 0; i < t[COUNT]; i++) {
			uintptr_t *v = variable(t, i);

			if (copy ? v[1] != where : v[0] != address)
				continue;
			found = true;
			where = v[1];
			*original = v[0];
			break;
		}
		if (found)
			return (void *)(t[BLOCKS] + num * t[BYTES] + where);
	}
	omprt_die("a task has in_reduction(%p) and no reduction around it has that",
		  (void *)address);
}

/* addresses[0..count-1] become those of the calling thread's copies; behind them
 * go the addresses of the variables of the first originals. */
void GOMP_task_reduction_remap(size_t count, size_t originals, void **addresses)
{
	struct omp_thread *me = omprt_self();
	struct task_group *group = me->at.task->group;

	for (size_t i = 0; i < count; i++) {
		uintptr_t original = 0;

		addresses[i] = copy_of(group ? group->reductions : NULL,
				       (uintptr_t)addresses[i], me->at.num, &original);
		if (i < originals)
			addresses[count + i] = (void *)original;
	}
}
