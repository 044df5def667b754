/*
 * test_writer.c - that no byte of the ranks' output is lost on its way to the host, at the
 * interface of emu/show/report/writer.h: descriptors that do not block, readers that are slow or
 * go away, full disks.  Each case runs in a child process whose standard output is a pipe.
 * Not here: the order of what ranks print (test_output.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "emu/show/report/writer.h"

#define LINES 100000u
#define NO_READER 42

static void no_reader(void)
{
	_exit(NO_READER);
}

static const struct writer_hooks hooks = { .no_reader = no_reader };

static void print_lines(unsigned lines)
{
	char line[32];

	for (unsigned i = 0; i < lines; i++) {
		int n = snprintf(line, sizeof line, "line %u\n", i);

		writer_add(STDOUT_FILENO, line, (size_t)n);
	}
}

/* A child that runs body with its standard output in a pipe, or in the file if there is one.
 * What it writes is to be read from *from. */
static pid_t child(void (*body)(void), const char *file, int flags, int *from)
{
	int end[2];

	assert_int_equal(pipe(end), 0);
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		int to = file ? open(file, O_WRONLY) : end[1], quiet = open("/dev/null", O_WRONLY);

		signal(SIGPIPE, SIG_IGN);
		fcntl(to, F_SETFL, fcntl(to, F_GETFL) | flags);
		dup2(to, STDOUT_FILENO);
		dup2(quiet, STDERR_FILENO);
		close(end[0]);
		close(end[1]);
		if (writer_start(&hooks) != 0)
			_exit(99);
		body();
		writer_drain();
		_exit(writer_error());
	}
	close(end[1]);
	*from = end[0];
	return pid;
}

static int status_of(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Reads all; returns the number of lines if each is the next one. */
static unsigned read_lines(int from, useconds_t delay)
{
	FILE *f = fdopen(from, "r");
	char line[64];
	unsigned n = 0;

	while (fgets(line, sizeof line, f)) {
		assert_int_equal(strncmp(line, "line ", 5), 0);
		assert_int_equal(strtoul(line + 5, NULL, 10), n);
		if (n++ % 10000 == 0)
			usleep(delay);
	}
	fclose(f);
	return n;
}

static void many_lines(void)
{
	print_lines(LINES);
}

static void pipe_that_does_not_block_gets_every_line(void **state)
{
	int from;
	pid_t pid = child(many_lines, NULL, O_NONBLOCK, &from);

	(void)state;
	assert_int_equal(read_lines(from, 5000), LINES);
	assert_int_equal(status_of(pid), 0);
}

static void pipe_with_slow_reader_gets_every_line(void **state)
{
	int from;
	pid_t pid = child(many_lines, NULL, 0, &from);

	(void)state;
	assert_int_equal(read_lines(from, 5000), LINES);
	assert_int_equal(status_of(pid), 0);
}

static void full_disk_is_an_error(void **state)
{
	int from;
	pid_t pid = child(many_lines, "/dev/full", 0, &from);

	(void)state;
	assert_int_equal(status_of(pid), ENOSPC);
	close(from);
}

static void reader_that_is_gone_is_told(void **state)
{
	int from;
	pid_t pid = child(many_lines, NULL, 0, &from);

	(void)state;
	close(from);
	assert_int_equal(status_of(pid), NO_READER);
}

static void both_streams(void)
{
	dup2(STDOUT_FILENO, STDERR_FILENO);
	for (unsigned i = 0; i < 20000; i++) {
		char line[32];
		int n = snprintf(line, sizeof line, "line %u\n", i);

		writer_add(i % 2 ? STDERR_FILENO : STDOUT_FILENO, line, (size_t)n);
	}
}

static void streams_keep_their_order(void **state)
{
	int from;
	pid_t pid = child(both_streams, NULL, 0, &from);

	(void)state;
	assert_int_equal(read_lines(from, 0), 20000);
	assert_int_equal(status_of(pid), 0);
}

static void rest_by_a_reader_in_time(void)
{
	print_lines(LINES);
	writer_hurry(10000);
}

static void hurry_does_not_lose_what_is_read(void **state)
{
	int from;
	pid_t pid = child(rest_by_a_reader_in_time, NULL, 0, &from);

	(void)state;
	assert_int_equal(read_lines(from, 20000), LINES);
	assert_int_equal(status_of(pid), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pipe_that_does_not_block_gets_every_line),
		cmocka_unit_test(pipe_with_slow_reader_gets_every_line),
		cmocka_unit_test(full_disk_is_an_error),
		cmocka_unit_test(reader_that_is_gone_is_told),
		cmocka_unit_test(streams_keep_their_order),
		cmocka_unit_test(hurry_does_not_lose_what_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
