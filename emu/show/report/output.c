/* output.c - see output.h. */
#include "output.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/process.h"
#include "emu/core/engine/engine.h"
#include "core_file.h"
#include "progress.h"
#include "rank_files.h"
#include "writer.h"

#define CHUNK_BYTES (64u * 1024)
/* In place of a descriptor. */
#define NOTICE (-1)
#define CORE   (-2)

/* In a worker's log: header, then the bytes, padded to 8. */
struct record {
	ps_t at_ps;
	struct process *process;
	size_t bytes;
	uint32_t seq;
	int16_t fd;
	bool done;      /* handed over */
	char data[];
};

/* Records in the order in which they were made, which is that of time but for threads that
 * run ahead. */
struct chunk {
	struct chunk *next;
	size_t bytes, capacity;
	uint32_t left;  /* records not yet handed over */
	char data[] __attribute__((aligned(8)));
};

struct output_log {
	_Alignas(64) struct chunk *first, *last; /* written by its worker only */
	size_t bytes;   /* not yet handed over, */
	size_t kept;    /* and how many of those the last merge left */
};

static struct output_log *logs; /* [logs_count] */
static unsigned logs_count; /* with that of the end */
static const struct record **order;
static size_t order_capacity;
/* A merge is serial, but for one at the end of a run whose workers do not end. */
static pthread_mutex_t merging = PTHREAD_MUTEX_INITIALIZER;

static _Noreturn void no_memory(void)
{
	writer_drain();
	fprintf(stderr, "bgq-run: out of memory for rank output\n");
	_exit(1);
}

int output_init(unsigned workers)
{
	logs_count = workers + 1;
	logs = aligned_alloc(_Alignof(struct output_log), logs_count * sizeof *logs);
	if (!logs)
		return -ENOMEM;
	memset(logs, 0, logs_count * sizeof *logs);
	return 0;
}

unsigned output_log_of_end(void)
{
	return logs_count - 1;
}

static size_t padded(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

static size_t record_bytes(const struct record *r)
{
	return padded(sizeof *r + r->bytes);
}

static struct chunk *chunk_for(struct output_log *log, size_t bytes)
{
	struct chunk *c = log->last;
	size_t capacity = bytes < CHUNK_BYTES ? CHUNK_BYTES : bytes;

	if (c && c->left == 0)
		c->bytes = 0;
	if (c && c->capacity - c->bytes >= bytes)
		return c;
	c = malloc(sizeof *c + capacity);
	if (!c)
		no_memory();
	*c = (struct chunk){ .capacity = capacity };
	if (log->last)
		log->last->next = c;
	else
		log->first = c;
	log->last = c;
	return c;
}

/* A record for n bytes, which the caller fills in. */
static char *append(unsigned w, struct process *p, int fd, size_t n, ps_t at_ps)
{
	struct output_log *log = &logs[w];
	size_t bytes = padded(sizeof(struct record) + n);
	struct chunk *c = chunk_for(log, bytes);
	struct record *r = (void *)(c->data + c->bytes);

	*r = (struct record){ .at_ps = at_ps, .process = p, .bytes = n, .seq = p->out_seq++,
			      .fd = (int16_t)fd };
	c->bytes += bytes;
	c->left++;
	log->bytes += bytes;
	if (log->bytes > OUTPUT_LOG_BYTES && log->bytes > 2 * log->kept &&
	    w != output_log_of_end())
		engine_window_cut(booted.engine, at_ps);
	return r->data;
}

void output_append(unsigned w, struct process *p, int fd, const void *buf, size_t n,
		   ps_t at_ps)
{
	if (n > 0)
		memcpy(append(w, p, fd, n, at_ps), buf, n);
}

void output_notice(unsigned w, struct process *p, const struct notice *n, ps_t at_ps)
{
	notice_pack(n, append(w, p, NOTICE, notice_bytes(n), at_ps));
}

void output_core(unsigned w, struct process *p, char letter, const char *text, size_t n,
		 ps_t at_ps)
{
	char *to = append(w, p, CORE, n + 1, at_ps);

	*to = letter;
	memcpy(to + 1, text, n);
}

/* Files of ranks do not meet: a rank's writes follow each other, so that they can be joined. */
static bool goes_to_file(const struct record *r)
{
	return r->fd >= 0 && rank_files_wanted();
}

static int record_before(const void *a, const void *b)
{
	const struct record *x = *(const struct record *const *)a;
	const struct record *y = *(const struct record *const *)b;

	if (goes_to_file(x) != goes_to_file(y))
		return goes_to_file(x) ? -1 : 1;
	if (goes_to_file(x) && x->process != y->process)
		return x->process->rank < y->process->rank ? -1 : 1;
	if (x->at_ps != y->at_ps)
		return x->at_ps < y->at_ps ? -1 : 1;
	if (x->process->rank != y->process->rank)
		return x->process->rank < y->process->rank ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static int stream_of(const struct record *r)
{
	return rank_files_wanted() ? rank_files_stream(r->process->rank, r->fd) : r->fd;
}

static void add_labelled(const struct record *r)
{
	const char *p = r->data, *end = p + r->bytes;
	int stream = stream_of(r);
	char label[32];

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *stop = nl ? nl + 1 : end;

		if (!r->process->mid_line[r->fd]) {
			uint32_t rank = r->process->rank;
			int n = job.opt.label == LABEL_SHORT
				? snprintf(label, sizeof label, "%u: ", rank)
				: snprintf(label, sizeof label, "%s[%u]: ",
					   r->fd == 1 ? "stdout" : "stderr", rank);

			writer_add(stream, label, (size_t)n);
		}
		r->process->mid_line[r->fd] = !nl;
		writer_add(stream, p, (size_t)(stop - p));
		p = stop;
	}
}

static void hand_over(const struct record *r)
{
	if (r->fd == NOTICE)
		notice_add(r->process->rank, r->data);
	else if (r->fd == CORE)
		core_file_save(r->process->rank, r->data, r->bytes);
	else if (job.opt.label)
		add_labelled(r);
	else
		writer_add(stream_of(r), r->data, r->bytes);
}

static void order_add(size_t n, const struct record *r)
{
	if (n == order_capacity) {
		order_capacity = order_capacity ? 2 * order_capacity : 256;
		order = realloc(order, order_capacity * sizeof *order);
		if (!order)
			no_memory();
	}
	order[n] = r;
}

/* Lists the records that are due, which are then done. */
static size_t collect(struct output_log *log, ps_t until_ps, size_t n)
{
	for (struct chunk *c = log->first; c; c = c->next)
		for (size_t at = 0; c->left && at < c->bytes;) {
			struct record *r = (void *)(c->data + at);

			at += record_bytes(r);
			if (r->done || r->at_ps >= until_ps)
				continue;
			r->done = true;
			c->left--;
			log->bytes -= record_bytes(r);
			order_add(n++, r);
		}
	log->kept = log->bytes;
	return n;
}

/* All chunks but one for the next records. */
static void release(struct output_log *log)
{
	struct chunk **at = &log->first, *last = NULL;

	while (*at) {
		struct chunk *c = *at;

		if (c->left == 0 && (c->next || c->capacity > CHUNK_BYTES)) {
			*at = c->next;
			free(c);
			continue;
		}
		last = c;
		at = &c->next;
	}
	log->last = last;
}

static void merge(ps_t until_ps)
{
	size_t n = 0;

	for (unsigned w = 0; w < logs_count; w++)
		if (logs[w].bytes)
			n = collect(&logs[w], until_ps, n);
	if (n == 0)
		return;
	progress_clear();
	qsort(order, n, sizeof *order, record_before);
	for (size_t i = 0; i < n; i++)
		hand_over(order[i]);
	for (unsigned w = 0; w < logs_count; w++)
		release(&logs[w]);
	writer_flush();
}

/* Without a clock time may stand still while ranks print. */
static bool is_full(void)
{
	for (unsigned w = 0; w < logs_count; w++)
		if (logs[w].bytes > OUTPUT_LOG_BYTES)
			return true;
	return false;
}

void output_merge(ps_t until_ps)
{
	pthread_mutex_lock(&merging);
	if (job.opt.clock_off && is_full())
		until_ps = PS_NEVER;
	merge(until_ps);
	pthread_mutex_unlock(&merging);
}

void output_finish(void)
{
	output_merge(PS_NEVER);
	progress_clear();
	writer_drain();
}

static bool is_ras(const struct record *r)
{
	return r->fd == NOTICE && *r->data == NOTICE_RAS;
}

/* RAS records that were not merged so far are forgotten. */
static void forget_ras(struct output_log *log)
{
	for (struct chunk *c = log->first; c; c = c->next)
		for (size_t at = 0; c->left && at < c->bytes;) {
			struct record *r = (void *)(c->data + at);

			at += record_bytes(r);
			if (r->done || !is_ras(r))
				continue;
			r->done = true;
			c->left--;
			log->bytes -= record_bytes(r);
			machine.ras--;
		}
}

void output_end(ps_t end_ps)
{
	output_merge(end_ps);
	for (unsigned w = 0; w < logs_count; w++)
		forget_ras(&logs[w]);
	output_merge(PS_NEVER);
	progress_clear();
	notice_sum_up();
	core_file_sum_up();
	writer_drain();
	rank_files_sum_up();
}
