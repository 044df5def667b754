/* checkpoint.c - see checkpoint.h. */
#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/values.h"
#include "emu/node/io/journal.h"
#include "emu/node/io/opened.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/status.h"
#include "emu/show/report/output.h"
#include "emu/show/report/writer.h"
#include "emu/core/engine/engine.h"
#include "host_files.h"
#include "host_opened.h"
#include "restart.h"
#include "state.h"

static struct {
	struct saved now;    /* what does not change, and what the next checkpoint has */
	char *name;          /* whole, of the file; NULL: none is written */
	atomic_bool asked;
	bool repeats;        /* up to a checkpoint's time */
	bool due;            /* --checkpoint-at is still to come */
	int made_fd;         /* the file, for names that are made; -1 */
	int status;
} checkpoint = { .made_fd = -1 };

static double us(ps_t at_ps)
{
	return (double)at_ps / (double)PS_PER_US;
}

static int fail(int status, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	fprintf(stderr, "bgq-run: ");
	vfprintf(stderr, format, ap);
	fprintf(stderr, "\n");
	va_end(ap);
	if (!checkpoint.status)
		checkpoint.status = status;
	return status;
}

/* ---- what a job is run with */

static bool add_input(const char *name)
{
	struct saved_file *f = saved_grow(&checkpoint.now.input, &checkpoint.now.inputs, sizeof *f);
	char *whole = realpath(name, NULL);
	bool good = f && whole && host_file_describe(whole, false, f) == 0;

	free(whole);
	return good;
}

/* Files that have been read before the job's directory is entered. */
static bool add_early_inputs(void)
{
	bool good = true;

	for (unsigned i = 0; i < job.opt.faults; i++)
		if (job.opt.fault[i].is_file)
			good = good && add_input(job.opt.fault[i].text);
	return good;
}

static bool add_inputs(void)
{
	return add_input(booted.image.path) &&
	       (mapping_is_order(job.opt.mapping) || add_input(job.opt.mapping));
}

static bool add_command(struct saved *s)
{
	for (int i = 0; i < job.opt.command_words; i++)
		if (!saved_add(&s->args, job.opt.command[i]))
			return false;
	for (char **e = job.opt.env; *e; e++)
		if (strchr(*e, '=') && !saved_add(&s->env, *e))
			return false;
	s->options = (unsigned)job.opt.command_options;
	return true;
}

/* The directory of a file, to be freed. */
static char *folder_of(const char *whole)
{
	return strndup(whole, (size_t)(strrchr(whole, '/') - whole) + 1);
}

int checkpoint_prepare(void)
{
	struct saved *s = &checkpoint.now;
	const char *file = job.opt.checkpoint;
	uint64_t length;
	struct stat st;

	if (!file)
		return 0;
	if (stat(file, &st) == 0 && !S_ISREG(st.st_mode))
		return fail(STATUS_USAGE, "%s %s: not a regular file", job.opt.checkpoint_option,
			    file);
	s->directory = getcwd(NULL, 0);
	s->libc = strdup(gnu_get_libc_version());
	checkpoint.name = file_write_whole(file); /* ranks may be in another directory */
	if (!checkpoint.name || !s->directory || !s->libc || !add_command(s) ||
	    host_file_digest("/proc/self/exe", UINT64_MAX, &s->emulator, &length) != 0 ||
	    !add_early_inputs())
		return fail(STATUS_USAGE, "%s %s: %s", job.opt.checkpoint_option, file,
			    strerror(errno));
	return 0;
}

static void repeat(const struct saved *s)
{
	journal_repeat(restart_journal(), s->calls);
	writer_mute(true);
	checkpoint.repeats = true;
	for (unsigned i = 0; i < s->files; i++)
		named_add(s->file[i].path, s->file[i].written);
	engine_hold(booted.engine, s->at_ps);
}

int checkpoint_begin(void)
{
	char *folder = checkpoint.name ? folder_of(checkpoint.name) : NULL;
	const struct saved *from = restart_from();

	if (!from && !checkpoint.name)
		return 0;
	int rc = journal_begin(folder);

	free(folder);
	if (rc != 0 || (checkpoint.name && !add_inputs()))
		return fail(STATUS_CANNOT_RUN, "%s %s: %s", job.opt.checkpoint_option,
			    job.opt.checkpoint, strerror(rc ? -rc : errno));
	writer_count();
	checkpoint.due = job.opt.checkpoint_at_ps != PS_NEVER;
	if (from)
		repeat(from);
	else if (checkpoint.due)
		engine_hold(booted.engine, job.opt.checkpoint_at_ps);
	return 0;
}

/* ---- written */

static char unkept[SAVED_WHY_BYTES]; /* why there is no checkpoint just now; "": nothing */

static void save_name(void *ctx, const char *path, bool written)
{
	struct saved *s = ctx;
	struct saved_file *f = saved_grow(&s->file, &s->files, sizeof *f);

	int rc = f ? host_file_describe(path, written, f) : -ENOMEM;

	if (f && rc)
		s->files--;
	if (rc && rc != -EINVAL)
		snprintf(unkept, sizeof unkept, "%s cannot be looked at: %s", path, strerror(-rc));
}

/* The parts that are new each time. */
static void describe(struct saved *s, ps_t at_ps)
{
	s->at_ps = at_ps;
	s->output[1] = writer_counted(STDOUT_FILENO);
	s->output[2] = writer_counted(STDERR_FILENO);
	s->state = state_digest(at_ps);
	s->calls = journal_calls();
	s->journal_bytes = journal_digest().bytes;
	*unkept = '\0';
	host_opened_save(s, unkept);
	named_each(save_name, s);
}

static int write_parts(FILE *f, const struct saved *s)
{
	int rc = saved_write(f, s);

	if (rc == 0)
		rc = journal_write(f);
	if (rc == 0)
		rc = host_files_copy(f, s);
	if (rc == 0 && (fflush(f) != 0 || fsync(fileno(f)) != 0))
		rc = -errno;
	return rc;
}

/* Beside the file; the name is the new one's when it is whole.  0 or -errno. */
static int write_file(const struct saved *s)
{
	char partial[PATH_MAX];
	int rc;

	snprintf(partial, sizeof partial, "%s.partial", checkpoint.name);
	FILE *f = fopen(partial, "we");

	if (!f)
		return -errno;
	rc = write_parts(f, s);
	if (fclose(f) != 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && rename(partial, checkpoint.name) != 0)
		rc = -errno;
	if (rc != 0)
		unlink(partial);
	return rc;
}

static void not_told(const char *why)
{
	fail(STATUS_NOT_WRITTEN, "the checkpoint does not learn what files the job makes from now "
	     "on: %s", why);
}

static void made(const char *path)
{
	int rc = checkpoint.made_fd < 0 ? 0 : saved_write_made(checkpoint.made_fd, path);

	if (rc == 0)
		return;
	not_told(strerror(-rc));
	close(checkpoint.made_fd);
	checkpoint.made_fd = -1;
}

/* A later restart from this file removes what is made from now on. */
static void tell_made(const char *file)
{
	if (checkpoint.made_fd >= 0)
		close(checkpoint.made_fd);
	checkpoint.made_fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (checkpoint.made_fd < 0)
		not_told(strerror(errno));
	named_tell(made);
}

static void say_written(const struct saved *s)
{
	if (!job.opt.quiet)
		fprintf(stderr, "bgq-run: checkpoint at %.3f us in %s: %" PRIu64 " bytes on "
			"standard output, %" PRIu64 " on standard error by then\n", us(s->at_ps),
			checkpoint.name, s->output[1].bytes, s->output[2].bytes);
}

static void write_now(ps_t at_ps)
{
	struct saved *s = &checkpoint.now;

	describe(s, at_ps);
	const char *why = journal_spoilt() ? journal_spoilt() : *unkept ? unkept : NULL;
	int rc = why ? 0 : write_file(s);

	if (why)
		fail(STATUS_NOT_WRITTEN, "no checkpoint at %.3f us: %s", us(at_ps), why);
	else if (rc != 0)
		fail(STATUS_NOT_WRITTEN, "%s %s: %s", job.opt.checkpoint_option, checkpoint.name,
		     strerror(-rc));
	else
		say_written(s);
	saved_forget_files(s);
	if (!why && rc == 0)
		tell_made(checkpoint.name);
}

/* ---- gone on from */

static bool equals(const struct saved *s, ps_t at_ps)
{
	struct digest out = writer_counted(STDOUT_FILENO), err = writer_counted(STDERR_FILENO);
	struct digest state = state_digest(at_ps);

	return digest_equal(&out, &s->output[1]) && digest_equal(&err, &s->output[2]) &&
	       digest_equal(&state, &s->state);
}

static void stop(int status, const char *why)
{
	fail(status, "--restart %s: %s", restart_name(), why);
	engine_stop(booted.engine);
}

static void go_on(const struct saved *s, ps_t at_ps)
{
	char why[SAVED_WHY_BYTES];

	if (!journal_is_live() || journal_difference() || !equals(s, at_ps)) {
		stop(STATUS_INTERNAL, "the run is not what it was: at the checkpoint's time its "
		     "output, its calls on files or its network differ");
		return;
	}
	if (!host_files_check(s, why) || !host_files_put_back(s, restart_journal(), why) ||
	    !host_opened_again(s, why)) {
		stop(STATUS_CANNOT_RUN, why);
		return;
	}
	tell_made(restart_name());
	writer_mute(false);
	checkpoint.repeats = false;
	if (!job.opt.quiet)
		fprintf(stderr, "bgq-run: goes on from %s at %.3f us\n", restart_name(), us(at_ps));
}

/* ---- when */

void checkpoint_ask(void)
{
	atomic_store(&checkpoint.asked, true);
}

void checkpoint_window(ps_t now_ps)
{
	if (!atomic_load_explicit(&checkpoint.asked, memory_order_relaxed) || checkpoint.repeats ||
	    now_ps == PS_NEVER || engine_hold_ps(booted.engine) != PS_NEVER)
		return;
	engine_hold(booted.engine, now_ps);
}

/* --checkpoint-at is next, unless it has been. */
static void hold_again(ps_t at_ps)
{
	if (checkpoint.due && job.opt.checkpoint_at_ps > at_ps)
		engine_hold(booted.engine, job.opt.checkpoint_at_ps);
}

void checkpoint_held(void *ctx, ps_t at_ps)
{
	bool wanted = atomic_exchange(&checkpoint.asked, false);

	(void)ctx;
	output_merge(at_ps);
	if (checkpoint.repeats)
		go_on(restart_from(), at_ps);
	else
		wanted = true;
	if (checkpoint.due && at_ps >= job.opt.checkpoint_at_ps) {
		checkpoint.due = false;
		wanted = true;
	}
	if (wanted && checkpoint.name && checkpoint.status <= STATUS_NOT_WRITTEN)
		write_now(at_ps);
	hold_again(at_ps);
}

int checkpoint_end(bool stopped)
{
	if (journal_difference())
		fail(STATUS_INTERNAL, "--restart %s: the run is not what it was: %s",
		     restart_name(), journal_difference());
	else if (checkpoint.status || stopped)
		return checkpoint.status;
	else if (checkpoint.repeats)
		fail(STATUS_INTERNAL, "--restart %s: the run has ended before the checkpoint's "
		     "time", restart_name());
	else if (checkpoint.due)
		fail(STATUS_NOT_WRITTEN, "no checkpoint: the run has ended before --checkpoint-at");
	return checkpoint.status;
}
