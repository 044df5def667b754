/*
 * handler_frame.c - calls a handler of a fault so that what it throws is caught in the code that
 * it has interrupted: to the unwinder the caller of the handler is that code, with the registers
 * of the context, as with the kernel's frame.
 *
 * Never: for a handler that a call has started; its caller is the call.
 */
#include "private.h"

#if defined(__x86_64__)

#include <stddef.h>
#include <ucontext.h>

_Static_assert(offsetof(ucontext_t, uc_mcontext.gregs) == 40 && REG_R8 == 0 && REG_R15 == 7 &&
	       REG_RDI == 8 && REG_RSI == 9 && REG_RBP == 10 && REG_RBX == 11 && REG_RDX == 12 &&
	       REG_RAX == 13 && REG_RCX == 14 && REG_RSP == 15 && REG_RIP == 16,
	       "where the context has registers");

/* DW_OP_breg12 and the offset of register number n of the context, of two bytes always. */
#define AT(n) "0x7c, (40 + 8 * " #n ") % 128 + 128, (40 + 8 * " #n ") / 128"
/* DW_CFA_expression: the interrupted code's register is there. */
#define SAVED(dwarf, n) ".cfi_escape 0x10, " #dwarf ", 3, " AT(n) "\n\t"

/* r12 is the context until the handler returns; it is what the expressions begin with. */
__asm__(".pushsection .text.bgqrt_handler_frame, \"ax\", @progbits\n\t"
	".globl bgqrt_handler_frame\n\t"
	".hidden bgqrt_handler_frame\n\t"
	".type bgqrt_handler_frame, @function\n"
	"bgqrt_handler_frame:\n\t"
	"pushq %r12\n\t"
	"movq %rcx, %r12\n\t"
	"movq %rdi, %rax\n\t"
	"movl %esi, %edi\n\t"
	"movq %rdx, %rsi\n\t"
	"movq %rcx, %rdx\n\t"
	".cfi_startproc\n\t"
	".cfi_signal_frame\n\t"
	".cfi_escape 0x0f, 4, " AT(15) ", 0x06\n\t" /* the frame's address: the stack pointer */
	SAVED(0, 13) SAVED(1, 12) SAVED(2, 14) SAVED(3, 11) SAVED(4, 9) SAVED(5, 8)
	SAVED(6, 10) SAVED(8, 0) SAVED(9, 1) SAVED(10, 2) SAVED(11, 3) SAVED(12, 4)
	SAVED(13, 5) SAVED(14, 6) SAVED(15, 7) SAVED(16, 16)
	"call *%rax\n\t"
	"popq %r12\n\t"
	".cfi_endproc\n\t"
	"ret\n\t"
	".size bgqrt_handler_frame, . - bgqrt_handler_frame\n\t"
	".popsection");

#else

void bgqrt_handler_frame(void (*handler)(int, siginfo_t *, void *), int sig, siginfo_t *info,
			 void *context)
{
	handler(sig, info, context);
}

#endif
