/*
 * omp_depend.c - the order among the children of a task that their depend clauses
 * ask for.  For each address: the task that last writes it, and those that read
 * it since.  mutexinoutset and inoutset count as writing: their tasks run in the
 * order of the program, which both allow.
 */
#include "omp_rt.h"

#include <stdlib.h>

struct entry {
	struct entry *next;
	const void *address;
	struct task *writer, **readers;
	unsigned count, capacity;
};

#define BUCKETS 64

struct depends {
	struct entry *bucket[BUCKETS];
	struct task *everything; /* the last with omp_all_memory */
};

static unsigned hash(const void *address)
{
	return (unsigned)(((uintptr_t)address >> 3) * 0x9e3779b97f4a7c15u >> 58);
}

static struct entry *entry_of(struct depends *d, const void *address)
{
	struct entry **p = &d->bucket[hash(address)];

	while (*p && (*p)->address != address)
		p = &(*p)->next;
	if (!*p) {
		*p = omprt_alloc(sizeof **p);
		(*p)->address = address;
	}
	return *p;
}

static struct task **widen(struct task **list, unsigned *capacity)
{
	*capacity = *capacity ? 2 * *capacity : 4;
	list = realloc(list, *capacity * sizeof *list);
	if (!list)
		omprt_die("out of memory (dependences of tasks)");
	return list;
}

static void follow(struct task *task, struct task *before)
{
	if (!before || before == task || before->done)
		return;
	if (before->nexts == before->next_capacity)
		before->next = widen(before->next, &before->next_capacity);
	before->next[before->nexts++] = task;
	task->refs++;
	task->blockers++;
}

static void put(struct task **where, struct task *task)
{
	if (task)
		task->refs++;
	if (*where)
		omprt_task_unref(*where);
	*where = task;
}

static void forget_readers(struct entry *e)
{
	while (e->count > 0)
		omprt_task_unref(e->readers[--e->count]);
}

static void forget_done_readers(struct entry *e)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < e->count; i++)
		if (e->readers[i]->done)
			omprt_task_unref(e->readers[i]);
		else
			e->readers[kept++] = e->readers[i];
	e->count = kept;
}

static void reads(struct task *task, struct entry *e)
{
	follow(task, e->writer);
	if (e->count == e->capacity)
		forget_done_readers(e);
	if (e->count == e->capacity)
		e->readers = widen(e->readers, &e->capacity);
	e->readers[e->count++] = task;
	task->refs++;
}

static void writes(struct task *task, struct entry *e)
{
	follow(task, e->writer);
	for (unsigned i = 0; i < e->count; i++)
		follow(task, e->readers[i]);
	forget_readers(e);
	put(&e->writer, task);
}

static void writes_everything(struct task *task, struct depends *d)
{
	for (unsigned b = 0; b < BUCKETS; b++)
		for (struct entry *e = d->bucket[b]; e; e = e->next)
			writes(task, e);
	put(&d->everything, task);
}

static void add(struct task *task, struct depends *d, const void *address, bool writing)
{
	if (!address && writing)
		writes_everything(task, d);
	else if (writing)
		writes(task, entry_of(d, address));
	else
		reads(task, entry_of(d, address));
}

/* An omp_depend_t: what it is about, and how. */
struct depend_object {
	const void *address;
	uintptr_t kind;
};
#define KIND_IN 1

/* Two layouts: a count, how many of them write, addresses, writing first; or 0, a
 * count, how many write, are mutexinoutset and read, addresses in that order, and
 * then omp_depend_t objects.  A null address is omp_all_memory.  The first layout with none,
 * of iterators without a value, looks like the second: what is behind its count is not there. */
void omprt_depend_add(struct task *task, void **depend)
{
	uintptr_t *n = (uintptr_t *)depend;
	bool old = n[0] > 0;
	uintptr_t count = old ? n[0] : n[1];
	uintptr_t writing = old ? n[1] : !count ? 0 : n[2] + n[3];
	uintptr_t plain = old ? n[0] : !count ? 0 : writing + n[4];
	void **address = depend + (old ? 2 : 5);
	struct depends *d = task->parent->depends;

	if (!d)
		d = task->parent->depends = omprt_alloc(sizeof *d);
	follow(task, d->everything);
	for (uintptr_t i = 0; i < plain; i++)
		add(task, d, address[i], i < writing);
	for (uintptr_t i = plain; i < count; i++) {
		const struct depend_object *o = address[i];

		add(task, d, o->address, o->kind != KIND_IN);
	}
}

void omprt_depend_forget(struct task *parent)
{
	struct depends *d = parent->depends;

	if (!d)
		return;
	for (unsigned b = 0; b < BUCKETS; b++) {
		while (d->bucket[b]) {
			struct entry *e = d->bucket[b];

			d->bucket[b] = e->next;
			forget_readers(e);
			put(&e->writer, NULL);
			free(e->readers);
			free(e);
		}
	}
	put(&d->everything, NULL);
	free(d);
	parent->depends = NULL;
}
