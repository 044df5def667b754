/* pthread_key.c - thread-specific data.  Keys are the process's, values each
 * thread's; a value set under a key that was deleted since reads as NULL. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/own_code.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/process.h"
#include "posix.h"

static bool in_use(const struct key_use *k)
{
	return k->turn & 1;
}

int emu_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	struct posix *p = posix_self();

	POSIX_OP();
	for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
		if (in_use(&p->key[i]))
			continue;
		p->key[i].turn++;
		p->key[i].destructor = (void (*)(void *))own_code((uintptr_t)destructor);
		*key = i;
		return 0;
	}
	return EAGAIN;
}

static struct key_use *key_of(pthread_key_t key)
{
	struct posix *p = posix_self();

	return key < PTHREAD_KEYS_MAX && in_use(&p->key[key]) ? &p->key[key] : NULL;
}

int emu_pthread_key_delete(pthread_key_t key)
{
	POSIX_OP();
	struct key_use *k = key_of(key);

	if (!k)
		return EINVAL;
	k->turn++;
	return 0;
}

/* Private to the thread, no conflicts: no cost. */
void *emu_pthread_getspecific(pthread_key_t key)
{
	const struct posix_thread *pt = posix_thread_self();
	const struct key_use *k = key_of(key);

	if (!k || key >= pt->values_count || pt->values[key].turn != k->turn)
		return NULL;
	return pt->values[key].value;
}

int emu_pthread_setspecific(pthread_key_t key, const void *value)
{
	call_begin(); /* other threads may run here, and delete the key */
	struct posix_thread *pt = posix_thread_self();
	const struct key_use *k = key_of(key);

	if (!k)
		return EINVAL;
	if (key >= pt->values_count) {
		struct key_value *v = realloc(pt->values, (key + 1) * sizeof *v);

		if (!v)
			return ENOMEM;
		memset(v + pt->values_count, 0, (key + 1 - pt->values_count) * sizeof *v);
		pt->values = v;
		pt->values_count = key + 1;
	}
	pt->values[key] = (struct key_value){ .turn = k->turn, .value = (void *)value };
	return 0;
}

/* One round; true if a destructor ran, which may have set values again. */
static bool destroy_once(struct posix_thread *pt)
{
	bool any = false;

	for (unsigned i = 0; i < pt->values_count; i++) {
		const struct key_use *k = key_of(i);
		void *value = pt->values[i].value;

		pt->values[i].value = NULL;
		if (!k || pt->values[i].turn != k->turn || !value || !k->destructor)
			continue;
		call_stack_program((const void *)k->destructor, (long)value, 0, 0);
		any = true;
	}
	return any;
}

void posix_keys_destroy(void)
{
	struct posix_thread *pt = posix_thread_self();

	for (int i = 0; i < PTHREAD_DESTRUCTOR_ITERATIONS; i++)
		if (!destroy_once(pt))
			return;
}
