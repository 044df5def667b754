/*
 * context.c - getcontext, setcontext, makecontext and swapcontext, with the signal mask that the
 * thread has in the image (signal.c): the host's would set that of a worker.  A context has what a
 * function preserves, what it is called with, and the modes of the x87 and SSE units, in glibc's
 * ucontext_t; so a handler of a fault may leave by the context that it is given.
 *
 * Never: a jump without a check.  Threads that a program makes of contexts may have no other one
 * in their loops.
 */
#include "mask.h"
#include "private.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#if defined(__x86_64__)

/* Offsets of ucontext_t, for the assembly. */
#define AT(reg, offset) \
	_Static_assert(offsetof(ucontext_t, uc_mcontext.gregs[reg]) == (offset), #reg)
AT(REG_R8, 40); AT(REG_R9, 48); AT(REG_R12, 72); AT(REG_R13, 80); AT(REG_R14, 88);
AT(REG_R15, 96); AT(REG_RDI, 104); AT(REG_RSI, 112); AT(REG_RBP, 120); AT(REG_RBX, 128);
AT(REG_RDX, 136); AT(REG_RAX, 144); AT(REG_RCX, 152); AT(REG_RSP, 160); AT(REG_RIP, 168);
#undef AT
/* Layout of the area that fpregs points to: FXSAVE's, and that of the host's kernel. */
_Static_assert(offsetof(struct _libc_fpstate, cwd) == 0, "x87 control word");
_Static_assert(offsetof(struct _libc_fpstate, mxcsr) == 24, "MXCSR");

/* Saves the context of the caller, to which it comes back with 0; goes on in C. */
#define SAVE \
	"	movq $0, 144(%rdi)\n" \
	"	movq %rbx, 128(%rdi)\n" \
	"	movq %rbp, 120(%rdi)\n" \
	"	movq %r12, 72(%rdi)\n" \
	"	movq %r13, 80(%rdi)\n" \
	"	movq %r14, 88(%rdi)\n" \
	"	movq %r15, 96(%rdi)\n" \
	"	leaq 8(%rsp), %rax\n" \
	"	movq %rax, 160(%rdi)\n" \
	"	movq (%rsp), %rax\n" \
	"	movq %rax, 168(%rdi)\n"

__asm__(".text\n"
	".globl getcontext, swapcontext\n"
	".type getcontext, @function\n"
	".type swapcontext, @function\n"
	"getcontext:\n"
	SAVE
	"	jmp bgqrt_context_got\n"
	".size getcontext, . - getcontext\n"
	"swapcontext:\n"
	SAVE
	"	jmp bgqrt_context_swap\n"
	".size swapcontext, . - swapcontext\n"
	/* Where a function of makecontext returns to, with its ucontext_t in rbx: the end of the
	 * stack for those who unwind it. */
	".type context_ends, @function\n"
	".hidden bgqrt_context_ends\n"
	"context_ends:\n"
	"	.cfi_startproc\n"
	"	.cfi_undefined rip\n"
	"	nop\n"
	"bgqrt_context_ends:\n"
	"	movq %rbx, %rdi\n"
	"	call bgqrt_context_next\n"
	"	hlt\n"
	"	.cfi_endproc\n"
	".size context_ends, . - context_ends\n");

RT_HIDDEN extern const char bgqrt_context_ends[];
RT_HIDDEN int bgqrt_context_got(ucontext_t *uc);
RT_HIDDEN int bgqrt_context_swap(ucontext_t *from, const ucontext_t *to);
RT_HIDDEN _Noreturn void bgqrt_context_next(const ucontext_t *uc);

static void complete(ucontext_t *uc)
{
	struct _libc_fpstate *modes = &uc->__fpregs_mem;

	uc->uc_flags = 0;
	uc->uc_mcontext.fpregs = modes;
	__asm__ volatile("fnstcw %0\n\tstmxcsr %1" : "=m"(modes->cwd), "=m"(modes->mxcsr));
	bgqrt_mask_save(&uc->uc_sigmask);
}

int bgqrt_context_got(ucontext_t *uc)
{
	RT_COST(getcontext);
	RT_COST(sigprocmask);
	complete(uc);
	return 0;
}

static _Noreturn void go(const ucontext_t *uc)
{
	const struct _libc_fpstate *modes = uc->uc_mcontext.fpregs;

	bgqemu_call_check();
	bgqemu_stack_left((const void *)uc->uc_mcontext.gregs[REG_RSP]);
	bgqrt_mask_load(&uc->uc_sigmask);
	__asm__ volatile("fldcw %0\n\tldmxcsr %1" : : "m"(modes->cwd), "m"(modes->mxcsr));
	__asm__ volatile("movq 160(%%rdi), %%rsp\n\t"
			 "pushq 168(%%rdi)\n\t"
			 "movq 128(%%rdi), %%rbx\n\t"
			 "movq 120(%%rdi), %%rbp\n\t"
			 "movq 72(%%rdi), %%r12\n\t"
			 "movq 80(%%rdi), %%r13\n\t"
			 "movq 88(%%rdi), %%r14\n\t"
			 "movq 96(%%rdi), %%r15\n\t"
			 "movq 40(%%rdi), %%r8\n\t"
			 "movq 48(%%rdi), %%r9\n\t"
			 "movq 152(%%rdi), %%rcx\n\t"
			 "movq 136(%%rdi), %%rdx\n\t"
			 "movq 112(%%rdi), %%rsi\n\t"
			 "movq 144(%%rdi), %%rax\n\t"
			 "movq 104(%%rdi), %%rdi\n\t"
			 "ret"
			 : : "D"(uc) : "memory");
	__builtin_unreachable();
}

int setcontext(const ucontext_t *uc)
{
	RT_COST(setcontext);
	go(uc);
}

int bgqrt_context_swap(ucontext_t *from, const ucontext_t *to)
{
	RT_COST(swapcontext);
	complete(from);
	go(to);
}

/* The function of uc, which was made by makecontext, has returned. */
void bgqrt_context_next(const ucontext_t *uc)
{
	if (!uc->uc_link)
		exit(0); /* as glibc's */
	setcontext(uc->uc_link);
	abort();
}

#define IN_REGISTERS 6

/* The arguments beyond those in registers lie above the return address. */
void makecontext(ucontext_t *uc, void (*function)(void), int count, ...)
{
	static const uint8_t in[IN_REGISTERS] = { REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8,
		REG_R9 };
	greg_t *reg = uc->uc_mcontext.gregs;
	size_t more = count > IN_REGISTERS ? (size_t)count - IN_REGISTERS : 0;
	uintptr_t top = (uintptr_t)uc->uc_stack.ss_sp + uc->uc_stack.ss_size;
	uint64_t *sp = (uint64_t *)((top - 8 * more) & ~UINT64_C(15)) - 1;
	va_list list;

	RT_COST(makecontext);
	*sp = (uintptr_t)bgqrt_context_ends;
	va_start(list, count);
	for (int i = 0; i < count; i++) {
		if (i < IN_REGISTERS)
			reg[in[i]] = va_arg(list, greg_t); /* some programs pass pointers */
		else
			sp[1 + i - IN_REGISTERS] = va_arg(list, uint64_t);
	}
	va_end(list);
	reg[REG_RSP] = (greg_t)sp;
	reg[REG_RIP] = (greg_t)function;
	reg[REG_RBX] = (greg_t)uc;
	reg[REG_RBP] = 0;
}

#endif
