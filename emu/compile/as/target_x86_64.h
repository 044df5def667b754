/*
 * target_x86_64.h - bgq-as for x86-64: see target.h.
 */
#ifndef BGQ_AS_TARGET_X86_64_H
#define BGQ_AS_TARGET_X86_64_H

#include <stdint.h>

/* A set of registers: bit n is the general register with hardware number n, all of
 * its parts; bit 16 the carry, bit 17 the other arithmetic flags; bits 18 to 25 the vector
 * registers 8 to 15, which are never passed to a function and kept by none. */
typedef uint32_t regs_t;

enum {
	RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15
};
#define REGS_CARRY ((regs_t)1 << 16)
#define REGS_OTHER ((regs_t)1 << 17)
#define REGS_FLAGS (REGS_CARRY | REGS_OTHER)
#define REGS_GPR   ((regs_t)0xffff)
#define REGS_VECTOR ((regs_t)0xff << 18)
#define VECTOR(n)  ((regs_t)1 << ((n) + 10))
#define REGS_ALL   (REGS_GPR | REGS_FLAGS | REGS_VECTOR)
#define REG(n)     ((regs_t)1 << (n))
#define REGS_SAVED (REG(RBX) | REG(RSP) | REG(RBP) | REG(R12) | REG(R13) | REG(R14) | REG(R15))
#define REGS_VOLATILE (REGS_GPR & ~REGS_SAVED)
#define REGS_PASSED (REG(RDI) | REG(RSI) | REG(RDX) | REG(RCX) | REG(R8) | REG(R9) | \
	REG(RAX) | REG(R10) | REG(RSP))

/* A set of registers as dependences go by: bit n is general register n, all of its parts;
 * bit 16 the flags, 17 the x87 stack, 24 to 31 mask registers, 32 to 63 vector registers. */
typedef uint64_t values_t;

#define VALUES 64
#define VALUE_FLAGS ((values_t)1 << 16)
#define VALUE_X87   ((values_t)1 << 17)
#define VALUES_GPR  ((values_t)0xffff)
#define VALUES_VECTOR ((values_t)0xffffffff << 32)
/* Always there: code of the machine does not change it. */
#define VALUE_STACK ((values_t)REG(RSP))

/* ---- text */
#define COMMENT_STARTS(p, end) (*(p) == '#')
#define JUMP "jmp "
/* Function that a call through a pointer leads to instead. */
#define POINTER "*%r11"
#define NO_RELOCATION "R_X86_64_NONE"

/* ---- unwinding: registers as DWARF numbers them */
#define UNWIND_REGS 16
#define UNWIND_FRAME 6
#define UNWIND_STACK 7
#define UNWIND_CALLED 8 /* from the stack pointer to the frame, when a function is called */
#define UNWIND_NAMES { "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", \
	"r10", "r11", "r12", "r13", "r14", "r15" }

#endif
