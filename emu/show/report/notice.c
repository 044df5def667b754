/* notice.c - see notice.h. */
#include "notice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/node/image/host_heap.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "rank_set.h"
#include "writer.h"

struct group {
	char *text;
	uint64_t count;
	struct rank_set ranks;
};

static struct kind {
	struct group group[NOTICE_GROUPS_MAX];
	unsigned groups;
	uint64_t uncovered; /* messages that belong to none of the groups */
} kinds[NOTICE_KINDS];

static const char *const prefix[NOTICE_KINDS] = { "", "RAS: ", "" };

/* The kind, the line, the group's text. */
size_t notice_bytes(const struct notice *n)
{
	return 1 + strlen(n->line) + 1 + strlen(n->group) + 1;
}

void notice_pack(const struct notice *n, char *to)
{
	*to = (char)n->kind;
	strcpy(stpcpy(to + 1, n->line) + 1, n->group);
}

/* NULL if there is none, and no room for one more. */
static struct group *group_of(struct kind *k, const char *text)
{
	struct group *g = k->group;

	for (; g < k->group + k->groups; g++)
		if (!strcmp(g->text, text))
			return g;
	if (k->groups == NOTICE_GROUPS_MAX)
		return NULL;
	*g = (struct group){ .text = strdup(text) };
	if (!g->text || rank_set_init(&g->ranks, job.ranks) != 0) {
		free(g->text);
		return NULL;
	}
	k->groups++;
	return g;
}

static void (*observer)(uint32_t rank, enum notice_kind kind, const char *line);

void notice_tell(void (*fn)(uint32_t rank, enum notice_kind kind, const char *line))
{
	observer = fn;
}

void notice_add(uint32_t rank, const char *packed)
{
	struct kind *k = &kinds[(unsigned char)*packed];
	const char *line = packed + 1;
	size_t bytes = strlen(line);
	struct group *g;

	host_heap_enter();
	if (observer)
		observer(rank, (enum notice_kind)(unsigned char)*packed, line);
	g = job.opt.verbose ? NULL : group_of(k, line + bytes + 1);
	host_heap_leave();
	if (job.opt.verbose) {
		writer_add(STDERR_FILENO, line, bytes);
		return;
	}
	if (!g) {
		k->uncovered++;
		return;
	}
	if (rank != RANK_NONE)
		rank_set_add(&g->ranks, rank);
	if (g->count++ < NOTICE_SHOWN_MAX)
		writer_add(STDERR_FILENO, line, bytes);
}

static void sum_up(unsigned kind, const struct group *g)
{
	char line[1200], ranks[RANK_SET_NAME_BYTES], times[48] = "";
	int n;

	if (g->count > g->ranks.count)
		snprintf(times, sizeof times, " (%" PRIu64 " times)", g->count);
	n = snprintf(line, sizeof line, "bgq-run: %s%s: %.900s%s\n", prefix[kind],
		     g->ranks.count ? rank_set_name(&g->ranks, ranks, sizeof ranks)
				    : "nodes without a rank", g->text, times);
	writer_add(STDERR_FILENO, line, (size_t)n);
}

void notice_sum_up(void)
{
	char line[80];

	for (unsigned kind = 0; kind < NOTICE_KINDS; kind++) {
		struct kind *k = &kinds[kind];

		for (struct group *g = k->group; g < k->group + k->groups; g++) {
			if (g->count > NOTICE_SHOWN_MAX)
				sum_up(kind, g);
			rank_set_cleanup(&g->ranks);
			free(g->text);
		}
		if (k->uncovered) {
			int n = snprintf(line, sizeof line, "bgq-run: %s... and %" PRIu64
					 " more messages of other kinds\n", prefix[kind],
					 k->uncovered);
			writer_add(STDERR_FILENO, line, (size_t)n);
		}
		*k = (struct kind){ 0 };
	}
}
