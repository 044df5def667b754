/* io.c - set-up of files, and calls that the host has kept waiting; see io.h. */
#include "io.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/core/engine/engine.h"
#include "async.h"
#include "io_internal.h"
#include "lock.h"
#include "names.h"
#include "path.h"
#include "ship.h"

#define WAIT_MS 50 /* then --timeout is looked at */
#define LOCK_MS 5
#define LOCK_WINDOWS 1024
#define ASYNC_WINDOWS 8

/* Hundreds of ranks have a few files each. */
static void raise_limit(void)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim) == 0 && lim.rlim_cur < lim.rlim_max) {
		lim.rlim_cur = lim.rlim_max;
		setrlimit(RLIMIT_NOFILE, &lim);
	}
}

int io_init(void)
{
	raise_limit();
	table_init();
	machine_path_init();
	return io_path_init(job.nodes, job.opt.io_ratio);
}

/* Another program of the host may have given one. */
static void locks_try(ps_t now_ps)
{
	if (!lock_any())
		return;
	engine_act_for(booted.engine, IO_SERVER_NODE);
	lock_again(NULL, now_ps);
}

void io_window(ps_t now_ps)
{
	static unsigned windows;
	struct io_request *r;

	if (now_ps == PS_NEVER)
		return;
	if (++windows % LOCK_WINDOWS == 0)
		locks_try(now_ps);
	if (windows % ASYNC_WINDOWS || !async_any())
		return;
	while ((r = async_take()) != NULL)
		io_completed(r, now_ps);
}

bool io_wait_for_host(ps_t now_ps)
{
	struct io_request *r;

	if (!async_is_awaited() && !lock_any())
		return false;
	async_wait(lock_any() ? LOCK_MS : WAIT_MS);
	while ((r = async_take()) != NULL)
		io_completed(r, now_ps);
	locks_try(now_ps);
	return true;
}

void io_finish(void)
{
	io_send_rest();
}

int io_map_file(int fd, void *to, size_t n, off_t offset)
{
	struct file *f = file_get(fd);
	long rc = -EBADF;

	if (!f)
		return -EBADF;
	if (f->kind != FILE_HOST && f->kind != FILE_SHM)
		rc = -ENODEV;
	else
		for (rc = 1; n && rc > 0;) {
			rc = file_get_bytes(f, to, n, offset);
			if (rc > 0) {
				to = (char *)to + rc;
				offset += rc;
				n -= (size_t)rc;
			}
		}
	file_put(f);
	return rc < 0 ? (int)rc : 0;
}
