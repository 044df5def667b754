/*
 * alu_fpu.h - the host's floating-point environment: rounding to nearest,
 * subnormals as they are, nothing trapped and no program's flags touched between enter
 * and leave.  Collectives are combined on whatever thread's stack an event is
 * handled, and what a program has set there must not reach another node's sums.
 *
 * Code that relies on it must be in functions called between the two that the
 * compiler does not inline there: it moves floating-point operations across.
 */
#ifndef BGQ_COLL_ALU_FPU_H
#define BGQ_COLL_ALU_FPU_H

#include <stdint.h>

struct coll_alu_fpu {
	uint64_t control, status;
#if defined(BGQ_PORTABLE)
	uint64_t more[2]; /* in all, what the C library keeps */
#endif
};

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

#define ALU_MXCSR_DEFAULT 0x1f80u /* all masked, nearest, no flush to zero */
#define ALU_MXCSR_STATUS 0x3full

static inline struct coll_alu_fpu coll_alu_fpu_enter(void)
{
	struct coll_alu_fpu f = { __builtin_ia32_stmxcsr(), 0 };

	if ((f.control & ~ALU_MXCSR_STATUS) != ALU_MXCSR_DEFAULT)
		__builtin_ia32_ldmxcsr(ALU_MXCSR_DEFAULT);
	return f;
}

static inline void coll_alu_fpu_leave(struct coll_alu_fpu f)
{
	if (__builtin_ia32_stmxcsr() != f.control)
		__builtin_ia32_ldmxcsr((unsigned)f.control);
}

#elif defined(__aarch64__) && !defined(BGQ_PORTABLE)

static inline struct coll_alu_fpu coll_alu_fpu_enter(void)
{
	struct coll_alu_fpu f;

	__asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(f.control), "=r"(f.status));
	__asm__ volatile("msr fpcr, %0" : : "r"(0ull) : "memory");
	return f;
}

static inline void coll_alu_fpu_leave(struct coll_alu_fpu f)
{
	__asm__ volatile("msr fpsr, %1\n\tmsr fpcr, %0"
			 : : "r"(f.control), "r"(f.status) : "memory");
}

#else
#include <fenv.h>

_Static_assert(sizeof(fenv_t) <= sizeof(struct coll_alu_fpu), "its environment fits");

static inline struct coll_alu_fpu coll_alu_fpu_enter(void)
{
	struct coll_alu_fpu f = { 0 };

	fegetenv((fenv_t *)&f);
	fesetenv(FE_DFL_ENV);
	return f;
}

static inline void coll_alu_fpu_leave(struct coll_alu_fpu f)
{
	fesetenv((const fenv_t *)&f);
}

#endif
#endif
