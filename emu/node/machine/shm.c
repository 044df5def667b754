/* shm.c - see shm.h. */
#include "shm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "booted.h"
#include "job.h"
#include "net/base/pages.h"

#define NAME_BYTES 256 /* as CNK has for one */

struct object {
	char name[NAME_BYTES]; /* "" once unlinked */
	uint64_t offset, bytes;
	uint64_t capacity; /* whole pages; 0: no place yet */
	bool atomic;       /* FIOBGQATOMIC */
};

/* The shared memory of one node.  Places are never given back: a process may
 * still have them mapped. */
struct shm {
	uint64_t extent;
	struct object *object;
	unsigned objects;
	struct view *mapped; /* that processes have now */
	unsigned mappings;
};

struct view {
	const struct process *by;
	const void *at;
	uint64_t bytes;
};

static uint64_t pages(uint64_t bytes)
{
	return (bytes + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);
}

static struct shm *shm_self(void)
{
	struct node *n = &booted.node[thread_self->node];

	if (!n->shm)
		n->shm = calloc(1, sizeof *n->shm);
	return n->shm;
}

bool shm_mapped(const void *at, uint64_t bytes)
{
	struct shm *s = shm_self();
	struct view *more = s ? realloc(s->mapped, (s->mappings + 1) * sizeof *more) : NULL;

	if (!more)
		return false;
	s->mapped = more;
	s->mapped[s->mappings++] = (struct view){ process_self(), at, bytes };
	node_share_objects(thread_self->node, true);
	return true;
}

static void unmap(struct shm *s, uint32_t node, unsigned i)
{
	s->mapped[i] = s->mapped[--s->mappings];
	if (!s->mappings)
		node_share_objects(node, false);
}

void shm_unmapped(const void *at, uint64_t bytes)
{
	struct shm *s = shm_self();

	for (unsigned i = 0; s && i < s->mappings; i++) {
		const struct view *m = &s->mapped[i];

		if (m->by == process_self() && m->at == at && m->bytes == bytes) {
			unmap(s, thread_self->node, i);
			return;
		}
	}
}

void shm_leave(const struct process *p)
{
	struct shm *s = booted.node[p->main.node].shm;

	for (unsigned i = s ? s->mappings : 0; i-- > 0;)
		if (s->mapped[i].by == p)
			unmap(s, p->main.node, i);
}

uint64_t shm_bytes(uint32_t node)
{
	const struct shm *s = booted.node[node].shm;

	return s ? s->extent : 0;
}

bool shm_contains(uint32_t node, uint64_t offset, uint64_t len)
{
	uint64_t bytes = shm_bytes(node);

	return offset < bytes && len <= bytes - offset;
}

static int object_find(const struct shm *s, const char *name)
{
	for (unsigned i = 0; i < s->objects; i++)
		if (!strcmp(s->object[i].name, name))
			return (int)i;
	return -ENOENT;
}

static int object_make(struct shm *s, const char *name)
{
	struct object *more = realloc(s->object, (s->objects + 1) * sizeof *more);

	if (!more)
		return -ENOMEM;
	s->object = more;
	s->object[s->objects] = (struct object){ .bytes = 0 };
	strcpy(s->object[s->objects].name, name);
	return (int)s->objects++;
}

static struct object *object_of(int object)
{
	struct shm *s = shm_self();

	return s && object >= 0 && (unsigned)object < s->objects ? &s->object[object] : NULL;
}

int shm_object_open(const char *name, int flags)
{
	struct shm *s = shm_self();

	if (!s)
		return -ENOMEM;
	if (strlen(name) >= NAME_BYTES)
		return -ENAMETOOLONG;
	int i = object_find(s, name);

	if (i >= 0 && (flags & O_CREAT) && (flags & O_EXCL))
		return -EEXIST;
	if (i < 0 && !(flags & O_CREAT))
		return -ENOENT;
	if (i < 0)
		i = object_make(s, name);
	if (i < 0)
		return i;
	if (flags & O_TRUNC)
		shm_object_resize(i, 0);
	return i;
}

int shm_object_unlink(const char *name)
{
	struct shm *s = shm_self();

	if (!s)
		return -ENOMEM;
	int i = *name ? object_find(s, name) : -ENOENT;

	if (i < 0)
		return i;
	s->object[i].name[0] = '\0';
	return 0;
}

/* An object that has a name, or that a process has mapped. */
static bool is_live(const struct shm *s, const struct object *o)
{
	const uint8_t *at = space_window(thread_self->node) + space_shared() + o->offset;

	if (o->name[0])
		return true;
	for (unsigned i = 0; i < s->mappings; i++) {
		const uint8_t *view = s->mapped[i].at;

		if (view < at + o->capacity && at < view + s->mapped[i].bytes)
			return true;
	}
	return false;
}

/* Would all objects with memory, this one with so much, be more than the node shares? */
static bool is_too_much(const struct shm *s, const struct object *resized, uint64_t capacity)
{
	uint64_t sum = capacity;

	for (const struct object *o = s->object; o < s->object + s->objects; o++)
		if (o != resized && o->capacity && is_live(s, o))
			sum += o->capacity;
	return sum > job.opt.controls.shared_bytes;
}

int shm_object_resize(int object, uint64_t bytes)
{
	struct object *o = object_of(object);
	struct shm *s = shm_self();

	if (!o)
		return -EBADF;
	if (bytes > space_shared_bytes())
		return -ENOSPC;
	uint64_t capacity = pages(bytes);
	bool last = !o->capacity || o->offset + o->capacity == s->extent;

	if (capacity > o->capacity) {
		uint64_t offset = o->capacity ? o->offset : s->extent;

		if (!last || capacity > space_shared_bytes() - offset ||
		    is_too_much(s, o, capacity))
			return -ENOSPC;
		o->offset = offset;
		o->capacity = capacity;
		s->extent = offset + capacity;
	} else if (bytes < o->bytes) {
		memset(space_window(thread_self->node) + space_shared() + o->offset + bytes, 0,
		       o->bytes - bytes);
	}
	o->bytes = bytes;
	return 0;
}

int shm_object_atomic(int object)
{
	struct object *o = object_of(object);

	if (!o)
		return -EBADF;
	o->atomic = true;
	return 0;
}

bool shm_is_atomic(uint32_t node, uint64_t offset)
{
	const struct shm *s = booted.node[node].shm;

	for (unsigned i = 0; s && i < s->objects; i++)
		if (s->object[i].atomic && offset - s->object[i].offset < s->object[i].capacity)
			return true;
	return false;
}

int shm_object_size(int object, uint64_t *bytes)
{
	const struct object *o = object_of(object);

	if (!o)
		return -EBADF;
	*bytes = o->bytes;
	return 0;
}

void *shm_object_at(int object, uint64_t offset, uint64_t len, int *err)
{
	const struct object *o = object_of(object);

	*err = 0;
	if (!o)
		*err = EBADF;
	else if (!len || offset % PAGE_BYTES)
		*err = EINVAL;
	else if (offset > o->capacity || pages(len) > o->capacity - offset)
		*err = ENXIO;
	if (*err)
		return NULL;
	return space_window(thread_self->node) + space_shared() + o->offset + offset;
}
