/*
 * l2_memory.c - L2 atomics on memory that Kernel_L2AtomicsAllocate() has, or has not, been told of.
 * Usage: l2_memory WAY, alone or before a word that has rank 0 of each node allocate:
 * "L2_MEMORY" in the environment is 1 if the memory is to be allocated.
 */
#include "spi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cnk/include/SPI_syscalls.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define PAGE 32768 /* the least that is allocated: in bgqemu(7) */

static int allocates;
static volatile uint64_t pair[4] __attribute__((aligned(32)));
static volatile uint64_t *const word = pair + 1;

static void allocate(volatile void *p, size_t bytes)
{
	if (allocates)
		CHECK(Kernel_L2AtomicsAllocate((void *)(uintptr_t)p, bytes) == 0);
}

/* ---- every operation, on a static word; none may have had an effect */

#define LOAD(name) static void load_##name(void) { (void)L2_Atomic##name(word); }
#define STORE(name) static void store_##name(void) { L2_Atomic##name(word, 1); }
LOAD(Load) LOAD(LoadClear) LOAD(LoadIncrement) LOAD(LoadDecrement) LOAD(LoadIncrementBounded)
LOAD(LoadDecrementBounded) LOAD(LoadIncrementIfEqual)
STORE(Store) STORE(StoreTwin) STORE(StoreAdd) STORE(StoreAddCoherenceOnZero) STORE(StoreOr)
STORE(StoreXor) STORE(StoreMax) STORE(StoreMaxSignValue)

static void alias_load(void)
{
	(void)*__l2_op_ptr(word, L2_ATOMIC_OPCODE_LOAD_INCREMENT);
}

static void alias_store(void)
{
	*__l2_op_ptr(word, L2_ATOMIC_OPCODE_STORE_ADD) = 1;
}

static void alias_by_base(void)
{
	*(volatile uint64_t *)(Kernel_L2AtomicsBaseAddress() +
			       ((uint64_t)(uintptr_t)word << 5 & ~UINT64_C(0xff)) +
			       (L2_ATOMIC_OPCODE_STORE_ADD << 3)) = 1;
}

static void (*const operation[])(void) = {
	load_Load, load_LoadClear, load_LoadIncrement, load_LoadDecrement,
	load_LoadIncrementBounded, load_LoadDecrementBounded, load_LoadIncrementIfEqual,
	store_Store, store_StoreTwin, store_StoreAdd, store_StoreAddCoherenceOnZero,
	store_StoreOr, store_StoreXor, store_StoreMax, store_StoreMaxSignValue,
	alias_load, alias_store, alias_by_base,
};

static jmp_buf back;
static void *volatile fault_at;
static volatile int faults;

static void on_fault(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)context;
	fault_at = info->si_addr;
	faults++;
	longjmp(back, 1);
}

/* A handler that allocates what is missing, and returns: the operation is done then. */
static void allocate_then(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)context;
	faults++;
	CHECK(Kernel_L2AtomicsAllocate(info->si_addr, 8) == 0);
}

static void handler(void (*run)(int, siginfo_t *, void *))
{
	struct sigaction a = { .sa_sigaction = run, .sa_flags = SA_SIGINFO | SA_NODEFER };

	CHECK(sigaction(SIGSEGV, &a, NULL) == 0);
}

static void operations(void)
{
	int done = sizeof operation / sizeof *operation;

	handler(on_fault);
	for (volatile int i = 0; i < done; i++) {
		pair[0] = pair[2] = 77;
		*word = 5;
		if (setjmp(back) == 0)
			operation[i]();
		else
			CHECK(*word == 5 && fault_at == (void *)(uintptr_t)word);
	}
	printf("%d of %d faults\n", faults, done);
	fflush(stdout);
	handler(allocate_then);
	*word = 5;
	CHECK(L2_AtomicLoadIncrement(word) == 5 && *word == 6);
	*__l2_op_ptr(word, L2_ATOMIC_OPCODE_STORE_ADD) = 1;
	CHECK(*word == 7);
}

/* ---- kinds of memory */

static void use(volatile uint64_t *p)
{
	*p = 5;
	CHECK(L2_AtomicLoadIncrement(p) == 5 && *p == 6);
}

static void on_stack(void)
{
	volatile uint64_t local[4] __attribute__((aligned(32)));

	allocate(local, sizeof local);
	use(local);
}

static void on_heap(void)
{
	uint64_t *p = memalign(4096, 4096);

	allocate(p, 4096);
	use(p);
}

static void mapped(void)
{
	uint64_t *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	allocate(p, 4096);
	use(p);
}

static void lock(void)
{
	static L2_Lock_t l;

	allocate(&l, sizeof l);
	L2_LockAcquire(&l);
	L2_LockRelease(&l);
}

static void barrier(void)
{
	static L2_Barrier_t b;

	allocate(&b, sizeof b);
	L2_Barrier(&b, 1);
}

static void waits(void)
{
	static volatile uint64_t zero[4] __attribute__((aligned(32)));
	uint64_t until = GetTimeBase() + 100000;

	allocate(zero, sizeof zero);
	while (zero[0] == 0 && GetTimeBase() < until)
		;
	while (L2_AtomicLoad(zero) == 0 && GetTimeBase() < until + 100000)
		;
}

/* The first page and the last one of three are allocated. */
static void partly(void)
{
	char *p = memalign(PAGE, 3 * PAGE);
	size_t at[] = { 0, PAGE - 8, 2 * PAGE, 3 * PAGE - 8, PAGE, 2 * PAGE - 8 };

	CHECK(Kernel_L2AtomicsAllocate(p + 100, 8) == 0);
	CHECK(Kernel_L2AtomicsAllocate(p + 2 * PAGE, PAGE) == 0);
	allocate(p + PAGE, 8);
	handler(on_fault);
	for (volatile int i = 0; i < 6; i++)
		if (setjmp(back) == 0)
			use((volatile uint64_t *)(p + at[i]));
	printf("%d of 6 faults\n", faults);
}

/* Told by one rank of the node, for all. */
static uint64_t *shared(int by_ioctl)
{
	int fd = shm_open("/l2_memory", O_RDWR | O_CREAT, 0600);
	unsigned n = 1;
	uint64_t *p;

	CHECK(fd >= 0);
	if (by_ioctl && allocates && Kernel_MyTcoord() == 0)
		CHECK(ioctl(fd, FIOBGQATOMIC, &n) == 0);
	CHECK(ftruncate(fd, 4096) == 0);
	p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(p != MAP_FAILED);
	if (!by_ioctl && Kernel_MyTcoord() == 0)
		allocate(p, 4096);
	usleep(100);
	return p + 8 * Kernel_MyTcoord();
}

static void shared_memory(void)
{
	use(shared(0));
}

static void shared_by_ioctl(void)
{
	use(shared(1));
}

/* Another object of the node, of which nobody has told. */
static void shared_other(void)
{
	int fd;
	uint64_t *p;

	shared(1);
	fd = shm_open("/l2_other", O_RDWR | O_CREAT, 0600);
	CHECK(fd >= 0 && ftruncate(fd, 2 * PAGE) == 0);
	p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(p != MAP_FAILED);
	use(p + PAGE / 8);
}

static void nowhere(void)
{
	(void)L2_AtomicLoad((volatile uint64_t *)64);
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{ "operations", operations }, { "stack", on_stack }, { "heap", on_heap },
	{ "mapped", mapped }, { "lock", lock }, { "barrier", barrier }, { "waits", waits },
	{ "partly", partly }, { "shared", shared_memory }, { "ioctl", shared_by_ioctl },
	{ "other", shared_other }, { "nowhere", nowhere }, { "load", load_Load },
	{ "store", store_Store }, { "alias", alias_load }, { "base", alias_by_base },
};

int main(int argc, char **argv)
{
	const char *value = getenv("L2_MEMORY");

	allocates = value && *value == '1';
	allocate(pair, sizeof pair);
	CHECK(argc == 2);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (!strcmp(argv[1], ways[i].name)) {
			ways[i].run();
			return 0;
		}
	return 3;
}
