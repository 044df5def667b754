/*
 * jump_out.c - handlers of signals that leave by siglongjmp what they have interrupted: a wait for
 * a signal, a read of a stream, a loop of checks; and signals that another thread sends to one
 * that computes.  What was interrupted can be done again.
 * Usage: jump_out, or, with one rank and a line of input that comes late: jump_out stdin
 */
#include "spi_test.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>

static sigjmp_buf back;
static volatile int flag, handled[2];

static void leave(int sig)
{
	siglongjmp(back, sig);
}

static void alarm_in_us(long us)
{
	struct itimerval once = { { 0, 0 }, { 0, us } };

	CHECK(setitimer(ITIMER_REAL, &once, NULL) == 0);
}

/* ---- a wait for a signal: later ones must not be given to it */

static void out_of_sigwait(void)
{
	sigset_t set, old, now;
	int got;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	CHECK(signal(SIGALRM, leave) != SIG_ERR && sigprocmask(SIG_BLOCK, &set, &old) == 0);
	for (int i = 0; i < 3; i++)
		if (sigsetjmp(back, i & 1) == 0) {
			alarm_in_us(50);
			sigwait(&set, &got);
			CHECK(0);
		} else if (!(i & 1)) { /* jumped without the mask */
			CHECK(sigprocmask(SIG_SETMASK, NULL, &now) == 0);
			CHECK(sigismember(&now, SIGALRM) && sigismember(&now, SIGUSR2));
			sigdelset(&now, SIGALRM);
			CHECK(sigprocmask(SIG_SETMASK, &now, NULL) == 0);
		}
	CHECK(kill(getpid(), SIGUSR2) == 0); /* it stays pending */
	CHECK(sigpending(&now) == 0 && sigismember(&now, SIGUSR2));
	CHECK(sigwait(&set, &got) == 0 && got == SIGUSR2);
	CHECK(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
}

/* ---- a read of a stream: nobody else is in it */

static void out_of_fgets(void)
{
	char text[16] = "";
	int end[2];
	FILE *f;

	CHECK(pipe(end) == 0 && (f = fdopen(end[0], "r")) != NULL);
	for (int i = 0; i < 2; i++)
		if (sigsetjmp(back, 1) == 0) {
			alarm_in_us(50);
			fgets(text, sizeof text, f);
			CHECK(0);
		}
	CHECK(write(end[1], "line\n", 5) == 5 && fgets(text, sizeof text, f) == text);
	CHECK(strcmp(text, "line\n") == 0 && fclose(f) == 0 && close(end[1]) == 0);
}

/* Input that comes later is not taken by the read that was left. */
static void out_of_stdin(void)
{
	char text[16] = "";

	CHECK(signal(SIGALRM, leave) != SIG_ERR);
	for (int i = 0; i < 3; i++)
		if (sigsetjmp(back, 1) == 0) {
			alarm_in_us(50);
			if (i & 1)
				read(0, text, sizeof text);
			else
				fgets(text, sizeof text, stdin);
			CHECK(0);
		}
	CHECK(fgets(text, sizeof text, stdin) == text && strcmp(text, "line\n") == 0);
	CHECK(fgets(text, sizeof text, stdin) == NULL);
}

/* ---- two signals at one time: the second is not lost */

static void first_leaves(int sig)
{
	handled[0]++;
	siglongjmp(back, sig);
}

static void second(int sig)
{
	(void)sig;
	handled[1]++;
}

static timer_t timer_of(int sig)
{
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig };
	timer_t timer;

	CHECK(timer_create(CLOCK_MONOTONIC, &ev, &timer) == 0);
	return timer;
}

static void two_at_once(void)
{
	struct itimerspec at = { .it_value = { 0, 0 } };
	timer_t one = timer_of(SIGUSR1), two = timer_of(SIGUSR2);

	CHECK(signal(SIGUSR1, first_leaves) != SIG_ERR && signal(SIGUSR2, second) != SIG_ERR);
	CHECK(clock_gettime(CLOCK_MONOTONIC, &at.it_value) == 0);
	at.it_value.tv_nsec += 50000;
	if (sigsetjmp(back, 1) == 0) {
		CHECK(timer_settime(one, TIMER_ABSTIME, &at, NULL) == 0);
		CHECK(timer_settime(two, TIMER_ABSTIME, &at, NULL) == 0);
		for (;;)
			;
	}
	while (handled[1] == 0)
		;
	CHECK(handled[0] == 1 && timer_delete(one) == 0 && timer_delete(two) == 0);
}

/* ---- a handler that sends the signal again */

static void again(int sig)
{
	if (++handled[0] < 100)
		raise(sig);
}

static void raised_again(void)
{
	handled[0] = 0;
	CHECK(signal(SIGUSR1, again) != SIG_ERR && raise(SIGUSR1) == 0 && handled[0] == 100);
}

/* ---- from one thread to another that computes */

static pthread_t computing;
static volatile unsigned long rounds;

static void set_flag(int sig)
{
	(void)sig;
	flag = 1;
}

static void *send(void *unused)
{
	usleep(20);
	CHECK(pthread_kill(computing, SIGUSR1) == 0);
	return unused;
}

static void wait_for_flag(void)
{
	while (!flag)
		;
}

static void count_until_flag(void)
{
	while (!flag)
		rounds++;
}

static void jump_until_flag(void)
{
	static jmp_buf here;

	setjmp(here);
	if (!flag)
		longjmp(here, 1);
}

static void until_it_jumps(void)
{
	if (sigsetjmp(back, 1) == 0)
		for (;;)
			rounds++;
}

static void told_by_a_thread(const char *what, void (*compute)(void), void (*handler)(int))
{
	uint64_t began = GetTimeBase();
	pthread_t sender;

	flag = 0;
	rounds = 0;
	computing = pthread_self();
	CHECK(signal(SIGUSR1, handler) != SIG_ERR);
	CHECK(pthread_create(&sender, NULL, send, NULL) == 0);
	compute();
	printf("rank %u %s: %lu rounds, %lu cycles\n", Kernel_GetRank(), what, rounds,
	       (unsigned long)(GetTimeBase() - began));
	CHECK(pthread_join(sender, NULL) == 0);
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "stdin") == 0) {
		out_of_stdin();
		return 0;
	}
	out_of_sigwait();
	out_of_fgets();
	two_at_once();
	raised_again();
	told_by_a_thread("waits", wait_for_flag, set_flag);
	told_by_a_thread("counts", count_until_flag, set_flag);
	told_by_a_thread("jumps", jump_until_flag, set_flag);
	told_by_a_thread("is left", until_it_jumps, leave);
	printf("rank %u at %lu\n", Kernel_GetRank(), (unsigned long)GetTimeBase());
	return 0;
}
