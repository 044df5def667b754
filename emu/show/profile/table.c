/* table.c - the profile as text. */
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/version.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/show/report/report.h"
#include "profile_internal.h"

static double percent(ps_t ps, ps_t of_ps)
{
	return of_ps ? 100.0 * (double)ps / (double)of_ps : 0;
}

static struct spent_ps spent_of(uint32_t index)
{
	struct spent_ps all = { { 0 } };

	for (uint32_t n = 0; n < tree_nodes(); n++) {
		struct spent_ps s = tree_spent(index, n);

		for (int i = 0; i < SPENTS; i++)
			all.of[i] += s.of[i];
	}
	return all;
}

static struct spent_ps spent_in_all(void)
{
	struct spent_ps all = { { 0 } };

	for (uint32_t n = 0; n < tree_nodes(); n++) {
		struct spent_ps s = sum_node(n);

		for (int i = 0; i < SPENTS; i++)
			all.of[i] += s.of[i];
	}
	return all;
}

static void write_waits(FILE *f, ps_t all_ps)
{
	for (unsigned kind = 0; kind <= WAIT_HWTHREAD; kind++) {
		ps_t ps = 0;

		for (uint32_t n = 1; n < tree_nodes(); n++)
			if (tree_at(n)->off == TREE_WAITS + kind)
				ps += sum_node(n).of[SPENT_WAIT];
		if (ps)
			fprintf(f, "  %6.2f %%  %14llu  %s\n", percent(ps, all_ps),
				(unsigned long long)profile_cycles(ps), report_wait_name(kind));
	}
}

static void write_sums(FILE *f, const struct sums *s, ps_t all_ps, bool lines)
{
	fprintf(f, "\n  self %%          self   with calls          code        L2       waits"
		"  least of a rank   most (of rank)  %s\n", lines ? "line" : "function");
	for (size_t i = 0; i < s->count; i++) {
		const struct sum *m = &s->at[i];

		if (!profile_spent(&m->all) && !profile_spent(&m->self))
			continue;
		fprintf(f, "  %6.2f %13llu %12llu %13llu %9llu %11llu %16llu %9llu (%u)  %s",
			percent(profile_spent(&m->self), all_ps),
			(unsigned long long)profile_cycles(profile_spent(&m->self)),
			(unsigned long long)profile_cycles(profile_spent(&m->all)),
			(unsigned long long)profile_cycles(m->self.of[SPENT_CODE]),
			(unsigned long long)profile_cycles(m->self.of[SPENT_L2]),
			(unsigned long long)profile_cycles(m->self.of[SPENT_WAIT]),
			(unsigned long long)profile_cycles(m->least_ps),
			(unsigned long long)profile_cycles(m->most_ps), m->most, m->name->function);
		if (m->name->file && lines)
			fprintf(f, " %s:%u", m->name->file, m->name->line);
		else if (m->name->file)
			fprintf(f, " (%s)", m->name->file);
		fprintf(f, "\n");
	}
}

static void write_ranks(FILE *f)
{
	fprintf(f, "\n    rank          cycles          code        L2         waits\n");
	for (uint32_t rank = 0; rank < job.ranks; rank++) {
		uint32_t index = job.mapping.process_of[rank];
		struct spent_ps s = spent_of(index);

		if (booted.process[index].status != PROCESS_NOT_STARTED)
			fprintf(f, "%8u %15llu %13llu %9llu %13llu\n", rank,
				(unsigned long long)profile_cycles(profile_spent(&s)),
				(unsigned long long)profile_cycles(s.of[SPENT_CODE]),
				(unsigned long long)profile_cycles(s.of[SPENT_L2]),
				(unsigned long long)profile_cycles(s.of[SPENT_WAIT]));
	}
}

int table_write(FILE *f, ps_t end_ps)
{
	struct spent_ps all = spent_in_all();
	ps_t all_ps = profile_spent(&all);
	struct sums s;
	int rc = 0;

	fprintf(f, "bgqemu %s: profile of %s, %u ranks, %llu cycles until the end\n"
		"Simulated core cycles of all threads of all ranks: %llu\n",
		BGQEMU_VERSION, job.opt.argv[0], job.ranks,
		(unsigned long long)profile_cycles(end_ps),
		(unsigned long long)profile_cycles(all_ps));
	fprintf(f, "  %6.2f %%  %14llu  code, with calls that do not wait\n",
		percent(all.of[SPENT_CODE], all_ps),
		(unsigned long long)profile_cycles(all.of[SPENT_CODE]));
	fprintf(f, "  %6.2f %%  %14llu  L2 atomics\n", percent(all.of[SPENT_L2], all_ps),
		(unsigned long long)profile_cycles(all.of[SPENT_L2]));
	write_waits(f, all_ps);
	for (int lines = 0; lines < 2 && rc == 0; lines++) {
		rc = profile_sums(&s, lines);
		if (rc == 0)
			write_sums(f, &s, all_ps, lines);
		free(s.at);
	}
	write_ranks(f);
	return rc;
}
