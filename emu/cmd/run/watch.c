/* watch.c - see watch.h.  A thread in code that is not counted is preempted before long, so
 * that all workers reach the end of their window unless one is blocked in the host. */
#include "watch.h"

#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/host_memory.h"
#include "emu/cmd/restart/checkpoint.h"
#include "emu/node/io/last_output.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/output.h"
#include "emu/show/report/report.h"
#include "emu/show/report/writer.h"
#include "emu/core/check/preempt.h"
#include "emu/node/machine/status.h"
#include "emu/core/engine/engine.h"
#include "supervisor.h"

#define STEP_NS   (50 * 1000 * 1000)
#define LOOK_NS   (250 * 1000 * 1000) /* at the host's memory */
#define LOOK_LIMITED_NS (10 * 1000 * 1000) /* where a control group limits it */
#define MEMORY_PART 50 /* of it: when only this is left, the user is told */
#define WINDOW_STEPS 4 /* of an unfinished window, which is cut then */
#define TWICE_STEPS 16 /* a signal that comes again so soon is the same: of timeout(1) */
#define TICK_MS   200  /* looks whether a report gets further: has used */
#define TICK_NS   (1000 * 1000) /* so much processor time */

/* How long is waited for what hangs. */
static const struct patience {
	int steps;           /* without a switch of threads: the longest wait for a worker; */
	int record;          /* so many before their end records where threads are */
	int steps_max;       /* 0: while threads are switched */
	int ticks;           /* without progress: the report is stuck */
	unsigned reader_ms;  /* that takes nothing of the output */
} usual = { 24, 8, 0, 25, 10000 };
/* After SIGTERM, behind which SIGKILL may come, all of it is a second. */
static const struct patience at_sigterm = { 8, 4, 16, 3, 400 };
static const struct patience *patience = &usual;

static double limit_s;
static pthread_t watcher;
static sigset_t watched;
static atomic_int ending; /* exit status; 0: the run goes on */
static atomic_bool reporting, list_wanted;

static void end_soon(int status)
{
	int running = 0;

	atomic_compare_exchange_strong(&ending, &running, status);
	engine_stop(booted.engine);
}

/* The next one of the watched signals has its default effect, even if something hangs. */
static void signals_default(void)
{
	static const struct timespec now = { 0 };

	while (sigtimedwait(&watched, NULL, &now) > 0)
		;
	for (int sig = 1; sig < NSIG; sig++)
		if (sigismember(&watched, sig) == 1)
			signal(sig, SIG_DFL);
	pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
}

/* ---- a report that gets no further */

static volatile sig_atomic_t stuck_ticks;

static int64_t used_ns(clockid_t clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* The report may need a lock that a worker holds which is blocked, or wait for the reader of
 * standard error. */
static void tick(clockid_t clock)
{
	static const char line[] = "bgq-run: the report of the end is stuck: the rest is lost\n";
	static volatile int64_t before_ns;
	struct pollfd err = { .fd = STDERR_FILENO, .events = POLLOUT };
	int64_t now_ns = used_ns(clock);
	bool moves = now_ns - before_ns > TICK_NS || writer_is_awaited();

	before_ns = now_ns;
	stuck_ticks = moves ? 0 : stuck_ticks + 1;
	if (stuck_ticks < patience->ticks)
		return;
	if (poll(&err, 1, 0) == 1 && write(STDERR_FILENO, line, sizeof line - 1) < 0)
		_exit(STATUS_INTERNAL);
	_exit(atomic_load(&ending));
}

static void on_tick(int sig)
{
	(void)sig;
	tick(CLOCK_THREAD_CPUTIME_ID);
}

/* The calling thread, which reports, does not do so for ever. */
static void limit_begin(void)
{
	struct sigaction sa = { .sa_handler = on_tick, .sa_flags = SA_RESTART };
	struct sigevent ev = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM };
	const struct timespec period = { .tv_nsec = TICK_MS * 1000000 };
	struct itimerspec every = { period, period };
	sigset_t alarm;
	timer_t timer;

	ev._sigev_un._tid = gettid();
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigaction(SIGALRM, &sa, NULL);
	pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
	if (timer_create(CLOCK_MONOTONIC, &ev, &timer) == 0)
		timer_settime(timer, 0, &every, NULL);
}

/* The main thread reports, and ends the process. */
static _Noreturn void limit_main(void)
{
	static const struct timespec period = { .tv_nsec = TICK_MS * 1000000 };

	for (unsigned ticks = 1;; ticks++) {
		nanosleep(&period, NULL);
		tick(CLOCK_PROCESS_CPUTIME_ID);
		if (ticks == 1000 / TICK_MS)
			signals_default();
	}
}

/* Until no worker makes progress; the process ends meanwhile if all workers end. */
static void wait_for_workers(void)
{
	static const struct timespec step_time = { .tv_nsec = STEP_NS };
	uint64_t before = 0;
	int steps = 0;

	for (int step = 0; step < patience->steps && !atomic_load(&reporting); step++) {
		nanosleep(&step_time, NULL);
		if (++steps == TWICE_STEPS)
			signals_default();
		if (steps == patience->steps_max)
			return;
		uint64_t now = engine_switches(booted.engine);

		if (now != before || writer_is_awaited())
			step = 0;
		before = now;
		if (step == patience->steps - patience->record || steps % WINDOW_STEPS == 0)
			preempt_record();
	}
}

/* For the line at the end, if the control group's limit is reached.  Heaps are read only after
 * growth, since each costs a page of the cache. */
static void note_memory(uint64_t own)
{
	static struct supervisor_note note;
	bool grown = own > note.resident + supervisor_limit() / MEMORY_PART;
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	note.at_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	note.nodes = job.nodes;
	for (uint32_t i = 0; grown && engine_is_booted(booted.engine) && i < job.places; i++) {
		const struct process *p = &booted.process[i];
		uint64_t used = p->base ? machine_heap_used(p) : 0;

		if (used <= note.heap_bytes)
			continue;
		note.heap_bytes = used;
		note.rank = p->rank;
	}
	if (grown)
		note.resident = own;
	supervisor_note(&note);
}

/* The host ends the process without a word when it has no more.  Once. */
static void look_at_memory(void)
{
	static bool said;

	if (said && !supervisor_limit())
		return;
	uint64_t own = host_memory_resident();

	if (supervisor_limit())
		note_memory(own);
	if (said || own < supervisor_limit() / 2)
		return;
	struct host_memory m = host_memory_now();

	if (m.left >= m.bytes / MEMORY_PART) /* also if the host does not say */
		return;
	said = own >= m.bytes / 2;
	if (!said)
		return;
	fprintf(stderr, "bgq-run: the %s has %" PRIu64 " MiB of memory left of %" PRIu64
		" MiB, and may end the job, which has %" PRIu64 " MiB: %" PRIu64
		" for each of %u nodes\n",
		m.limited ? "control group (memory.max)" : "host",
		m.left >> 20, m.bytes >> 20, own >> 20, (own >> 20) / job.nodes, job.nodes);
}

/* The watched signal that has come; 0 at the end of the time limit. */
static int await(const struct timespec *until)
{
	const struct timespec look = { .tv_nsec = supervisor_limit() ? LOOK_LIMITED_NS
								     : LOOK_NS };

	for (;;) {
		struct timespec left, now;
		int sig;

		clock_gettime(CLOCK_MONOTONIC, &now);
		left.tv_sec = until->tv_sec - now.tv_sec;
		left.tv_nsec = until->tv_nsec - now.tv_nsec;
		if (left.tv_nsec < 0) {
			left.tv_nsec += 1000000000;
			left.tv_sec--;
		}
		if (limit_s > 0 && left.tv_sec < 0)
			return 0;
		bool soon = limit_s > 0 && left.tv_sec == 0 && left.tv_nsec < look.tv_nsec;

		sig = sigtimedwait(&watched, NULL, soon ? &left : &look);
		if (sig > 0)
			return sig;
		look_at_memory();
	}
}

static void *watch(void *unused)
{
	struct timespec until;
	int sig;

	(void)unused;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (time_t)limit_s;
	until.tv_nsec += (long)((limit_s - (double)(time_t)limit_s) * 1e9);
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	while ((sig = await(&until)) == SIGUSR1 || sig == SIGUSR2)
		if (sig == SIGUSR1)
			atomic_store(&list_wanted, true);
		else
			checkpoint_ask();
	end_soon(sig ? STATUS_SIGNAL(sig) : STATUS_TIMEOUT);
	if (sig == SIGTERM)
		patience = &at_sigterm;
	writer_hurry(patience->reader_ms);
	image_hurry();
	wait_for_workers();
	if (atomic_exchange(&reporting, true))
		limit_main();
	limit_begin();
	if (engine_is_booted(booted.engine))
		last_output_of_all();
	output_end(PS_NEVER);
	watch_report();
	file_write_abandon();
	_exit(atomic_load(&ending));
}

/* A signal that was ignored when bgq-run was started stays so. */
static void watch_for(int sig)
{
	struct sigaction was;

	if (sigaction(sig, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaddset(&watched, sig);
}

int watch_start(double seconds)
{
	int rc;

	limit_s = seconds;
	sigemptyset(&watched);
	if (job.opt.gdb_rank < 0 || job.opt.gdb_port) /* else gdb stops there */
		watch_for(SIGINT);
	watch_for(SIGTERM);
	watch_for(SIGHUP);
	sigaddset(&watched, SIGUSR1);
	if (job.opt.checkpoint)
		sigaddset(&watched, SIGUSR2);
	sigaddset(&watched, SIGPIPE); /* watch_no_reader() */
	pthread_sigmask(SIG_BLOCK, &watched, NULL); /* of all threads from here on */
	rc = pthread_create(&watcher, NULL, watch, NULL);
	if (rc == 0)
		pthread_detach(watcher);
	return -rc;
}

void watch_no_reader(void)
{
	end_soon(STATUS_SIGNAL(SIGPIPE));
	pthread_kill(watcher, SIGPIPE);
}

void watch_check(void)
{
	if (!atomic_load_explicit(&list_wanted, memory_order_relaxed) ||
	    !atomic_exchange(&list_wanted, false))
		return;
	report_asked();
}

void watch_workers_ended(void)
{
	if (atomic_exchange(&reporting, true))
		for (;;)
			pause();
}

int watch_ended(void)
{
	return atomic_load(&ending);
}

const char *watch_cause(char *buf, size_t bytes)
{
	int status = atomic_load(&ending), sig = status - STATUS_SIGNAL(0);

	if (status == STATUS_TIMEOUT)
		snprintf(buf, bytes, "timeout after %g s", limit_s);
	else
		snprintf(buf, bytes, "ended by SIG%s (%s)", sigabbrev_np(sig), sigdescr_np(sig));
	return status == STATUS_TIMEOUT ? "timeout" : "signal";
}

void watch_report(void)
{
	char cause[80];

	if (atomic_load(&ending) == STATUS_SIGNAL(SIGPIPE))
		return; /* the writer has said so */
	watch_cause(cause, sizeof cause);
	if (!engine_is_booted(booted.engine)) {
		fprintf(stderr, "bgq-run: %s while ranks were started\n", cause);
		return;
	}
	fprintf(stderr, "bgq-run: %s\n", cause);
	report_waiting(stderr);
}
