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

#include "emu/node/machine/output_files.h"
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

#define COMMAND_LINE 0 /* writes --ras-file; job i is i + 1 */

static void add_files(const struct job_run *r, unsigned by, struct output_files *to)
{
	const char *output = r->entry->stream[JOB_OUTPUT], *error = r->entry->stream[JOB_ERROR];

	output_files_add_options(to, &r->opt, by);
	output_files_add(to, output, by);
	if (output && error && !strcmp(output, error))
		return; /* as 2>&1 */
	output_files_add(to, error, by);
}

/* The entry before f is the one that has its file, too. */
static int refuse_file(const struct jobs *j, const struct output_file *f)
{
	const struct job_entry *job = j->run[f->by - 1].entry;

	if (f[-1].by == COMMAND_LINE)
		return job_file_refuse(&j->file, job->line, "job %s writes %s, as --ras-file does",
				       job->name, f->name);
	if (f[-1].by == f->by)
		return job_file_refuse(&j->file, job->line, "job %s writes %s twice", job->name,
				       f->name);
	return job_file_refuse(&j->file, job->line, "job %s writes %s, as job %s does; %%j in a "
			       "name stands for the job's", job->name, f->name,
			       j->run[f[-1].by - 1].entry->name);
}

int job_check_files(const struct jobs *j)
{
	struct output_files all = { 0 };

	output_files_add(&all, j->opt.ras_file, COMMAND_LINE);
	for (unsigned i = 0; i < j->file.jobs; i++)
		add_files(&j->run[i], i + 1, &all);
	const struct output_file *f = output_files_twice(&all);
	int rc = f ? refuse_file(j, f) : 0;

	output_files_free(&all);
	return rc;
}
