/*
 * libc_flockfile.c - streams locked by a program's threads.  To the host's libc
 * all threads of a node are one.  Output itself needs no lock: no thread is
 * switched inside of it.
 */
#include <errno.h>
#include <stdlib.h>

#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"

static struct locked_file *find(FILE *f)
{
	struct locked_file *l = posix_self()->files;

	while (l && l->file != f)
		l = l->next;
	return l;
}

static bool lock(FILE *f)
{
	struct posix *p = posix_self();
	struct locked_file *l = find(f);
	uint32_t me = posix_tid(thread_self);

	if (!l) {
		l = calloc(1, sizeof *l);
		if (!l)
			abort();
		*l = (struct locked_file){ .file = f, .owner = me, .next = p->files };
		p->files = l;
	}
	if (l->owner != me)
		return false;
	l->count++;
	return true;
}

void emu_flockfile(FILE *f)
{
	POSIX_OP();
	while (!lock(f))
		posix_wait(WAIT_FILE, f, PS_NEVER);
}

int emu_ftrylockfile(FILE *f)
{
	POSIX_OP();
	return lock(f) ? 0 : EBUSY;
}

void emu_funlockfile(FILE *f)
{
	POSIX_OP();
	struct locked_file *l = find(f), **at = &posix_self()->files;

	if (!l || l->owner != posix_tid(thread_self) || --l->count > 0)
		return;
	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	free(l);
	futex_wake(f, 1);
}
