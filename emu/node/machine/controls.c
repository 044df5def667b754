/* controls.c - see controls.h. */
#include "controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rank_list.h"

#define MIB (UINT64_C(1) << 20)
/* Defaults of CNK; the redbook's appendix on variables agrees. */
#define SHARED_MIB         64 /* of a node with several processes */
#define SHARED_MIB_ALONE   32
#define CORE_NODES_DEFAULT 2048
#define THREAD_SCOPE       1

const char *controls_value(char *const *env, const char *name)
{
	size_t n = strlen(name);

	for (; *env; env++)
		if (!strncmp(*env, name, n) && (*env)[n] == '=')
			return *env + n + 1;
	return NULL;
}

static long number(char *const *env, const char *name, long otherwise)
{
	const char *value = controls_value(env, name);

	return value ? atol(value) : otherwise;
}

static bool is_set(char *const *env, const char *name, bool otherwise)
{
	return number(env, name, otherwise) != 0;
}

/* "+16" is added to what there is without. */
static uint64_t shared_bytes(char *const *env, uint32_t ranks_per_node)
{
	const char *value = controls_value(env, "BG_SHAREDMEMSIZE");
	uint64_t mib = ranks_per_node == 1 ? SHARED_MIB_ALONE : SHARED_MIB;

	if (value && *value == '+')
		mib += strtoul(value + 1, NULL, 10);
	else if (value)
		mib = strtoul(value, NULL, 10);
	return mib * MIB;
}

static void core_read(struct core_controls *c, char *const *env)
{
	const char *path = controls_value(env, "BG_COREDUMPPATH");
	const char *prefix = controls_value(env, "BG_COREDUMPFILEPREFIX");

	*c = (struct core_controls){
		.disabled = is_set(env, "BG_COREDUMPDISABLED", false),
		.on_error = is_set(env, "BG_COREDUMPONERROR", false),
		.on_exit = is_set(env, "BG_COREDUMPONEXIT", false),
		.max_nodes = (uint32_t)number(env, "BG_COREDUMPMAXNODES", CORE_NODES_DEFAULT),
		.path = path ? path : ".",
		.prefix = prefix ? prefix : "core",
		.ranks = controls_value(env, "BG_COREDUMPRANK"),
		.registers = is_set(env, "BG_COREDUMPREGS", true),
		.gpr = is_set(env, "BG_COREDUMPGPR", true),
		.fpr = is_set(env, "BG_COREDUMPFPR", true),
		.spr = is_set(env, "BG_COREDUMPSPR", true),
		.personality = is_set(env, "BG_COREDUMPPERS", true),
		.interrupts = is_set(env, "BG_COREDUMPINTCOUNT", true),
		.stack = is_set(env, "BG_COREDUMPSTACK", false),
		.thread_only = number(env, "BG_COREDUMPSCOPE", 0) == THREAD_SCOPE,
	};
	if (c->ranks && !rank_list_ok(c->ranks)) {
		fprintf(stderr, "bgq-run: BG_COREDUMPRANK=%s has no effect: not a list of ranks\n",
			c->ranks);
		c->ranks = NULL;
	}
}

/* ---- those without effect */

struct reason {
	const char *name, *why; /* NULL: it has one */
};

static const struct reason reasons[] = {
#define HONOURED(name) { #name, NULL },
#define NAMED(name, why) { #name, why },
#include "controls.def"
#undef HONOURED
#undef NAMED
};

static bool is_name(const char *entry, size_t n, const char *name)
{
	return strlen(name) == n && !strncmp(entry, name, n);
}

static const char *reason_of(const char *entry, size_t n, char *const *env)
{
	if (is_name(entry, n, "BG_THREADMODEL") && number(env, "BG_THREADMODEL", 0) == 2)
		return "threads stay on their process's hardware threads";
	if (is_name(entry, n, "BG_STACKGUARDENABLE") && !is_set(env, "BG_STACKGUARDENABLE", true))
		return "stacks always have guards";
	for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (is_name(entry, n, reasons[i].name))
			return reasons[i].why;
	return !strncmp(entry, "COMMAGENT_", 10) ? "the communication agent is a model"
						 : "no such control of the kernel is known";
}

static void name_ignored(char *const *env)
{
	for (char *const *e = env; *e; e++) {
		size_t n = strcspn(*e, "=");

		if (strncmp(*e, "BG_", 3) && strncmp(*e, "COMMAGENT_", 10))
			continue;
		const char *why = reason_of(*e, n, env);

		if (why)
			fprintf(stderr, "bgq-run: %.*s has no effect: %s\n", (int)n, *e, why);
	}
}

void controls_read(struct controls *c, char *const *env, uint32_t ranks_per_node)
{
	c->shared_bytes = shared_bytes(env, ranks_per_node);
	core_read(&c->core, env);
	name_ignored(env);
}
