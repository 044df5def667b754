/* stdin.c - see stdin.h. */
#include "stdin.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "emu/machine/call.h"
#include "emu/machine/machine.h"

#define READ_MAX_BYTES (1u << 20)
#define WAIT_NS (100 * 1000 * 1000)

/* The one request under way.  thread and what threads of rank 0 read are touched by their
 * worker or serially, the rest under the lock. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t asked, answered;
	bool has_reader;       /* the host thread */
	struct thread *thread; /* waits for the request; NULL: none */
	struct process *process; /* its own, which may have ended */
	char *data;            /* as much as was asked for */
	size_t wanted;
	bool pending, done;
	ssize_t got;           /* or a negative errno */
} input = { .lock = PTHREAD_MUTEX_INITIALIZER, .asked = PTHREAD_COND_INITIALIZER,
	    .answered = PTHREAD_COND_INITIALIZER };

/* Blocks until there is something, though the descriptor may be non-blocking. */
static ssize_t read_host(void *buf, size_t n)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	for (;;) {
		ssize_t got = read(STDIN_FILENO, buf, n);

		if (got >= 0)
			return got;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&in, 1, -1);
		else if (errno != EINTR)
			return -errno;
	}
}

static void *reader_main(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&input.lock);
	for (;;) {
		while (!input.pending)
			pthread_cond_wait(&input.asked, &input.lock);
		input.pending = false;
		pthread_mutex_unlock(&input.lock);
		ssize_t got = read_host(input.data, input.wanted);

		pthread_mutex_lock(&input.lock);
		input.got = got;
		input.done = true;
		pthread_cond_signal(&input.answered);
	}
	return NULL;
}

static int start_reader(void)
{
	sigset_t all, before;
	pthread_t reader;
	int rc;

	if (input.has_reader)
		return 0;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&reader, NULL, reader_main, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc)
		return -rc;
	pthread_detach(reader);
	input.has_reader = true;
	return 0;
}

/* A read would not block: files are always ready, other things if they say so. */
static bool is_ready(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	struct stat st;

	if (fstat(STDIN_FILENO, &st) != 0 || S_ISREG(st.st_mode))
		return true;
	return poll(&in, 1, 0) != 0;
}

/* A host's read in the background; the calling thread parks meanwhile. */
static ssize_t read_parked(void *buf, size_t n)
{
	struct thread *self = thread_self;
	int rc = start_reader();
	ssize_t got;

	if (rc)
		return rc;
	input.data = malloc(n);
	if (!input.data)
		return -ENOMEM;
	input.thread = self;
	input.process = self->process;
	pthread_mutex_lock(&input.lock);
	input.wanted = n;
	input.done = false;
	input.pending = true;
	pthread_cond_signal(&input.asked);
	pthread_mutex_unlock(&input.lock);
	while (input.thread == self)
		thread_park(WAIT_STDIN, NULL, self->wait_pc, PS_NEVER);
	got = input.got;
	if (got > 0)
		memcpy(buf, input.data, (size_t)got);
	free(input.data);
	input.data = NULL;
	return got;
}

ssize_t stdin_read(void *buf, size_t n)
{
	ssize_t got = 0;

	call_begin();
	if (n > READ_MAX_BYTES)
		n = READ_MAX_BYTES;
	if (input.thread || input.data)
		got = -EBUSY; /* of another thread of the rank */
	else if (n > 0)
		got = is_ready() ? read_host(buf, n) : read_parked(buf, n);
	if (got >= 0)
		return got;
	errno = (int)-got;
	return -1;
}

bool stdin_is_awaited(void)
{
	return input.thread && input.process->status == PROCESS_ALIVE;
}

static bool has_come(void)
{
	pthread_mutex_lock(&input.lock);
	bool done = input.done;

	pthread_mutex_unlock(&input.lock);
	return done;
}

void stdin_look(ps_t now_ps)
{
	struct thread *t = input.thread;

	if (!stdin_is_awaited() || !has_come())
		return;
	input.thread = NULL;
	engine_act_for(machine.engine, t->node);
	thread_wake(t, now_ps);
}

void stdin_wait(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += WAIT_NS;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_mutex_lock(&input.lock);
	if (!input.done)
		pthread_cond_timedwait(&input.answered, &input.lock, &until);
	pthread_mutex_unlock(&input.lock);
}
