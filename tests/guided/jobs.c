/* jobs.c - files of jobs (emu/cmd/jobs/job_file.c): jobs that are accepted have a place in the
 * machine, and no two a node in common. */
#include "guided.h"

#include "emu/cmd/jobs/job_file.h"

static void check(const struct job_file *f)
{
	for (unsigned i = 0; i < f->jobs; i++) {
		const struct job_entry *e = &f->job[i];

		guided_require(e->name && *e->name, "a name");
		guided_require(part_fits(&e->place, &f->shape), "a place in the machine");
		guided_require(job_file_owner(f, net_node_of(&f->shape, e->place.corner)) == e,
			       "the owner of its corner");
	}
}

static void forget(struct job_file *f)
{
	for (unsigned i = 0; i < f->jobs; i++) {
		free(f->job[i].name);
		for (int s = 0; s < JOB_STREAMS; s++)
			free(f->job[i].stream[s]);
		job_words_free(&f->job[i].words);
	}
	free(f->job);
	job_words_free(&f->all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct job_file f;

	int rc = job_file_read(&f, guided_file(data, bytes));

	guided_require(rc != 0 || f.jobs, "a file without jobs is refused");
	check(&f);
	forget(&f);
	return 0;
}
