/* host_call.c - see host_call.h. */
#include "host_call.h"

#include <dlfcn.h>
#include <stdint.h>
#include <sys/prctl.h>

#include "emu/core/engine/context.h"
#include "emu/node/image/space.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2
#endif

enum { OFF, ON };
#define ADDRESSES_END  (UINT64_C(1) << 47) /* of processes */
#define INSTRUCTION_BYTES 2                /* syscall, int */

/* A sanitizer's runtime may be in bgq-run's text, and calls the kernel there. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RUNTIME_IN_TEXT 1
#endif
#endif

/* Only what lies above the windows may, which are the host's libraries; with an old layout of
 * addresses they lie elsewhere, and all may. */
void host_call_forbid(void)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE) && !defined(RUNTIME_IN_TEXT)
	uint64_t end = SPACE_BASE + space.bytes;

	if ((uintptr_t)dlsym(RTLD_NEXT, "syscall") >= end)
		prctl(PR_SET_SYSCALL_USER_DISPATCH, ON, end, ADDRESSES_END - end, 0);
#endif
}

void host_call_allow(void)
{
	prctl(PR_SET_SYSCALL_USER_DISPATCH, OFF, 0, 0, 0);
}

bool host_call_refused(int sig, const siginfo_t *si, const char **text, ucontext_t *uc)
{
	if (sig != SIGSYS || si->si_code != SYS_USER_DISPATCH)
		return false;
	*context_pc(uc) -= INSTRUCTION_BYTES;
	*text = "a system call of the host that bgq-as has not seen: written as bytes, or in an"
		" archive";
	return true;
}
