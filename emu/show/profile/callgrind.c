/* callgrind.c - the profile as callgrind writes its own: for callgrind_annotate, KCachegrind and
 * gprof2dot.  Times are the cycles of all ranks; how often a function is called is not counted,
 * and given as 1. */
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/version.h"
#include "emu/node/machine/job.h"
#include "profile_internal.h"

static const struct name *name_at(uint32_t node)
{
	static const struct name root = { .function = "[not in the program]" };

	return node == TREE_ROOT ? &root : profile_name(tree_at(node)->off);
}

static void write_costs(FILE *f, unsigned line, const struct spent_ps *s)
{
	fprintf(f, "%u %llu %llu %llu %llu\n", line,
		(unsigned long long)profile_cycles(profile_spent(s)),
		(unsigned long long)profile_cycles(s->of[SPENT_CODE]),
		(unsigned long long)profile_cycles(s->of[SPENT_L2]),
		(unsigned long long)profile_cycles(s->of[SPENT_WAIT]));
}

static void write_function(FILE *f, const char *prefix, const struct name *name)
{
	const char *file = name->path ? name->path : name->file ? name->file : "???";

	fprintf(f, "%s=%s\n%s=%s\n", *prefix ? "cfi" : "fl", file, *prefix ? "cfn" : "fn",
		name->function);
}

/* Sums of each node with all below it: parents come before their children. */
static struct spent_ps *with_calls(void)
{
	uint32_t n = tree_nodes();
	struct spent_ps *all = calloc(n + 1, sizeof *all);

	for (uint32_t i = 0; all && i < n; i++)
		all[i] = sum_node(i);
	for (uint32_t i = n; all && i-- > 1;)
		for (int k = 0; k < SPENTS; k++)
			all[tree_at(i)->parent].of[k] += all[i].of[k];
	return all;
}

static void write_node(FILE *f, uint32_t node, const struct spent_ps *all)
{
	const struct name *name = name_at(node);
	struct spent_ps self = sum_node(node);

	if (profile_spent(&self)) {
		write_function(f, "", name);
		write_costs(f, name->line, &self);
	}
	if (node == TREE_ROOT || tree_at(node)->parent == TREE_ROOT || !profile_spent(&all[node]))
		return;
	const struct name *caller = name_at(tree_at(node)->parent);

	write_function(f, "", caller);
	write_function(f, "c", name);
	fprintf(f, "calls=1 %u\n", name->line);
	write_costs(f, caller->line, &all[node]);
}

int callgrind_write(FILE *f)
{
	struct spent_ps *all = with_calls();

	if (!all)
		return -1;
	fprintf(f, "# callgrind format\nversion: 1\ncreator: bgqemu %s\ncmd: %s\npositions: line\n"
		"events: Cycles Code L2 Waits\n\n",
		BGQEMU_VERSION, job.opt.argv[0]);
	for (uint32_t n = 0; n < tree_nodes(); n++)
		write_node(f, n, all);
	if (tree_nodes()) {
		fprintf(f, "\ntotals: %llu %llu %llu %llu\n",
			(unsigned long long)profile_cycles(profile_spent(&all[0])),
			(unsigned long long)profile_cycles(all[0].of[SPENT_CODE]),
			(unsigned long long)profile_cycles(all[0].of[SPENT_L2]),
			(unsigned long long)profile_cycles(all[0].of[SPENT_WAIT]));
	}
	free(all);
	return 0;
}
