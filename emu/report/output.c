/* output.c - see output.h. */
#include "output.h"

#include <errno.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In a worker's log: header, then the bytes, padded to 8. */
struct record {
	ps_t at_ps;
	struct process *process;
	uint32_t seq;
	uint32_t bytes;
	int fd;
	char data[];
};

struct buffer {
	char *data;
	size_t bytes, room;
};

static struct buffer *logs; /* [workers]; each written by its worker only */
static unsigned logs_count;
static const struct record **order;
static size_t order_room;
/* Double buffering: one request to the host in flight, one buffer being filled. */
static struct buffer stage[2];
static unsigned filling;
static int stage_fd = STDOUT_FILENO;
static struct io_uring ring;
static bool ring_up;
static bool in_flight;
static uint64_t reports;

static void *buffer_grow(struct buffer *b, size_t more)
{
	if (b->bytes + more > b->room) {
		size_t room = 2 * (b->bytes + more) + 4096;
		char *p = realloc(b->data, room);

		if (!p) {
			fprintf(stderr, "bgq-run: out of memory for rank output\n");
			_exit(1);
		}
		b->data = p;
		b->room = room;
	}
	void *at = b->data + b->bytes;

	b->bytes += more;
	return at;
}

int output_init(unsigned workers)
{
	logs = calloc(workers, sizeof *logs);
	logs_count = workers;
	ring_up = io_uring_queue_init(2, &ring, 0) == 0;
	return logs ? 0 : -ENOMEM;
}

void output_append(unsigned w, struct process *p, int fd, const void *buf, size_t n,
		   ps_t at_ps)
{
	size_t bytes = (sizeof(struct record) + n + 7) & ~(size_t)7;
	struct record *r = buffer_grow(&logs[w], bytes);

	*r = (struct record){ .at_ps = at_ps, .process = p, .seq = p->out_seq++,
			      .bytes = (uint32_t)n, .fd = fd };
	memcpy(r->data, buf, n);
}

static int before(const void *a, const void *b)
{
	const struct record *x = *(const struct record *const *)a;
	const struct record *y = *(const struct record *const *)b;

	if (x->at_ps != y->at_ps)
		return x->at_ps < y->at_ps ? -1 : 1;
	if (x->process->rank != y->process->rank)
		return x->process->rank < y->process->rank ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void write_all(int fd, const char *p, size_t n)
{
	while (n > 0) {
		ssize_t k = write(fd, p, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return; /* reader gone: as a shell pipeline would have it */
		p += k;
		n -= (size_t)k;
	}
}

/* Wait for the request in flight; write what it left over. */
static void stage_wait(void)
{
	struct buffer *b = &stage[!filling];
	struct io_uring_cqe *cqe;
	size_t done = 0;

	if (!in_flight)
		return;
	while (io_uring_wait_cqe(&ring, &cqe) == -EINTR)
		;
	if (cqe->res > 0)
		done = (size_t)cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	write_all((int)(intptr_t)io_uring_cqe_get_data(cqe), b->data + done, b->bytes - done);
	in_flight = false;
}

static void stage_send(void)
{
	struct buffer *b = &stage[filling];
	struct io_uring_sqe *sqe;

	if (!b->bytes)
		return;
	stage_wait();
	sqe = ring_up ? io_uring_get_sqe(&ring) : NULL;
	if (!sqe) {
		write_all(stage_fd, b->data, b->bytes);
		b->bytes = 0;
		return;
	}
	io_uring_prep_write(sqe, stage_fd, b->data, (unsigned)b->bytes, (uint64_t)-1);
	io_uring_sqe_set_data(sqe, (void *)(intptr_t)stage_fd);
	if (io_uring_submit(&ring) != 1) {
		ring_up = false;
		write_all(stage_fd, b->data, b->bytes);
		b->bytes = 0;
		return;
	}
	in_flight = true;
	filling = !filling;
	stage[filling].bytes = 0;
}

static void stage_add(int fd, const char *p, size_t n)
{
	if (n == 0) /* the buffer may not be allocated yet */
		return;
	if (fd != stage_fd) { /* keep the order between the two streams */
		stage_send();
		stage_fd = fd;
	}
	memcpy(buffer_grow(&stage[filling], n), p, n);
}

static void add_report(const struct record *r)
{
	if (reports++ < OUTPUT_REPORTS_SHOWN)
		stage_add(STDERR_FILENO, r->data, r->bytes);
}

static void add_labelled(const struct record *r)
{
	const char *p = r->data, *end = p + r->bytes;
	char label[32];

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *stop = nl ? nl + 1 : end;

		if (!r->process->mid_line[r->fd]) {
			int n = snprintf(label, sizeof label, "%s[%u]: ",
					 r->fd == 1 ? "stdout" : "stderr", r->process->rank);
			stage_add(r->fd, label, (size_t)n);
		}
		r->process->mid_line[r->fd] = !nl;
		stage_add(r->fd, p, (size_t)(stop - p));
		p = stop;
	}
}

static size_t record_bytes(const struct record *r)
{
	return (sizeof *r + r->bytes + 7) & ~(size_t)7;
}

static void order_add(size_t n, const struct record *r)
{
	if (n == order_room) {
		order_room = order_room ? 2 * order_room : 256;
		order = realloc(order, order_room * sizeof *order);
		if (!order)
			_exit(1);
	}
	order[n] = r;
}

/* What is not handed over stays in the log. */
static void log_keep_from(struct buffer *log, ps_t until_ps)
{
	size_t kept = 0;

	for (size_t at = 0, bytes; at < log->bytes; at += bytes) {
		const struct record *r = (const void *)(log->data + at);

		bytes = record_bytes(r);
		if (r->at_ps < until_ps)
			continue;
		memmove(log->data + kept, r, bytes);
		kept += bytes;
	}
	log->bytes = kept;
}

void output_merge(ps_t until_ps)
{
	size_t n = 0;

	for (unsigned w = 0; w < logs_count; w++) {
		for (size_t at = 0; at < logs[w].bytes;) {
			const struct record *r = (const void *)(logs[w].data + at);

			if (r->at_ps < until_ps)
				order_add(n++, r);
			at += record_bytes(r);
		}
	}
	if (n == 0)
		return;
	qsort(order, n, sizeof *order, before);
	for (size_t i = 0; i < n; i++) {
		if (order[i]->fd == OUTPUT_REPORT)
			add_report(order[i]);
		else if (machine.opt.label)
			add_labelled(order[i]);
		else
			stage_add(order[i]->fd, order[i]->data, order[i]->bytes);
	}
	for (unsigned w = 0; w < logs_count; w++)
		log_keep_from(&logs[w], until_ps);
	stage_send();
}

void output_finish(void)
{
	char line[80];

	output_merge(PS_NEVER);
	if (reports > OUTPUT_REPORTS_SHOWN) {
		int n = snprintf(line, sizeof line, "bgq-run: ... and %llu more such messages\n",
				 (unsigned long long)(reports - OUTPUT_REPORTS_SHOWN));
		stage_add(STDERR_FILENO, line, (size_t)n);
		reports = OUTPUT_REPORTS_SHOWN;
	}
	stage_send();
	stage_wait();
}
