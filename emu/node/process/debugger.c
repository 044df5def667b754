/* debugger.c - see debugger.h. */
#include "debugger.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"

#define PATH_BYTES 4096
#define POLL_NS (50 * 1000 * 1000)
#define UNDER_GDB "BGQEMU_UNDER_GDB"

/* Read by bgq-gdb.py as 8-byte words, in this order. */
struct debugger_table {
	uint64_t version;
	const void *processes, *ranks, *image_offset, *main_offset, *path, *wanted;
	uint64_t process_bytes, rank, node, base, status;
	uint64_t thread_sp, thread_state, thread_pc, thread_user, user_index, user_next;
	uint64_t thread_clock;
};

extern const struct debugger_table bgqemu_debugger_table;
__attribute__((used)) const struct debugger_table bgqemu_debugger_table = {
	3, &booted.process, &job.places, &space.image, &booted.image.main,
	&booted.image.path, &job.opt.gdb_rank, sizeof(struct process),
	offsetof(struct process, rank), offsetof(struct process, main.node),
	offsetof(struct process, base), offsetof(struct process, status),
	offsetof(struct thread, sp), offsetof(struct thread, state),
	offsetof(struct thread, waiting.pc), offsetof(struct thread, user),
	offsetof(struct thread_user, index), offsetof(struct thread_user, next),
	offsetof(struct thread, clock_ps),
};

/* lib/bgqemu beside bin, where it is installed, or lib in the tree. */
static const char *script(char *path)
{
	static const char *const places[] = { "/lib/bgqemu/bgq-gdb.py", "/lib/bgq-gdb.py" };
	char self[PATH_BYTES / 2];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[n < 0 ? 0 : n] = '\0';
	for (int up = 0; up < 2 && strrchr(self, '/'); up++)
		*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		snprintf(path, PATH_BYTES, "%s%s", self, places[i]);
		if (access(path, R_OK) == 0)
			break;
	}
	return path;
}

static bool is_traced(void)
{
	char line[128];
	int tracer = 0;
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof line, f) && sscanf(line, "TracerPid: %d", &tracer) != 1)
		;
	if (f)
		fclose(f);
	return tracer != 0;
}

/* The script sets a breakpoint here: the rank is about to run. */
__attribute__((noinline, used)) void bgqemu_debugger_stop(void);
void bgqemu_debugger_stop(void)
{
	__asm__ volatile("" : : : "memory");
}

/* Out of line: every rank's start passes here, and must not touch another page of its stack
 * for it. */
static __attribute__((noinline)) void wait_to_be_traced(const struct process *p)
{
	const struct timespec poll = { .tv_nsec = POLL_NS };
	char path[PATH_BYTES];

	fprintf(stderr, "bgq-run: rank %" PRIu32 " waits for a debugger, process %d:\n"
		"  gdb -p %d -x %s -ex 'bgq start'\n"
		"or, in another debugger: add-symbol-file %s -o 0x%" PRIx64 "\n",
		p->rank, (int)getpid(), (int)getpid(), script(path), booted.image.path,
		(uint64_t)(uintptr_t)process_image(p));
	while (!is_traced())
		nanosleep(&poll, NULL);
}

void (*debugger_begin)(void);

void debugger_start(struct process *p)
{
	void (*begin)(void) = debugger_begin;

	debugger_begin = NULL;
	if (begin)
		begin();
	if (job.opt.gdb_port)
		return;
	if (job.opt.gdb_rank != (int64_t)p->rank)
		return;
	if (!getenv(UNDER_GDB))
		wait_to_be_traced(p);
	bgqemu_debugger_stop();
}

void debugger_become(char **argv)
{
	static const char *const before[] = { "gdb", "-q", "-x", NULL, "-ex", "bgq start",
					  "--args" };
	size_t n = 0, args = 0, fixed = sizeof before / sizeof *before;
	static char path[PATH_BYTES], self[PATH_BYTES];

	if (getenv(UNDER_GDB) || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return;
	while (argv[args])
		args++;
	char **command = calloc(fixed + args + 1, sizeof *command);

	if (!command || readlink("/proc/self/exe", self, sizeof self - 1) < 0)
		return;
	for (; n < fixed; n++)
		command[n] = before[n] ? (char *)before[n] : (char *)script(path);
	command[n++] = self;
	for (size_t i = 1; i < args; i++)
		command[n++] = argv[i];
	setenv(UNDER_GDB, "1", 1);
	execvp("gdb", command);
	perror("bgq-run: gdb");
	unsetenv(UNDER_GDB);
	free(command);
}
