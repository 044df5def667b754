/* socket.h - shared by socket.c and socket_data.c: requests about sockets. */
#ifndef BGQ_EMU_IO_SOCKET_H
#define BGQ_EMU_IO_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>

struct file;
struct io_request;

/* An address on its way; and a message's parts, of what is received. */
struct parcel {
	struct sockaddr_storage addr;
	socklen_t bytes;
	struct msghdr msg;
	struct iovec part;
	char data[];
};

/* The socket's file, with a reference; NULL with *err set. */
struct file *socket_get(int fd, long *err);
/* A request about f with room for n bytes of data in its parcel; NULL: no memory. */
struct io_request *socket_request(long nr, const struct file *f, size_t n);
/* A call on f with these MSG_ flags waits for the other end. */
bool socket_waits(const struct file *f, int flags);
/* The program's address into the parcel; 0 or -errno. */
long socket_address_put(struct parcel *p, const struct sockaddr *addr, socklen_t bytes);
/* An address that has come: a relative name as a rank has given it. */
void socket_address_got(struct parcel *p);

#endif
