/* rows.c - the profile's functions and lines for --report. */
#include <stdlib.h>

#include "profile_internal.h"

static struct profile_row row_of(const struct sum *m, bool line)
{
	return (struct profile_row){
		.function = m->name->function, .file = m->name->file,
		.line = line && m->name->file ? m->name->line : 0,
		.self = profile_cycles(profile_spent(&m->self)),
		.all = profile_cycles(profile_spent(&m->all)),
		.code = profile_cycles(m->self.of[SPENT_CODE]),
		.l2 = profile_cycles(m->self.of[SPENT_L2]),
		.waits = profile_cycles(m->self.of[SPENT_WAIT]),
		.least = profile_cycles(m->least_ps), .most = profile_cycles(m->most_ps),
		.most_rank = m->most,
	};
}

uint64_t profile_rows(bool lines, unsigned count,
		      void (*fn)(void *ctx, const struct profile_row *row), void *ctx)
{
	struct sums s;
	ps_t all_ps = 0;

	if (profile_sums(&s, lines) != 0)
		return 0;
	for (size_t i = 0; i < s.count; i++) {
		struct profile_row row = row_of(&s.at[i], lines);

		all_ps += profile_spent(&s.at[i].self);
		if (i < count && row.all)
			fn(ctx, &row);
	}
	free(s.at);
	return profile_cycles(all_ps);
}
