/*
 * omp_display.c - what the control variables are: omp_display_env, and on request
 * of OMP_DISPLAY_ENV; the error directive's messages.
 */
#include "omp_rt.h"

#include <stdlib.h>

static const char *truth(bool b)
{
	return b ? "TRUE" : "FALSE";
}

static void show_schedule(const struct icv *icv)
{
	static const char *const kinds[] = { "?", "STATIC", "DYNAMIC", "GUIDED", "AUTO" };
	const char *modifier = icv->sched & SCHED_MONOTONIC ? "MONOTONIC:" : "";
	const char *kind = kinds[icv->sched & ~SCHED_MONOTONIC];

	bgqrt_message(2, "  OMP_SCHEDULE = '%s%s", modifier, kind);
	if (icv->chunk)
		bgqrt_message(2, ",%llu", (unsigned long long)icv->chunk);
	bgqrt_message(2, "'\n");
}

/* verbose: there are no variables of our own that could be added. */
void omp_display_env(int verbose)
{
	static const char *const binds[] = { "FALSE", "TRUE", "MASTER", "CLOSE", "SPREAD" };
	const struct omprt_env *env = omprt_env();
	const struct icv *icv = &env->icv;

	(void)verbose;
	bgqrt_message(2, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n");
	bgqrt_message(2, "  OMP_DYNAMIC = '%s'\n", truth(icv->dynamic));
	bgqrt_message(2, "  OMP_NESTED = '%s'\n", truth(icv->active_levels > 1));
	bgqrt_message(2, "  OMP_NUM_THREADS = '%u", icv->threads);
	for (unsigned i = 1; i < env->levels; i++)
		bgqrt_message(2, ",%u", env->threads[i]);
	bgqrt_message(2, "'\n");
	show_schedule(icv);
	bgqrt_message(2, "  OMP_PROC_BIND = '%s'\n  OMP_PLACES = ''\n", binds[icv->bind]);
	bgqrt_message(2, "  OMP_STACKSIZE = '%zu'\n", env->stack_bytes);
	bgqrt_message(2, "  OMP_WAIT_POLICY = '%s'\n",
		      env->active_wait ? "ACTIVE" : "PASSIVE");
	bgqrt_message(2, "  OMP_THREAD_LIMIT = '%u'\n", icv->thread_limit);
	bgqrt_message(2, "  OMP_MAX_ACTIVE_LEVELS = '%u'\n", icv->active_levels);
	bgqrt_message(2, "  OMP_CANCELLATION = '%s'\n", truth(env->cancellation));
	bgqrt_message(2, "  OMP_DEFAULT_DEVICE = '%d'\n", icv->device);
	bgqrt_message(2, "  OMP_MAX_TASK_PRIORITY = '%d'\n", env->max_priority);
	bgqrt_message(2, "OPENMP DISPLAY ENVIRONMENT END\n");
}

void GOMP_warning(const char *text, size_t bytes)
{
	omprt_warn("warning directive: %.*s", text ? (int)bytes : 0, text ? text : "");
}

_Noreturn void GOMP_error(const char *text, size_t bytes)
{
	omprt_warn("error directive: %.*s", text ? (int)bytes : 0, text ? text : "");
	exit(1);
}
