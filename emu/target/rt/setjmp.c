/*
 * setjmp.c - setjmp and longjmp, with the signal mask that the process has (signal.c), which
 * the host's do not know.  As libc's, whose buffer they use: what a function preserves, and
 * the mask if asked for.  A loop whose only way back is longjmp has its check there.
 * __sigsetjmp also fills the shorter buffers of pthread_cleanup_push, which have no mask.
 */
#include "cost.h"
#include "mask.h"
#include "private.h"

#include <setjmp.h>

#if defined(__x86_64__)

/* In __jmpbuf: rbx, rbp, r12 to r15, stack pointer and address after the return. */
__asm__(".text\n"
	".globl setjmp, _setjmp, __sigsetjmp\n"
	".type setjmp, @function\n"
	".type _setjmp, @function\n"
	".type __sigsetjmp, @function\n"
	"setjmp:\n"
	"	movl $1, %esi\n"
	"	jmp __sigsetjmp\n"
	"_setjmp:\n"
	"	xorl %esi, %esi\n"
	"__sigsetjmp:\n"
	"	movq %rbx, (%rdi)\n"
	"	movq %rbp, 8(%rdi)\n"
	"	movq %r12, 16(%rdi)\n"
	"	movq %r13, 24(%rdi)\n"
	"	movq %r14, 32(%rdi)\n"
	"	movq %r15, 40(%rdi)\n"
	"	leaq 8(%rsp), %rax\n"
	"	movq %rax, 48(%rdi)\n"
	"	movq (%rsp), %rax\n"
	"	movq %rax, 56(%rdi)\n"
	"	jmp bgqrt_setjmp_mask\n"
	".size __sigsetjmp, . - __sigsetjmp\n");

RT_HIDDEN int bgqrt_setjmp_mask(struct __jmp_buf_tag *env, int save);
int bgqrt_setjmp_mask(struct __jmp_buf_tag *env, int save)
{
	RT_COST(setjmp);
	env->__mask_was_saved = save != 0;
	if (save) {
		RT_COST(sigprocmask);
		bgqrt_mask_save(&env->__saved_mask);
	}
	return 0;
}

/* Nothing comes back to frames below `to`. */
static void frames_leave(const void *to)
{
	if (bgqrt_cleanup_between)
		bgqrt_cleanup_between(__builtin_frame_address(0), to);
	bgqemu_stack_left(to);
}

void longjmp(struct __jmp_buf_tag env[1], int value)
{
	RT_COST(longjmp);
	bgqemu_call_check();
	frames_leave((const void *)env->__jmpbuf[6]);
	if (env->__mask_was_saved)
		bgqrt_mask_load(&env->__saved_mask);
	__asm__ volatile("movq (%0), %%rbx\n\t"
			 "movq 8(%0), %%rbp\n\t"
			 "movq 16(%0), %%r12\n\t"
			 "movq 24(%0), %%r13\n\t"
			 "movq 32(%0), %%r14\n\t"
			 "movq 40(%0), %%r15\n\t"
			 "movq 48(%0), %%rsp\n\t"
			 "jmpq *56(%0)"
			 : : "D"(env), "a"(value ? value : 1) : "memory");
	__builtin_unreachable();
}

extern __typeof__(longjmp) _longjmp RT_ALIAS(longjmp);
extern __typeof__(longjmp) siglongjmp RT_ALIAS(longjmp);

_Noreturn void __longjmp_chk(struct __jmp_buf_tag env[1], int value);
void __longjmp_chk(struct __jmp_buf_tag env[1], int value)
{
	longjmp(env, value);
}

#endif
