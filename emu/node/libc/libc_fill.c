/*
 * libc_fill.c - functions of the host's C library whose result its kernel stores to memory of the
 * program: a page that is closed for a reservation (emu/node/machine/reserve.h) is open meanwhile.
 * All else that programs ask of the kernel is stored by bgq-run (emu/node/io).
 */
#include "libc.h"

#include <errno.h>
#include <grp.h>
#include <sys/random.h>
#include <unistd.h>

#include "emu/node/io/journal.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/reserve.h"

#define ENTROPY_MAX 256

ssize_t emu_getrandom(void *to, size_t n, unsigned flags)
{
	reserve_fill(to, n);
	ssize_t rc = getrandom(to, n, flags);

	reserve_guard();
	journal_spoil("rank %u has asked for random bytes", process_self()->rank);
	return rc;
}

/* All of it, however often the kernel is interrupted; false: see errno. */
static bool fill(uint8_t *to, size_t n)
{
	while (n) {
		ssize_t rc = emu_getrandom(to, n, 0);

		if (rc < 0 && errno != EINTR)
			return false;
		if (rc > 0) {
			to += rc;
			n -= (size_t)rc;
		}
	}
	return true;
}

int emu_getentropy(void *to, size_t n)
{
	if (n > ENTROPY_MAX) {
		errno = EIO;
		return -1;
	}
	return fill(to, n) ? 0 : -1;
}

void emu_arc4random_buf(void *to, size_t n)
{
	if (!fill(to, n))
		process_abort("arc4random_buf() has got no random bytes", 0);
}

int emu_getgroups(int most, gid_t *to)
{
	if (most > 0)
		reserve_fill(to, (uint64_t)most * sizeof *to);
	int rc = getgroups(most, to);

	reserve_guard();
	return rc;
}

int emu_getresuid(uid_t *real, uid_t *effective, uid_t *saved)
{
	uid_t id[3];
	int rc = getresuid(&id[0], &id[1], &id[2]);

	*real = id[0];
	*effective = id[1];
	*saved = id[2];
	return rc;
}

int emu_getresgid(gid_t *real, gid_t *effective, gid_t *saved)
{
	gid_t id[3];
	int rc = getresgid(&id[0], &id[1], &id[2]);

	*real = id[0];
	*effective = id[1];
	*saved = id[2];
	return rc;
}
