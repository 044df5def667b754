/* page_end.c - how the run has ended: why, with which status, and what ranks wait for that have
 * not ended. */
#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "emu/cmd/cli/version.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/show/report/awaited.h"
#include "emu/show/report/report.h"
#include "page_internal.h"

#define AWAITED_ROWS_MAX 4096
#define AWAITED_RANKS_MAX 16 /* of a row */

static uint32_t alive(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < job.places; i++)
		n += booted.process[i].status == PROCESS_ALIVE;
	return n;
}

static void put_first_failed(struct json *j)
{
	uint32_t failed;
	const struct process *first = report_first_failed(&failed);

	json_uint(j, "failed", failed);
	if (!first)
		return;
	json_open(j, "first_failed", '{');
	json_uint(j, "rank", first->rank);
	json_uint(j, "status", (uint64_t)first->status);
	json_uint(j, "at_ps", first->end_ps);
	json_close(j, '}');
}

/* Adds a line of a list as bgq-run prints it, without what stands before each. */
static void put_list_line(struct json *j, const char *line)
{
	static const char prefix[] = "bgq-run:";

	if (!strncmp(line, prefix, sizeof prefix - 1))
		line += sizeof prefix - 1;
	json_text(j, NULL, line + strspn(line, " "));
}

static void put_list(struct json *j)
{
	char *text = NULL, *rest, *line;
	size_t bytes;
	FILE *memory = alive() ? open_memstream(&text, &bytes) : NULL;

	json_open(j, "list", '[');
	if (memory) {
		report_waiting(memory);
		fclose(memory);
	}
	for (rest = text; rest && (line = strsep(&rest, "\n"));)
		if (*line)
			put_list_line(j, line);
	json_close(j, ']');
	free(text);
}

static void put_awaited(struct json *j, const struct thread *t, const struct rank_set *ranks,
			const char *why)
{
	uint32_t shown = 0;

	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, t->process->rank);
	json_uint(j, NULL, t->user->index);
	json_text(j, NULL, why);
	json_uint(j, NULL, ranks->count);
	json_open(j, NULL, '[');
	for (uint32_t r = 0; r < job.ranks && shown < AWAITED_RANKS_MAX; r++)
		if (rank_set_has(ranks, r)) {
			json_uint(j, NULL, r);
			shown++;
		}
	json_close(j, ']');
	json_close(j, ']');
}

static void put_awaited_by(struct json *j, const struct process *p, uint64_t *all)
{
	char why[AWAITED_WHY_BYTES];

	for (const struct thread *t = &p->main; t; t = t->user->next) {
		const struct rank_set *ranks = awaited_by(t, why);

		if (ranks && (*all)++ < AWAITED_ROWS_MAX)
			put_awaited(j, t, ranks, why);
	}
}

static void put_waits_for(struct json *j)
{
	static const char *const columns[] = { "rank", "thread", "why", "count", "ranks", NULL };
	uint64_t all = 0;

	json_open(j, "waits_for", '{');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t rank = 0; rank < job.ranks; rank++) {
		const struct process *p = &booted.process[job.mapping.process_of[rank]];

		if (p->status == PROCESS_ALIVE)
			put_awaited_by(j, p, &all);
	}
	json_close(j, ']');
	json_uint(j, "all", all);
	json_close(j, '}');
}

void page_put_end(struct json *j, const struct page_end *end)
{
	json_open(j, "end", '{');
	json_text(j, "version", BGQEMU_VERSION);
	json_text(j, "reason", end->reason);
	json_text(j, "text", end->text);
	json_uint(j, "status", (uint64_t)end->status);
	json_uint(j, "alive", alive());
	json_uint(j, "ras", end->faults ? page_fault_events(end->faults) : machine.ras);
	put_first_failed(j);
	put_list(j);
	put_waits_for(j);
	json_close(j, '}');
}
