/* unsupported.c - a stub for every name that calls.def refuses:
 * it ends the calling process with a message that names the call and the caller. */
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/process.h"
#include "emu/show/report/report.h"

#define REFUSED(name)                                                                 \
	void unsupported_##name(void);                                                \
	void unsupported_##name(void)                                                 \
	{                                                                             \
		report_unsupported(thread_self, #name,                                \
				   (uintptr_t)CALL_PLACE());           \
		process_fail();                                                       \
	}
#include "emu/core/calls/calls.def"
