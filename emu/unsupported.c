/* unsupported.c - a function for every name that exports.h marks UNSUPPORTED:
 * it ends the calling process with a message that names the call. */
#include "../include/bgqemu/abi.h"

#define EXPORT(name)
#define EXPORT_AS(name, impl)
#define UNSUPPORTED(name)                                                             \
	void unsupported_##name(void);                                                \
	void unsupported_##name(void)                                                 \
	{                                                                             \
		bgqemu_unsupported(#name);                                            \
	}
#include "exports.h"
