/*
 * calls.c - loops around calls of the SPI and of threads, whose progress is a count: L2
 * atomics, polls that find nothing, locks that are taken, time-outs.  These need bgq-run.
 */
#include "../spi/spi_test.h"
#include "loops.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define N 20000

/* ---- L2 atomics */

static volatile uint64_t words[8] __attribute__((aligned(64)));

static void l2_words(void)
{
	static int allowed;

	if (!allowed)
		CHECK(Kernel_L2AtomicsAllocate((void *)words, sizeof words) == 0);
	allowed = 1;
	memset((void *)words, 0, sizeof words);
}

static uint64_t l2_increment(void)
{
	l2_words();
	while (L2_AtomicLoadIncrement(&words[0]) < 300000)
		;
	return words[0];
}

static uint64_t l2_decrement(void)
{
	l2_words();
	L2_AtomicStore(&words[0], N);
	while (L2_AtomicLoadDecrement(&words[0]) != 0)
		;
	return words[0] + 2;
}

static uint64_t l2_bounded(void)
{
	l2_words();
	words[1] = N;
	while (L2_AtomicLoadIncrementBounded(&words[0]) != L2_ATOMIC_REFUSED_)
		;
	return words[0];
}

static uint64_t l2_store_and_look(void)
{
	l2_words();
	while (L2_AtomicLoad(&words[2]) < N)
		L2_AtomicStoreAdd(&words[2], 2);
	while (L2_AtomicLoadClear(&words[2]) != 0)
		L2_AtomicStoreXor(&words[3], 1);
	return words[3];
}

/* Looks, counts elsewhere. */
static uint64_t l2_looks(void)
{
	volatile unsigned looks = 0;

	l2_words();
	while (L2_AtomicLoad(&words[0]) == 0 && looks < N)
		looks++;
	return looks;
}

static uint64_t l2_alias(void)
{
	volatile uint64_t *p = __l2_op_ptr(&words[0], L2_ATOMIC_OPCODE_LOAD_INCREMENT);

	l2_words();
	while (*p < 2000)
		;
	return words[0];
}

static uint64_t l2_try_lock(void)
{
	static L2_Lock_t lock;
	volatile unsigned refused = 0;

	L2_ALLOCATE(lock);
	L2_LockInit(&lock);
	L2_LockAcquire(&lock);
	while (L2_LockTryAcquire(&lock) == 0 && refused < N)
		refused++;
	L2_LockRelease(&lock);
	return refused;
}

static uint64_t l2_locks(void)
{
	static L2_Lock_t lock;
	static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;

	L2_ALLOCATE(lock);
	L2_ALLOCATE(barrier);
	L2_LockInit(&lock);
	while (lock.serving < N) {
		L2_LockAcquire(&lock);
		L2_LockRelease(&lock);
		L2_Barrier(&barrier, 1);
	}
	return lock.serving;
}

/* ---- time */

/* Polls of the clock in so much time: the number is the same in all runs. */
static uint64_t until_time(void)
{
	uint64_t end = GetTimeBase() + 100000, polls = 0;

	while (GetTimeBase() < end)
		polls++;
	return polls;
}

static uint64_t flag_with_time_out(void)
{
	static volatile int flag;
	uint64_t start = GetTimeBase(), looks = 0;

	while (!flag && GetTimeBase() - start < 200000)
		looks++;
	return looks;
}

static uint64_t delays(void)
{
	static volatile int n;

	for (n = 0; n < 1000;) {
		DelayTimeBase(160);
		n++;
	}
	return (uint64_t)n;
}

/* ---- polls */

static MUSPI_RecFifo_t *fifo(void)
{
	return busy_reception();
}

static uint64_t polls_of_a_fifo(void)
{
	static volatile unsigned polls;

	for (polls = 0; polls < N && MUSPI_RecFifoPoll(fifo(), 1) == 0;)
		polls++;
	return polls;
}

static uint64_t looks_at_the_tail(void)
{
	uint64_t tail = MUSPI_getHwTail(&fifo()->_fifo), looks = 0;

	while (MUSPI_getHwTail(&fifo()->_fifo) == tail && ++looks < N)
		;
	return looks;
}

static uint64_t polls_with_time_out(void)
{
	uint64_t end = GetTimeBase() + 100000, polls = 0;

	while (MUSPI_RecFifoPoll(fifo(), 1) == 0 && GetTimeBase() < end)
		polls++;
	return polls;
}

static uint64_t checks_of_a_descriptor(void)
{
	MUSPI_InjFifo_t *inj = busy_injection();
	unsigned looks = 0;

	while (!MUSPI_CheckDescComplete(inj, 1u << 20) && looks < N)
		looks++;
	return looks;
}

static uint64_t rank_in_a_loop(void)
{
	uint64_t sum = 0;
	static volatile unsigned n;

	for (n = 0; n < N && Kernel_GetRank() == 0; n++)
		sum += Kernel_ProcessorID() + Kernel_MyTcoord();
	return n + sum;
}

static uint64_t personality_in_a_loop(void)
{
	static volatile unsigned n;
	Personality_t p;

	for (n = 0; n < 2000 && Kernel_GetPersonality(&p, sizeof p) == 0; n++)
		;
	return n + p.Network_Config.Acoord;
}

/* ---- threads */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static uint64_t try_lock(void)
{
	static volatile unsigned refused;

	refused = 0;
	pthread_mutex_lock(&mutex);
	while (pthread_mutex_trylock(&mutex) == EBUSY && refused < N)
		refused++;
	pthread_mutex_unlock(&mutex);
	return refused;
}

static uint64_t lock_and_unlock(void)
{
	static volatile unsigned n;

	for (n = 0; n < N;) {
		pthread_mutex_lock(&mutex);
		n++;
		pthread_mutex_unlock(&mutex);
	}
	return n;
}

static uint64_t yields(void)
{
	static volatile unsigned n;

	for (n = 0; n < N;) {
		sched_yield();
		n++;
	}
	return n;
}

/* The semaphore counts. */
static uint64_t semaphore(void)
{
	sem_t s;
	int value;

	sem_init(&s, 0, N);
	while (sem_trywait(&s) == 0)
		;
	do {
		sem_post(&s);
		sem_getvalue(&s, &value);
	} while (value < N / 4);
	sem_destroy(&s);
	return (uint64_t)value;
}

static volatile unsigned shared, over;

static void *count_up(void *arg)
{
	while (shared < 100000)
		shared++;
	over = 1;
	return arg;
}

/* A sibling is busy, too; looks are counted, so that this is no wait. */
static uint64_t sibling_counts(void)
{
	volatile uint64_t looks = 0;
	pthread_t t;

	shared = over = 0;
	CHECK(pthread_create(&t, NULL, count_up, NULL) == 0);
	while (!over)
		looks++;
	CHECK(pthread_join(t, NULL) == 0);
	return looks > 0 ? shared : 0;
}

static void *loop_and_end(void *arg)
{
	volatile unsigned n = 0;

	while (n < 500)
		n++;
	return arg;
}

static uint64_t threads_come_and_go(void)
{
	static volatile unsigned n;

	for (n = 0; n < 200;) {
		pthread_t t;
		void *result;

		CHECK(pthread_create(&t, NULL, loop_and_end, (void *)&n) == 0);
		CHECK(pthread_join(t, &result) == 0 && result == &n);
		n++;
	}
	return n;
}

const struct loop loops_calls[] = {
	{ "l2_increment", l2_increment, 300001 },
	{ "l2_decrement", l2_decrement, 1 },
	{ "l2_bounded", l2_bounded, N },
	{ "l2_store_and_look", l2_store_and_look, 1 },
	{ "l2_looks", l2_looks, N },
	{ "l2_alias", l2_alias, 2001 },
	{ "l2_try_lock", l2_try_lock, N },
	{ "l2_locks", l2_locks, N },
	{ "until_time", until_time, ANY },
	{ "flag_with_time_out", flag_with_time_out, ANY },
	{ "delays", delays, 1000 },
	{ "polls_of_a_fifo", polls_of_a_fifo, N },
	{ "looks_at_the_tail", looks_at_the_tail, N },
	{ "polls_with_time_out", polls_with_time_out, ANY },
	{ "checks_of_a_descriptor", checks_of_a_descriptor, N },
	{ "rank_in_a_loop", rank_in_a_loop, N },
	{ "personality_in_a_loop", personality_in_a_loop, 2000 },
	{ "try_lock", try_lock, N },
	{ "lock_and_unlock", lock_and_unlock, N },
	{ "yields", yields, N },
	{ "semaphore", semaphore, N / 4 },
	{ "sibling_counts", sibling_counts, 100000 },
	{ "threads_come_and_go", threads_come_and_go, 200 },
	{ 0, 0, 0 },
};
