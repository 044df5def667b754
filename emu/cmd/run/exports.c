/*
 * exports.c - the names that a program may bind to in bgq-run (exports.def), as a
 * table for the loader.  Types do not matter here, only addresses; each name is
 * declared where it is defined.
 */
#include "emu/node/image/exports.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) extern void name(void);
#define EXPORT_AS(name, impl) extern void impl(void);
#define EXPORT_DATA(name, impl) extern const char impl[];
#define UNSUPPORTED(name) extern void unsupported_##name(void);
#include "emu/node/abi/exports.def"
#undef EXPORT
#undef EXPORT_AS
#undef EXPORT_DATA
#undef UNSUPPORTED

struct export {
	const char *name;
	const void *address;
	enum export_kind kind;
};

#define EXPORT(name) { #name, (const void *)name, EXPORT_CALL },
#define EXPORT_AS(name, impl) { #name, (const void *)impl, EXPORT_CALL },
#define EXPORT_DATA(name, impl) { #name, impl, EXPORT_VARIABLE },
#define UNSUPPORTED(name) { #name, (const void *)unsupported_##name, EXPORT_REFUSAL },
static const struct export table[] = {
#include "emu/node/abi/exports.def"
};

void *exports_find(const char *name, enum export_kind *kind)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		*kind = table[i].kind;
		return (void *)table[i].address;
	}
	return NULL;
}
