/*
 * posix.h - POSIX and C11 threads for programs, in pthread_*.c, semaphore.c and
 * threads_c11.c: bound to programs' calls by emu/core/calls/calls.def (interposition).
 *
 * Behaviour as in POSIX and glibc's headers; objects are as glibc declares them, so
 * its static initialisers hold, but their contents are ours.  Locks are handed to
 * the thread that has waited longest.  Nothing here may call the host's function of the
 * same name on a program's object: it would act on host threads, not on the node's.
 */
#ifndef BGQ_EMU_POSIX_H
#define BGQ_EMU_POSIX_H

#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/sysinfo.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/process.h"
#include "futex.h"
#include "thread.h"

/* ---- what the files share */

struct key_use {
	void (*destructor)(void *);
	uint32_t turn;         /* odd: in use; values set in former turns are void */
};

struct key_value {
	uint32_t turn;
	void *value;
};

/* A stream that a thread has locked: flockfile. */
struct locked_file {
	FILE *file;
	uint32_t owner, count;
	struct locked_file *next;
};

/* Vector registers of code that a handler of a fault has interrupted.  Beside the program's stack:
 * how many there are is the host's affair, and how much of its stack a program has left is not. */
struct fault_registers {
	struct fault_registers *next;
	uintptr_t frame; /* the handler's, while that is in use */
	_Alignas(64) uint8_t state[];
};

/* POSIX state of a process. */
struct posix {
	struct locked_file *files;
	struct key_use key[PTHREAD_KEYS_MAX];
	int concurrency;
	bool has_threads; /* it has created one */
	struct thread *turn[NODE_HWTHREADS]; /* whose, of those that are shared (share.h) */
	struct posix_timer *timers; /* timers.c; NULL until needed */
	uint32_t timers_created;
	/* Handlers of faults (emu/node/abi/fault_frame.h): bit by number; those of them that run
	 * on the thread's alternate stack; their entry in the image. */
	uint64_t faults_handled, fault_on_other_stack;
	bool (*fault_enter)(int sig, void *info, void *context);
	struct fault_registers *fault_registers;
	void (*broken_pipe)(int sig); /* in the image; NULL: SIGPIPE ends it, */
	bool ends_by_pipe;            /* and does so now */
};

/* At the beginning of every call: charges an operation, and notes pc, the call's place in
 * the program, for the report of a deadlock. */
void posix_op(const void *pc);
#define POSIX_OP() posix_op(CALL_PLACE())
/* The cost alone, of another operation in the same call. */
void posix_charge(void);

struct posix *posix_self(void);
/* p has ended. */
void posix_release(struct process *p);

/* Number of a thread that no other on the node has: gettid(). */
uint32_t posix_tid(const struct thread *t);
uint32_t posix_tid_rank(uint32_t tid);

/* The thread of the running one's process with that number, 0: the running one;
 * NULL: none. */
struct thread *posix_thread_of_tid(pid_t tid);

/* The result of calls that leave the error in errno. */
int posix_result(int error);

/* The offset of a clock from the process's time. */
int64_t posix_clock_offset_s(clockid_t clock);
/* Converts a time of the calendar or since boot to the process's clock.  0 or
 * EINVAL. */
int posix_deadline(clockid_t clock, const struct timespec *at, ps_t *deadline_ps);

/* A mutex without the cost of the operation; try: do not wait. */
int posix_mutex_lock(pthread_mutex_t *m, bool try, ps_t deadline_ps);
int posix_mutex_unlock(pthread_mutex_t *m);
/* tid of the owner, for reports; 0: none. */
uint32_t posix_mutex_owner(const volatile void *m);
/* The owner of robust mutexes ends: the next waiters get them, with EOWNERDEAD. */
void posix_robust_release(struct posix_thread *pt);

/* Runs the handlers of signals sent to the running thread; false: there were none, or they
 * are blocked or ignored. */
bool posix_signals(void);
bool posix_run_handlers(uint64_t *signals, void (**handler)(int sig));
/* Runs the handlers of what has interrupted the running thread.  0: there were none; -EAGAIN: all
 * have SA_RESTART; -EINTR. */
int posix_interrupted(void);
/* Like futex_park().  While the thread waits others of its hardware thread run (share.h), and
 * signals that are blocked or ignored do not end the wait; a thread that is woken pays for loading
 * the word again. */
int posix_wait(unsigned kind, const volatile void *addr, ps_t deadline_ps);
/* Like posix_wait(), for calls that go on after handlers with SA_RESTART. -EAGAIN: these have run,
 * so look again at what is waited for; -EINTR: others have.  -ECANCELED: the caller gives back what
 * it holds, and comes to a cancellation point. */
int posix_wait_restarting(unsigned kind, const volatile void *addr, ps_t deadline_ps);
/* Runs handlers of timers that have expired by now, and no others. */
bool posix_timer_signals(void);
/* At checks: runs handlers of timers, and of signals that other threads have sent before now. */
bool posix_check_signals(void);
/* Cancellation point: ends the running thread if it is cancelled and cancellation is on. */
void posix_cancel_point(void);
/* True if posix_cancel_point() would end the thread. */
bool posix_is_cancelled(void);

/* Runs the destructors of the running thread's specific data. */
void posix_keys_destroy(void);

#define POSIX_FN(name) extern __typeof__(name) emu_##name

/* ---- pthread_thread.c */
POSIX_FN(pthread_join);
POSIX_FN(pthread_tryjoin_np);
POSIX_FN(pthread_timedjoin_np);
POSIX_FN(pthread_clockjoin_np);
POSIX_FN(pthread_detach);
POSIX_FN(pthread_self);
POSIX_FN(pthread_equal);
POSIX_FN(pthread_attr_init);
POSIX_FN(pthread_getattr_np);
POSIX_FN(pthread_setname_np);
POSIX_FN(pthread_getname_np);
POSIX_FN(gettid);

/* ---- pthread_mutex.c, pthread_cond.c, pthread_rwlock.c */
POSIX_FN(pthread_mutex_init);
POSIX_FN(pthread_mutex_destroy);
POSIX_FN(pthread_mutex_lock);
POSIX_FN(pthread_mutex_trylock);
POSIX_FN(pthread_mutex_timedlock);
POSIX_FN(pthread_mutex_clocklock);
POSIX_FN(pthread_mutex_unlock);
POSIX_FN(pthread_mutex_consistent);

POSIX_FN(pthread_cond_init);
POSIX_FN(pthread_cond_destroy);
POSIX_FN(pthread_cond_wait);
POSIX_FN(pthread_cond_timedwait);
POSIX_FN(pthread_cond_clockwait);
POSIX_FN(pthread_cond_signal);
POSIX_FN(pthread_cond_broadcast);

POSIX_FN(pthread_rwlock_init);
POSIX_FN(pthread_rwlock_destroy);
POSIX_FN(pthread_rwlock_rdlock);
POSIX_FN(pthread_rwlock_tryrdlock);
POSIX_FN(pthread_rwlock_timedrdlock);
POSIX_FN(pthread_rwlock_clockrdlock);
POSIX_FN(pthread_rwlock_wrlock);
POSIX_FN(pthread_rwlock_trywrlock);
POSIX_FN(pthread_rwlock_timedwrlock);
POSIX_FN(pthread_rwlock_clockwrlock);
POSIX_FN(pthread_rwlock_unlock);

/* ---- pthread_spin.c: spin locks and barriers; semaphore.c */
POSIX_FN(pthread_spin_init);
POSIX_FN(pthread_spin_destroy);
POSIX_FN(pthread_spin_lock);
POSIX_FN(pthread_spin_trylock);
POSIX_FN(pthread_spin_unlock);
POSIX_FN(pthread_barrier_init);
POSIX_FN(pthread_barrier_destroy);
POSIX_FN(pthread_barrier_wait);

POSIX_FN(sem_init);
POSIX_FN(sem_destroy);
POSIX_FN(sem_wait);
POSIX_FN(sem_trywait);
POSIX_FN(sem_timedwait);
POSIX_FN(sem_clockwait);
POSIX_FN(sem_post);
POSIX_FN(sem_getvalue);

/* ---- pthread_key.c, pthread_cancel.c */
POSIX_FN(pthread_key_create);
POSIX_FN(pthread_key_delete);
POSIX_FN(pthread_getspecific);
POSIX_FN(pthread_setspecific);

POSIX_FN(pthread_setcancelstate);
POSIX_FN(pthread_setcanceltype);
POSIX_FN(pthread_testcancel);

/* ---- pthread_affinity.c, pthread_sched.c */
POSIX_FN(pthread_getaffinity_np);
POSIX_FN(pthread_setaffinity_np);
POSIX_FN(sched_getaffinity);
POSIX_FN(sched_setaffinity);
POSIX_FN(sched_getcpu);
POSIX_FN(sched_getscheduler);
POSIX_FN(sched_setscheduler);
POSIX_FN(sched_getparam);
POSIX_FN(sched_setparam);
POSIX_FN(sched_rr_get_interval);
POSIX_FN(get_nprocs);
POSIX_FN(get_nprocs_conf);
POSIX_FN(sysconf);
POSIX_FN(get_phys_pages);
POSIX_FN(get_avphys_pages);
POSIX_FN(pthread_getschedparam);
POSIX_FN(pthread_setschedparam);
POSIX_FN(pthread_setschedprio);
POSIX_FN(pthread_getcpuclockid);
POSIX_FN(pthread_getconcurrency);
POSIX_FN(pthread_setconcurrency);
int emu_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int emu_register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
			void *dso);

/* ---- threads_c11.c */
POSIX_FN(thrd_current);
POSIX_FN(thrd_equal);
POSIX_FN(thrd_detach);
POSIX_FN(thrd_join);
POSIX_FN(thrd_sleep);
POSIX_FN(thrd_yield);
POSIX_FN(mtx_init);
POSIX_FN(mtx_lock);
POSIX_FN(mtx_trylock);
POSIX_FN(mtx_timedlock);
POSIX_FN(mtx_unlock);
POSIX_FN(mtx_destroy);
POSIX_FN(cnd_init);
POSIX_FN(cnd_signal);
POSIX_FN(cnd_broadcast);
POSIX_FN(cnd_wait);
POSIX_FN(cnd_timedwait);
POSIX_FN(cnd_destroy);
POSIX_FN(tss_create);
POSIX_FN(tss_get);
POSIX_FN(tss_set);
POSIX_FN(tss_delete);

/* ---- libc_flockfile.c */
POSIX_FN(flockfile);
POSIX_FN(ftrylockfile);
POSIX_FN(funlockfile);

/* libc's variable of that name, for programs. */
extern const char emu_libc_single_threaded[1];

/* ---- libc_syscall.c */
long emu_syscall(long number, ...);
/* A system call that the program makes at pc, or by syscall(): carried out for the rank, or refused
 * by name. */
#define LIBC_SYSTEM_CALL_ARGUMENTS 6
long libc_system_call(long number, const long a[LIBC_SYSTEM_CALL_ARGUMENTS], uint64_t pc);

#endif
