/* omp_taskloop_split.c - which iterations of a loop of tasks each task has. */
#include "omp_loop.h"

/* Returns how many tasks a loop becomes: num_tasks, or so many that each has grainsize iterations
 * or up to twice that; without either clause one for each thread. */
static uint64_t tasks_for(const struct split *s, unsigned threads)
{
	uint64_t tasks = s->number ? s->number : threads;

	if (s->number && s->grain)
		tasks = s->trips / s->number + (s->strict && s->trips % s->number);
	if (tasks > s->trips)
		tasks = s->trips;
	return tasks ? tasks : 1;
}

/* Even shares, the first ones one larger; strict: all of number but the last. */
void omprt_taskloop_split(const struct split *s, void (*launch)(void *, uint64_t, uint64_t),
			  void *loop)
{
	uint64_t tasks = tasks_for(s, omprt_self()->at.team->threads);
	bool equal = s->number && s->grain && s->strict;
	uint64_t share = equal ? s->number : s->trips / tasks;
	uint64_t larger = equal ? 0 : s->trips % tasks, first = 0;

	for (uint64_t i = 0; i < tasks; i++) {
		uint64_t last = first + share + (i < larger);

		if (last > s->trips)
			last = s->trips;
		launch(loop, first, last);
		first = last;
	}
}
