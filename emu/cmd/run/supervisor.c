/* supervisor.c - see supervisor.h.  The last note is in memory that both processes share. */
#include "supervisor.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "emu/cmd/cli/host_memory.h"
#include "emu/node/machine/status.h"

#define MIB_SHIFT 20
#define NS_PER_MS 1000000

static struct supervisor_note *last; /* NULL: there is one process */
static uint64_t limit;

/* Signals that are handed on to the job: none that stops a process or lets it go on, and none of
 * the parent's own faults. */
static sigset_t handed_on(void)
{
	static const int own[] = { SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT,
				   SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS };
	sigset_t set;

	sigfillset(&set);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&set, own[i]);
	return set;
}

/* Returns how the job has ended, as waitpid() tells it. */
static int await_end(pid_t job, const sigset_t *signals)
{
	int status, sig;
	siginfo_t si;

	for (;;) {
		sig = sigwaitinfo(signals, &si);
		if (sig == SIGCHLD && waitpid(job, &status, WNOHANG) == job)
			return status;
		/* A terminal's signals reach the job by themselves. */
		if (sig > 0 && sig != SIGCHLD && si.si_code <= 0)
			kill(job, sig);
	}
}

static void say_had(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!last->at_ns)
		return;
	uint64_t now_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;

	fprintf(stderr, "; the job had %" PRIu64 " MiB in %" PRIu32 " node%s %" PRIu64
		" ms before", last->resident >> MIB_SHIFT, last->nodes,
		last->nodes == 1 ? "" : "s", (now_ns - last->at_ns) / NS_PER_MS);
	if (last->heap_bytes >> MIB_SHIFT)
		fprintf(stderr, ", and rank %" PRIu32 " the longest heap, of %" PRIu64 " MiB",
			last->rank, last->heap_bytes >> MIB_SHIFT);
}

/* In one piece, as far as stderr's buffer goes. */
static void say_killed(bool by_limit)
{
	static char buf[BUFSIZ];
	struct host_memory m = host_memory_now();

	setvbuf(stderr, buf, _IOFBF, sizeof buf);
	if (by_limit)
		fprintf(stderr, "bgq-run: killed: the limit of memory of the control group "
			"(memory.max), %" PRIu64 " MiB, was reached", limit >> MIB_SHIFT);
	else
		fprintf(stderr, "bgq-run: killed: by a user, or by the host for lack of memory, "
			"of which it has %" PRIu64 " MiB left of %" PRIu64 " MiB (see dmesg)",
			m.left >> MIB_SHIFT, m.bytes >> MIB_SHIFT);
	say_had();
	fputc('\n', stderr);
	fflush(stderr);
}

/* Ends as the job has ended.  A core file is the job's. */
static _Noreturn void end_as(int status)
{
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	int sig = WTERMSIG(status);
	sigset_t set;

	prctl(PR_SET_DUMPABLE, 0);
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	_exit(STATUS_SIGNAL(sig)); /* the first process of a container cannot be killed */
}

static _Noreturn void supervise(pid_t job, const sigset_t *signals, const char *root,
				uint64_t kills_before)
{
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	int status = await_end(job, signals);

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		say_killed(host_memory_kills_of(root) > kills_before);
	end_as(status);
}

void supervisor_begin(const char *root)
{
	struct sigaction at_default = { .sa_handler = SIG_DFL }, ignored;
	sigset_t signals = handed_on(), before;
	pid_t parent = getpid(), job;

	limit = host_memory_limit_of(root);
	if (!limit)
		return;
	last = mmap(NULL, sizeof *last, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (last == MAP_FAILED) {
		last = NULL;
		return;
	}
	uint64_t kills = host_memory_kills_of(root);

	fflush(NULL);
	sigaction(SIGCHLD, &at_default, &ignored); /* or how the job ends would be lost */
	sigprocmask(SIG_BLOCK, &signals, &before);
	job = fork();
	if (job > 0)
		supervise(job, &signals, root, kills);
	if (job < 0) {
		munmap(last, sizeof *last);
		last = NULL;
	} else {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(STATUS_SIGNAL(SIGKILL));
	}
	sigaction(SIGCHLD, &ignored, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

uint64_t supervisor_limit(void)
{
	return last ? limit : 0;
}

void supervisor_note(const struct supervisor_note *note)
{
	*last = *note;
}
