/*
 * machine_path.c - names that mean something of the machine or the program: /proc/self,
 * /dev/local, /dev/persist, and the rank's descriptors.  What the host has there must not be seen.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "calls.h"
#include "io_internal.h"
#include "names.h"

/* Strings one after the other, with a blank between them, as CNK's files have them. */
static long joined(char *const *v)
{
	int fd = memfd_create("joined", MFD_CLOEXEC);

	for (int i = 0; fd >= 0 && v[i]; i++)
		if ((i && write(fd, " ", 1) != 1) || write(fd, v[i], strlen(v[i])) < 0) {
			close(fd);
			return -EIO;
		}
	if (fd < 0)
		return -errno;
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static bool below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && (path[n] == '/' || !path[n]);
}

/* Returns what follows "/proc/self/" or "/proc/PID/" of the rank itself, or NULL. */
static const char *own_proc(const char *path)
{
	char own[32];

	snprintf(own, sizeof own, "/proc/%d", (int)process_self()->rank + 2);
	if (below(path, "/proc/self"))
		return path + strlen("/proc/self") + (path[strlen("/proc/self")] == '/');
	if (below(path, own))
		return path + strlen(own) + (path[strlen(own)] == '/');
	return NULL;
}

/* The program, by its absolute name. */
static char program[PATH_MAX];

void machine_path_init(void)
{
	if (!realpath(booted.image.path, program))
		snprintf(program, sizeof program, "%s", booted.image.path);
}

const char *machine_path_link(const char *path)
{
	const char *file = own_proc(path);

	if (file && !strcmp(file, "exe"))
		return program;
	return file && !strcmp(file, "cwd") ? "." : NULL;
}

long machine_path_open(const char *path, int flags)
{
	const char *file = own_proc(path);
	long fd;

	/* No rank has asked for persistent memory or a window for local files. */
	if (below(path, "/dev/persist") || below(path, "/dev/local"))
		return -ENOENT;
	if (!below(path, "/proc") || machine_path_link(path))
		return -ENOTSUP;
	if ((flags & O_ACCMODE) != O_RDONLY)
		return -EACCES;
	if (file && !strcmp(file, "cmdline"))
		fd = joined(job.opt.argv);
	else if (file && !strcmp(file, "environ"))
		fd = joined(job.opt.env);
	else
		return -ENOENT;
	return fd < 0 ? fd : host_adopt((int)fd, O_RDONLY, false);
}

/* Names of the rank's own descriptors: "/dev/fd/5", "/dev/stdin"; -1: another name. */
static int own_fd(const char *name)
{
	static const char *const standard[] = { "/dev/stdin", "/dev/stdout", "/dev/stderr" };
	static const char *const dirs[] = { "/dev/fd/", "/proc/self/fd/" };
	char *end;

	for (int fd = 0; fd < STDIO_STREAMS; fd++)
		if (!strcmp(name, standard[fd]))
			return fd;
	for (unsigned i = 0; i < sizeof dirs / sizeof *dirs; i++) {
		const char *number = name + strlen(dirs[i]);

		if (strncmp(name, dirs[i], strlen(dirs[i])) || !*number)
			continue;
		long fd = strtol(number, &end, 10);

		return *end || fd < 0 || fd > INT_MAX ? INT_MAX : (int)fd;
	}
	return -1;
}

long own_name_open(const char *name, int flags)
{
	int fd = own_fd(name);
	long rc = fd >= 0 ? table_dup(fd) : shm_path_open(name, flags);

	return rc == -ENOTSUP ? machine_path_open(name, flags) : rc;
}

int machine_path_refuse(const char *path)
{
	if (below(path, "/proc") || below(path, "/dev/persist") || below(path, "/dev/local") ||
	    own_fd(path) >= 0)
		return -ENOENT;
	return below(path, "/dev/shm") ? -EPERM : 0;
}

bool host_is_proc(int host_fd)
{
	struct statfs s;

	return fstatfs(host_fd, &s) == 0 && s.f_type == PROC_SUPER_MAGIC;
}

long own_path_open(const char *path)
{
	int err;
	char *name = path_copy(path, &err);
	long rc;

	if (!name)
		return err;
	rc = own_name_open(name, O_RDONLY);
	free(name);
	return rc;
}

/* Names of the system as CNK has them. */
int emu_uname(struct utsname *to)
{
	struct utsname u = { .sysname = "CNK", .release = "2.6.32-131.0.15.el6.ppc64",
			     .version = "1", .machine = "BGQ" };

	IO_CALL();
	machine_node_name(thread_self->node, u.nodename, sizeof u.nodename);
	return (int)io_result(safe_copy_out(to, &u, sizeof u) ? 0 : -EFAULT);
}
