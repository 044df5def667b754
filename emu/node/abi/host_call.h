/*
 * host_call.h - system calls of the host by instructions that bgq-as has not seen: written as
 * bytes, or in an archive of the host.  The kernel is told to refuse those that come from the
 * windows of nodes (Linux 5.11 and later), else they would be bgq-run's.
 *
 * Never: a system call by an instruction of bgq-run's own text, which is refused, too.
 */
#ifndef BGQ_EMU_HOST_CALL_H
#define BGQ_EMU_HOST_CALL_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* For the calling worker, once the windows are there. */
void host_call_forbid(void);
void host_call_allow(void);

/* The signal is such a refusal: sets why, and makes the context that of the instruction. */
bool host_call_refused(int sig, const siginfo_t *si, const char **text, ucontext_t *uc);

#endif
