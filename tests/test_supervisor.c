/*
 * test_supervisor.c - a job in a control group that limits memory: how its end is told, by the
 * files of a root directory made here.  Not here: a host that kills (test_hosts.sh).
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "emu/cmd/run/supervisor.h"
#include "root_files.h"

static int root_make(void **state)
{
	(void)state;
	if (root_begin() != 0)
		return -1;
	put("proc/self/cgroup", "0::/slice/job\n");
	put("sys/fs/cgroup/slice/job/memory.max", "67108864\n");
	put("sys/fs/cgroup/slice/job/memory.events", "low 0\noom 1\noom_kill 1\n");
	return 0;
}

static char said[500];
static int outer[2]; /* to the test, by whatever a job does */

/* Runs job as bgq-run does; what it and the other process say is in `said`.  meanwhile: what the
 * test does once the job has begun, to the process that it knows.  The status of that one. */
static int run(void (*job)(void), void (*meanwhile)(pid_t))
{
	const struct rlimit none = { 0, 0 };
	size_t n = 0;
	int status, err[2];
	ssize_t got;
	char c;

	assert_int_equal(pipe(err), 0);
	assert_int_equal(pipe(outer), 0);
	pid_t pid = fork();

	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &none);
		dup2(err[1], STDERR_FILENO);
		close(err[1]);
		supervisor_begin(root);
		(void)!write(outer[1], "b", 1);
		job();
		_exit(0);
	}
	close(err[1]);
	close(outer[1]);
	assert_int_equal(read(outer[0], &c, 1), 1);
	if (meanwhile)
		meanwhile(pid);
	while ((got = read(err[0], said + n, sizeof said - 1 - n)) > 0)
		n += (size_t)got;
	said[n] = '\0';
	assert_int_equal(waitpid(pid, &status, 0), pid);
	close(err[0]);
	close(outer[0]);
	return status;
}

static void is_killed(void)
{
	raise(SIGKILL);
}

static void is_killed_for_memory(void)
{
	const struct supervisor_note note = { .at_ns = 1, .resident = 60 << 20,
					      .heap_bytes = 50 << 20, .rank = 3, .nodes = 4 };

	supervisor_note(&note);
	put("sys/fs/cgroup/slice/job/memory.events", "low 0\noom 2\noom_kill 2\n");
	raise(SIGKILL);
}

static void limit_is_named(void **state)
{
	int status = run(is_killed_for_memory, NULL);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	assert_non_null(strstr(said, "bgq-run: killed: the limit of memory of the control group "
			       "(memory.max), 64 MiB, was reached; the job had 60 MiB in 4 "
			       "nodes "));
	assert_non_null(strstr(said, " ms before, and rank 3 the longest heap, of 50 MiB\n"));
	assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
}

static void is_killed_for_memory_1(void)
{
	put("sys/fs/cgroup/memory/job/memory.oom_control", "under_oom 0\noom_kill 1\n");
	raise(SIGKILL);
}

static void limit_of_version_1_is_named(void **state)
{
	(void)state;
	put("proc/self/cgroup", "4:memory:/job\n0::/\n");
	put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912\n");
	put("sys/fs/cgroup/memory/job/memory.oom_control", "under_oom 0\noom_kill 0\n");
	run(is_killed_for_memory_1, NULL);
	assert_string_equal(said, "bgq-run: killed: the limit of memory of the control group "
			    "(memory.max), 512 MiB, was reached\n");
}

static void other_kills_are_no_limits(void **state)
{
	int status = run(is_killed, NULL);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	assert_ptr_equal(strstr(said, "bgq-run: killed: by a user, or by the host for lack of "
				"memory, of which it has "), said);
}

static void has_no_supervisor(void)
{
	_exit(supervisor_limit() ? 1 : 0);
}

static void without_limit_there_is_one_process(void **state)
{
	(void)state;
	put("sys/fs/cgroup/slice/job/memory.max", "max\n");
	assert_int_equal(run(has_no_supervisor, NULL), 0);
	assert_string_equal(said, "");
}

static void ends_with_7(void)
{
	_exit(supervisor_limit() == 64 << 20 ? 7 : 1);
}

static void ends_by_a_fault(void)
{
	signal(SIGBUS, SIG_DFL); /* cmocka has a handler */
	raise(SIGBUS);
}

static void ends_alike(void **state)
{
	int status = run(ends_with_7, NULL);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	status = run(ends_by_a_fault, NULL);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGBUS);
	assert_string_equal(said, "");
}

static volatile sig_atomic_t came;

static void note_signal(int sig)
{
	came = sig;
}

static void ends_with_a_signal_that_comes(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigsuspend(&none);
	_exit(came);
}

static void sends_usr2(pid_t pid)
{
	kill(pid, SIGUSR2);
}

static void signals_are_handed_on(void **state)
{
	sigset_t usr2;

	(void)state;
	signal(SIGUSR2, note_signal);
	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	sigprocmask(SIG_BLOCK, &usr2, NULL);
	int status = run(ends_with_a_signal_that_comes, sends_usr2);

	sigprocmask(SIG_UNBLOCK, &usr2, NULL);
	signal(SIGUSR2, SIG_DFL);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), SIGUSR2);
}

static void never_ends(void)
{
	for (;;)
		pause();
}

static void kills(pid_t pid)
{
	char c;

	kill(pid, SIGKILL);
	assert_int_equal(read(outer[0], &c, 1), 0); /* the job's process has gone, too */
}

static void job_ends_with_its_parent(void **state)
{
	int status = run(never_ends, kills);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
}

static void ignored_child_signals_lose_nothing(void **state)
{
	(void)state;
	signal(SIGCHLD, SIG_IGN);
	pid_t pid = fork();

	if (pid == 0) {
		supervisor_begin(root);
		_exit(7);
	}
	signal(SIGCHLD, SIG_DFL);
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(f) cmocka_unit_test_setup_teardown(f, root_make, root_remove)
		T(limit_is_named),
		T(limit_of_version_1_is_named),
		T(other_kills_are_no_limits),
		T(without_limit_there_is_one_process),
		T(ends_alike),
		T(signals_are_handed_on),
		T(job_ends_with_its_parent),
		T(ignored_child_signals_lose_nothing),
	};

	return cmocka_run_group_tests_name("supervisor", tests, NULL, NULL);
}
