/*
 * threads_shared.c - threads of several processes of a node, which meet in memory
 * that they share: locks work across processes and outlive them; and the threads
 * of a process get its own hardware threads.  Any number of ranks per node.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/process.h>

#define ROUNDS 5

struct box {
	pthread_mutex_t mutex, robust;
	pthread_cond_t cond;
	pthread_barrier_t barrier;
	sem_t ready;
	int inside, total, go, dead;
};

static struct box *box;
static uint32_t processes, t, own;

static void make(void)
{
	pthread_mutexattr_t m;
	pthread_condattr_t c;
	pthread_barrierattr_t b;

	pthread_mutexattr_init(&m);
	pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
	CHECK(pthread_mutex_init(&box->mutex, &m) == 0);
	pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
	CHECK(pthread_mutex_init(&box->robust, &m) == 0);
	pthread_condattr_init(&c);
	pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
	CHECK(pthread_cond_init(&box->cond, &c) == 0);
	pthread_barrierattr_init(&b);
	pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
	CHECK(pthread_barrier_init(&box->barrier, &b, 2 * processes) == 0);
}

static void share(void)
{
	int fd = shm_open("/threads", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0 && ftruncate(fd, sizeof *box) == 0);
	box = mmap(NULL, sizeof *box, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(box != MAP_FAILED);
	/* Process 0 makes everything; memory begins as zero, as a semaphore may. */
	if (t == 0) {
		make();
		for (uint32_t i = 1; i < processes; i++)
			CHECK(sem_post(&box->ready) == 0);
	} else {
		CHECK(sem_wait(&box->ready) == 0);
	}
}

/* Two threads of each process. */
static void *work(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		CHECK(pthread_mutex_lock(&box->mutex) == 0);
		CHECK(++box->inside == 1);
		box->total++;
		usleep(1 + t % 3);
		CHECK(--box->inside == 0);
		CHECK(pthread_mutex_unlock(&box->mutex) == 0);
		pthread_barrier_wait(&box->barrier);
		CHECK(box->total == (i + 1) * 2 * (int)processes);
		pthread_barrier_wait(&box->barrier);
	}
	return arg;
}

/* Where the process's i-th thread is to be. */
static uint32_t expected_id(uint32_t i)
{
	uint32_t cores = own / 4, first = t * own;

	return cores <= 1 ? first + i : first + i % cores * 4 + i / cores;
}

static pthread_barrier_t here;

static void *be_there(void *arg)
{
	uint32_t id = expected_id((uint32_t)(long)arg);

	CHECK(Kernel_ProcessorID() == id && sched_getcpu() == (int)id);
	CHECK(Kernel_MyTcoord() == t);
	CHECK(Kernel_ThreadMask(t) >> (63 - id) & 1);
	pthread_barrier_wait(&here);
	return NULL;
}

static void all_hardware_threads(void)
{
	pthread_t thread[64];

	CHECK(pthread_barrier_init(&here, NULL, own) == 0);
	for (long i = 1; i < own; i++)
		CHECK(pthread_create(&thread[i], NULL, be_there, (void *)i) == 0);
	be_there((void *)0);
	for (uint32_t i = 1; i < own; i++)
		CHECK(pthread_join(thread[i], NULL) == 0);
}

int main(void)
{
	pthread_t other;

	t = Kernel_MyTcoord();
	processes = Kernel_ProcessCount();
	own = Kernel_ProcessorCount();
	CHECK(own == 64 / processes && processes > 1);
	share();
	if (own > 1) {
		CHECK(pthread_create(&other, NULL, work, NULL) == 0);
		work(NULL);
		CHECK(pthread_join(other, NULL) == 0);
	}
	all_hardware_threads();
	/* The last process ends with the robust lock; the others hear of it. */
	if (t == processes - 1) {
		CHECK(pthread_mutex_lock(&box->robust) == 0);
		CHECK(pthread_mutex_lock(&box->mutex) == 0);
		box->go = 1;
		CHECK(pthread_cond_broadcast(&box->cond) == 0);
		CHECK(pthread_mutex_unlock(&box->mutex) == 0);
		usleep(50);
		return 0;
	}
	CHECK(pthread_mutex_lock(&box->mutex) == 0);
	while (!box->go)
		CHECK(pthread_cond_wait(&box->cond, &box->mutex) == 0);
	CHECK(pthread_mutex_unlock(&box->mutex) == 0);
	int rc = pthread_mutex_lock(&box->robust);

	CHECK(rc == (box->dead == 0 ? EOWNERDEAD : 0));
	if (rc == EOWNERDEAD)
		CHECK(pthread_mutex_consistent(&box->robust) == 0);
	box->dead++;
	CHECK(pthread_mutex_unlock(&box->robust) == 0);
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
