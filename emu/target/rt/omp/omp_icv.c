/*
 * omp_icv.c - the process's environment as OpenMP's control variables, read when
 * OpenMP is first used.  What makes no sense is reported and ignored.  BG_*
 * variables of the machine's kernel have no say here.
 */
#include "omp_rt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/process.h>

void omp_display_env(int verbose);

static struct omprt_env env;

static const char *value_of(const char *name)
{
	const char *s = getenv(name);

	while (s && isspace((unsigned char)*s))
		s++;
	return s && *s ? s : NULL;
}

static void bad_value(const char *name)
{
	omprt_warn("invalid value for environment variable %s", name);
}

static const char *skip(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* If s begins with word, what follows it. */
static const char *after_word(const char *s, const char *word)
{
	size_t n = strlen(word);

	if (strncasecmp(s, word, n) || isalnum((unsigned char)s[n]) || s[n] == '_')
		return NULL;
	return skip(s + n);
}

/* A number of at least low; NULL if there is none. */
static const char *after_number(const char *s, unsigned long low, unsigned long *out)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return NULL;
	*out = strtoul(s, &end, 10);
	return *out < low || *out > INT32_MAX ? NULL : skip(end);
}

static bool read_number(const char *name, unsigned long low, unsigned long *out)
{
	const char *s = value_of(name), *end;

	if (!s)
		return false;
	end = after_number(s, low, out);
	if (end && !*end)
		return true;
	bad_value(name);
	return false;
}

static bool read_bool(const char *name, bool otherwise)
{
	const char *s = value_of(name), *end;

	if (!s)
		return otherwise;
	end = after_word(s, "true");
	if (end && !*end)
		return true;
	end = after_word(s, "false");
	if (end && !*end)
		return false;
	bad_value(name);
	return otherwise;
}

static void read_threads(void)
{
	const char *s = value_of("OMP_NUM_THREADS");
	unsigned long n;

	if (s)
		env.levels = 0;
	while (s && env.levels < OMPRT_LEVELS) {
		s = after_number(s, 1, &n);
		if (!s || (*s && *s != ','))
			break;
		env.threads[env.levels++] = (unsigned)n;
		if (!*s)
			return;
		s = skip(s + 1);
	}
	if (s || value_of("OMP_NUM_THREADS")) {
		bad_value("OMP_NUM_THREADS");
		env.levels = 0;
	}
}

static void read_schedule(void)
{
	static const char *const kinds[] = { "", "static", "dynamic", "guided", "auto" };
	const char *s = value_of("OMP_SCHEDULE"), *end = NULL;
	unsigned modifier = 0;
	unsigned long chunk = 0;

	if (!s)
		return;
	if ((end = after_word(s, "monotonic")) && *end == ':') {
		modifier = SCHED_MONOTONIC;
		s = skip(end + 1);
	} else if ((end = after_word(s, "nonmonotonic")) && *end == ':') {
		s = skip(end + 1);
	}
	for (unsigned k = SCHED_STATIC; k <= SCHED_AUTO; k++) {
		end = after_word(s, kinds[k]);
		if (end && *end == ',')
			end = after_number(skip(end + 1), 1, &chunk);
		if (end && !*end) {
			env.icv.sched = k | modifier;
			env.icv.chunk = chunk;
			return;
		}
	}
	bad_value("OMP_SCHEDULE");
}

static void read_stack(void)
{
	const char *s = value_of("OMP_STACKSIZE"), *end;
	static const char units[] = "bkmg";
	unsigned long n;
	unsigned shift = 10;

	if (!s)
		return;
	end = after_number(s, 1, &n);
	if (end && *end) {
		const char *unit = strchr(units, tolower((unsigned char)*end));

		shift = unit ? 10 * (unsigned)(unit - units) : 0;
		end = unit ? skip(end + 1) : NULL;
	}
	if (end && !*end)
		env.stack_bytes = n << shift;
	else
		bad_value("OMP_STACKSIZE");
}

static void read_bind(void)
{
	static const char *const words[] = { "false", "true", "master", "close", "spread",
					     "primary" };
	const char *s = value_of("OMP_PROC_BIND"), *end = NULL;

	for (unsigned k = 0; s && k < 6; k++) {
		end = after_word(s, words[k]);
		if (end && (!*end || *end == ',')) {
			env.icv.bind = k == 5 ? 2 : (uint8_t)k;
			return;
		}
	}
	if (s)
		bad_value("OMP_PROC_BIND");
}

static void read_wait_policy(void)
{
	const char *s = value_of("OMP_WAIT_POLICY"), *end;

	if (!s)
		return;
	end = after_word(s, "active");
	if (end && !*end)
		env.active_wait = true;
	else if (!(end = after_word(s, "passive")) || *end)
		bad_value("OMP_WAIT_POLICY");
}

/* More than one level has threads if anything says so. */
static void read_levels(void)
{
	unsigned long n;

	env.icv.active_levels = env.levels > 1 ? OMPRT_ACTIVE_LEVELS : 1;
	if (getenv("OMP_NESTED"))
		env.icv.active_levels =
			read_bool("OMP_NESTED", false) ? OMPRT_ACTIVE_LEVELS : 1;
	if (read_number("OMP_MAX_ACTIVE_LEVELS", 0, &n))
		env.icv.active_levels =
			n < OMPRT_ACTIVE_LEVELS ? (unsigned)n : OMPRT_ACTIVE_LEVELS;
}

static void read_allocator(void)
{
	static const char *const names[] = { "default", "large_cap", "const", "high_bw", "low_lat",
					     "cgroup", "pteam", "thread" };
	const char *s = value_of("OMP_ALLOCATOR"), *end;

	env.icv.allocator = 1; /* omp_default_mem_alloc, then as in <omp.h> */
	for (unsigned i = 0; s && i < sizeof names / sizeof names[0]; i++) {
		char name[32];

		snprintf(name, sizeof name, "omp_%s_mem_alloc", names[i]);
		if ((end = after_word(s, name)) && !*end) {
			env.icv.allocator = i + 1;
			return;
		}
	}
	if (s)
		bad_value("OMP_ALLOCATOR");
}

static void read_all(unsigned processors)
{
	unsigned long n;

	env.icv.sched = SCHED_DYNAMIC;
	env.icv.chunk = 1;
	if (omprt_xlsmp)
		omprt_xlsmp(&env);
	read_allocator();
	env.icv.thread_limit = processors;
	if (read_number("OMP_THREAD_LIMIT", 1, &n) && n < processors)
		env.icv.thread_limit = (unsigned)n;
	read_threads();
	env.icv.threads = env.levels ? env.threads[0] : processors;
	read_schedule();
	read_stack();
	read_bind();
	read_wait_policy();
	read_levels();
	env.icv.dynamic = read_bool("OMP_DYNAMIC", false);
	env.cancellation = read_bool("OMP_CANCELLATION", false);
	if (read_number("OMP_NUM_TEAMS", 1, &n))
		env.teams = (unsigned)n;
	if (read_number("OMP_TEAMS_THREAD_LIMIT", 1, &n))
		env.teams_limit = (unsigned)n;
	if (read_number("OMP_MAX_TASK_PRIORITY", 0, &n))
		env.max_priority = (int)n;
	if (read_number("OMP_DEFAULT_DEVICE", 0, &n))
		env.icv.device = (int)n;
}

unsigned omprt_processors(void)
{
	return Kernel_ProcessorCount();
}

/* OMP_DISPLAY_ENV: true, or verbose. */
static bool wants_display(void)
{
	const char *s = value_of("OMP_DISPLAY_ENV"), *end;

	if (!s || ((end = after_word(s, "false")) && !*end))
		return false;
	if (((end = after_word(s, "true")) || (end = after_word(s, "verbose"))) && !*end)
		return true;
	bad_value("OMP_DISPLAY_ENV");
	return false;
}

static bool ready;

static void read_once(void)
{
	unsigned processors = omprt_processors();
	bool mine;

	omprt_enter();
	mine = !ready;
	if (mine)
		read_all(processors);
	__atomic_store_n(&ready, true, __ATOMIC_RELEASE);
	omprt_leave();
	if (mine && omprt_xlsmp)
		omprt_xlsmp_bind(&env, 0);
	if (mine && wants_display())
		omp_display_env(0);
}

const struct omprt_env *omprt_env(void)
{
	if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
		read_once();
	return &env;
}
