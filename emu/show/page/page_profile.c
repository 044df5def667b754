/* page_profile.c - where cycles went, if --profile asks as well. */
#include "emu/node/machine/job.h"
#include "emu/show/profile/profile.h"
#include "page_internal.h"

#define ROWS 100

static void put_row(void *ctx, const struct profile_row *row)
{
	struct json *j = ctx;

	json_line(j);
	json_open(j, NULL, '[');
	json_text(j, NULL, row->function);
	json_text(j, NULL, row->file ? row->file : "");
	json_uint(j, NULL, row->line);
	json_uint(j, NULL, row->self);
	json_uint(j, NULL, row->all);
	json_uint(j, NULL, row->code);
	json_uint(j, NULL, row->l2);
	json_uint(j, NULL, row->waits);
	json_uint(j, NULL, row->least);
	json_uint(j, NULL, row->most);
	json_uint(j, NULL, row->most_rank);
	json_close(j, ']');
}

static uint64_t put_rows(struct json *j, const char *name, bool lines)
{
	uint64_t cycles;

	json_open(j, name, '[');
	cycles = profile_rows(lines, ROWS, put_row, j);
	json_close(j, ']');
	return cycles;
}

void page_put_profile(struct json *j)
{
	static const char *const columns[] = { "function", "file", "line", "self", "with_calls",
		"code", "l2", "waits", "least_of_a_rank", "most_of_a_rank", "rank", NULL };

	json_open(j, "profile", '{');
	if (job.opt.profile) {
		page_names(j, "columns", columns);
		put_rows(j, "functions", false);
		json_uint(j, "cycles", put_rows(j, "lines", true));
	}
	json_close(j, '}');
}
