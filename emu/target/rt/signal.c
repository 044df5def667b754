/*
 * signal.c - signals that a process sends to itself, and faults.  Handlers and each thread's
 * mask are in the image: the host's belong to bgq-run, and nothing here must reach
 * them.  On a node there are no other senders.  A signal to the process is handled by the
 * calling thread.  bgq-run is told the handlers of faults, which it starts
 * (emu/node/abi/fault_frame.h).
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define SIGNALS 65
/* MINSIGSTKSZ, without what a host's processor adds */
#define ALTSTACK_LEAST_BYTES 2048

static struct sigaction action[SIGNALS];
static sigset_t pending_for_all; /* sent to the process, blocked in the thread that sent them */
static __thread sigset_t blocked, pending;
static __thread const sigset_t *awaited; /* by sigwait and the like; NULL: no wait */
static __thread unsigned handlers_called;
static __thread stack_t altstack = { .ss_flags = SS_DISABLE };

/* Inside the kernel of the machine, where no function of libc is called for it. */
static uint64_t bits_of(const sigset_t *set)
{
	return set->__val[0];
}

static uint64_t bit_of(int sig)
{
	return UINT64_C(1) << (sig - 1);
}

static bool is_in(const sigset_t *set, int sig)
{
	return bits_of(set) & bit_of(sig);
}

static bool bad_signal(int sig)
{
	if (sig > 0 && sig < SIGNALS)
		return false;
	errno = EINVAL;
	return true;
}

static bool ignored_by_default(int sig)
{
	return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG || sig == SIGWINCH ||
		sig == SIGTSTP || sig == SIGSTOP || sig == SIGTTIN || sig == SIGTTOU;
}

/* context: of the interrupted code, whose mask is the one after the handler; NULL: a call
 * has sent the signal. */
static void handler_call(int sig, siginfo_t *info, ucontext_t *context)
{
	struct sigaction now = action[sig];

	bgqemu_call_check(); /* a loop may go through handlers only */
	sigset_t before = blocked;

	handlers_called++;
	if (!(now.sa_flags & SA_RESTART))
		bgqemu_signal_interrupts();
	if (context) {
		context->uc_sigmask = blocked;
		context->uc_stack = altstack;
	}
	if (now.sa_flags & (int)SA_RESETHAND)
		action[sig].sa_handler = SIG_DFL;
	blocked.__val[0] |= bits_of(&now.sa_mask);
	if (!(now.sa_flags & SA_NODEFER))
		blocked.__val[0] |= bit_of(sig);
	if (context) /* one that has no use for the other arguments does not look at them */
		bgqrt_handler_frame(now.sa_sigaction, sig, info, context);
	else if (now.sa_flags & SA_SIGINFO)
		now.sa_sigaction(sig, info, context);
	else
		now.sa_handler(sig);
	RT_COST(sigreturn);
	blocked = context ? context->uc_sigmask : before;
}

/* Each timer that has sent the signal is handled by itself. */
static void handler_call_plain(int sig)
{
	siginfo_t info = { .si_signo = sig, .si_code = SI_TKILL };
	bool timers = bgqrt_timer_info && bgqrt_timer_info(&info);

	do
		handler_call(sig, &info, NULL);
	while (timers && bgqrt_timer_info(&info) && action[sig].sa_handler != SIG_DFL &&
	       action[sig].sa_handler != SIG_IGN);
}

static void ignore(int sig)
{
	siginfo_t info = { .si_signo = sig };

	while (bgqrt_timer_info && bgqrt_timer_info(&info))
		;
}

void bgqrt_signal_handle(int sig)
{
	if (action[sig].sa_handler != SIG_DFL && action[sig].sa_handler != SIG_IGN)
		handler_call_plain(sig);
}

static void deliver(int sig)
{
	if (is_in(&blocked, sig) && sig != SIGKILL) {
		pending.__val[0] |= bit_of(sig);
	} else if (action[sig].sa_handler == SIG_DFL) {
		if (!ignored_by_default(sig))
			bgqrt_die(sig, NULL);
		ignore(sig);
	} else if (action[sig].sa_handler == SIG_IGN) {
		ignore(sig);
	} else {
		handler_call_plain(sig);
	}
}

static uint64_t all_pending(void)
{
	return bits_of(&pending) | bits_of(&pending_for_all);
}

/* Once, if it is there twice. */
static void pending_forget(int sig)
{
	sigset_t *in = is_in(&pending, sig) ? &pending : &pending_for_all;

	in->__val[0] &= ~bit_of(sig);
}

/* A handler may send the next one. */
static void deliver_pending(void)
{
	uint64_t due;

	while ((due = all_pending() & ~bits_of(&blocked)) != 0) {
		int sig = __builtin_ctzll(due) + 1;

		pending_forget(sig);
		deliver(sig);
	}
}

/* ---- faults */

static bool is_fault(int sig)
{
	return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE || sig == SIGILL || sig == SIGTRAP;
}

/* A fault that is blocked or ignored ends the process, for its instruction cannot go on. */
static bool fault_enter(int sig, void *info, void *context)
{
	if (is_in(&blocked, sig) || action[sig].sa_handler == SIG_DFL ||
	    action[sig].sa_handler == SIG_IGN)
		return false;
	RT_COST(raise);
	handler_call(sig, info, context);
	deliver_pending();
	return true;
}

/* abort() calls its handler here; bgq-run calls it when the heap is misused. */
static bool is_started_by_bgq_run(int sig)
{
	return is_fault(sig) || sig == SIGABRT;
}

static void handlers_tell(void)
{
	uint64_t handled = 0, on_other_stack = 0;

	for (int sig = 1; sig < SIGNALS; sig++) {
		const struct sigaction *a = &action[sig];

		if (!is_started_by_bgq_run(sig) || a->sa_handler == SIG_DFL ||
		    a->sa_handler == SIG_IGN)
			continue;
		handled |= bit_of(sig);
		if (a->sa_flags & SA_ONSTACK)
			on_other_stack |= bit_of(sig);
	}
	bgqemu_fault_handlers(handled, on_other_stack, fault_enter);
}

/* ---- */

static void pipe_is_broken(int sig)
{
	if (!bgqrt_dying)
		raise(sig);
}

int sigaction(int sig, const struct sigaction *restrict new,
	struct sigaction *restrict old)
{
	struct sigaction before;

	RT_COST(sigaction);
	if (bad_signal(sig))
		return -1;
	before = action[sig];
	if (new && (sig == SIGKILL || sig == SIGSTOP)) {
		errno = EINVAL;
		return -1;
	}
	if (new) {
		action[sig] = *new;
		action[sig].sa_handler = RT_OWN(new->sa_handler);
	}
	if (new && is_started_by_bgq_run(sig))
		handlers_tell();
	if (new && sig == SIGPIPE)
		bgqemu_broken_pipe(pipe_is_broken);
	if (old)
		*old = before;
	return 0;
}

static sighandler_t handler_set(int sig, sighandler_t handler, int flags)
{
	struct sigaction new = { .sa_handler = handler, .sa_flags = flags };

	if (handler == SIG_ERR || bad_signal(sig)) {
		errno = EINVAL;
		return SIG_ERR;
	}
	sighandler_t before = action[sig].sa_handler;

	return sigaction(sig, &new, NULL) ? SIG_ERR : before;
}

sighandler_t signal(int sig, sighandler_t handler)
{
	return handler_set(sig, handler, SA_RESTART);
}

sighandler_t bsd_signal(int sig, sighandler_t handler);
sighandler_t bsd_signal(int sig, sighandler_t handler)
{
	return signal(sig, handler);
}

sighandler_t ssignal(int sig, sighandler_t handler)
{
	return signal(sig, handler);
}

sighandler_t sysv_signal(int sig, sighandler_t handler)
{
	return handler_set(sig, handler, (int)SA_RESETHAND | SA_NODEFER);
}

/* The name of signal() in programs for ISO C alone. */
sighandler_t __sysv_signal(int sig, sighandler_t handler)
{
	return sysv_signal(sig, handler);
}

int raise(int sig)
{
	RT_COST(raise);
	if (bad_signal(sig))
		return -1;
	deliver(sig);
	deliver_pending();
	return 0;
}

void bgqrt_signal_arrived(int sig)
{
	unsigned called = handlers_called;

	raise(sig);
	if (handlers_called == called && !(awaited && is_in(awaited, sig)))
		bgqemu_signal_kept();
}

/* To the calling thread if it does not block sig, else to one that waits for it, else to the
 * first that will. */
static void raise_for_all(int sig)
{
	if (!is_in(&blocked, sig) || action[sig].sa_handler == SIG_IGN)
		raise(sig);
	else if (!bgqrt_signal_wake || !bgqrt_signal_wake(sig))
		pending_for_all.__val[0] |= bit_of(sig);
}

void bgqrt_signal_for_all(int sig)
{
	unsigned called = handlers_called;

	raise_for_all(sig);
	if (handlers_called == called && !(awaited && is_in(awaited, sig)))
		bgqemu_signal_kept();
}

void bgqrt_signal_await(const sigset_t *set, struct signal_wait *w)
{
	w->mask = blocked;
	w->awaited = awaited;
	blocked.__val[0] |= bits_of(set);
	awaited = set;
}

void bgqrt_signal_await_end(const struct signal_wait *w)
{
	blocked = w->mask;
	awaited = w->awaited;
	deliver_pending();
}

void bgqrt_signal_await_left(const struct signal_wait *w, const sigset_t *set)
{
	blocked.__val[0] &= ~(bits_of(set) & ~bits_of(&w->mask));
	awaited = w->awaited;
}

int bgqrt_signal_take(const sigset_t *set, siginfo_t *info)
{
	uint64_t there = all_pending() & bits_of(set);

	if (!there)
		return 0;
	int sig = __builtin_ctzll(there) + 1;

	pending_forget(sig);
	*info = (siginfo_t){ .si_signo = sig, .si_code = SI_TKILL };
	if (bgqrt_timer_info)
		bgqrt_timer_info(info);
	return sig;
}

unsigned bgqrt_signal_handlers_called(void)
{
	return handlers_called;
}

/* A fatal signal ends the process now; a handler runs on the target thread, where that
 * next calls bgq-run or waits in a call. */
int pthread_kill(pthread_t handle, int sig)
{
	if (sig < 0 || sig >= SIGNALS)
		return EINVAL;
	int rc = bgqemu_thread_signal(handle, 0, NULL);

	if (rc || sig == 0 || action[sig].sa_handler == SIG_IGN)
		return rc;
	if (pthread_equal(handle, pthread_self()) ||
	    (action[sig].sa_handler == SIG_DFL && !is_in(&blocked, sig)))
		return raise(sig);
	return bgqemu_thread_signal(handle, sig, bgqrt_signal_arrived);
}

/* A new thread has its creator's mask. */
void bgqrt_signal_mask(sigset_t *mask, bool set)
{
	if (!set)
		*mask = blocked;
	else
		pthread_sigmask(SIG_SETMASK, mask, NULL);
}

int gsignal(int sig)
{
	return raise(sig);
}

int kill(pid_t pid, int sig)
{
	if (pid != 0 && pid != -1 && pid != getpid()) {
		errno = ESRCH;
		return -1;
	}
	if (sig && bad_signal(sig))
		return -1;
	RT_COST(raise);
	if (sig)
		raise_for_all(sig);
	return 0;
}

int killpg(int group, int sig)
{
	return kill(group, sig);
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	sigset_t before = blocked;

	RT_COST(sigprocmask);
	if (set && is_in(set, SIGPIPE))
		bgqemu_broken_pipe(pipe_is_broken);
	if (set && how == SIG_BLOCK)
		blocked.__val[0] |= bits_of(set);
	else if (set && how == SIG_SETMASK)
		blocked = *set;
	else if (set && how == SIG_UNBLOCK)
		blocked.__val[0] &= ~bits_of(set);
	else if (set)
		return EINVAL;
	if (old)
		*old = before;
	deliver_pending();
	return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int rc = pthread_sigmask(how, set, old);

	if (rc)
		errno = rc;
	return rc ? -1 : 0;
}

/* Waits until a handler has run, of a signal that another thread or a timer sends. */
static int wait_for_handler(unsigned called)
{
	while (handlers_called == called)
		bgqemu_pause();
	errno = EINTR;
	return -1;
}

int pause(void)
{
	return wait_for_handler(handlers_called);
}

int sigsuspend(const sigset_t *mask)
{
	sigset_t before = blocked;
	unsigned called = handlers_called;
	int rc;

	pthread_sigmask(SIG_SETMASK, mask, NULL);
	rc = wait_for_handler(called);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc;
}

int sigpending(sigset_t *set)
{
	*set = (sigset_t){ { all_pending() } };
	return 0;
}

static bool is_on_altstack(void)
{
	return (uintptr_t)__builtin_frame_address(0) - (uintptr_t)altstack.ss_sp <
		altstack.ss_size;
}

static int altstack_set(const stack_t *new)
{
	stack_t none = { .ss_flags = SS_DISABLE };

	if (is_on_altstack())
		return EPERM;
	if (new->ss_flags & ~(SS_DISABLE | SS_ONSTACK))
		return EINVAL;
	if (new->ss_flags & SS_DISABLE)
		new = &none;
	else if (new->ss_size < ALTSTACK_LEAST_BYTES)
		return ENOMEM;
	altstack = *new;
	bgqemu_fault_stack(altstack.ss_sp, altstack.ss_size);
	return 0;
}

/* Handlers of faults run there; others on the stack of the call that runs them. */
int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
	stack_t before = altstack;
	int rc = 0;

	RT_COST(sigaltstack);
	if (is_on_altstack())
		before.ss_flags |= SS_ONSTACK;
	if (new)
		rc = altstack_set(new);
	if (rc) {
		errno = rc;
		return -1;
	}
	if (old)
		*old = before;
	return 0;
}

int siginterrupt(int sig, int on)
{
	if (bad_signal(sig))
		return -1;
	if (on)
		action[sig].sa_flags &= ~SA_RESTART;
	else
		action[sig].sa_flags |= SA_RESTART;
	return 0;
}

extern __typeof__(sigaction) rt_sigaction __asm__("__sigaction")
	__attribute__((nothrow, leaf, alias("sigaction")));
extern __typeof__(sigsuspend) rt_sigsuspend __asm__("__sigsuspend") RT_ALIAS(sigsuspend);
