/*
 * handlers.c - lists of functions to be called at the end, for exit,
 * quick_exit and threads.  The first few need no allocation.  Never calls one
 * twice, even if it leaves by exit.
 */
#include "private.h"

#include <stdlib.h>

static struct handler *handler_at(struct handlers *h, unsigned i)
{
	return i < HANDLERS_AT_HAND ? &h->at_hand[i] : &h->more[i - HANDLERS_AT_HAND];
}

int bgqrt_handlers_add(struct handlers *h, const struct handler *new)
{
	if (h->count >= HANDLERS_AT_HAND && h->count - HANDLERS_AT_HAND == h->capacity) {
		unsigned capacity = h->capacity ? 2 * h->capacity : 32;
		struct handler *more = realloc(h->more, capacity * sizeof *more);

		if (!more)
			return -1;
		h->more = more;
		h->capacity = capacity;
	}
	struct handler *last = handler_at(h, h->count++);

	*last = *new;
	last->fn.plain = RT_OWN(new->fn.plain);
	return 0;
}

static void handler_call(const struct handler *h, int status)
{
	switch (h->kind) {
	case HANDLER_PLAIN: h->fn.plain(); break;
	case HANDLER_ARG: h->fn.arg(h->arg); break;
	case HANDLER_STATUS: h->fn.status(status, h->arg); break;
	case HANDLER_DONE: break;
	}
}

void bgqrt_handlers_run(struct handlers *h, const void *owner, int status)
{
	unsigned i = h->count;

	while (i > 0) {
		struct handler *at = handler_at(h, --i), now = *at;

		if (now.kind == HANDLER_DONE || (owner && now.owner != owner))
			continue;
		at->kind = HANDLER_DONE;
		while (h->count > 0 && handler_at(h, h->count - 1)->kind == HANDLER_DONE)
			h->count--;
		handler_call(&now, status);
		/* New ones are at the end; those that others ran are gone. */
		i = h->count;
	}
}
