/* pool.c - see pool.h. */
#include "pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64
#define SLAB_BLOCKS 64

struct slab {
	struct slab *next;
	char pad[CACHE_LINE - sizeof(void *)];
};

struct list {
	void *free;         /* first word of a free block: the next one */
	struct slab *slabs;
	/* Put back by other workers, taken over as a whole, which avoids the ABA
	 * problem. */
	_Alignas(CACHE_LINE) _Atomic(void *) returned;
};

struct pool {
	size_t block_bytes; /* the last word holds the list it belongs to */
	unsigned lists;
	struct list *list;
	uint16_t *list_of;
};

struct pool *pool_create(size_t block_bytes, unsigned lists, const uint16_t *list_of_node,
			 uint32_t nodes)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	block_bytes += sizeof(struct list *);
	p->block_bytes = (block_bytes + CACHE_LINE - 1) & ~(size_t)(CACHE_LINE - 1);
	p->lists = lists;
	p->list = aligned_alloc(CACHE_LINE, lists * sizeof *p->list);
	p->list_of = calloc(nodes, sizeof *p->list_of);
	if (!p->list || !p->list_of) {
		p->lists = 0;
		pool_destroy(p);
		return NULL;
	}
	for (unsigned i = 0; i < lists; i++)
		p->list[i] = (struct list){ 0 };
	if (list_of_node)
		memcpy(p->list_of, list_of_node, nodes * sizeof *p->list_of);
	return p;
}

void pool_destroy(struct pool *p)
{
	if (!p)
		return;
	for (unsigned i = 0; i < p->lists; i++)
		for (struct slab *s = p->list[i].slabs, *next; s; s = next) {
			next = s->next;
			free(s);
		}
	free(p->list);
	free(p->list_of);
	free(p);
}

static struct list **home_of(const struct pool *p, void *block)
{
	return (struct list **)((char *)block + p->block_bytes) - 1;
}

static void list_grow(struct pool *p, struct list *l)
{
	struct slab *s = aligned_alloc(CACHE_LINE, sizeof *s + SLAB_BLOCKS * p->block_bytes);

	if (!s)
		return;
	s->next = l->slabs;
	l->slabs = s;
	for (size_t i = SLAB_BLOCKS; i-- > 0;) {
		void **block = (void **)((char *)(s + 1) + i * p->block_bytes);

		*home_of(p, block) = l;
		*block = l->free;
		l->free = block;
	}
}

void *pool_get(struct pool *p, uint32_t node)
{
	struct list *l = &p->list[p->list_of[node]];

	if (!l->free) /* pairs with the push in pool_put */
		l->free = atomic_exchange_explicit(&l->returned, NULL, memory_order_acquire);
	if (!l->free)
		list_grow(p, l);
	void **block = l->free;

	if (block)
		l->free = *block;
	return block;
}

void pool_put(struct pool *p, uint32_t node, void *block)
{
	struct list *l = *home_of(p, block);
	void **word = block;

	if (l == &p->list[p->list_of[node]]) {
		*word = l->free;
		l->free = block;
		return;
	}
	void *first = atomic_load_explicit(&l->returned, memory_order_relaxed);

	do {
		*word = first;
	} while (!atomic_compare_exchange_weak_explicit(&l->returned, &first, block,
							memory_order_release,
							memory_order_relaxed));
}

size_t pool_bytes(const struct pool *p)
{
	size_t slabs = 0;

	for (unsigned i = 0; i < p->lists; i++)
		for (const struct slab *s = p->list[i].slabs; s; s = s->next)
			slabs++;
	return slabs * (sizeof(struct slab) + SLAB_BLOCKS * p->block_bytes);
}
