/*
 * job_check.c - reads a job's words as its bgq-run will, before any job begins, so that a mistake
 * names the file's line.
 *
 * bgq-run says itself what is wrong, and may end the process: so a child reads the words first.
 *
 * Never: a job that begins although another one's line is wrong.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/node/machine/options_refuse.h"
#include "emu/node/machine/status.h"
#include "jobs_internal.h"

#define STATUS_RIGHT 99 /* of the child: the words are an ordinary job's */

static _Noreturn void read_words(const struct job_run *r, int to)
{
	struct options o;
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	dup2(to, STDERR_FILENO);
	r->command.word[0] = (char *)"bgq-run";
	int rc = options_parse(&o, r->command.count, r->command.word);

	fflush(NULL);
	_exit(rc < 0 ? STATUS_RIGHT : rc);
}

/* The message of the child's that says most: its first line, without the command's name. */
static int pass_on(const struct jobs *j, const struct job_run *r, char *text)
{
	static const char name[] = "bgq-run: ";

	text[strcspn(text, "\n")] = '\0';
	if (!strncmp(text, name, sizeof name - 1))
		text += sizeof name - 1;
	return job_file_refuse(&j->file, r->entry->line, "%s",
			       *text ? text : "--help and --version are no job");
}

static int parse_apart(const struct jobs *j, const struct job_run *r)
{
	char text[1024] = "";
	size_t n = 0;
	ssize_t more;
	int pipes[2], status = 0;

	if (pipe2(pipes, O_CLOEXEC) != 0)
		return job_file_refuse(&j->file, r->entry->line, "no pipe can be made");
	fflush(NULL);
	pid_t pid = fork();

	if (pid == 0)
		read_words(r, pipes[1]);
	close(pipes[1]);
	while (n + 1 < sizeof text && (more = read(pipes[0], text + n, sizeof text - 1 - n)) > 0)
		n += (size_t)more;
	close(pipes[0]);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return job_file_refuse(&j->file, r->entry->line, "no process can be made");
	return WIFEXITED(status) && WEXITSTATUS(status) == STATUS_RIGHT ? 0 : pass_on(j, r, text);
}

/* Returns which option of a job contradicts the run as a whole; NULL: none. */
static const char *wrong(const struct jobs *j, const struct job_run *r)
{
	const struct options *o = &r->opt;
	const struct part_box *place = &r->entry->place;

	if (memcmp(o->shape.size, place->size, sizeof place->size) ||
	    memcmp(o->whole_corner, place->corner, sizeof place->corner) ||
	    memcmp(o->whole.size, j->file.shape.size, sizeof o->whole.size) ||
	    memcmp(&o->location, &j->file.location, sizeof o->location))
		return "the place of a job is its second word, not --shape, --location or --within";
	if (o->gdb_rank >= 0 && !o->gdb_port)
		return "--gdb: of several jobs only with --listen";
	if (o->ras_file && j->opt.ras_file)
		return "--ras-file: the command line's gets the events of all jobs";
	if (o->checkpoint && j->opt.ras_file)
		return "--checkpoint: not beside the command line's --ras-file, which gets events "
		       "by a pipe";
	return NULL;
}

int job_check(const struct jobs *j, struct job_run *r)
{
	int rc = parse_apart(j, r);

	if (rc)
		return rc;
	if (options_parse(&r->opt, r->command.count, r->command.word) >= 0)
		return job_file_refuse(&j->file, r->entry->line, "is no job");
	const char *why = wrong(j, r);

	return why ? job_file_refuse(&j->file, r->entry->line, "%s", why) : 0;
}

/* ---- files */

struct named_file {
	const char *name;
	char *whole;              /* one name for each file */
	const struct job_run *by; /* NULL: the command line */
};

static void add_file(struct named_file *f, const char *name, const struct job_run *by)
{
	char *whole = file_write_whole(name);

	*f = (struct named_file){ name, whole ? whole : strdup(name), by };
	if (!f->whole)
		abort();
}

/* --profile adds endings to its name: one of its files stands for all. */
static unsigned add_profile(struct named_file *f, const struct job_run *r)
{
	char *name;

	if (!r->opt.profile)
		return 0;
	if (asprintf(&name, "%s.txt", r->opt.profile) < 0)
		abort();
	add_file(f, name, r);
	f->name = r->opt.profile;
	free(name);
	return 1;
}

#define FILES_MAX (OPTIONS_FILES_MAX + 3)

static unsigned files_of(const struct job_run *r, struct named_file *to)
{
	const char *const *stream = (const char *const *)r->entry->stream;
	const char *name[FILES_MAX];
	unsigned n = 0, files = options_files(&r->opt, name);
	bool apart = !stream[JOB_OUTPUT] || !stream[JOB_ERROR] ||
		     strcmp(stream[JOB_OUTPUT], stream[JOB_ERROR]);

	name[files++] = stream[JOB_OUTPUT];
	name[files++] = apart ? stream[JOB_ERROR] : NULL; /* else as 2>&1 */
	for (unsigned i = 0; i < files; i++)
		if (name[i] && !options_is_device(name[i]))
			add_file(&to[n++], name[i], r);
	return n + add_profile(&to[n], r);
}

static int by_name(const void *a, const void *b)
{
	const struct named_file *x = a, *y = b;
	int order = strcmp(x->whole, y->whole);

	return order ? order : x->by < y->by ? -1 : x->by > y->by;
}

static int refuse_file(const struct jobs *j, const struct named_file *f,
		       const struct named_file *before)
{
	const char *job = f->by->entry->name;
	unsigned line = f->by->entry->line;

	if (!before->by)
		return job_file_refuse(&j->file, line, "job %s writes %s, as --ras-file does", job,
				       f->name);
	if (before->by == f->by)
		return job_file_refuse(&j->file, line, "job %s writes %s twice", job, f->name);
	return job_file_refuse(&j->file, line, "job %s writes %s, as job %s does; %%j in a name "
			       "stands for the job's", job, f->name, before->by->entry->name);
}

static unsigned files_of_all(const struct jobs *j, struct named_file *to)
{
	unsigned n = 0;

	if (j->opt.ras_file && !options_is_device(j->opt.ras_file))
		add_file(&to[n++], j->opt.ras_file, NULL);
	for (unsigned i = 0; i < j->file.jobs; i++)
		n += files_of(&j->run[i], to + n);
	return n;
}

int job_check_files(const struct jobs *j)
{
	struct named_file *all = calloc((size_t)j->file.jobs * FILES_MAX + 1, sizeof *all);
	unsigned n = all ? files_of_all(j, all) : 0;
	int rc = 0;

	if (n)
		qsort(all, n, sizeof *all, by_name);
	for (unsigned i = 1; rc == 0 && i < n; i++)
		if (!strcmp(all[i].whole, all[i - 1].whole))
			rc = refuse_file(j, &all[i], &all[i - 1]);
	for (unsigned i = 0; i < n; i++)
		free(all[i].whole);
	free(all);
	return rc;
}
