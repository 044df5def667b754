/* threads_signals.c - signals from thread to thread: where their handlers run, what
 * waits they end; masks; streams locked by threads. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_t receiver;
static volatile int arrived;

static void handler(int sig)
{
	CHECK(sig == SIGUSR1 && pthread_equal(pthread_self(), receiver));
	arrived++;
}

static void *in_a_sleep(void *arg)
{
	struct timespec ts = { 1, 0 }, left;

	(void)arg;
	CHECK(nanosleep(&ts, &left) == -1 && errno == EINTR);
	CHECK(left.tv_sec == 0 && left.tv_nsec > 999900000 && left.tv_nsec < 999995000);
	return NULL;
}

static void *in_a_long_sleep(void *arg)
{
	(void)arg;
	CHECK(sleep(100) == 100); /* all but some microseconds */
	return NULL;
}

static void *at_a_semaphore(void *arg)
{
	(void)arg;
	CHECK(sem_wait(&semaphore) == -1 && errno == EINTR);
	return NULL;
}

/* signal() sets SA_RESTART: as Linux does, the wait goes on. */
static void *at_a_semaphore_again(void *arg)
{
	uint64_t start = GetTimeBase();

	(void)arg;
	CHECK(sem_wait(&semaphore) == 0 && GetTimeBase() - start > 20 * 1600);
	return NULL;
}

/* The lock is to be had only later: a signal does not end the wait. */
static void *at_a_mutex(void *arg)
{
	uint64_t start = GetTimeBase();

	(void)arg;
	CHECK(pthread_mutex_lock(&mutex) == 0);
	CHECK(GetTimeBase() - start > 20 * 1600);
	return (void *)(long)pthread_mutex_unlock(&mutex);
}

static void *at_a_barrier(void *arg)
{
	(void)arg;
	CHECK(pthread_barrier_wait(&barrier) == 0);
	return NULL;
}

static void *at_a_condition(void *arg)
{
	int before = arrived;

	(void)arg;
	CHECK(pthread_mutex_lock(&mutex) == 0);
	while (arrived == before) /* wakes without a signal of the variable */
		CHECK(pthread_cond_wait(&cond, &mutex) == 0);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	return NULL;
}

static void *with_the_mask(void *arg)
{
	sigset_t set;

	(void)arg;
	sigemptyset(&set);
	CHECK(pthread_sigmask(SIG_BLOCK, NULL, &set) == 0);
	CHECK(sigismember(&set, SIGUSR1)); /* as the creator's */
	usleep(20);
	CHECK(arrived == 0);
	CHECK(sigpending(&set) == 0 && sigismember(&set, SIGUSR1));
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	CHECK(arrived == 1);
	return NULL;
}

static void send_to(void *(*fn)(void *), void (*then)(void))
{
	void *result;

	arrived = 0;
	CHECK(pthread_create(&receiver, NULL, fn, NULL) == 0);
	usleep(10);
	CHECK(pthread_kill(receiver, 0) == 0 && arrived == 0);
	CHECK(pthread_kill(receiver, SIGUSR1) == 0);
	usleep(15);
	if (then)
		then();
	CHECK(pthread_join(receiver, &result) == 0 && result == NULL);
	CHECK(arrived == 1);
}

static void unlock(void)
{
	CHECK(arrived == 1);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
}

static void post(void)
{
	CHECK(arrived == 1 && sem_post(&semaphore) == 0);
}

static void meet(void)
{
	CHECK(arrived == 1);
	CHECK(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void masks(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	send_to(with_the_mask, NULL);
	sigemptyset(&set);
	CHECK(pthread_sigmask(SIG_SETMASK, &set, NULL) == 0);
}

/* ---- */

static int lines;

static void *print_in_one_piece(void *arg)
{
	flockfile(stdout);
	CHECK(ftrylockfile(stdout) == 0); /* again by its owner */
	int before = lines;

	usleep(5);
	CHECK(lines == before);
	lines++;
	funlockfile(stdout);
	usleep(5);
	CHECK(lines == before + 1);
	funlockfile(stdout);
	return arg;
}

static void *try_to_lock(void *arg)
{
	CHECK(ftrylockfile(stdout) != 0);
	return arg;
}

static void streams(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&t[i], NULL, print_in_one_piece, NULL) == 0);
	usleep(5);
	flockfile(stdout);
	CHECK(lines == 4);
	CHECK(pthread_create(&t[0], NULL, try_to_lock, NULL) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
	funlockfile(stdout);
}

int main(void)
{
	const struct sigaction plain = { .sa_handler = handler };
	pthread_t gone = 0;

	CHECK(signal(SIGUSR1, handler) != SIG_ERR);
	CHECK(sem_init(&semaphore, 0, 0) == 0);
	CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
	CHECK(pthread_kill(gone, 0) == ESRCH);
	CHECK(pthread_kill(pthread_self(), 65) == EINVAL);
	receiver = pthread_self();
	CHECK(pthread_kill(receiver, SIGUSR1) == 0 && arrived == 1);
	send_to(in_a_sleep, NULL);
	send_to(in_a_long_sleep, NULL);
	send_to(at_a_semaphore_again, post);
	CHECK(sigaction(SIGUSR1, &plain, NULL) == 0);
	send_to(at_a_semaphore, NULL);
	CHECK(signal(SIGUSR1, handler) != SIG_ERR);
	send_to(at_a_condition, NULL);
	send_to(at_a_barrier, meet);
	CHECK(pthread_mutex_lock(&mutex) == 0);
	send_to(at_a_mutex, unlock);
	masks();
	streams();
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
