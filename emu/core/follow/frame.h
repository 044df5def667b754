/*
 * frame.h - a program's integer registers at a check, or at a return from a load of the L2: where
 * a proof begins.
 */
#ifndef BGQ_EMU_FRAME_H
#define BGQ_EMU_FRAME_H

#include <stdint.h>

/* State of a thread as pushed by check_*.S: the integer registers in the order of their encodings
 * (x86-64: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 .. r15; AArch64: x0 .. x30, sp), the stack
 * pointer as it is after the return. */
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
#define CHECK_REGS 32
#else
#define CHECK_REGS 16
#define CHECK_SP 4
#endif

struct check_frame {
	uint64_t reg[CHECK_REGS];
	uint64_t pc; /* the return address */
};

/* Bytes of its stack below the stack pointer that a function may use that calls no other. */
#define RED_ZONE_BYTES 128

#endif
