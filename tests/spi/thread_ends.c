/* thread_ends.c - ways in which rank 5 ends, or hangs, because of what its threads
 * do; the first argument names one.  The other ranks return 0 at once. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const char *how;
static volatile int *nowhere;

/* Others to be found waiting when the process ends. */
static void *hang_about(void *arg)
{
	if ((long)arg == 0)
		sleep(1000);
	pthread_mutex_lock(&first);
	for (;;)
		pthread_cond_wait(&cond, &first);
	return NULL;
}

static int deeper(int n)
{
	volatile char page[4096];

	page[0] = (char)n;
	return n < 0 ? n : deeper(n + 1) + page[0];
}

static void *end_process(void *arg)
{
	(void)arg;
	usleep(50);
	printf("pending output\n");
	if (!strcmp(how, "exit"))
		exit(9);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "stack"))
		exit(deeper(0) & 1);
	if (!strcmp(how, "null")) {
		pthread_setname_np(pthread_self(), "reader");
		*nowhere = 1;
	}
	return NULL;
}

static void *lock_other_way(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&second);
	usleep(10);
	pthread_mutex_lock(&first);
	return NULL;
}

static void *outlive_main(void *arg)
{
	(void)arg;
	usleep(100);
	printf("main is gone\n");
	return NULL;
}

static void at_exit(void)
{
	printf("exit handlers run\n");
}

static void end(void)
{
	pthread_t t;

	if (!strcmp(how, "deadlock")) {
		pthread_create(&t, NULL, lock_other_way, NULL);
		pthread_mutex_lock(&first);
		usleep(10);
		pthread_mutex_lock(&second);
	}
	if (!strcmp(how, "join")) {
		pthread_create(&t, NULL, hang_about, (void *)1);
		pthread_join(t, NULL);
	}
	if (!strcmp(how, "semaphore")) {
		sem_t s;

		sem_init(&s, 0, 0);
		sem_wait(&s);
	}
	if (!strcmp(how, "main")) {
		atexit(at_exit);
		pthread_create(&t, NULL, outlive_main, NULL);
		pthread_exit(NULL);
	}
	for (long i = 0; i < 2; i++)
		pthread_create(&t, NULL, hang_about, (void *)i);
	pthread_create(&t, NULL, end_process, NULL);
	if (!strcmp(how, "return"))
		return;
	pthread_join(t, NULL);
	pause();
}

int main(int argc, char **argv)
{
	how = argc > 1 ? argv[1] : "";
	if (Kernel_GetRank() == 5)
		end();
	return 0;
}
