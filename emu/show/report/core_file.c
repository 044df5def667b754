/* core_file.c - see core_file.h. */
#include "core_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/engine/context.h"
#include "emu/core/engine/engine.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/rank_list.h"
#include "core_text.h"
#include "output.h"
#include "rank_set.h"
#include "writer.h"

#define CORE_NAME_BYTES 600

/* Registers of the worker's last fault. */
static __thread struct core_registers registers;
static __thread bool registers_kept; /* and not used yet */
/* Cause of the text that is being made, should that fault; its stack is searched. */
static __thread struct core_cause cause;
static __thread bool searching;

void core_file_registers(ucontext_t *uc)
{
	if (searching)
		return; /* those of the fault that the text is about */
	registers_kept = true;
	where_registers_take(&registers.at, uc);
	registers.flags = context_flags(uc);
	registers.vector_control = context_vector_control(uc);
	for (int i = 0; i < CORE_REGISTERS; i++)
		for (int w = 0; w < 2; w++)
			registers.vector[i][w] = context_vector(uc, i, w);
}

bool core_file_has_faulted(void)
{
	return searching;
}

/* Not by abort(), perhaps after a fault that the program has handled. */
static bool is_fault(int sig)
{
	return registers_kept && (sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE ||
				  sig == SIGILL || sig == SIGTRAP);
}

/* ---- for which ranks */

/* Letter before a text: why it was made. */
enum { WHY_ANYHOW = 'a', WHY_FAILED = 'f' };

/* Signals that end a process with a core file unless they are handled. */
static bool dumps(int sig)
{
	static const int signals[] = { SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
				       SIGXCPU, SIGXFSZ, SIGSYS, SIGSTKFLT };

	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signals[i] == sig)
			return true;
	return false;
}

/* --core as given; without it as the kernel does if a variable asks for files. */
static enum core_files files(void)
{
	const struct core_controls *c = &job.opt.controls.core;
	bool asked = c->on_error || c->on_exit || c->ranks;

	return job.opt.core == CORE_NONE && asked ? CORE_KERNEL : job.opt.core;
}

/* A letter of the above, or 0: no file. */
static char why(const struct process *p, int sig, int status)
{
	const struct core_controls *c = &job.opt.controls.core;
	enum core_files f = files();

	if (f == CORE_NONE)
		return 0;
	if (c->on_exit || (c->ranks && rank_list_has(c->ranks, p->rank)))
		return WHY_ANYHOW;
	if (c->on_error && status)
		return WHY_FAILED;
	if (c->disabled)
		return 0;
	if (f != CORE_KERNEL)
		return sig ? WHY_ANYHOW : 0;
	return dumps(sig) ? WHY_FAILED : 0;
}

static void make(const struct thread *t, char letter)
{
	struct core_text x;
	bool search = !searching;

	core_text_make(&x, t, &cause, search, &searching);
	if (x.buf)
		output_core(engine_worker_of(booted.engine, t->process->main.node), t->process,
			    letter, x.buf, x.at, t->clock_ps);
	free(x.buf);
	searching = false;
	registers_kept = false;
}

void core_file_make(const struct thread *t, int sig, uint64_t pc, uint64_t address)
{
	char letter = why(t->process, sig, 0);

	if (!letter)
		return;
	if (!searching)
		cause = (struct core_cause){ sig, pc, address, is_fault(sig) ? &registers : NULL };
	make(t, letter);
}

void core_file_exit(const struct thread *t, int status)
{
	char letter = why(t->process, 0, status);

	if (!letter)
		return;
	cause = (struct core_cause){ 0, 0, 0, NULL };
	make(t, letter);
}

/* ---- files */

static struct rank_set saved, failed_nodes;
static uint64_t nodes_failed;
static int first_error;
static char first_failed[CORE_NAME_BYTES]; /* where it was wanted */

/* BG_COREDUMPMAXNODES: is the rank on one of the first nodes that have failed? */
static bool is_among_first(uint32_t rank)
{
	uint32_t node = job.mapping.process_of[rank] / job.opt.ranks_per_node;

	if (!failed_nodes.word && rank_set_init(&failed_nodes, job.nodes) != 0)
		return false;
	if (!rank_set_has(&failed_nodes, node)) {
		if (++nodes_failed > job.opt.controls.core.max_nodes)
			return false;
		rank_set_add(&failed_nodes, node);
	}
	return true;
}

static int write_all(int fd, const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t n = write(fd, text, bytes);

		if (n < 0 && errno != EINTR)
			return errno;
		text += n > 0 ? n : 0;
		bytes -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/* Beside its place until it is whole.  0 or an errno. */
static int save_as(const char *name, const char *text, size_t bytes)
{
	char partial[CORE_NAME_BYTES + 16];

	snprintf(partial, sizeof partial, "%s.partial", name);
	int fd = openat(job.directory, partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return errno;
	int error = write_all(fd, text, bytes);

	if (close(fd) != 0 && !error)
		error = errno;
	if (!error && renameat(job.directory, partial, job.directory, name) != 0)
		error = errno;
	if (error)
		unlinkat(job.directory, partial, 0);
	return error;
}

/* Where BG_COREDUMPPATH says, or else in the job's directory, as the kernel does. */
static int save(uint32_t rank, const char *text, size_t bytes)
{
	const struct core_controls *c = &job.opt.controls.core;
	char name[CORE_NAME_BYTES];

	snprintf(name, sizeof name, "%.400s/%.150s.%u", c->path, c->prefix, rank);
	int error = save_as(name, text, bytes);

	if (error && !first_error)
		snprintf(first_failed, sizeof first_failed, "%s", name);
	snprintf(name, sizeof name, "./core.%u", rank);
	return error ? save_as(name, text, bytes) : 0;
}

void core_file_save(uint32_t rank, const char *record, size_t bytes)
{
	if (files() == CORE_FIRST && (saved.count || first_error))
		return;
	if (*record == WHY_FAILED && !is_among_first(rank))
		return;
	if (!saved.word && rank_set_init(&saved, job.ranks) != 0)
		return;
	int error = save(rank, record + 1, bytes - 1);

	if (!error)
		rank_set_add(&saved, rank);
	else if (!first_error)
		first_error = error;
}

void core_file_sum_up(void)
{
	char line[RANK_SET_NAME_BYTES + CORE_NAME_BYTES + 256], ranks[RANK_SET_NAME_BYTES];
	int n;

	if (saved.count) {
		n = snprintf(line, sizeof line, "bgq-run: core files (%.150s.RANK): %s\n",
			     job.opt.controls.core.prefix,
			     rank_set_name(&saved, ranks, sizeof ranks));
		writer_add(STDERR_FILENO, line, (size_t)n);
	}
	if (first_error) {
		n = snprintf(line, sizeof line, "bgq-run: cannot write core files, first "
			     "%.600s: %s\n", first_failed, strerror(first_error));
		writer_add(STDERR_FILENO, line, (size_t)n);
	}
	rank_set_cleanup(&saved);
	if (failed_nodes.word)
		rank_set_cleanup(&failed_nodes);
	first_error = 0;
}
