/*
 * divide.h - integer divisions that the host's processor refuses: by 0, and of the least integer by
 * -1.  The A2 refuses none: it has no signal for them, and "undefined" is a quotient of 0 there
 * (OpenPOWER's a2i, xuq_alu_div.vhdl), so that a remainder, which compilers take from the quotient,
 * is the dividend.
 *
 * A compiler for the machine's processor emits no test of the divisor, so such a program lives on.
 * How many a rank has made, and where the first was, is said at its end (report_divisions()).
 * Not here: AArch64, which refuses none either, but divides the least integer by -1.
 * Never: a division of the emulator's own that is hidden.
 */
#ifndef BGQ_EMU_ABI_DIVIDE_H
#define BGQ_EMU_ABI_DIVIDE_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* In the handler of a fault of the running thread, in code of its program or a library: true if
 * that was a division, which is done then. */
bool divide_fault(int sig, const siginfo_t *si, ucontext_t *uc);

#endif
