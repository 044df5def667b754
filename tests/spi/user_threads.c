/*
 * user_threads.c - threads that a program makes itself, with stacks of 4 KiB side by side in the
 * heap and a pattern between them: they print, sort, lock, wait and yield, in comparisons, handlers
 * and functions of streams, too, and leave those by longjmp.  Ends with 0 if all of it is right and
 * no pattern has changed.
 * Not here: how much each call uses (stack_use.c).
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define THREADS 16
#define STACK   4096
#define APART   4096
#define ROUNDS  8

static struct place {
	unsigned char apart[APART];
	unsigned char stack[STACK] __attribute__((aligned(16)));
} *place;

static ucontext_t outside, inside[THREADS];
static int done[THREADS], now, switched_inside;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned ticks;

static void yield(void)
{
	swapcontext(&inside[now], &outside);
}

static int by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	if (x % 5 == 0 && y % 3 == 0) {
		switched_inside++;
		yield();
	}
	return x - y;
}

static void sort(int id)
{
	int v[24], n = 24;

	for (int i = 0; i < n; i++)
		v[i] = (i * 7 + id) % n;
	qsort(v, (size_t)n, sizeof *v, by_value);
	for (int i = 0; i < n; i++)
		CHECK(v[i] == i);
}

static jmp_buf out[THREADS];

static int leaves(const void *a, const void *b)
{
	if (*(const int *)a == 5)
		longjmp(out[now], 1);
	return *(const int *)a - *(const int *)b;
}

static void sort_and_leave(void)
{
	volatile int reached = 0;
	int v[8] = { 8, 7, 6, 5, 4, 3, 2, 1 };

	if (!setjmp(out[now]))
		qsort(v, 8, sizeof *v, leaves);
	else
		reached = 1;
	CHECK(reached);
}

/* A stream of the program's: its function yields in the middle of fprintf. */
static ssize_t slow_write(void *cookie, const char *text, size_t n)
{
	int *sum = cookie;

	for (size_t i = 0; i < n; i++)
		*sum += text[i];
	switched_inside++;
	yield();
	return (ssize_t)n;
}

static void print(int id, FILE *f, int *sum)
{
	int before = *sum, all = 0;
	char text[64];

	fprintf(f, "%d %d %s %g %d %d %d %d\n", id, 1, "two", 3.5, 4, 5, 6, 7);
	fflush(f);
	sprintf(text, "%d %d %s %g %d %d %d %d\n", id, 1, "two", 3.5, 4, 5, 6, 7);
	for (const char *c = text; *c; c++)
		all += *c;
	CHECK(*sum == before + all);
}

static void spin(unsigned us)
{
	struct timeval from, to;

	gettimeofday(&from, NULL);
	do {
		gettimeofday(&to, NULL);
	} while ((to.tv_sec - from.tv_sec) * 1000000 + to.tv_usec - from.tv_usec < us);
	for (volatile int i = 0; i < 20000; i++)
		;
}

static void work(void)
{
	int id = now, sum = 0;
	const cookie_io_functions_t io = { .write = slow_write };
	FILE *f = fopencookie(&sum, "w", io);

	CHECK(f);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		printf("thread %d round %d %.20f\n", id, i, 1.0 / 3);
		pthread_mutex_unlock(&lock);
		yield();
		sort(id);
		print(id, f, &sum);
		sort_and_leave();
		spin(3);
		if (i == 3)
			usleep(10);
		CHECK(id == now);
	}
	fclose(f);
	done[id] = 1;
	yield();
}

static jmp_buf timed_out;

static void on_tick(int sig)
{
	(void)sig;
	ticks++;
}

static void on_time(int sig)
{
	(void)sig;
	longjmp(timed_out, 1);
}

static void every(long us, void (*handler)(int))
{
	struct itimerval t = { { 0, us }, { 0, us } };

	signal(SIGALRM, handler);
	CHECK(setitimer(ITIMER_REAL, &t, NULL) == 0);
}

/* The memory below all stacks is as it was. */
static void check_apart(void)
{
	for (int i = 0; i < THREADS; i++)
		for (int k = 0; k < APART; k++)
			CHECK(place[i].apart[k] == (unsigned char)(i + k));
}

int main(void)
{
	int left = THREADS;

	CHECK((place = malloc(THREADS * sizeof *place)));
	for (int i = 0; i < THREADS; i++) {
		for (int k = 0; k < APART; k++)
			place[i].apart[k] = (unsigned char)(i + k);
		getcontext(&inside[i]);
		inside[i].uc_stack.ss_sp = place[i].stack;
		inside[i].uc_stack.ss_size = STACK;
		makecontext(&inside[i], work, 0);
	}
	every(50, on_tick); /* handlers run in checks and calls of theirs, too */
	while (left)
		for (now = 0; now < THREADS; now++) {
			if (done[now])
				continue;
			swapcontext(&outside, &inside[now]);
			left -= done[now];
		}
	check_apart();
	CHECK(switched_inside > 100 && ticks > 10);
	/* Calls that a handler leaves, many times. */
	every(20, on_time);
	for (volatile int i = 0; i < 2000; i++)
		if (!setjmp(timed_out)) {
			sigset_t none;

			sigemptyset(&none);
			sigprocmask(SIG_SETMASK, &none, NULL);
			for (;;)
				sleep(1);
		}
	every(0, SIG_IGN);
	puts("all are done");
	return 0;
}
