/* trace_file.c - see trace_file.h. */
#include "trace_file.h"

#include <errno.h>
#include <liburing.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "net/base/json_text.h"

#define BLOCK_BYTES (1u << 20)
#define PIECE_MAX  256u /* bytes that one call adds */

static struct {
	FILE *file;
	char *block[2];
	unsigned filling;     /* which of them */
	size_t used;          /* of that one */
	size_t under_way;     /* bytes of the other one that io_uring writes; 0: none */
	struct io_uring ring;
	bool has_ring;
	int error;            /* the first one: an errno */
} out;

int trace_file_open(const char *name)
{
	out.file = file_write(name);
	if (!out.file)
		return -errno;
	out.block[0] = malloc(2 * BLOCK_BYTES);
	if (!out.block[0])
		return -ENOMEM;
	out.block[1] = out.block[0] + BLOCK_BYTES;
	out.has_ring = io_uring_queue_init(1, &out.ring, 0) == 0;
	return 0;
}

static void write_all(const char *p, size_t bytes)
{
	while (bytes && !out.error) {
		ssize_t n = write(fileno(out.file), p, bytes);

		if (n < 0 && errno != EINTR)
			out.error = errno;
		if (n > 0) {
			p += n;
			bytes -= (size_t)n;
		}
	}
}

/* Until the other block is written: what io_uring has left of it is written here. */
static void await(void)
{
	struct io_uring_cqe *cqe;
	size_t done = 0;
	int rc;

	if (!out.under_way)
		return;
	do {
		rc = io_uring_wait_cqe(&out.ring, &cqe);
	} while (rc == -EINTR);
	if (rc == 0) {
		if (cqe->res > 0)
			done = (size_t)cqe->res;
		io_uring_cqe_seen(&out.ring, cqe);
	}
	if (rc) /* it may still come: nothing can be said of the file any more */
		out.error = out.error ? out.error : -rc;
	write_all(out.block[!out.filling] + done, out.under_way - done);
	out.under_way = 0;
}

/* By a thread of the kernel, or it would copy while the caller waits. */
static bool submit(void)
{
	struct io_uring_sqe *sqe = out.has_ring ? io_uring_get_sqe(&out.ring) : NULL;

	if (!sqe)
		return false;
	io_uring_prep_write(sqe, fileno(out.file), out.block[out.filling], (unsigned)out.used,
			    (uint64_t)-1);
	sqe->flags |= IOSQE_ASYNC;
	return io_uring_submit(&out.ring) == 1;
}

static void block_full(void)
{
	await();
	if (submit())
		out.under_way = out.used;
	else
		write_all(out.block[out.filling], out.used);
	out.filling = !out.filling;
	out.used = 0;
}

/* Room for a piece. */
static char *room(void)
{
	if (BLOCK_BYTES - out.used < PIECE_MAX)
		block_full();
	return out.block[out.filling] + out.used;
}

static void put(const char *text, size_t bytes)
{
	memcpy(room(), text, bytes);
	out.used += bytes;
}

void trace_file_text(const char *text)
{
	put(text, strnlen(text, PIECE_MAX));
}

void trace_file_string(const char *text)
{
	char character[JSON_CHARACTER_BYTES];

	trace_file_text("\"");
	while (*text) {
		json_character(&text, character);
		put(character, strlen(character));
	}
	trace_file_text("\"");
}

void trace_file_digits(uint64_t n, unsigned digits)
{
	char *at = room();

	for (unsigned i = digits; i-- > 0; n /= 10)
		at[i] = (char)('0' + n % 10);
	out.used += digits;
}

void trace_file_number(uint64_t n)
{
	unsigned digits = 1;

	for (uint64_t rest = n; rest >= 10; rest /= 10)
		digits++;
	trace_file_digits(n, digits);
}

int trace_file_close(void)
{
	await();
	write_all(out.block[out.filling], out.used);
	if (out.has_ring)
		io_uring_queue_exit(&out.ring);
	free(out.block[0]);
	return file_write_end(out.file, out.error);
}
