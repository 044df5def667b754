/* unsupported.c - a stub for every name that exports.def marks UNSUPPORTED:
 * it ends the calling process with a message that names the call and the caller. */
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/process.h"
#include "emu/show/report/report.h"

#define EXPORT(name)
#define EXPORT_AS(name, impl)
#define EXPORT_DATA(name, impl)
#define UNSUPPORTED(name)                                                             \
	void unsupported_##name(void);                                                \
	void unsupported_##name(void)                                                 \
	{                                                                             \
		report_unsupported(thread_self, #name,                                \
				   (uintptr_t)CALL_PLACE());           \
		process_fail();                                                       \
	}
#include "exports.def"
