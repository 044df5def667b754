/* writer.c - see writer.h.  A ring of bytes, and beside it a ring of runs: successive bytes
 * for the same descriptor. */
#include "writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/engine/host_signals.h"

#define RUNS 4096u
#define WRITE_MAX_BYTES 65536u /* at a time: what is left is a whole number of these */
#define STEP_NS (100 * 1000 * 1000)

struct run {
	int fd;
	size_t bytes;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t filled, taken; /* bytes were added; bytes were written or lost */
	struct writer_hooks hooks;
	uint64_t head, tail;          /* run freely: bytes [tail, head) of the ring are full */
	uint64_t run_head, run_tail;  /* the same of the runs */
	struct run run[RUNS];
	int error[3];                 /* of each descriptor: nothing more is written there */
	int first_error;
	atomic_uint waiting;          /* threads that wait for the reader */
	bool given_up;
	unsigned patience_ms;         /* 0: without end */
	unsigned idle_steps;          /* in a hurry, without progress */
} writer = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* For checkpoints. */
static struct {
	bool on, mute;
	struct digest digest[WRITER_STREAMS_OF_OTHERS];
} counted;

static char ring[WRITER_ROOM_BYTES];

/* If standard error fails, or its reader takes nothing, there is no place to say so. */
void writer_tell(const char *text, int n)
{
	struct pollfd capacity = { .fd = STDERR_FILENO, .events = POLLOUT };
	ssize_t unused = 0;

	if (poll(&capacity, 1, STEP_NS / 1000000) == 1)
		unused = write(STDERR_FILENO, text, (size_t)n);
	(void)unused;
}

static void tell_failure(int fd, int error)
{
	const char *name = fd == STDOUT_FILENO ? "standard output" : "standard error";
	char line[256], reason[128];
	int n = snprintf(line, sizeof line, "bgq-run: cannot write to %s: %s; %s\n", name,
			 strerror_r(error, reason, sizeof reason),
			 error == EPIPE && fd == STDOUT_FILENO
				 ? "the job ends"
				 : "further output of ranks there is lost");

	writer_tell(line, n);
}

/* One write.  The bytes that need no more care: written, or lost because fd has failed. */
static size_t write_some(int fd, const char *p, size_t n, int *error)
{
	struct pollfd capacity = { .fd = fd, .events = POLLOUT };
	ssize_t done = write(fd, p, n);

	if (done >= 0)
		return (size_t)done;
	if (errno == EAGAIN || errno == EWOULDBLOCK)
		poll(&capacity, 1, STEP_NS / 1000000);
	else if (errno != EINTR)
		*error = errno;
	return *error ? n : 0;
}

static void failed(int fd, int error)
{
	writer.error[fd] = error;
	pthread_mutex_unlock(&writer.lock);
	tell_failure(fd, error);
	if (fd == STDOUT_FILENO && error == EPIPE && writer.hooks.no_reader)
		writer.hooks.no_reader();
	pthread_mutex_lock(&writer.lock);
}

/* Writes a part of the first run: called with the lock, without it during the write. */
static void write_next(void)
{
	struct run *run = &writer.run[writer.run_tail % RUNS];
	size_t at = writer.tail % WRITER_ROOM_BYTES, n = run->bytes;
	int error = 0, fd = run->fd;
	bool own = fd < WRITER_STREAMS_OF_OTHERS;

	if (n > WRITER_ROOM_BYTES - at)
		n = WRITER_ROOM_BYTES - at;
	if (n > WRITE_MAX_BYTES)
		n = WRITE_MAX_BYTES;
	if (!own || !writer.error[fd]) {
		pthread_mutex_unlock(&writer.lock);
		n = own ? write_some(fd, ring + at, n, &error)
			: writer.hooks.write(fd, ring + at, n, &error);
		pthread_mutex_lock(&writer.lock);
	}
	if (error && own)
		failed(fd, error);
	if (error && !writer.first_error)
		writer.first_error = error;
	writer.tail += n;
	run->bytes -= n;
	if (run->bytes == 0)
		writer.run_tail++;
	if (n)
		pthread_cond_broadcast(&writer.taken);
}

static void *writer_main(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&writer.lock);
	for (;;) {
		if (writer.tail == writer.head || writer.given_up)
			pthread_cond_wait(&writer.filled, &writer.lock);
		else
			write_next();
	}
	return NULL;
}

int writer_start(const struct writer_hooks *hooks)
{
	pthread_condattr_t attr;
	sigset_t all, before;
	pthread_t thread;
	int rc;

	writer.hooks = *hooks;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&writer.filled, &attr);
	pthread_cond_init(&writer.taken, &attr);
	pthread_condattr_destroy(&attr);
	host_signals_from_elsewhere(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&thread, NULL, writer_main, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc == 0)
		pthread_detach(thread);
	return -rc;
}

/* Gives up, with the lock: what is left is lost. */
static void give_up(void)
{
	char line[128];
	int n = snprintf(line, sizeof line, "bgq-run: the reader of the ranks' output has read "
			 "nothing for %g s: the rest is lost\n", writer.patience_ms / 1e3);

	writer.given_up = true;
	if (!writer.first_error)
		writer.first_error = EAGAIN;
	pthread_cond_broadcast(&writer.taken);
	writer_tell(line, n);
}

/* Waits, with the lock, for a step, or until the writing thread has made progress. */
static void wait_step(void)
{
	struct timespec until;
	uint64_t before = writer.tail;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += STEP_NS;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	writer.waiting++;
	pthread_cond_signal(&writer.filled);
	pthread_cond_timedwait(&writer.taken, &writer.lock, &until);
	writer.waiting--;
	writer.idle_steps = before == writer.tail && writer.patience_ms ? writer.idle_steps + 1 : 0;
	if (writer.idle_steps * (STEP_NS / 1000000) > writer.patience_ms && !writer.given_up)
		give_up();
}

/* Returns, with the lock, the room for a run of fd's bytes; 0 after giving up. */
static size_t await_room(int fd)
{
	for (;;) {
		size_t capacity = WRITER_ROOM_BYTES - (size_t)(writer.head - writer.tail);
		struct run *last = &writer.run[(writer.run_head - 1) % RUNS];
		bool extends = writer.run_head > writer.run_tail && last->fd == fd;

		if (writer.given_up)
			return 0;
		if (capacity && (extends || writer.run_head - writer.run_tail < RUNS)) {
			if (!extends)
				writer.run[writer.run_head++ % RUNS] = (struct run){ fd, 0 };
			return capacity;
		}
		wait_step();
		if (writer.hooks.idle) {
			pthread_mutex_unlock(&writer.lock);
			writer.hooks.idle();
			pthread_mutex_lock(&writer.lock);
		}
	}
}

void writer_count(void)
{
	counted.on = true;
}

struct digest writer_counted(int fd)
{
	return counted.digest[fd];
}

void writer_mute(bool on)
{
	counted.mute = on;
}

void writer_add(int fd, const void *bytes, size_t n)
{
	const char *p = bytes;

	if (counted.on && fd < WRITER_STREAMS_OF_OTHERS) {
		digest_add(&counted.digest[fd], bytes, n);
		if (counted.mute)
			return;
	}

	pthread_mutex_lock(&writer.lock);
	while (n > 0) {
		size_t at, some = await_room(fd);

		if (some == 0)
			break;
		at = writer.head % WRITER_ROOM_BYTES;
		if (some > n)
			some = n;
		if (some > WRITER_ROOM_BYTES - at)
			some = WRITER_ROOM_BYTES - at;
		memcpy(ring + at, p, some);
		writer.head += some;
		writer.run[(writer.run_head - 1) % RUNS].bytes += some;
		p += some;
		n -= some;
	}
	pthread_mutex_unlock(&writer.lock);
}

void writer_flush(void)
{
	pthread_mutex_lock(&writer.lock);
	if (writer.head != writer.tail)
		pthread_cond_signal(&writer.filled);
	pthread_mutex_unlock(&writer.lock);
}

void writer_drain(void)
{
	pthread_mutex_lock(&writer.lock);
	while (writer.tail != writer.head && !writer.given_up)
		wait_step();
	pthread_mutex_unlock(&writer.lock);
}

void writer_hurry(unsigned patience_ms)
{
	pthread_mutex_lock(&writer.lock);
	writer.patience_ms = patience_ms;
	pthread_mutex_unlock(&writer.lock);
}

bool writer_is_awaited(void)
{
	return atomic_load_explicit(&writer.waiting, memory_order_relaxed) > 0;
}

int writer_error(void)
{
	pthread_mutex_lock(&writer.lock);
	int error = writer.first_error;

	pthread_mutex_unlock(&writer.lock);
	return error;
}
