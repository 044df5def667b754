/* socket_data.c - sending and receiving: what is on its way is in the request's parcel. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/syscall.h>

#include "calls.h"
#include "io_internal.h"
#include "ship.h"
#include "socket.h"

static long send_parcel(struct file *f, struct io_request *r, size_t n, int flags)
{
	struct parcel *p = r->data;

	r->arg[1] = (long)p->data;
	r->arg[2] = (long)n;
	r->arg[3] = flags | MSG_NOSIGNAL;
	r->arg[4] = p->bytes ? (long)&p->addr : 0;
	r->arg[5] = p->bytes;
	r->may_block = socket_waits(f, flags);
	r->up_bytes = n;
	return io_ship(r);
}

static long send_to(struct file *f, const struct msghdr *m, int flags)
{
	long n = vector_bytes(m->msg_iov, (int)m->msg_iovlen), rc;
	struct io_request *r;

	if (n < 0)
		return n;
	if (m->msg_controllen)
		return -EOPNOTSUPP;
	r = socket_request(SYS_sendto, f, (size_t)n);
	if (!r)
		return -ENOMEM;
	struct parcel *p = r->data;

	p->bytes = 0;
	rc = m->msg_name ? socket_address_put(p, m->msg_name, m->msg_namelen) : 0;
	if (rc == 0)
		rc = vector_gather(p->data, m->msg_iov, (int)m->msg_iovlen);
	if (rc == 0)
		rc = send_parcel(f, r, (size_t)n, flags);
	io_request_free(r);
	return rc;
}

static ssize_t transmit(int fd, const struct msghdr *m, int flags)
{
	long rc;
	struct file *f = socket_get(fd, &rc);

	if (f) {
		rc = send_to(f, m, flags);
		file_put(f);
	}
	if (rc == -EPIPE && !(flags & MSG_NOSIGNAL))
		broken_pipe();
	return io_result(rc);
}

ssize_t emu_sendto(int fd, const void *from, size_t n, int flags, const struct sockaddr *addr,
		   socklen_t bytes)
{
	struct iovec v = { (void *)(uintptr_t)from, n < TRANSFER_MAX ? n : TRANSFER_MAX };
	struct msghdr m = { .msg_name = (void *)(uintptr_t)addr, .msg_namelen = bytes,
			    .msg_iov = &v, .msg_iovlen = 1 };

	IO_CALL();
	return transmit(fd, &m, flags);
}

ssize_t emu_send(int fd, const void *from, size_t n, int flags)
{
	return emu_sendto(fd, from, n, flags, NULL, 0);
}

/* The program's message, whose list of parts is there; 0 or -errno. */
static long message_get(struct msghdr *m, const struct msghdr *from)
{
	if (!safe_copy_in(m, from, sizeof *m))
		return -EFAULT;
	if (m->msg_iovlen > IOV_MAX)
		return -EMSGSIZE;
	return !m->msg_iovlen ||
	       safe_to_touch(m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov, false) ? 0 : -EFAULT;
}

ssize_t emu_sendmsg(int fd, const struct msghdr *from, int flags)
{
	struct msghdr m;
	long rc;

	IO_CALL();
	rc = message_get(&m, from);
	return rc ? io_result(rc) : transmit(fd, &m, flags);
}

/* to->msg_iov is where the data go; the rest of to is filled in. */
static long receive_from(struct file *f, struct msghdr *to, int flags)
{
	long n = vector_bytes(to->msg_iov, (int)to->msg_iovlen), rc;
	struct io_request *r = n < 0 ? NULL : socket_request(SYS_recvmsg, f, (size_t)n);
	socklen_t capacity = to->msg_namelen;

	if (!r)
		return n < 0 ? n : -ENOMEM;
	struct parcel *p = r->data;

	p->part = (struct iovec){ p->data, (size_t)n };
	p->msg = (struct msghdr){ .msg_name = &p->addr, .msg_namelen = sizeof p->addr,
				  .msg_iov = &p->part, .msg_iovlen = 1 };
	r->arg[1] = (long)&p->msg;
	r->arg[2] = flags;
	r->may_block = socket_waits(f, flags);
	r->down = true;
	rc = io_ship(r);
	if (rc > 0 && vector_scatter(to->msg_iov, (int)to->msg_iovlen, p->data,
				     rc < n ? (size_t)rc : (size_t)n) < 0)
		rc = -EFAULT;
	to->msg_flags = p->msg.msg_flags;
	to->msg_controllen = 0;
	p->bytes = p->msg.msg_namelen;
	socket_address_got(p);
	to->msg_namelen = p->bytes;
	capacity = capacity < to->msg_namelen ? capacity : to->msg_namelen;
	if (rc >= 0 && to->msg_name && !safe_copy_out(to->msg_name, &p->addr, capacity))
		rc = -EFAULT;
	io_request_free(r);
	return rc;
}

static long receive(int fd, struct msghdr *m, int flags)
{
	long rc;
	struct file *f = socket_get(fd, &rc);

	if (f) {
		rc = receive_from(f, m, flags);
		file_put(f);
	}
	return rc;
}

ssize_t emu_recvfrom(int fd, void *restrict to, size_t n, int flags,
		     struct sockaddr *restrict addr, socklen_t *restrict bytes)
{
	struct iovec v = { to, n < TRANSFER_MAX ? n : TRANSFER_MAX };
	struct msghdr m = { .msg_name = addr, .msg_iov = &v, .msg_iovlen = 1 };
	long rc = 0;

	IO_CALL();
	if (addr && !safe_copy_in(&m.msg_namelen, bytes, sizeof *bytes))
		return io_result(-EFAULT);
	rc = receive(fd, &m, flags);
	if (rc >= 0 && addr && !safe_copy_out(bytes, &m.msg_namelen, sizeof *bytes))
		rc = -EFAULT;
	return io_result(rc);
}

ssize_t emu_recv(int fd, void *to, size_t n, int flags)
{
	return emu_recvfrom(fd, to, n, flags, NULL, NULL);
}

ssize_t emu_recv_chk(int fd, void *to, size_t n, size_t capacity, int flags)
{
	return emu_recv(fd, to, n < capacity ? n : capacity, flags);
}

ssize_t emu_recvmsg(int fd, struct msghdr *to, int flags)
{
	struct msghdr m;
	long rc;

	IO_CALL();
	rc = message_get(&m, to);
	if (rc == 0)
		rc = receive(fd, &m, flags);
	if (rc >= 0 && !safe_copy_out(to, &m, sizeof m))
		rc = -EFAULT;
	return io_result(rc);
}
