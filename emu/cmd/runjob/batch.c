/* batch.c - see batch.h. */
#include "batch.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/cmd/cli/values.h"

/* The first of the variables that is a number; "8(x4)", as Slurm writes it, is 8. */
static unsigned long first_number(const char *const *names, const char **from)
{
	unsigned long n;

	for (; *names; names++) {
		const char *value = getenv(*names);
		char digits[16];

		if (!value)
			continue;
		snprintf(digits, sizeof digits, "%.*s", (int)strspn(value, "0123456789"), value);
		*from = *names;
		if (value_parse(digits, 10, 1, INT32_MAX, &n))
			return n;
	}
	return 0;
}

/* ---- the script */

/* "# @ bg_size = 512", in any case and with blanks or without. */
static unsigned long size_of_line(const char *line)
{
	static const char name[] = "bg_size";
	const char *at = line + strspn(line, " \t");

	if (*at++ != '#')
		return 0;
	at += strspn(at, " \t");
	if (*at++ != '@')
		return 0;
	at += strspn(at, " \t");
	if (strncasecmp(at, name, sizeof name - 1))
		return 0;
	at += sizeof name - 1;
	at += strspn(at, " \t");
	return *at == '=' ? strtoul(at + 1, NULL, 10) : 0;
}

static unsigned long size_in(FILE *script)
{
	char line[1024];
	unsigned long nodes = 0;

	while (!nodes && fgets(line, sizeof line, script))
		nodes = size_of_line(line);
	return nodes <= INT32_MAX ? nodes : 0;
}

/* The words of the calling process, which is a shell if it has a script among them: the first
 * one that is no option. */
static FILE *script_of_caller(void)
{
	static char words[4096];
	char name[64], *word = words;
	size_t n;
	FILE *f;

	snprintf(name, sizeof name, "/proc/%d/cmdline", getppid());
	f = fopen(name, "re");
	if (!f)
		return NULL;
	n = fread(words, 1, sizeof words - 1, f);
	fclose(f);
	do
		word += strlen(word) + 1;
	while (word < words + n && *word == '-');
	return word < words + n ? fopen(word, "re") : NULL;
}

static unsigned long size_of_script(const char **from)
{
	FILE *script = script_of_caller();
	unsigned long nodes = script ? size_in(script) : 0;

	*from = "bg_size of the script";
	if (script)
		fclose(script);
	return nodes;
}

unsigned long batch_nodes(const char **from)
{
	static const char *const names[] = { "COBALT_JOBSIZE", "COBALT_PARTSIZE",
		"SLURM_JOB_NUM_NODES", "SLURM_NNODES", "LOADL_BG_SIZE", NULL };
	unsigned long nodes = first_number(names, from);

	return nodes ? nodes : size_of_script(from);
}

unsigned long batch_ranks(const char **from)
{
	static const char *const names[] = { "SLURM_NTASKS", "SLURM_NPROCS", NULL };

	return first_number(names, from);
}

unsigned long batch_ranks_per_node(const char **from)
{
	static const char *const names[] = { "SLURM_NTASKS_PER_NODE", "SLURM_TASKS_PER_NODE",
					     NULL };

	return first_number(names, from);
}

const char *batch_block(const char **from)
{
	static const char *const names[] = { "COBALT_PARTNAME", "LOADL_BG_BLOCK", NULL };

	for (const char *const *name = names; *name; name++) {
		*from = *name;
		if (getenv(*name) && *getenv(*name))
			return getenv(*name);
	}
	return NULL;
}
