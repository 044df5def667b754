/*
 * job_run.c - the processes of jobs: each begins with its own streams, all run at once, and end by
 * themselves; what a job without files of its own prints is passed on when those before it in the
 * file have ended, so that the order is the file's.
 *
 * Signals that bgq-run knows go to each job, which does with them what it does alone; SIGUSR2 to
 * those that have a checkpoint.
 *
 * Never: one job's end that ends another.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/node/machine/status.h"
#include "jobs_internal.h"

static const int passed_on[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 };
#define PASSED_ON (sizeof passed_on / sizeof *passed_on)

/* ---- streams */

static int fresh(void)
{
	FILE *f = tmpfile();
	int fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;

	if (f)
		fclose(f);
	return fd;
}

static int open_stream(const struct job_run *r, int i)
{
	const char *name = r->entry->stream[i];
	const char *output = r->entry->stream[JOB_OUTPUT];

	if (i == JOB_INPUT)
		return open(name ? name : "/dev/null", O_RDONLY | O_CLOEXEC);
	if (!name)
		return fresh();
	if (i == JOB_ERROR && output && !strcmp(output, name)) /* as 2>&1 */
		return fcntl(r->fd[JOB_OUTPUT], F_DUPFD_CLOEXEC, 3);
	return open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static int open_streams(const struct jobs *j, struct job_run *r)
{
	int pipes[2];

	for (int i = 0; i < JOB_STREAMS; i++) {
		const char *name = r->entry->stream[i];

		r->fd[i] = open_stream(r, i);
		if (r->fd[i] < 0)
			return job_file_refuse(&j->file, r->entry->line, "%s: %s",
					       name ? name : "a file for its output",
					       strerror(errno));
	}
	if (!j->opt.ras_file)
		return 0;
	if (pipe(pipes) != 0)
		return job_file_refuse(&j->file, r->entry->line, "a pipe for its RAS events: %s",
				       strerror(errno));
	r->ras = pipes[0];
	r->ras_end = pipes[1]; /* goes by its number to the job */
	fcntl(r->ras, F_SETFD, FD_CLOEXEC);
	return 0;
}

/* ---- begin */

static _Noreturn void become(const struct job_run *r, const struct jobs *j, pid_t parent)
{
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(STATUS_SIGNAL(SIGTERM));
	for (unsigned i = 0; i < j->file.jobs; i++)
		if (&j->run[i] != r && j->run[i].ras_end >= 0)
			close(j->run[i].ras_end);
	for (int i = 0; i < JOB_STREAMS; i++)
		dup2(r->fd[i], i);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	r->command.word[0] = j->self;
	execv("/proc/self/exe", r->command.word);
	fprintf(stderr, "bgq-run: /proc/self/exe: %s\n", strerror(errno));
	fflush(stderr);
	_exit(STATUS_CANNOT_RUN);
}

static void begin(struct jobs *j, struct job_run *r)
{
	pid_t parent = getpid();

	fflush(NULL);
	r->pid = fork();
	if (r->pid == 0)
		become(r, j, parent);
	if (r->pid < 0) {
		fprintf(stderr, "bgq-run: job %s cannot begin: %s\n", r->entry->name,
			strerror(errno));
		r->pid = 0;
		r->status = STATUS_CANNOT_RUN;
	}
}

/* So that each pipe ends with its job. */
static void close_ends(struct jobs *j)
{
	for (unsigned i = 0; i < j->file.jobs; i++) {
		struct job_run *r = &j->run[i];

		if (r->ras_end >= 0)
			close(r->ras_end);
		r->ras_end = -1;
	}
}

/* ---- meanwhile */

static void take_events(struct job_run *r)
{
	char *more = realloc(r->events, r->events_bytes + 65536);
	ssize_t n = more ? read(r->ras, more + r->events_bytes, 65536) : 0;

	if (more)
		r->events = more;
	if (n > 0) {
		r->events_bytes += (size_t)n;
		return;
	}
	close(r->ras);
	r->ras = -1;
}

static void take_ends(struct jobs *j)
{
	int status;

	for (unsigned i = 0; i < j->file.jobs; i++) {
		struct job_run *r = &j->run[i];

		if (!r->pid || waitpid(r->pid, &status, WNOHANG) != r->pid)
			continue;
		r->pid = 0;
		r->status = WIFSIGNALED(status) ? STATUS_SIGNAL(WTERMSIG(status))
						: WEXITSTATUS(status);
	}
}

static void take_signal(struct jobs *j, int from)
{
	struct signalfd_siginfo s;

	if (read(from, &s, sizeof s) != (ssize_t)sizeof s)
		return;
	for (unsigned i = 0; s.ssi_signo != SIGCHLD && i < j->file.jobs; i++)
		if (j->run[i].pid && (s.ssi_signo != SIGUSR2 || j->run[i].opt.checkpoint))
			kill(j->run[i].pid, (int)s.ssi_signo);
	take_ends(j);
}

/* ---- what they have printed */

static bool copy(int from, int to)
{
	char text[16384];
	ssize_t n, k, done;

	for (off_t at = 0; (n = pread(from, text, sizeof text, at)) > 0; at += n)
		for (done = 0; done < n; done += k)
			if ((k = write(to, text + done, (size_t)(n - done))) < 0)
				return false;
	return n == 0;
}

/* 0, or the status if standard output cannot be written. */
static int pass_on(const struct job_run *r)
{
	bool written = r->entry->stream[JOB_OUTPUT] || copy(r->fd[JOB_OUTPUT], STDOUT_FILENO);

	if (!written)
		fprintf(stderr, "bgq-run: job %s: standard output: %s\n", r->entry->name,
			strerror(errno));
	if (!r->entry->stream[JOB_ERROR])
		copy(r->fd[JOB_ERROR], STDERR_FILENO);
	fprintf(stderr, "bgq-run: job %s: status %d\n", r->entry->name, r->status);
	for (int i = 0; i < JOB_STREAMS; i++)
		close(r->fd[i]);
	return written ? 0 : STATUS_OUTPUT;
}

/* ---- all */

/* Waits until something comes of a job, or for it. */
static void look(struct jobs *j, int signals)
{
	unsigned n = j->file.jobs;
	struct pollfd p[n + 1];

	p[n] = (struct pollfd){ .fd = signals, .events = POLLIN };
	for (unsigned i = 0; i < n; i++)
		p[i] = (struct pollfd){ .fd = j->run[i].ras, .events = POLLIN };
	if (poll(p, n + 1, -1) <= 0)
		return;
	for (unsigned i = 0; i < n; i++)
		if (p[i].fd >= 0 && p[i].revents)
			take_events(&j->run[i]);
	if (p[n].revents)
		take_signal(j, signals);
}

static int signals_open(void)
{
	struct sigaction was;
	sigset_t set;

	signal(SIGPIPE, SIG_IGN); /* writing fails, and is reported */
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (unsigned i = 0; i < PASSED_ON; i++)
		if (sigaction(passed_on[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
			sigaddset(&set, passed_on[i]);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

int job_run_all(struct jobs *j)
{
	int first = 0, output = 0, rc = 0, signals;

	for (unsigned i = 0; rc == 0 && i < j->file.jobs; i++)
		rc = open_streams(j, &j->run[i]);
	if (rc)
		return rc;
	signals = signals_open();
	for (unsigned i = 0; i < j->file.jobs; i++) {
		job_command(j, &j->run[i], true);
		begin(j, &j->run[i]);
	}
	close_ends(j);
	for (unsigned i = 0; i < j->file.jobs; i++) {
		struct job_run *r = &j->run[i];

		while (r->pid || r->ras >= 0)
			look(j, signals);
		rc = pass_on(r);
		output = output ? output : rc;
		first = first ? first : r->status;
	}
	return first ? first : output;
}
