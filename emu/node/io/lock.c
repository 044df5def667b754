/* lock.c - see lock.h. */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct io_request *waiting; /* the oldest first */

bool lock_is_wanted(const struct io_request *r)
{
	return r->may_block && (r->nr == SYS_flock || r->nr == SYS_fcntl);
}

long lock_try(const struct io_request *r)
{
	struct io_request once = *r;
	long rc;

	if (r->nr == SYS_flock)
		once.arg[1] |= LOCK_NB;
	else
		once.arg[1] = F_OFD_SETLK;
	rc = io_perform(&once);
	return rc == -EAGAIN || rc == -EACCES ? IO_WAITS : rc;
}

void lock_wait(struct io_request *r)
{
	struct io_request **at = &waiting;

	while (*at)
		at = &(*at)->next;
	r->next = NULL;
	*at = r;
}

bool lock_any(void)
{
	return waiting != NULL;
}

void lock_again(const struct io_request *freed, ps_t now_ps)
{
	struct io_request **at = &waiting, *r;

	if (freed && freed->nr != SYS_close && freed->nr != SYS_flock && freed->nr != SYS_fcntl)
		return;
	while ((r = *at) != NULL) {
		/* The rank of r has ended, and another file may have the number soon. */
		if (freed && freed->nr == SYS_close && freed->arg[0] == r->arg[0])
			r->result = -EBADF;
		else
			r->result = lock_try(r);
		if (r->result == IO_WAITS) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		io_answer(r, now_ps);
	}
}
