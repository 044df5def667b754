/*
 * threads_more.c - which hardware threads the threads of a process are, how many,
 * on what stacks; threads that end in the middle of their calls; C11's threads.
 * BG_THREADLAYOUT in the environment says what layout to expect.
 */
#define _GNU_SOURCE
#include "spi_threads.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>

#define CORES 16
#define ALL 64

/* ---- hardware threads */

static int depth_first;
static sem_t stay;
static pid_t tids[ALL];

static uint32_t expected_id(uint32_t i)
{
	return depth_first ? i : i % CORES * 4 + i / CORES;
}

static void check_place(uint32_t id)
{
	cpu_set_t set;

	CHECK(Kernel_ProcessorID() == id);
	CHECK(Kernel_ProcessorCoreID() == id / 4 && Kernel_ProcessorThreadID() == id % 4);
	CHECK(Kernel_PhysicalProcessorID() == id / 4);
	CHECK(Kernel_PhysicalHWThreadID() == id % 4 && Kernel_PhysicalHWThreadIndex() == id);
	CHECK(Kernel_BlockThreadId() == Kernel_GetRank() * 68 + id);
	CHECK(mfspr(SPRN_PIR) == id && mfspr(SPRN_SPRG6RO) == id);
	CHECK((mfspr(SPRG_SPIinfo_ro) >> SPRG_SPIinfo_HWTindex & 0x7f) == id);
	CHECK(sched_getcpu() == (int)id);
	CHECK(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
	CHECK(CPU_COUNT(&set) == 1 && CPU_ISSET(id, &set));
	CHECK(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(id, &set));
}

static void *be_there(void *arg)
{
	uint32_t i = (uint32_t)(long)arg;

	check_place(expected_id(i));
	tids[i] = gettid();
	CHECK(tids[i] == (pid_t)syscall(SYS_gettid));
	CHECK(sem_wait(&stay) == 0);
	return NULL;
}

static void all_hardware_threads(void)
{
	pthread_t t[ALL], one_more;

	sem_init(&stay, 0, 0);
	check_place(0);
	CHECK(Kernel_ProcessorCount() == ALL && Kernel_ThreadMask(0) == ~0ull);
	CHECK(sysconf(_SC_NPROCESSORS_ONLN) == ALL);
	tids[0] = gettid();
	CHECK(tids[0] == getpid());
	for (long i = 1; i < ALL; i++)
		t[i] = start(be_there, i);
	usleep(100);
	/* A place that gets free is the next one's, whoever joins when. */
	CHECK(sem_post(&stay) == 0);
	usleep(10);
	one_more = start(be_there, 1);
	for (long i = 1; i < ALL; i++)
		CHECK(sem_post(&stay) == 0);
	for (long i = 1; i < ALL; i++)
		CHECK(finish(t[i]) == 0);
	CHECK(finish(one_more) == 0);
	for (int i = 0; i < ALL; i++)
		for (int k = 0; k < i; k++)
			CHECK(tids[i] != tids[k]);
}

static void *move_about(void *arg)
{
	cpu_set_t set;

	(void)arg;
	check_place(40);
	CPU_ZERO(&set);
	CHECK(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == EINVAL);
	CPU_SET(63, &set);
	CHECK(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
	check_place(63);
	CHECK(sched_setaffinity(0, sizeof set, &set) == 0);
	check_place(63);
	return NULL;
}

static void affinity(void)
{
	pthread_attr_t attr;
	pthread_t t;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(40, &set);
	pthread_attr_init(&attr);
	CHECK(pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0);
	CHECK(pthread_create(&t, &attr, move_about, NULL) == 0);
	finish(t);
	pthread_attr_destroy(&attr);
}

/* ---- stacks */

static char own_stack[16384] __attribute__((aligned(4096)));

static void *look_at_stack(void *arg)
{
	pthread_attr_t attr;
	char here, *low;
	size_t bytes;

	CHECK(pthread_getattr_np(pthread_self(), &attr) == 0);
	CHECK(pthread_attr_getstack(&attr, (void **)&low, &bytes) == 0);
	CHECK(&here >= low && &here < low + bytes);
	CHECK((char *)pthread_self() >= low && (char *)pthread_self() < low + bytes);
	if (arg)
		CHECK(low == own_stack && bytes == sizeof own_stack);
	else
		CHECK(bytes >= 200000 && bytes < 300000);
	pthread_attr_destroy(&attr);
	return NULL;
}

static void stacks(void)
{
	pthread_attr_t attr;
	pthread_t t;
	size_t bytes;

	pthread_attr_init(&attr);
	CHECK(pthread_attr_getstacksize(&attr, &bytes) == 0 && bytes == 8 << 20);
	CHECK(pthread_attr_setstacksize(&attr, 200000) == 0);
	CHECK(pthread_create(&t, &attr, look_at_stack, NULL) == 0);
	finish(t);
	CHECK(pthread_attr_setstack(&attr, own_stack, sizeof own_stack) == 0);
	CHECK(pthread_create(&t, &attr, look_at_stack, own_stack) == 0);
	finish(t);
}

static void *nothing(void *arg)
{
	pthread_setspecific(0, arg);
	return arg;
}

static uint64_t heap_in_use(void)
{
	uint64_t bytes;

	CHECK(Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, &bytes) == 0);
	return bytes;
}

static void ended_threads_leave_nothing(void)
{
	pthread_attr_t detached;
	pthread_t t;
	uint64_t before = heap_in_use();

	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	for (int i = 0; i < 200; i++) {
		CHECK(pthread_create(&t, &detached, nothing, NULL) == 0);
		usleep(1);
		finish(start(nothing, 0));
	}
	usleep(10);
	CHECK(heap_in_use() == before);
}

/* ---- ends in the middle */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static char log_text[64];

static void note(void *what)
{
	strcat(log_text, what);
}

static void unlock(void *arg)
{
	(void)arg;
	CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
	CHECK(pthread_mutex_unlock(&mutex) == 0); /* ours again when handlers run */
	note("u");
}

__attribute__((noinline)) static void inner(int how)
{
	pthread_cleanup_push(note, "i");
	pthread_cleanup_push(note, "j");
	if (how == 0)
		pthread_exit((void *)77);
	if (how == 1) {
		pthread_mutex_lock(&mutex);
		pthread_cleanup_push(unlock, NULL);
		for (;;)
			pthread_cond_wait(&cond, &mutex);
		pthread_cleanup_pop(0);
	}
	if (how == 2)
		sleep(1000);
	if (how == 3)
		for (;;) {
			pthread_testcancel();
			usleep(1);
		}
	if (how == 4) {
		int old;

		CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
		CHECK(old == PTHREAD_CANCEL_ENABLE);
		usleep(100); /* wanted meanwhile */
		note("d");
		pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
		pthread_testcancel();
	}
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(1);
}

static void *end_inside(void *arg)
{
	pthread_setspecific(key, "k");
	pthread_cleanup_push(note, "o");
	inner((int)(long)arg);
	note("-");
	pthread_cleanup_pop(0);
	return NULL;
}

static void end_by(int how, long result, const char *handlers)
{
	uint64_t before = GetTimeBase();

	log_text[0] = '\0';
	pthread_t t = start(end_inside, how);

	usleep(20);
	if (how > 0)
		CHECK(pthread_cancel(t) == 0);
	CHECK(finish(t) == result);
	CHECK(!strcmp(log_text, handlers));
	CHECK(GetTimeBase() - before < 1600000);
}

static void ends(void)
{
	pthread_key_create(&key, note);
	end_by(0, 77, "jiok");
	end_by(1, (long)PTHREAD_CANCELED, "ujiok");
	end_by(2, (long)PTHREAD_CANCELED, "jiok");
	end_by(3, (long)PTHREAD_CANCELED, "jiok");
	end_by(4, (long)PTHREAD_CANCELED, "djiok");
	log_text[0] = '\0';
	CHECK(finish(start(end_inside, 5)) == 0);
	CHECK(!strcmp(log_text, "ji-k"));
	CHECK(pthread_mutex_trylock(&mutex) == 0);
}

/* ---- C11 */

static mtx_t mtx;
static cnd_t cnd;
static tss_t tss;
static once_flag flag = ONCE_FLAG_INIT;
static int ready, calls, dropped;

static void drop(void *value)
{
	dropped += (int)(long)value;
}

static void call(void)
{
	calls++;
}

static int c11_thread(void *arg)
{
	CHECK(tss_get(tss) == NULL && tss_set(tss, arg) == thrd_success);
	call_once(&flag, call);
	CHECK(mtx_lock(&mtx) == thrd_success);
	while (!ready)
		CHECK(cnd_wait(&cnd, &mtx) == thrd_success);
	CHECK(mtx_unlock(&mtx) == thrd_success);
	if ((long)arg == 2)
		thrd_exit(-2);
	return (int)(long)arg;
}

static void c11(void)
{
	thrd_t t[4];
	struct timespec ts = { 0, 5000 };
	int result;

	CHECK(mtx_init(&mtx, mtx_timed | mtx_recursive) == thrd_success);
	CHECK(cnd_init(&cnd) == thrd_success && tss_create(&tss, drop) == thrd_success);
	for (long i = 0; i < 4; i++)
		CHECK(thrd_create(&t[i], c11_thread, (void *)i) == thrd_success);
	CHECK(thrd_sleep(&ts, NULL) == 0);
	CHECK(mtx_lock(&mtx) == thrd_success && mtx_trylock(&mtx) == thrd_success);
	CHECK(mtx_unlock(&mtx) == thrd_success);
	CHECK(cnd_timedwait(&cnd, &mtx, &ts) == thrd_timedout);
	ready = 1;
	CHECK(cnd_broadcast(&cnd) == thrd_success && mtx_unlock(&mtx) == thrd_success);
	for (int i = 0; i < 4; i++) {
		CHECK(thrd_join(t[i], &result) == thrd_success);
		CHECK(result == (i == 2 ? -2 : i));
	}
	CHECK(thrd_equal(thrd_current(), thrd_current()));
	CHECK(calls == 1 && dropped == 0 + 1 + 2 + 3);
	tss_delete(tss);
	mtx_destroy(&mtx);
	cnd_destroy(&cnd);
}

static void names(void)
{
	char name[16];

	CHECK(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	CHECK(!strcmp(name, "threads_more"));
	CHECK(pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
	CHECK(pthread_setname_np(pthread_self(), "main") == 0);
	CHECK(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	CHECK(!strcmp(name, "main"));
}

int main(void)
{
	const char *layout = getenv("BG_THREADLAYOUT");

	depth_first = layout && !strcmp(layout, "2");
	all_hardware_threads();
	affinity();
	stacks();
	ended_threads_leave_nothing();
	ends();
	c11();
	names();
	test_barrier();
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
