/*
 * check_portable.c - what code that bgq-as has counted calls, where there is no processor's own
 * code (BGQ_PORTABLE): nothing can be done for it, because its calls save no registers.  Such a
 * program is refused (emu/cmd/run/exports.c): what the bgq-cc beside this bgq-run makes calls
 * check_block() instead.
 */
#if defined(BGQ_PORTABLE)

#include "emu/node/machine/process_ops.h"

static void refuse(void)
{
	process_ops.abort("it was compiled by another bgq-cc, whose code this bgq-run cannot count",
			  0);
}

#define REFUSED(NAME)           \
	void NAME(void);        \
	void NAME(void)         \
	{                       \
		refuse();       \
	}

REFUSED(bgqemu_check)
REFUSED(bgqemu_check_full)
REFUSED(bgqemu_check_x87)
REFUSED(bgqemu_check_xmm)
REFUSED(bgqemu_fetch)
REFUSED(bgqemu_read_tsc)
REFUSED(bgqemu_system_call)
REFUSED(bgqemu_system_call_32)
REFUSED(bgqemu_call_target)

/* No address is between them. */
const char bgqemu_asm_state[1], bgqemu_asm_state_trap[1];
extern const char bgqemu_asm_state_end[1] __attribute__((alias("bgqemu_asm_state")));

#endif
