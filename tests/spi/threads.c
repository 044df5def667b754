/*
 * threads.c - several threads in every process: locks, their order and their
 * results, joining, thread-specific data, time.  Times are compared exactly: an
 * operation costs 82 core cycles, a look at the time base 16, and the woken pays
 * one more operation (net/machine/machine.c).  Not here: cancellation and layout
 * (threads_more.c), how threads end their process (thread_ends.c).
 */
#define _GNU_SOURCE
#include "spi_threads.h"

#include <errno.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OP 82
#define LOOK 16
#define CODE 64 /* at most: the instructions around a call */
#define THREADS 8

static int is_soon_after(uint64_t now, uint64_t then)
{
	return now >= then && now <= then + CODE;
}

static void many(thread_fn *fn)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		t[i] = start(fn, i);
	for (long i = 0; i < THREADS; i++)
		CHECK(finish(t[i]) == 0);
}

/* cycles: time base at which it is over; a multiple of 8 is a whole number of ns */
static struct timespec at(clockid_t clock, uint64_t cycles)
{
	uint64_t ns = cycles * 5 / 8;
	struct timespec now, t;

	clock_gettime(clock, &now);
	clock_gettime(CLOCK_MONOTONIC, &t);
	now.tv_sec -= t.tv_sec; /* between 0 and the calendar's beginning */
	t.tv_sec = now.tv_sec + (time_t)(ns / 1000000000);
	t.tv_nsec = (long)(ns % 1000000000);
	return t;
}

static uint64_t later(void)
{
	return (GetTimeBase() + 160000) & ~7ull;
}

/* ---- mutexes */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside, turns[THREADS * 10], turn;

static void *take_turns(void *arg)
{
	usleep(1 + (unsigned)(long)arg);
	for (int i = 0; i < 10; i++) {
		CHECK(pthread_mutex_lock(&mutex) == 0);
		CHECK(++inside == 1);
		turns[turn++] = (int)(long)arg;
		usleep(1);
		CHECK(inside-- == 1);
		CHECK(pthread_mutex_unlock(&mutex) == 0);
	}
	return NULL;
}

/* Whoever has waited longest is next: once all wait, they go round. */
static void mutex_goes_round(void)
{
	pthread_t t[THREADS];

	CHECK(pthread_mutex_lock(&mutex) == 0);
	for (long i = 0; i < THREADS; i++)
		t[i] = start(take_turns, i);
	usleep(100);
	CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
	CHECK(pthread_mutex_destroy(&mutex) == EBUSY);
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	CHECK(turn == THREADS * 10);
	for (int i = 0; i < turn; i++)
		CHECK(turns[i] == i % THREADS);
}

static void *unlock_of_another(void *arg)
{
	return (void *)(long)pthread_mutex_unlock(arg);
}

static void *try_of_another(void *arg)
{
	return (void *)(long)pthread_mutex_trylock(arg);
}

static void mutex_results(void)
{
	static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pthread_mutexattr_t attr;
	pthread_mutex_t m;

	CHECK(pthread_mutex_unlock(&checked) == EPERM);
	CHECK(pthread_mutex_lock(&checked) == 0);
	CHECK(pthread_mutex_lock(&checked) == EDEADLK);
	CHECK(pthread_mutex_trylock(&checked) == EBUSY);
	CHECK(finish(start(unlock_of_another, (long)&checked)) == EPERM);
	CHECK(pthread_mutex_unlock(&checked) == 0);
	for (int i = 0; i < 3; i++)
		CHECK(pthread_mutex_lock(&recursive) == 0);
	CHECK(pthread_mutex_trylock(&recursive) == 0);
	for (int i = 0; i < 4; i++) {
		CHECK(finish(start(try_of_another, (long)&recursive)) == EBUSY);
		CHECK(finish(start(unlock_of_another, (long)&recursive)) == EPERM);
		CHECK(pthread_mutex_unlock(&recursive) == 0);
	}
	CHECK(pthread_mutex_unlock(&recursive) == EPERM);
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	CHECK(pthread_mutex_init(&m, &attr) == 0);
	CHECK(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
	CHECK(pthread_mutex_unlock(&m) == 0 && pthread_mutex_destroy(&m) == 0);
	CHECK(pthread_mutex_lock(&m) == EINVAL);
}

static void *hold_for_ever(void *arg)
{
	CHECK(pthread_mutex_lock(arg) == 0);
	return NULL;
}

static void robust_mutex(void)
{
	pthread_mutexattr_t attr;
	pthread_mutex_t m;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	CHECK(pthread_mutex_init(&m, &attr) == 0);
	CHECK(pthread_mutex_consistent(&m) == EINVAL);
	finish(start(hold_for_ever, (long)&m));
	CHECK(pthread_mutex_lock(&m) == EOWNERDEAD);
	CHECK(pthread_mutex_consistent(&m) == 0);
	CHECK(pthread_mutex_unlock(&m) == 0);
	CHECK(pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
	finish(start(hold_for_ever, (long)&m));
	CHECK(pthread_mutex_trylock(&m) == EOWNERDEAD);
	CHECK(pthread_mutex_unlock(&m) == 0);
	CHECK(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
}

static void *lock_until(void *arg)
{
	uint64_t end = later();
	struct timespec calendar = at(CLOCK_REALTIME, end);

	CHECK(pthread_mutex_timedlock(arg, &calendar) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + LOOK));
	calendar.tv_nsec = 1000000000;
	CHECK(pthread_mutex_timedlock(arg, &calendar) == EINVAL);
	calendar.tv_nsec = 0;
	calendar.tv_sec = 0;
	CHECK(pthread_mutex_timedlock(arg, &calendar) == ETIMEDOUT);
	end = later();
	calendar = at(CLOCK_MONOTONIC, end);
	CHECK(pthread_mutex_clocklock(arg, CLOCK_MONOTONIC, &calendar) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + LOOK));
	return NULL;
}

/* Measures what an operation costs, and that a lock is handed over at once. */
static void *lock_and_look(void *arg)
{
	CHECK(pthread_mutex_lock(arg) == 0);
	long now = (long)GetTimeBase();

	CHECK(pthread_mutex_unlock(arg) == 0);
	return (void *)now;
}

static void mutex_times(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	uint64_t t = GetTimeBase();

	CHECK(pthread_mutex_lock(&m) == 0);
	CHECK(is_soon_after(GetTimeBase(), t + OP + LOOK));
	finish(start(lock_until, (long)&m));
	pthread_t other = start(lock_and_look, (long)&m);

	usleep(50);
	t = GetTimeBase();
	pthread_mutex_unlock(&m);
	CHECK(is_soon_after((uint64_t)finish(other), t + OP + OP + LOOK));
}

/* ---- condition variables */

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, woken, order[THREADS];

static void *wait_for_signal(void *arg)
{
	usleep((unsigned)(long)arg + 1);
	pthread_mutex_lock(&mutex);
	waiting++;
	CHECK(pthread_cond_wait(&cond, &mutex) == 0);
	CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
	order[woken++] = (int)(long)arg;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static void cond_wakes_in_order(void)
{
	pthread_t t[THREADS];

	for (long i = 0; i < THREADS; i++)
		t[i] = start(wait_for_signal, i);
	usleep(100);
	CHECK(waiting == THREADS && woken == 0);
	CHECK(pthread_cond_destroy(&cond) == EBUSY);
	CHECK(pthread_cond_signal(&cond) == 0);
	usleep(1);
	CHECK(woken == 1);
	CHECK(pthread_cond_signal(&cond) == 0);
	CHECK(pthread_cond_signal(&cond) == 0);
	usleep(1);
	CHECK(woken == 3);
	CHECK(pthread_cond_broadcast(&cond) == 0);
	for (int i = 0; i < THREADS; i++)
		finish(t[i]);
	for (int i = 0; i < THREADS; i++)
		CHECK(order[i] == i);
	CHECK(pthread_cond_destroy(&cond) == 0);
}

static void cond_times_out_exactly(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_t attr;
	pthread_cond_t c, steady;
	struct timespec ts;
	uint64_t end;

	pthread_condattr_init(&attr);
	CHECK(pthread_cond_init(&c, NULL) == 0);
	CHECK(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
	CHECK(pthread_cond_init(&steady, &attr) == 0);
	pthread_mutex_lock(&m);
	ts = at(CLOCK_REALTIME, end = later());
	CHECK(pthread_cond_timedwait(&c, &m, &ts) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + OP + LOOK));
	ts = at(CLOCK_MONOTONIC, end = later());
	CHECK(pthread_cond_timedwait(&steady, &m, &ts) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + OP + LOOK));
	ts = at(CLOCK_MONOTONIC, end = later());
	CHECK(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &ts) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + OP + LOOK));
	ts.tv_nsec = -1;
	CHECK(pthread_cond_timedwait(&c, &m, &ts) == EINVAL);
	CHECK(pthread_mutex_unlock(&m) == 0);
}

/* ---- barriers, once, spin locks */

static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static int serial, passed, onces, spins;

static void do_once(void)
{
	usleep(20);
	onces++;
}

static void *meet(void *arg)
{
	for (int round = 1; round <= 5; round++) {
		usleep((unsigned)(long)arg * 3);
		passed++;
		int rc = pthread_barrier_wait(&barrier);

		CHECK(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
		serial += rc == PTHREAD_BARRIER_SERIAL_THREAD;
		CHECK(passed == round * THREADS);
		pthread_barrier_wait(&barrier);
	}
	CHECK(pthread_once(&once, do_once) == 0);
	CHECK(onces == 1);
	for (int i = 0; i < 5; i++) {
		CHECK(pthread_spin_lock(&spin) == 0);
		CHECK(pthread_spin_trylock(&spin) == EBUSY);
		int was = spins;

		usleep(2);
		spins = was + 1;
		CHECK(pthread_spin_unlock(&spin) == 0);
	}
	return NULL;
}

static void barriers_once_and_spins(void)
{
	CHECK(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
	CHECK(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
	CHECK(pthread_spin_init(&spin, 0) == 0);
	many(meet);
	CHECK(serial == 5 && onces == 1 && spins == 5 * THREADS);
	CHECK(pthread_barrier_destroy(&barrier) == 0 && pthread_spin_destroy(&spin) == 0);
}

/* ---- read-write locks */

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int readers, readers_most, writers;

static void *read_and_write(void *arg)
{
	for (int i = 0; i < 5; i++) {
		CHECK(pthread_rwlock_rdlock(&rwlock) == 0);
		CHECK(writers == 0);
		if (++readers > readers_most)
			readers_most = readers;
		usleep(2 + (unsigned)(long)arg);
		CHECK(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
		readers--;
		CHECK(pthread_rwlock_unlock(&rwlock) == 0);
		CHECK(pthread_rwlock_wrlock(&rwlock) == 0);
		CHECK(readers == 0 && ++writers == 1);
		usleep(1);
		CHECK(pthread_rwlock_wrlock(&rwlock) == EDEADLK);
		CHECK(pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
		CHECK(--writers == 0);
		CHECK(pthread_rwlock_unlock(&rwlock) == 0);
	}
	return NULL;
}

static void *write_once(void *arg)
{
	CHECK(pthread_rwlock_wrlock(arg) == 0);
	return (void *)(long)pthread_rwlock_unlock(arg);
}

static void rwlocks(void)
{
	pthread_rwlock_t rw = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
	uint64_t end = later();
	struct timespec ts = at(CLOCK_REALTIME, end);

	many(read_and_write);
	CHECK(readers_most > 1 && readers_most <= THREADS);
	CHECK(pthread_rwlock_unlock(&rwlock) == EPERM);
	CHECK(pthread_rwlock_rdlock(&rw) == 0);
	CHECK(pthread_rwlock_tryrdlock(&rw) == 0);
	CHECK(pthread_rwlock_timedwrlock(&rw, &ts) == ETIMEDOUT);
	pthread_t writer = start(write_once, (long)&rw);

	usleep(10);
	CHECK(pthread_rwlock_tryrdlock(&rw) == EBUSY); /* the writer is before us */
	CHECK(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	CHECK(finish(writer) == 0);
}

/* ---- semaphores */

static sem_t ping, pong;
static int volleys;

static void *return_volleys(void *arg)
{
	for (int i = 0; i < 100; i++) {
		CHECK(sem_wait(&ping) == 0);
		CHECK(volleys++ == 2 * i);
		CHECK(sem_post(&pong) == 0);
	}
	return arg;
}

static void semaphores(void)
{
	uint64_t end = later();
	struct timespec ts = at(CLOCK_REALTIME, end);
	int value;

	CHECK(sem_init(&ping, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
	CHECK(sem_init(&ping, 0, 2) == 0 && sem_init(&pong, 0, 0) == 0);
	CHECK(sem_wait(&ping) == 0 && sem_trywait(&ping) == 0);
	CHECK(sem_trywait(&ping) == -1 && errno == EAGAIN);
	CHECK(sem_timedwait(&ping, &ts) == -1 && errno == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + LOOK));
	ts = at(CLOCK_REALTIME, end = later());
	ts.tv_nsec++; /* 1.6 cycles: not before the second */
	CHECK(sem_timedwait(&ping, &ts) == -1 && errno == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + 2 + LOOK));
	CHECK(sem_post(&ping) == 0 && sem_getvalue(&ping, &value) == 0 && value == 1);
	CHECK(sem_wait(&ping) == 0);
	pthread_t other = start(return_volleys, 0);

	for (int i = 0; i < 100; i++) {
		CHECK(sem_post(&ping) == 0 && sem_wait(&pong) == 0);
		CHECK(volleys++ == 2 * i + 1);
	}
	CHECK(finish(other) == 0 && sem_destroy(&ping) == 0);
}

/* ---- what is a thread's own */

static pthread_key_t key, gone;
static __thread int local = 41;
static int destroyed, again;

static void destructor(void *value)
{
	CHECK(pthread_getspecific(key) == NULL);
	destroyed += (int)(long)value;
	if ((long)value == 3 && again++ < 2) /* wants to be called again */
		pthread_setspecific(key, value);
}

static void never(void *value)
{
	CHECK(value == NULL);
}

static void *own_things(void *arg)
{
	long me = (long)arg + 1;

	CHECK(pthread_getspecific(key) == NULL && local == 41 && errno == 0);
	CHECK(pthread_setspecific(key, (void *)me) == 0);
	CHECK(pthread_setspecific(gone, (void *)me) == 0);
	local += (int)me;
	errno = (int)me;
	usleep(10);
	CHECK(pthread_getspecific(key) == (void *)me && errno == me);
	CHECK(local == 41 + me);
	usleep(2000); /* all have begun and set theirs: now the second key goes */
	pthread_key_delete(gone);
	CHECK(pthread_getspecific(gone) == NULL);
	return NULL;
}

static void own(void)
{
	errno = 1234;
	CHECK(pthread_key_create(&key, destructor) == 0);
	CHECK(pthread_key_create(&gone, never) == 0);
	many(own_things);
	CHECK(destroyed == THREADS * (THREADS + 1) / 2 + 2 * 3 && again == 3);
	CHECK(pthread_setspecific(gone, &key) == EINVAL);
	/* A key of the same number is another key. */
	pthread_key_t first, second;

	CHECK(pthread_key_create(&first, NULL) == 0);
	CHECK(pthread_setspecific(first, &key) == 0);
	CHECK(pthread_getspecific(first) == &key);
	CHECK(pthread_key_delete(first) == 0 && pthread_key_create(&second, NULL) == 0);
	CHECK(second == first && pthread_getspecific(second) == NULL);
	CHECK(local == 41 && errno == 1234);
}

/* ---- joining */

static void *square(void *arg)
{
	usleep(10);
	return (void *)((long)arg * (long)arg);
}

static void *join_back(void *arg)
{
	usleep(5);
	return (void *)(long)pthread_join(*(pthread_t *)arg, NULL);
}

static void joining(void)
{
	pthread_t t = start(square, 7), self = pthread_self();
	pthread_attr_t attr;
	void *result;
	uint64_t end;

	CHECK(pthread_equal(self, pthread_self()) && !pthread_equal(self, t));
	CHECK(pthread_tryjoin_np(t, &result) == EBUSY);
	CHECK(pthread_join(t, &result) == 0 && (long)result == 49);
	CHECK(pthread_join(t, &result) == ESRCH);
	CHECK(pthread_join(self, &result) == EDEADLK);
	CHECK(finish(start(join_back, (long)&self)) == EDEADLK);
	t = start(square, 5);
	struct timespec ts = at(CLOCK_REALTIME, end = GetTimeBase() / 8 * 8 + 1600);

	CHECK(pthread_timedjoin_np(t, &result, &ts) == ETIMEDOUT);
	CHECK(is_soon_after(GetTimeBase(), end + LOOK));
	usleep(10);
	CHECK(pthread_tryjoin_np(t, &result) == 0 && (long)result == 25);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	CHECK(pthread_create(&t, &attr, square, NULL) == 0);
	CHECK(pthread_join(t, NULL) == EINVAL && pthread_detach(t) == EINVAL);
	usleep(20);
	CHECK(pthread_detach(t) == ESRCH);
	t = start(square, 1);
	CHECK(pthread_detach(t) == 0 && pthread_join(t, NULL) == EINVAL);
	usleep(20);
}

int main(void)
{
	mutex_goes_round();
	mutex_results();
	robust_mutex();
	mutex_times();
	cond_wakes_in_order();
	cond_times_out_exactly();
	barriers_once_and_spins();
	rwlocks();
	semaphores();
	own();
	joining();
	test_barrier();
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
