/*
 * target_aarch64.h - bgq-as for AArch64: see target.h.
 *
 * A payment needs three registers and changes no flag: it subtracts in x14 and x15 by way of x13,
 * which bgq-cc keeps compilers from using (-ffixed-x13 and so on).  Where a text uses them for all
 * that, they are kept on the stack meanwhile: below it nothing is in use on AArch64.
 */
#ifndef BGQ_AS_TARGET_AARCH64_H
#define BGQ_AS_TARGET_AARCH64_H

#include <stdint.h>

/* A set of registers: only of those that payments overwrite is it asked whether they are live.  The
 * steps in common files know them by the name of what payments overwrite on x86-64. */
typedef uint32_t regs_t;

#define SCRATCH_FIRST 13
#define SCRATCH_COUNT 3
#define REGS_FLAGS ((regs_t)7)
#define REGS_ALL   REGS_FLAGS
#define REGS_GPR   ((regs_t)0)
#define REGS_SAVED ((regs_t)0)
#define REGS_PASSED ((regs_t)0)

/* A set of registers as dependences go by: bit n is x<n> or w<n>, bit 31 the flags, 32 to 63 vector
 * registers. */
typedef uint64_t values_t;

#define VALUES 64
#define VALUE_FLAGS ((values_t)1 << 31)
#define VALUE_STACK ((values_t)0) /* has no bit */
#define VALUES_GPR  ((values_t)0x7fffffff)
#define VALUES_VECTOR ((values_t)0xffffffff << 32)

/* ---- text */
#define COMMENT_STARTS(p, end) (*(p) == '/' && (p) + 1 < (end) && (p)[1] == '/')
#define JUMP "b "
#define POINTER "x15"
#define NO_RELOCATION "R_AARCH64_NONE"

/* ---- unwinding: registers as DWARF numbers them */
#define UNWIND_REGS 32
#define UNWIND_FRAME 29
#define UNWIND_STACK 31
#define UNWIND_CALLED 0
#define UNWIND_NAMES { "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", \
	"x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", \
	"x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp" }

#endif
