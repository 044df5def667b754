/*
 * context.h - registers of code that a signal has interrupted (ucontext).
 */
#ifndef BGQ_EMU_CONTEXT_H
#define BGQ_EMU_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* Names of <ucontext.h>; on another processor than these nothing is known of a context. */
#if defined(__x86_64__)
#define CONTEXT_PC gregs[REG_RIP]
#define CONTEXT_SP gregs[REG_RSP]
#elif defined(__aarch64__)
#define CONTEXT_PC pc
#define CONTEXT_SP sp
#elif defined(__riscv)
#define CONTEXT_PC __gregs[REG_PC]
#define CONTEXT_SP __gregs[REG_SP]
#elif defined(__powerpc64__)
#define CONTEXT_PC gp_regs[32]
#define CONTEXT_SP gp_regs[1]
#endif

static inline uint64_t *context_nothing(void)
{
	static _Thread_local uint64_t nothing;

	nothing = 0;
	return &nothing;
}

static inline uint64_t *context_pc(ucontext_t *uc)
{
#ifdef CONTEXT_PC
	return (uint64_t *)&uc->uc_mcontext.CONTEXT_PC;
#else
	(void)uc;
	return context_nothing();
#endif
}

static inline uint64_t *context_sp(ucontext_t *uc)
{
#ifdef CONTEXT_SP
	return (uint64_t *)&uc->uc_mcontext.CONTEXT_SP;
#else
	(void)uc;
	return context_nothing();
#endif
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

/* In the order of the processor's encoding. */
static inline uint64_t *context_register(ucontext_t *uc, int reg)
{
	static const int greg[16] = {
		REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
		REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	};

	return (uint64_t *)&uc->uc_mcontext.gregs[greg[reg]];
}

/* Flags, and those of the vector unit: its control word and two words of each register. */
static inline uint64_t context_flags(const ucontext_t *uc)
{
	return (uint64_t)uc->uc_mcontext.gregs[REG_EFL];
}

static inline uint64_t context_vector_control(const ucontext_t *uc)
{
	return uc->uc_mcontext.fpregs ? uc->uc_mcontext.fpregs->mxcsr : 0;
}

static inline uint64_t context_vector(const ucontext_t *uc, int reg, int word)
{
	const uint32_t *e;

	if (!uc->uc_mcontext.fpregs)
		return 0;
	e = uc->uc_mcontext.fpregs->_xmm[reg].element;
	return e[2 * word] | (uint64_t)e[2 * word + 1] << 32;
}

#define CONTEXT_TRAP      0x100
#define CONTEXT_DIRECTION 0x400
#define CONTEXT_ALIGNMENT 0x40000

/* Misaligned accesses fault. */
static inline bool context_checks_alignment(const ucontext_t *uc)
{
	return uc->uc_mcontext.gregs[REG_EFL] & CONTEXT_ALIGNMENT;
}

static inline void context_check_no_alignment(ucontext_t *uc)
{
	uc->uc_mcontext.gregs[REG_EFL] &= ~CONTEXT_ALIGNMENT;
}

/* Moves of many words go from the last one down. */
static inline bool context_goes_down(const ucontext_t *uc)
{
	return uc->uc_mcontext.gregs[REG_EFL] & CONTEXT_DIRECTION;
}

/* Before other code runs in its place: resets what a program may have changed to the values
 * at its start (direction and trap flags, masked exceptions). */
static inline void context_as_at_start(ucontext_t *uc)
{
	uc->uc_mcontext.gregs[REG_EFL] &=
		~(CONTEXT_TRAP | CONTEXT_DIRECTION | CONTEXT_ALIGNMENT);
	if (uc->uc_mcontext.fpregs) {
		uc->uc_mcontext.fpregs->mxcsr = 0x1f80;
		uc->uc_mcontext.fpregs->cwd = 0x37f;
		uc->uc_mcontext.fpregs->swd = 0; /* no exception is pending */
		uc->uc_mcontext.fpregs->ftw = 0; /* and the stack is empty */
	}
}

#else

static inline uint64_t *context_register(ucontext_t *uc, int reg)
{
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
	return (uint64_t *)&uc->uc_mcontext.regs[reg];
#else
	(void)uc, (void)reg;
	return context_nothing();
#endif
}

static inline uint64_t context_flags(const ucontext_t *uc)
{
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
	return uc->uc_mcontext.pstate;
#else
	(void)uc;
	return 0;
#endif
}

static inline uint64_t context_vector_control(const ucontext_t *uc)
{
	(void)uc;
	return 0;
}

static inline uint64_t context_vector(const ucontext_t *uc, int reg, int word)
{
	(void)uc, (void)reg, (void)word;
	return 0;
}

static inline bool context_checks_alignment(const ucontext_t *uc)
{
	(void)uc;
	return false;
}

static inline void context_check_no_alignment(ucontext_t *uc)
{
	(void)uc;
}

static inline bool context_goes_down(const ucontext_t *uc)
{
	(void)uc;
	return false;
}

static inline void context_as_at_start(ucontext_t *uc)
{
	(void)uc;
}

#endif

#endif
