/*
 * signal_waits.c - threads that wait for signals which they block: sigwait and its kin, from
 * other threads, the process and timers; time-outs; reads that handlers interrupt; masks of
 * ppoll and pselect; the old calls for masks and handlers.  Usage: signal_waits
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sigset_t usr1, usr, none;
static volatile int handled;

static void handler(int sig)
{
	(void)sig;
	handled++;
}

static void *waits(void *arg)
{
	int *sig = arg;

	CHECK(sigwait(&usr, sig) == 0);
	return NULL;
}

static void *waits_for_ever(void *arg)
{
	int sig;

	sigwait(&usr, &sig);
	return arg;
}

static void *pauses(void *arg)
{
	pause();
	return arg;
}

static void threads(void)
{
	pthread_t t;
	int sig = 0;
	void *result;

	CHECK(pthread_create(&t, NULL, waits, &sig) == 0);
	usleep(10);
	CHECK(pthread_kill(t, SIGUSR2) == 0 && pthread_join(t, NULL) == 0 && sig == SIGUSR2);
	/* To the process, whose other threads block it. */
	CHECK(pthread_create(&t, NULL, waits, &sig) == 0);
	usleep(10);
	CHECK(kill(getpid(), SIGUSR1) == 0 && pthread_join(t, NULL) == 0 && sig == SIGUSR1);
	/* Sent before anything waits for it. */
	CHECK(kill(getpid(), SIGUSR2) == 0 && sigpending(&none) == 0);
	CHECK(sigismember(&none, SIGUSR2) && sigemptyset(&none) == 0);
	CHECK(pthread_create(&t, NULL, waits, &sig) == 0 && pthread_join(t, NULL) == 0);
	CHECK(sig == SIGUSR2);
	CHECK(pthread_create(&t, NULL, waits_for_ever, &sig) == 0);
	usleep(10);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED);
	CHECK(pthread_create(&t, NULL, pauses, NULL) == 0);
	usleep(10);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED);
	CHECK(raise(SIGUSR1) == 0 && sigwait(&usr1, &sig) == 0 && sig == SIGUSR1);
}

static void time_outs(void)
{
	struct itimerval in_1_ms = { .it_value = { 0, 1000 } };
	struct timespec ts = { 0, 2000000 }, zero = { 0, 0 }, bad = { 0, -1 };
	siginfo_t info = { .si_signo = 0 };
	uint64_t start = GetTimeBase();
	sigset_t alarm_set;

	CHECK(sigtimedwait(&usr, &info, &ts) == -1 && errno == EAGAIN);
	CHECK(GetTimeBase() - start >= 2 * 1600000 && GetTimeBase() - start < 3 * 1600000);
	CHECK(sigtimedwait(&usr, NULL, &zero) == -1 && errno == EAGAIN);
	CHECK(sigtimedwait(&usr, NULL, &bad) == -1 && errno == EINVAL);
	CHECK(raise(SIGUSR2) == 0 && sigtimedwait(&usr, NULL, &zero) == SIGUSR2);
	sigemptyset(&alarm_set);
	sigaddset(&alarm_set, SIGALRM);
	CHECK(sigprocmask(SIG_BLOCK, &alarm_set, NULL) == 0);
	CHECK(setitimer(ITIMER_REAL, &in_1_ms, NULL) == 0);
	start = GetTimeBase();
	CHECK(sigwaitinfo(&alarm_set, &info) == SIGALRM && info.si_code == SI_TIMER);
	CHECK(GetTimeBase() - start >= 1600000 && GetTimeBase() - start < 2 * 1600000);
	/* A handler of another signal ends it. */
	CHECK(sigprocmask(SIG_UNBLOCK, &alarm_set, NULL) == 0);
	CHECK(signal(SIGALRM, handler) != SIG_ERR);
	CHECK(setitimer(ITIMER_REAL, &in_1_ms, NULL) == 0);
	CHECK(sigwaitinfo(&usr, &info) == -1 && errno == EINTR && handled == 1);
}

/* The mask is another during the wait. */
static void polls(void)
{
	struct timespec ts = { 0, 1000000 };
	sigset_t now;

	handled = 0;
	CHECK(signal(SIGUSR1, handler) != SIG_ERR && raise(SIGUSR1) == 0 && handled == 0);
	CHECK(ppoll(NULL, 0, &ts, NULL) == 0 && handled == 0);
	CHECK(ppoll(NULL, 0, &ts, &none) == -1 && errno == EINTR && handled == 1);
	CHECK(raise(SIGUSR1) == 0 && pselect(0, NULL, NULL, NULL, &ts, &usr) == 0 && handled == 1);
	CHECK(pselect(0, NULL, NULL, NULL, NULL, &none) == -1 && errno == EINTR && handled == 2);
	CHECK(sigprocmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, SIGUSR1));
}

static void *feeds(void *arg)
{
	usleep(3000);
	CHECK(write(*(int *)arg, "x", 1) == 1);
	return NULL;
}

/* A read goes on after a handler with SA_RESTART, and ends after another. */
static void restarts(void)
{
	struct itimerval in_1_ms = { .it_value = { 0, 1000 } };
	struct sigaction plain = { .sa_handler = handler };
	pthread_t t;
	int fd[2];
	char c;

	handled = 0;
	CHECK(pipe(fd) == 0 && signal(SIGALRM, handler) != SIG_ERR);
	CHECK(pthread_create(&t, NULL, feeds, &fd[1]) == 0);
	CHECK(setitimer(ITIMER_REAL, &in_1_ms, NULL) == 0);
	CHECK(read(fd[0], &c, 1) == 1 && handled == 1 && pthread_join(t, NULL) == 0);
	CHECK(sigaction(SIGALRM, &plain, NULL) == 0);
	CHECK(setitimer(ITIMER_REAL, &in_1_ms, NULL) == 0);
	CHECK(read(fd[0], &c, 1) == -1 && errno == EINTR && handled == 2);
}

/* Calls from before POSIX: none may reach the emulator's own masks and handlers. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define BIT(sig) (1 << ((sig) - 1))
static void old_calls(void)
{
	sigset_t now;

	CHECK(sigrelse(SIGUSR1) == 0 && sigrelse(SIGUSR2) == 0);
	handled = 0;
	CHECK(sigset(SIGUSR1, handler) == handler && raise(SIGUSR1) == 0 && handled == 1);
	CHECK(sighold(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && handled == 1);
	CHECK(sigset(SIGUSR1, handler) == SIG_HOLD && handled == 2);
	CHECK(sigset(SIGUSR1, SIG_HOLD) == handler && raise(SIGUSR1) == 0 && handled == 2);
	CHECK(sigpause(SIGUSR1) == -1 && errno == EINTR && handled == 3);
	CHECK(sigprocmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, SIGUSR1));
	CHECK(sigsetmask(0) == BIT(SIGUSR1) && sigblock(BIT(SIGUSR2)) == 0);
	CHECK(siggetmask() == BIT(SIGUSR2));
	CHECK(sigignore(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && handled == 3);
	CHECK(sighold(99) == -1 && errno == EINVAL && sigset(99, handler) == SIG_ERR);
}
#pragma GCC diagnostic pop

/* ---- handlers that end the wait which they have interrupted, themselves */

static int self_pipe[2];
static sem_t self_post;

static void ends_waits(int sig)
{
	(void)sig;
	CHECK(write(self_pipe[1], "!", 1) == 1 && sem_post(&self_post) == 0);
}

static void by_handlers(void)
{
	const struct itimerval soon = { .it_value.tv_usec = 100 };
	const struct sigaction plain = { .sa_handler = ends_waits };
	char c = 0;

	CHECK(pipe(self_pipe) == 0 && sem_init(&self_post, 0, 0) == 0);
	CHECK(signal(SIGALRM, ends_waits) != SIG_ERR); /* with SA_RESTART */
	CHECK(setitimer(ITIMER_REAL, &soon, NULL) == 0);
	CHECK(read(self_pipe[0], &c, 1) == 1 && c == '!' && sem_trywait(&self_post) == 0);
	CHECK(setitimer(ITIMER_REAL, &soon, NULL) == 0 && sem_wait(&self_post) == 0);
	CHECK(read(self_pipe[0], &c, 1) == 1 && sigaction(SIGALRM, &plain, NULL) == 0);
	CHECK(setitimer(ITIMER_REAL, &soon, NULL) == 0);
	CHECK(sem_wait(&self_post) == -1 && errno == EINTR && sem_wait(&self_post) == 0);
	CHECK(signal(SIGALRM, SIG_DFL) != SIG_ERR);
}

int main(void)
{
	sigemptyset(&none);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	usr = usr1;
	sigaddset(&usr, SIGUSR2);
	CHECK(sigprocmask(SIG_BLOCK, &usr, NULL) == 0);
	threads();
	time_outs();
	polls();
	restarts();
	old_calls();
	by_handlers();
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
