/*
 * exports.c - the names that a program may bind to in bgq-run (emu/core/calls/calls.def), as a
 * table for the loader.  Types do not matter here, only addresses; each name is
 * declared where it is defined.
 */
#include "emu/node/image/exports.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CALL_EXPORT(name, function) extern void function(void);
#define DATA(name, variable) extern const char variable[];
#define REFUSED(name) extern void unsupported_##name(void);
#include "emu/core/calls/calls.def"

struct export {
	const char *name;
	const void *address;
	enum export_kind kind;
};

#define CALL_EXPORT(name, function) { #name, (const void *)function, EXPORT_CALL },
#define DATA(name, variable) { #name, variable, EXPORT_VARIABLE },
#define REFUSED(name) { #name, (const void *)unsupported_##name, EXPORT_REFUSAL },
static const struct export table[] = {
#include "emu/core/calls/calls.def"
};

/* Code that bgq-as has counted needs a processor's own code here (BGQ_PORTABLE). */
static bool is_lacking(const char *name)
{
#if !defined(BGQ_PORTABLE)
	(void)name;
	return false;
#else
	return !strcmp(name, "bgqemu_fetch") || !strncmp(name, "bgqemu_check", 12);
#endif
}

void *exports_find(const char *name, enum export_kind *kind)
{
	if (is_lacking(name))
		return NULL;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		*kind = table[i].kind;
		return (void *)table[i].address;
	}
	return NULL;
}
