/*
 * omp_xlsmp.c - XLSMPOPTS, which the runtime of IBM's XL compilers reads beside OpenMP's own
 * variables; those prevail.  In programs only that were linked under one of XL's names.
 *
 * Never: an option without effect and without a word.
 */
#include "omp_rt.h"

#include <ctype.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>

#define TEXT_BYTES 512

/* Prints a warning, once a job. */
static void say(const char *option, const char *why)
{
	if (Kernel_GetRank() == 0)
		omprt_warn("XLSMPOPTS: %s %s", option, why);
}

static bool number(const char *text, unsigned long most, unsigned long *n)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	*n = strtoul(text, &end, 10);
	return !*end && *n <= most;
}

/* Takes "dynamic" or "dynamic=5".  Loops that name no schedule are static in the program's code. */
static bool schedule(struct omprt_env *env, char *text)
{
	static const struct {
		const char *name;
		unsigned sched;
	} kinds[] = {
		{ "static", SCHED_STATIC }, { "dynamic", SCHED_DYNAMIC },
		{ "guided", SCHED_GUIDED }, { "affinity", SCHED_GUIDED }, { "auto", SCHED_AUTO },
		{ "runtime", SCHED_STATIC },
	};
	char *chunk = strchr(text, '=');
	unsigned long n = 0;

	if (chunk)
		*chunk++ = '\0';
	if (chunk && (!number(chunk, INT32_MAX, &n) || n == 0))
		return false;
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(text, kinds[i].name)) {
			env->icv.sched = kinds[i].sched;
			env->icv.chunk = n || kinds[i].sched == SCHED_STATIC ? n : 1;
			if (kinds[i].sched != SCHED_STATIC || n)
				say("schedule", "is for loops with schedule(runtime)");
			return true;
		}
	return false;
}

/* Takes "4,8,12": hardware threads of the node. */
static bool processors(struct omprt_env *env, char *text)
{
	char *rest = text, *word;

	env->cpus = 0;
	while ((word = strsep(&rest, ",")) != NULL && env->cpus < OMPRT_CPUS) {
		unsigned long n;

		if (!number(word, OMPRT_CPUS - 1, &n))
			return false;
		env->cpu[env->cpus++] = (uint8_t)n;
	}
	return true;
}

/* Where threads are bound by startproc and stride. */
struct stride {
	unsigned long start, stride;
	bool given;
};

/* Suboptions that measure or tune: they have no effect here. */
static bool is_tuning(const char *name)
{
	static const char *const names[] = { "usrthds", "delays", "parthreshold", "seqthreshold",
					     "profilefreq", "bind", "bindlist", "intrathds" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i])) {
			say(name, "has no effect");
			return true;
		}
	return false;
}

/* Takes one option; false: it makes no sense.  spins and yields: ~0 if not given. */
static bool take(struct omprt_env *env, const char *name, char *value, struct stride *at,
		 unsigned long wait[2])
{
	unsigned long n;

	if (!strcmp(name, "schedule"))
		return schedule(env, value);
	if (!strcmp(name, "procs"))
		return processors(env, value);
	if (is_tuning(name))
		return true;
	if (!number(value, UINT32_MAX, &n))
		return false;
	if (!strcmp(name, "parthds") && n) {
		env->threads[0] = (unsigned)n;
		env->levels = 1;
	} else if (!strcmp(name, "stack")) {
		env->stack_bytes = n;
	} else if (!strcmp(name, "spins") || !strcmp(name, "yields")) {
		wait[*name == 'y'] = n;
	} else if (!strcmp(name, "startproc")) {
		at->start = n;
		at->given = true;
	} else if (!strcmp(name, "stride") && n) {
		at->stride = n;
	} else {
		return false;
	}
	return true;
}

static void bind_by_stride(struct omprt_env *env, const struct stride *at)
{
	if (!at->given)
		return;
	env->cpus = 0;
	for (unsigned long cpu = at->start; cpu < OMPRT_CPUS; cpu += at->stride)
		env->cpu[env->cpus++] = (uint8_t)cpu;
	if (!env->cpus)
		say("startproc", "names a hardware thread that the process has not");
}

/* Puts names in lower case, without blanks and quotes. */
static void tidy(char *to, const char *from)
{
	char *end = to + TEXT_BYTES - 1;

	for (; *from && to < end; from++)
		if (!isspace((unsigned char)*from) && *from != '"')
			*to++ = (char)tolower((unsigned char)*from);
	*to = '\0';
}

void omprt_xlsmp(struct omprt_env *env)
{
	const char *set = getenv("XLSMPOPTS");
	char text[TEXT_BYTES], *rest = text, *option;
	struct stride at = { 0, 1, false };
	unsigned long wait[2] = { ~0ul, ~0ul };

	env->icv.sched = SCHED_STATIC; /* XL's default */
	env->icv.chunk = 0;
	if (!set)
		return;
	tidy(text, set);
	while ((option = strsep(&rest, ":")) != NULL) {
		char *value = strchr(option, '=');

		if (!*option)
			continue;
		if (value)
			*value++ = '\0';
		if (!value || !take(env, option, value, &at, wait))
			omprt_warn("invalid value for XLSMPOPTS: %s", option);
	}
	bind_by_stride(env, &at);
	if (wait[0] == 0 && wait[1] == 0) /* threads that never sleep */
		env->active_wait = true;
	else if (~wait[0] || ~wait[1])
		say(~wait[0] ? "spins" : "yields", "has no effect: threads that wait sleep");
}

void omprt_xlsmp_bind(const struct omprt_env *env, unsigned thread)
{
	cpu_set_t set;

	if (!env->cpus)
		return;
	CPU_ZERO(&set);
	CPU_SET(env->cpu[thread % env->cpus], &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0)
		say("startproc or procs", "names a hardware thread that the process has not");
}
