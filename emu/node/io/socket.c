/*
 * socket.c - sockets, which are the host's (their data: socket_data.c).  As on the machine,
 * calls on them are shipped to the I/O node; what is at the other end knows no simulated time.
 * What waits for the host is carried out by async.h; descriptors, read, write and poll are
 * those of any file.
 *
 * Refused: time-outs of sockets, which would be the host's time, and descriptors in messages.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "calls.h"
#include "emu/node/machine/call.h"
#include "io_internal.h"
#include "ship.h"
#include "socket.h"

#define OPTION_MAX 4096u
#define TYPE_FLAGS (SOCK_NONBLOCK | SOCK_CLOEXEC)

struct file *socket_get(int fd, long *err)
{
	struct file *f = file_get(fd);

	*err = f ? -ENOTSOCK : -EBADF;
	if (!f || (f->kind == FILE_HOST && f->may_block))
		return f;
	file_put(f);
	return NULL;
}

struct io_request *socket_request(long nr, const struct file *f, size_t n)
{
	struct io_request *r = io_request(nr);
	struct parcel *p = r ? calloc(1, sizeof *p + n) : NULL;

	if (!p) {
		free(r);
		return NULL;
	}
	p->bytes = sizeof p->addr;
	r->data = p;
	if (f)
		r->arg[0] = f->host_fd;
	r->device = true;
	return r;
}

bool socket_waits(const struct file *f, int flags)
{
	return !(f->flags & O_NONBLOCK) && !(flags & MSG_DONTWAIT);
}

/* A call on the socket fd: its file, its request, and its result. */
struct call {
	struct file *f;
	struct io_request *r;
	struct parcel *p;
	long rc;
};

/* Begins a call with room for n bytes.  False: c->rc is the error. */
static bool begin(struct call *c, long nr, int fd, size_t n)
{
	c->r = NULL;
	c->f = socket_get(fd, &c->rc);
	if (!c->f)
		return false;
	c->r = socket_request(nr, c->f, n);
	c->rc = -ENOMEM;
	if (c->r)
		c->p = c->r->data;
	return c->r;
}

static long end(struct call *c)
{
	if (c->r)
		io_request_free(c->r);
	if (c->f)
		file_put(c->f);
	return c->rc;
}

/* ---- addresses */

#define CWD "/proc/self/fd/"

/* A name that is relative is so to the rank's directory. */
static long name_put(struct parcel *p)
{
	struct sockaddr_un *un = (struct sockaddr_un *)&p->addr;
	int cwd = files_self()->cwd_fd, n;
	char name[sizeof un->sun_path + 1];
	size_t has = p->bytes - offsetof(struct sockaddr_un, sun_path);

	if (p->addr.ss_family != AF_UNIX || p->bytes <= offsetof(struct sockaddr_un, sun_path) ||
	    p->bytes > sizeof *un || !*un->sun_path || *un->sun_path == '/' || cwd == AT_FDCWD)
		return 0;
	memcpy(name, un->sun_path, has);
	name[has] = '\0';
	n = snprintf(un->sun_path, sizeof un->sun_path, CWD "%d/%s", cwd, name);
	if (n < 0 || (size_t)n >= sizeof un->sun_path)
		return -ENAMETOOLONG;
	p->bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)n + 1);
	return 0;
}

void socket_address_got(struct parcel *p)
{
	struct sockaddr_un *un = (struct sockaddr_un *)&p->addr;
	size_t before = offsetof(struct sockaddr_un, sun_path), n = strlen(CWD);

	if (p->bytes <= before || p->bytes > sizeof *un || un->sun_family != AF_UNIX ||
	    strncmp(un->sun_path, CWD, n))
		return;
	n += strspn(un->sun_path + n, "0123456789");
	if (un->sun_path[n] != '/' || p->bytes <= before + n + 1)
		return;
	p->bytes -= (socklen_t)(n + 1);
	memmove(un->sun_path, un->sun_path + n + 1, p->bytes - before);
}

long socket_address_put(struct parcel *p, const struct sockaddr *addr, socklen_t bytes)
{
	if (bytes > sizeof p->addr)
		return -EINVAL;
	p->bytes = bytes;
	return safe_copy_in(&p->addr, addr, bytes) ? name_put(p) : -EFAULT;
}

/* To the program, if it asks for it: as much as it has room for. */
static long address_hand_out(struct parcel *p, struct sockaddr *addr, socklen_t *bytes)
{
	socklen_t capacity;

	if (!addr)
		return 0;
	socket_address_got(p);
	if (!safe_copy_in(&capacity, bytes, sizeof capacity))
		return -EFAULT;
	if ((int)capacity < 0)
		return -EINVAL;
	capacity = capacity < p->bytes ? capacity : p->bytes;
	return safe_copy_out(addr, &p->addr, capacity) &&
	       safe_copy_out(bytes, &p->bytes, sizeof capacity) ? 0 : -EFAULT;
}

/* ---- new sockets */

static long run_limited(struct io_request *r)
{
	return host_fd_limit(io_perform(r));
}

int emu_socket(int domain, int type, int protocol)
{
	struct io_request *r;
	long rc;

	IO_CALL();
	r = io_request(SYS_socket);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->run = run_limited;
	r->device = true;
	r->arg[0] = domain;
	r->arg[1] = type | SOCK_CLOEXEC;
	r->arg[2] = protocol;
	rc = io_ship_free(r);
	if (rc >= 0)
		rc = host_adopt((int)rc, O_RDWR | (type & TYPE_FLAGS), true);
	return (int)io_result(rc);
}

static long run_pair(struct io_request *r)
{
	int *pair = r->extra;
	long rc = io_errno(socketpair((int)r->arg[0], (int)r->arg[1], (int)r->arg[2], pair));

	if (rc == 0 && (host_fd_limit(pair[1])) < 0) {
		close(pair[0]);
		rc = -EMFILE;
	}
	return rc;
}

int emu_socketpair(int domain, int type, int protocol, int fds[2])
{
	struct io_request *r;
	int pair[2], own[2];
	long rc;

	IO_CALL();
	r = io_request(0);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->run = run_pair;
	r->device = true;
	r->arg[0] = domain;
	r->arg[1] = type | SOCK_CLOEXEC;
	r->arg[2] = protocol;
	r->extra = pair;
	rc = io_ship_free(r);
	if (rc < 0)
		return (int)io_result(rc);
	for (int i = 0; i < 2; i++)
		own[i] = host_adopt(pair[i], O_RDWR | (type & TYPE_FLAGS), true);
	rc = own[0] < 0 ? own[0] : own[1] < 0 ? own[1] : 0;
	if (rc == 0 && !safe_copy_out(fds, own, sizeof own))
		rc = -EFAULT;
	for (int i = 0; i < 2 && rc; i++)
		table_close(own[i]);
	return (int)io_result(rc);
}

static long accept_from(int fd, struct sockaddr *addr, socklen_t *bytes, int flags)
{
	struct call c;
	long err;

	if (!begin(&c, SYS_accept4, fd, 0))
		return end(&c);
	c.r->arg[1] = (long)&c.p->addr;
	c.r->arg[2] = (long)&c.p->bytes;
	c.r->arg[3] = flags | SOCK_CLOEXEC;
	c.r->may_block = socket_waits(c.f, 0);
	c.rc = flags & ~TYPE_FLAGS ? -EINVAL : host_fd_limit(io_ship(c.r));
	err = c.rc < 0 ? 0 : address_hand_out(c.p, addr, bytes);
	if (c.rc >= 0)
		c.rc = host_adopt((int)c.rc, O_RDWR | flags, true);
	if (c.rc >= 0 && err) {
		table_close((int)c.rc);
		c.rc = err;
	}
	return end(&c);
}

int emu_accept4(int fd, struct sockaddr *restrict addr, socklen_t *restrict bytes, int flags)
{
	IO_CALL();
	return (int)io_result(accept_from(fd, addr, bytes, flags));
}

int emu_accept(int fd, struct sockaddr *restrict addr, socklen_t *restrict bytes)
{
	IO_CALL();
	return (int)io_result(accept_from(fd, addr, bytes, 0));
}

/* ---- calls with an address, or none */

static long with_address(long nr, int fd, const struct sockaddr *addr, socklen_t bytes)
{
	struct call c;

	if (begin(&c, nr, fd, 0))
		c.rc = socket_address_put(c.p, addr, bytes);
	if (c.rc == 0) {
		c.r->arg[1] = (long)&c.p->addr;
		c.r->arg[2] = c.p->bytes;
		c.r->may_block = nr == SYS_connect && socket_waits(c.f, 0);
		c.rc = io_ship(c.r);
	}
	return end(&c);
}

int emu_bind(int fd, const struct sockaddr *addr, socklen_t bytes)
{
	IO_CALL();
	return (int)io_result(with_address(SYS_bind, fd, addr, bytes));
}

int emu_connect(int fd, const struct sockaddr *addr, socklen_t bytes)
{
	IO_CALL();
	return (int)io_result(with_address(SYS_connect, fd, addr, bytes));
}

static long ask_address(long nr, int fd, struct sockaddr *addr, socklen_t *bytes)
{
	struct call c;

	if (begin(&c, nr, fd, 0)) {
		c.r->arg[1] = (long)&c.p->addr;
		c.r->arg[2] = (long)&c.p->bytes;
		c.rc = io_ship(c.r);
	}
	if (c.rc == 0)
		c.rc = addr ? address_hand_out(c.p, addr, bytes) : -EFAULT;
	return end(&c);
}

int emu_getsockname(int fd, struct sockaddr *restrict addr, socklen_t *restrict bytes)
{
	IO_CALL();
	return (int)io_result(ask_address(SYS_getsockname, fd, addr, bytes));
}

int emu_getpeername(int fd, struct sockaddr *restrict addr, socklen_t *restrict bytes)
{
	IO_CALL();
	return (int)io_result(ask_address(SYS_getpeername, fd, addr, bytes));
}

static long plain(long nr, int fd, long arg)
{
	struct call c;

	if (begin(&c, nr, fd, 0)) {
		c.r->arg[1] = arg;
		c.rc = io_ship(c.r);
	}
	return end(&c);
}

int emu_listen(int fd, int backlog)
{
	IO_CALL();
	return (int)io_result(plain(SYS_listen, fd, backlog));
}

int emu_shutdown(int fd, int how)
{
	IO_CALL();
	return (int)io_result(plain(SYS_shutdown, fd, how));
}

/* ---- options */

static bool is_time_out(int level, int name)
{
	return level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO);
}

static long set_option(int fd, int level, int name, const void *value, socklen_t bytes)
{
	struct call c;

	if (begin(&c, SYS_setsockopt, fd, bytes < OPTION_MAX ? bytes : OPTION_MAX))
		c.rc = is_time_out(level, name) ? -ENOPROTOOPT : bytes > OPTION_MAX ? -EINVAL
			: safe_copy_in(c.p->data, value, bytes) ? 0 : -EFAULT;
	if (c.rc == 0) {
		c.r->arg[1] = level;
		c.r->arg[2] = name;
		c.r->arg[3] = (long)c.p->data;
		c.r->arg[4] = bytes;
		c.rc = io_ship(c.r);
	}
	return end(&c);
}

int emu_setsockopt(int fd, int level, int name, const void *value, socklen_t bytes)
{
	IO_CALL();
	return (int)io_result(set_option(fd, level, name, value, bytes));
}

static long get_option(int fd, int level, int name, void *value, socklen_t *bytes)
{
	struct call c;

	if (begin(&c, SYS_getsockopt, fd, OPTION_MAX))
		c.rc = is_time_out(level, name) ? -ENOPROTOOPT
			: safe_copy_in(&c.p->bytes, bytes, sizeof *bytes) ? 0 : -EFAULT;
	if (c.rc == 0) {
		c.p->bytes = c.p->bytes < OPTION_MAX ? c.p->bytes : OPTION_MAX;
		c.r->arg[1] = level;
		c.r->arg[2] = name;
		c.r->arg[3] = (long)c.p->data;
		c.r->arg[4] = (long)&c.p->bytes;
		c.rc = io_ship(c.r);
	}
	if (c.rc == 0 && (!safe_copy_out(value, c.p->data, c.p->bytes) ||
			  !safe_copy_out(bytes, &c.p->bytes, sizeof *bytes)))
		c.rc = -EFAULT;
	return end(&c);
}

int emu_getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict bytes)
{
	IO_CALL();
	return (int)io_result(get_option(fd, level, name, value, bytes));
}
