/*
 * hwi/include/bqc/testint_inlines.h - what the chip's test interface tells of clocks and links.
 *
 * Public; C99 and C++98.  Its registers are the kernel's on the machine, where a program that
 * reads them is ended by a signal; here the call ends the process with a message that names
 * it.  Programs include this header for GetTimeBase().
 */
#ifndef _TI_INLINES_H_
#define _TI_INLINES_H_

#include <stdint.h>

#include <bgqemu/abi.h>
#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/* What the chip calls itself. */
#define BGQ_JTAG_IDCODE_VALUE_BQC_DD1_DCR 0x9003049LL
#define BGQ_JTAG_IDCODE_VALUE_BQC_DD2_DCR 0x29003049LL

#define _BGQEMU_TI(type, name, arguments) \
	__INLINE__ type name(arguments) \
	{ \
		bgqemu_unsupported(#name); \
	}

/* Megahertz; Personality_t.Kernel_Config.FreqMHz is for programs. */
_BGQEMU_TI(uint64_t, TI_CoreFrequency, void)
_BGQEMU_TI(uint64_t, TI_NetworkGBS, void)
_BGQEMU_TI(uint64_t, TI_GigaBitsPerLink, void)
_BGQEMU_TI(int, TI_NetworkFullSpeed, void)
_BGQEMU_TI(uint64_t, TI_GetIDCODE, void)
_BGQEMU_TI(uint64_t, TI_GetDimensionSwaps, void)
_BGQEMU_TI(int, TI_GetDimensionSwap, unsigned dimension __attribute__((__unused__)))
_BGQEMU_TI(int, TI_IsIoNode, void)
_BGQEMU_TI(int, TI_UsePort6forIO, void)
_BGQEMU_TI(int, TI_UsePort7forIO, void)
#undef _BGQEMU_TI

#define TI_isDD1() (TI_GetIDCODE() == BGQ_JTAG_IDCODE_VALUE_BQC_DD1_DCR)
#define TI_isDD2() (TI_GetIDCODE() == BGQ_JTAG_IDCODE_VALUE_BQC_DD2_DCR)

__END_DECLS

#endif
