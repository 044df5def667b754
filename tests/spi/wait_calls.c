/*
 * wait_calls.c - calls in the loop of a wait, each of wait_calls.def: threads wait in turn for a
 * store of another thread and for a put of the message unit, which come at each phase of the loop.
 *
 * Prints when each wait had ended, since the one before, to compare a run in which waits are parked
 * with one in which they are executed.  Never: a wait without end, whatever a call returns.
 * Usage: wait_calls [THREADS [DELAYS]]; default: 2, 64
 */
#define _GNU_SOURCE
#include "wait_mail.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <bgqemu/abi_count.h>
#include <bgqemu/abi_mpi.h>
#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/debug.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/kernel/trace.h>
#include <spi/include/l2/atomic.h>

#define NOINLINE __attribute__((noinline))
#define PAGE 4096
#define THREADS_MAX 16
#define DELAYS_MAX 256
#define NEVER UINT64_C(0x7777777777777777)
#define SETTLED 3000 /* a thread that waits for so many cycles has been parked */

/* Memory that a thread's calls write to. */
struct own {
	char bytes[4096];
	char text[64], copy[64];
	uint64_t l2 __attribute__((aligned(PAGE)));
	char alone[PAGE - sizeof(uint64_t)]; /* stores beside a reservation are slow */
	uint64_t word;
	uint32_t half;
	int number;
	void *to, *block;
	size_t size;
	Kernel_MemoryRegion_t region;
	MUSPI_GIBarrier_t gi;
	pthread_attr_t attr;
	cpu_set_t cpus;
	struct sched_param param;
	struct timespec time;
	struct bgqemu_mpi mpi;
	double real;
	volatile uint64_t sink;
} __attribute__((aligned(PAGE)));

typedef volatile uint64_t word;

static struct own owns[THREADS_MAX];
static pthread_key_t key;
static tss_t tss;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spun;
static mtx_t mtx;
static sem_t none;
static volatile size_t length = 40;

static uint32_t (*volatile through_pointer)(void) = Kernel_GetRank;

static NOINLINE uint64_t deep(volatile int depth)
{
	return depth ? deep(depth - 1) + Kernel_ProcessorThreadID() : Kernel_GetRank();
}

/* ---- loops: the call behind the look, before it, and on both sides of one of two */

#define C(name, e)                                                                       \
	static NOINLINE void behind_##name(word *p, struct own *o)                       \
	{                                                                                \
		(void)o;                                                                 \
		while (*p)                                                               \
			if ((uint64_t)(e) == NEVER)                                      \
				return;                                                  \
	}                                                                                \
	static NOINLINE void before_##name(word *p, struct own *o)                       \
	{                                                                                \
		do                                                                       \
			o->sink = (uint64_t)(e);                                         \
		while (*p);                                                              \
	}                                                                                \
	static NOINLINE void around_##name(word *p, struct own *o)                       \
	{                                                                                \
		while (*p) {                                                             \
			if ((uint64_t)(e) == NEVER || !*p || (uint64_t)(e) == NEVER)     \
				return;                                                  \
		}                                                                        \
	}
#include "wait_calls.def"
#undef C

static const struct {
	const char *name;
	void (*wait)(word *p, struct own *o);
} loops[] = {
#define C(name, e) { #name " behind", behind_##name }, { #name " before", before_##name }, \
		   { #name " around", around_##name },
#include "wait_calls.def"
#undef C
};

#define LOOPS (sizeof loops / sizeof *loops)

/* ---- one wait */

static unsigned threads = 2, delays = 64;
static volatile uint64_t turn __attribute__((aligned(64))), seen[THREADS_MAX];
static uint64_t when[THREADS_MAX][DELAYS_MAX];

/* Cycle by cycle, then by steps that share no factor with a loop's length. */
static uint64_t delay_of(unsigned i)
{
	return SETTLED + (i < delays / 2 ? i / 2 : i * UINT64_C(41));
}

static void next_turn(void)
{
	for (unsigned t = 1; t < threads; t++)
		counter[t] = 8;
	turn++;
}

/* The ranks before and behind this one are as far as it is: its threads' counters are set. */
static void meet_neighbours(void)
{
	mail_put(0, (rank + ranks - 1) % ranks, 0, 8);
	while (counter[0])
		;
	counter[0] = 8;
}

/* Releases waiting threads by stores, or by puts to the next rank. */
static void release(unsigned i)
{
	bool puts = i % 2;

	if (puts)
		meet_neighbours();
	bgqemu_delay_until(GetTimeBase() + delay_of(i));
	for (unsigned t = 1; t < threads; t++)
		if (puts)
			mail_put(0, (rank + 1) % ranks, t, 8);
		else
			counter[t] = 0;
	for (unsigned t = 1; t < threads; t++)
		while (seen[t] != turn)
			;
}

static void wait_here(unsigned me, unsigned loop, unsigned i, uint64_t last)
{
	while (turn == last)
		;
	loops[loop].wait(&counter[me], &owns[me]);
	when[me][i] = GetTimeBase();
	seen[me] = last + 1;
}

static void print(unsigned loop)
{
	for (unsigned t = 1; t < threads; t++) {
		printf("%s rank %u thread %u:", loops[loop].name, rank, t);
		for (unsigned i = 1; i < delays; i++)
			printf(" %llu", (unsigned long long)(when[t][i] - when[t][i - 1]));
		printf("\n");
	}
}

static void *take_part(void *arg)
{
	unsigned me = (unsigned)(long)arg;
	uint64_t last = 0;

	for (unsigned loop = 0; loop < LOOPS; loop++) {
		for (unsigned i = 0; i < delays; i++, last++) {
			if (me) {
				wait_here(me, loop, i, last);
				continue;
			}
			next_turn();
			release(i);
		}
		if (!me)
			print(loop);
	}
	return NULL;
}

/* ---- what calls find: locks that the main thread holds, and the like */

static void own_init(struct own *o)
{
	o->real = 2;
	o->block = malloc(100);
	strcpy(o->text, "text");
	CHECK(MUSPI_GIBarrierInit(&o->gi, 0) == 0);
	CHECK(Kernel_CreateMemoryRegion(&o->region, o, sizeof *o) == 0);
}

/* The ranks of a node by L2 atomics, nodes by a barrier. */
static void all_meet(void)
{
	int fd = shm_open("/wait_calls", O_RDWR | O_CREAT, 0600);
	uint64_t *meet;

	CHECK(fd >= 0 && ftruncate(fd, 4096) == 0);
	meet = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(meet != MAP_FAILED);
	CHECK(Kernel_L2AtomicsAllocate(meet, 4096) == 0);
	L2_AtomicStoreAdd(&meet[0], 1);
	if (process == 0) {
		while (L2_AtomicLoad(&meet[0]) != processes)
			;
		test_barrier();
		L2_AtomicStore(&meet[1], 1);
	}
	while (L2_AtomicLoad(&meet[1]) != 1)
		;
}

static void begin(void)
{
	mail_open();
	for (unsigned t = 0; t < threads; t++)
		own_init(&owns[t]);
	CHECK(Kernel_L2AtomicsAllocate(owns, sizeof owns) == 0);
	CHECK(pthread_key_create(&key, NULL) == 0 && tss_create(&tss, NULL) == thrd_success);
	CHECK(mtx_init(&mtx, mtx_plain) == thrd_success && mtx_lock(&mtx) == thrd_success);
	CHECK(pthread_mutex_lock(&held) == 0 && pthread_rwlock_wrlock(&written) == 0);
	CHECK(pthread_spin_init(&spun, 0) == 0 && pthread_spin_lock(&spun) == 0);
	CHECK(sem_init(&none, 0, 0) == 0);
	flockfile(stderr);
	counter[0] = 8;
	all_meet();
}

int main(int argc, char **argv)
{
	pthread_t t[THREADS_MAX];

	threads = argc > 1 ? (unsigned)atoi(argv[1]) : threads;
	delays = argc > 2 ? (unsigned)atoi(argv[2]) : delays;
	CHECK(threads > 1 && threads <= THREADS_MAX && delays > 0 && delays <= DELAYS_MAX);
	begin();
	for (long i = 1; i < (long)threads; i++)
		CHECK(pthread_create(&t[i], NULL, take_part, (void *)i) == 0);
	take_part((void *)0);
	for (unsigned i = 1; i < threads; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
	return 0;
}
