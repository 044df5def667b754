/* page_time.c - lines over simulated time, and who has sent how much to whom. */
#include "emu/node/machine/job.h"
#include "emu/show/measure/measure.h"
#include "emu/show/report/report_counters.h"
#include "page_internal.h"

/* Runs of equal cells that a page has room for; with more, boxes are larger. */
#define RUNS_MAX 200000u
#define COARSER_SIDE 256u

/* ---- over time */

static unsigned steps(const struct timeline *t)
{
	ps_t end_ps = report_job_ps();

	if (end_ps >> t->shift >= TIMELINE_STEPS)
		return TIMELINE_STEPS;
	return (unsigned)(end_ps >> t->shift) + 1;
}

void page_put_line(struct json *j, const char *name, unsigned line)
{
	const struct timeline *t = &measure_sum()->timeline;
	uint64_t area_ps[TIMELINE_STEPS];

	timeline_integrals(t, line, area_ps);
	json_open(j, name, '[');
	for (unsigned i = 0; i < steps(t); i++)
		json_uint(j, NULL, area_ps[i]);
	json_close(j, ']');
}

void page_put_time(struct json *j)
{
	json_open(j, "time", '{');
	json_uint(j, "step_ps", UINT64_C(1) << measure_sum()->timeline.shift);
	json_open(j, "links", '[');
	for (unsigned link = 0; link < NET_LINKS; link++)
		page_put_line(j, NULL, MEASURE_LINKS + link);
	json_close(j, ']');
	page_put_line(j, "sending", MEASURE_SENDING);
	page_put_line(j, "packets", MEASURE_PACKETS);
	json_close(j, '}');
}

/* ---- from where to where */

static bool equal(const struct matrix_cell *a, const struct matrix_cell *b)
{
	return a->messages == b->messages && a->bytes == b->bytes;
}

/* Cells of a row from `at` on that are equal. */
static uint32_t run(const struct matrix *m, const struct matrix_cell *row, uint32_t at)
{
	uint32_t end = at + 1;

	while (end < m->blocks.count && equal(&row[at], &row[end]))
		end++;
	return end - at;
}

static size_t runs(const struct matrix *m)
{
	uint32_t n = m->blocks.count;
	size_t all = 0;

	for (uint32_t from = 0; from < n; from++) {
		const struct matrix_cell *row = &m->cell[(size_t)from * n];

		for (uint32_t to = 0; to < n; to += run(m, row, to))
			all += row[to].messages != 0;
	}
	return all;
}

static void put_run(struct json *j, uint32_t to, uint32_t count, const struct matrix_cell *cell)
{
	json_open(j, NULL, '[');
	json_uint(j, NULL, to);
	json_uint(j, NULL, count);
	json_uint(j, NULL, cell->messages);
	json_uint(j, NULL, cell->bytes);
	json_close(j, ']');
}

static void put_row(struct json *j, const struct matrix *m, uint32_t from)
{
	const struct matrix_cell *row = &m->cell[(size_t)from * m->blocks.count];
	bool begun = false;

	for (uint32_t to = 0; to < m->blocks.count; to += run(m, row, to)) {
		if (!row[to].messages)
			continue;
		if (!begun) {
			json_line(j);
			json_open(j, NULL, '[');
			json_uint(j, NULL, from);
		}
		begun = true;
		put_run(j, to, run(m, row, to), &row[to]);
	}
	if (begun)
		json_close(j, ']');
}

static void put_cells(struct json *j, const struct matrix *m)
{
	json_open(j, "matrix", '{');
	json_uint(j, "nodes_each", m->blocks.nodes_each);
	json_open(j, "shape", '[');
	for (int d = 0; d < NET_DIMS; d++)
		json_uint(j, NULL, m->blocks.shape.size[d]);
	json_close(j, ']');
	json_open(j, "rows", '[');
	for (uint32_t from = 0; from < m->blocks.count; from++)
		put_row(j, m, from);
	json_close(j, ']');
	json_close(j, '}');
}

void page_put_matrix(struct json *j)
{
	const struct matrix *m = &measure_sum()->matrix;
	struct matrix coarser = { 0 };
	bool large = runs(m) > RUNS_MAX &&
		     matrix_coarser(&coarser, m, &job.shape, COARSER_SIDE) == 0;

	put_cells(j, large ? &coarser : m);
	matrix_cleanup(&coarser);
}
