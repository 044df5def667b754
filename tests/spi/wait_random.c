/*
 * wait_random.c - random patterns of waiting, to compare a run in which waits are parked
 * with one in which they are executed.  In each of some phases all ranks do the same kind
 * of thing, chosen by the seed, after a computation of random length of each thread; what
 * they wait for is sent in the same phase, or before, without any condition, so that no
 * order of events can make them wait for ever.
 *
 * Each rank prints when its threads had finished each phase, what it received, and the
 * number of phases so far in which threads of a node met by plain stores ("plain").  With
 * "exact" there are no such phases; with "plain", many; with "calls", too, and loops that wait
 * make calls that read state.
 * Usage: wait_random SEED [exact|plain|calls [PHASES [THREADS]]]
 *        default: exact, 10 phases, 3 threads a process
 */
#define _GNU_SOURCE
#include "wait_mail.h"
#include "wait_shapes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/l2/barrier.h>

#define THREADS_MAX 16

enum kind { PUT, LETTERS, BARRIER, ROOT, CHAIN, LATE, THREADS, NODE, KINDS };
static const char *const kind_names[KINDS] = {
	"put", "letters", "barrier", "root", "chain", "late", "threads", "node",
};

/* Ways to meet; those from FLAGS on are by plain stores. */
enum way { COUNT, L2, CONDITION, MESSAGE, FLAGS, SWAP, RELEASE, WAYS };
static const char *const way_names[WAYS] = {
	"count", "L2_Barrier", "condition", "message", "flags", "swap", "release",
};

static uint64_t seed;
static unsigned phases = 10, threads = 3, plain, calls;
static struct waiter waiters[THREADS_MAX];
static uint64_t when[PHASES_MAX][THREADS_MAX], sums[THREADS_MAX];

/* ---- the plan: the same for all that ask the same */

static uint64_t pick(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) + a * UINT64_C(0xbf58476d1ce4e5b9) +
		b * UINT64_C(0x94d049bb133111eb) + c * UINT64_C(0xd6e8feb86659fd93) + 1;

	for (int i = 0; i < 3; i++) {
		x ^= x >> 29;
		x *= UINT64_C(0xbf58476d1ce4e5b9);
		x ^= x >> 32;
	}
	return x;
}

enum { PICK_KIND, PICK_WAY, PICK_STEP, PICK_BYTES, PICK_COUNT, PICK_SHAPE, PICK_WORK, PICK_BYTE };

static enum kind kind_of(unsigned phase)
{
	enum kind k = (enum kind)(pick(PICK_KIND, phase, 0) % KINDS);

	if (plain && k % 2 == 0)
		k = k % 4 == 0 ? THREADS : NODE;
	return (k == THREADS && threads == 1) || (k == NODE && processes == 1) ? PUT : k;
}

static enum way way_of(unsigned phase)
{
	return (enum way)((plain ? WAYS - 1 - pick(PICK_WAY, phase, 0) % 4 :
			    pick(PICK_WAY, phase, 0) % FLAGS));
}

static int is_plain(unsigned phase)
{
	enum kind k = kind_of(phase);

	return (k == THREADS || k == NODE) && way_of(phase) >= FLAGS;
}

static uint32_t step_of(unsigned phase)
{
	return ranks == 1 ? 0 : 1 + (uint32_t)(pick(PICK_STEP, phase, 0) % (ranks - 1));
}

static uint64_t bytes_of(unsigned phase)
{
	return 8 + pick(PICK_BYTES, phase, 0) % (BYTES_MAX / 8) * 7;
}

static unsigned count_of(unsigned phase)
{
	return 1 + (unsigned)(pick(PICK_COUNT, phase, 0) % 3);
}

static uint64_t shape_of(unsigned phase, unsigned me)
{
	return pick(PICK_SHAPE, phase, rank * 64 + me);
}

static unsigned char byte_of(unsigned phase, uint32_t from, uint64_t i)
{
	return (unsigned char)(pick(PICK_BYTE, phase, from) >> i % 57);
}

/* ---- work */

static NOINLINE uint64_t compute(uint64_t x)
{
	volatile uint64_t sink = 0;
	double y = 1;

	for (uint64_t i = x % 2000; i > 0; i--)
		sink += i;
	for (uint64_t i = x >> 16 & 0x7ff; i > 0; i--)
		y = y * 0.99 + 1;
	if ((x >> 40 & 7) == 0)
		Delay(x >> 44 & 0x3fff);
	return sink + (uint64_t)y;
}

static void work(unsigned phase, unsigned me)
{
	compute(pick(PICK_WORK, phase, rank * 64 + me));
}

static void take(unsigned phase, uint32_t from, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		CHECK(inbox[phase][i] == byte_of(phase, from, i));
	sums[0] = sums[0] * 33 + inbox[phase][bytes / 2] + bytes;
}

/* ---- phases of the main threads */

static uint64_t expected_bytes(unsigned phase)
{
	switch (kind_of(phase)) {
	case PUT:
	case LATE:
		return bytes_of(phase);
	case ROOT:
		return rank == 0 ? 0 : 8;
	case CHAIN:
		return 8;
	case THREADS:
		return way_of(phase) == MESSAGE ? 64 : 0;
	default:
		return 0;
	}
}

static void come(unsigned phase, uint32_t from)
{
	wait_word(&waiters[0], shape_of(phase, 0), &counter[phase], 0);
	take(phase, from, expected_bytes(phase));
}

static void puts_go_round(unsigned phase)
{
	uint32_t step = step_of(phase);

	if (kind_of(phase) == LATE)
		compute(pick(PICK_WORK, phase, rank) >> 3);
	mail_put(0, (rank + step) % ranks, phase, bytes_of(phase));
	come(phase, (rank + ranks - step) % ranks);
}

static void root_releases(unsigned phase)
{
	if (rank != 0) {
		come(phase, 0);
		return;
	}
	for (int i = 0; i < 10; i++)
		compute(pick(PICK_WORK, phase, (uint64_t)i << 32));
	for (uint32_t to = 1; to < ranks; to++)
		mail_put(0, to, phase, 8);
}

static void chain_of_ranks(unsigned phase)
{
	uint32_t before = (rank + ranks - 1) % ranks;

	if (rank != 0)
		come(phase, before);
	compute(pick(PICK_WORK, phase, rank) & 0x1ff00ff);
	mail_put(0, (rank + 1) % ranks, phase, 8);
	if (rank == 0)
		come(phase, before);
}

/* Polls of memory FIFOs in several orders. */
static NOINLINE void poll_both(void)
{
	mail_poll(0);
	mail_poll(1);
}

static void wait_letters(unsigned phase, unsigned n, int fifo)
{
	uint64_t tail;

	switch (shape_of(phase, 0) % 6) {
	case 0:
		while (letters[phase] < n)
			mail_poll(fifo);
		break;
	case 1:
		for (int turn = 0; letters[phase] < n; turn = !turn)
			mail_poll(turn);
		break;
	case 2:
		while (letters[phase] < n)
			for (int i = 0; i < 3 && letters[phase] < n; i++)
				mail_poll(i < 2 ? fifo : !fifo);
		break;
	case 3:
		while (letters[phase] < n) {
			tail = mail_tail(fifo);
			if (mail_poll(fifo) == 0 && letters[phase] < n)
				while (mail_tail(fifo) == tail)
					;
		}
		break;
	case 4:
		while (letters[phase] < n) {
			poll_both();
			waiters[0].looks++;
		}
		break;
	default:
		if (shape_of(phase, 1) % 2)
			shape_advances(&waiters[0], &letters[phase], n);
		else
			shape_engine(&waiters[0], &letters[phase], n);
	}
}

static void letters_go_round(unsigned phase)
{
	unsigned n = count_of(phase);
	int fifo = (int)(bytes_of(phase) & 1);

	for (unsigned i = 0; i < n; i++)
		mail_letter((rank + step_of(phase)) % ranks, phase,
			    8 + (bytes_of(phase) + i * 100) % 504, (uint32_t)fifo);
	wait_letters(phase, n, fifo);
	CHECK(letters[phase] == n);
}

/* ---- threads of a process, or processes of a node, meet once in a phase */

struct meet {
	volatile uint64_t count __attribute__((aligned(64)));
	volatile uint64_t go __attribute__((aligned(64)));
	volatile uint64_t flag[THREADS_MAX] __attribute__((aligned(64)));
	volatile uint64_t lock;
	L2_Barrier_t barrier;
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	unsigned here;
};

static struct meet meets[PHASES_MAX], *shared;

static void meet_condition(struct meet *m, unsigned n)
{
	pthread_mutex_lock(&m->mutex);
	if (++m->here == n)
		pthread_cond_broadcast(&m->cond);
	while (m->here < n)
		pthread_cond_wait(&m->cond, &m->mutex);
	pthread_mutex_unlock(&m->mutex);
}

static void meet_swap(struct meet *m, unsigned n, struct waiter *w, uint64_t shape)
{
	while (!__sync_bool_compare_and_swap(&m->lock, 0, 1))
		;
	m->count++;
	m->lock = 0;
	wait_word(w, shape, &m->count, n);
}

static void meet_flags(struct meet *m, unsigned n, unsigned me)
{
	unsigned set;

	m->flag[me] = 1;
	do {
		set = 0;
		for (unsigned i = 0; i < n; i++)
			set += m->flag[i] != 0;
	} while (set < n);
}

/* me of n; w is of the calling thread. */
static void meet(struct meet *m, enum way way, unsigned n, unsigned me, uint64_t shape)
{
	struct waiter *w = &waiters[m >= meets && m < meets + PHASES_MAX ? me : 0];

	switch (way) {
	case COUNT:
		L2_AtomicStoreAdd(&m->count, 1);
		shape_l2(w, &m->count, n);
		break;
	case L2:
		L2_Barrier(&m->barrier, (int)n);
		break;
	case FLAGS:
		meet_flags(m, n, me);
		break;
	case SWAP:
		meet_swap(m, n, w, shape);
		break;
	case RELEASE:
		if (L2_AtomicLoadIncrement(&m->count) == n - 1)
			m->go = 1;
		else
			wait_word(w, shape, &m->go, 1);
		break;
	default:
		meet_condition(m, n);
	}
}

/* One of them puts to its own node, all look at the counter. */
static void meet_by_message(unsigned phase, unsigned me)
{
	if (me == 1)
		mail_put(1, rank, phase, 64);
	wait_word(&waiters[me], shape_of(phase, me), &counter[phase], 0);
}

static void meet_threads(unsigned phase, unsigned me)
{
	if (way_of(phase) == MESSAGE)
		meet_by_message(phase, me);
	else
		meet(&meets[phase], way_of(phase), threads, me, shape_of(phase, me));
}

/* ---- all of it */

static void main_phase(unsigned phase)
{
	switch (kind_of(phase)) {
	case PUT:
	case LATE:
		puts_go_round(phase);
		break;
	case LETTERS:
		letters_go_round(phase);
		break;
	case BARRIER:
		if (process == 0)
			test_barrier();
		break;
	case ROOT:
		root_releases(phase);
		break;
	case CHAIN:
		chain_of_ranks(phase);
		break;
	case THREADS:
		meet_threads(phase, 0);
		break;
	default:
		meet(&shared[phase], way_of(phase), processes, process, shape_of(phase, 0));
	}
}

static void *take_part(void *arg)
{
	unsigned me = (unsigned)(long)arg;

	for (unsigned phase = 0; phase < phases; phase++) {
		if (me == 0 || kind_of(phase) == THREADS)
			work(phase, me);
		if (me == 0)
			main_phase(phase);
		else if (kind_of(phase) == THREADS)
			meet_threads(phase, me);
		when[phase][me] = GetTimeBase();
	}
	return NULL;
}

static void share(void)
{
	uint64_t bytes = (PHASES_MAX + 1) * sizeof *shared;
	int fd = shm_open("/wait_random", O_RDWR | O_CREAT, 0600);
	pthread_mutexattr_t m;
	pthread_condattr_t c;

	CHECK(fd >= 0 && ftruncate(fd, (off_t)bytes) == 0);
	shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(shared != MAP_FAILED);
	CHECK(Kernel_L2AtomicsAllocate(shared, bytes) == 0);
	pthread_mutexattr_init(&m);
	pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
	pthread_condattr_init(&c);
	pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
	for (unsigned i = 0; i < PHASES_MAX; i++) {
		pthread_mutex_init(&meets[i].mutex, NULL);
		pthread_cond_init(&meets[i].cond, NULL);
		if (process == 0) {
			pthread_mutex_init(&shared[i].mutex, &m);
			pthread_cond_init(&shared[i].cond, &c);
		}
	}
}

/* All processes are ready; those of a node meet by L2 atomics, before and after their
 * node has met the others. */
static void begin(void)
{
	struct meet *m = &shared[PHASES_MAX];

	L2_AtomicStoreAdd(&m->count, 1);
	if (process == 0) {
		while (L2_AtomicLoad(&m->count) != processes)
			;
		test_barrier();
		L2_AtomicStore(&m->go, 1);
	}
	while (L2_AtomicLoad(&m->go) != 1)
		;
}

static void print(void)
{
	unsigned met = 0;
	uint64_t looks = 0, sum = letters_sum;

	for (unsigned phase = 0; phase < phases; phase++) {
		enum kind k = kind_of(phase);

		met += (unsigned)is_plain(phase);
		printf("rank %u phase %u %s%s%s plain %u at", rank, phase, kind_names[k],
		       k >= THREADS ? ":" : "", k >= THREADS ? way_names[way_of(phase)] : "",
		       met);
		for (unsigned i = 0; i < threads; i++)
			printf(" %llu", (unsigned long long)when[phase][i]);
		printf("\n");
	}
	for (unsigned i = 0; i < threads; i++) {
		looks += waiters[i].looks;
		sum = sum * 31 + sums[i];
	}
	printf("rank %u received %016llx\n", rank, (unsigned long long)sum);
	if (!plain)
		printf("rank %u looked %llu times\n", rank, (unsigned long long)looks);
}

int main(int argc, char **argv)
{
	pthread_t t[THREADS_MAX];

	seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	calls = argc > 2 && strcmp(argv[2], "calls") == 0;
	plain = calls || (argc > 2 && strcmp(argv[2], "plain") == 0);
	phases = argc > 3 ? (unsigned)atoi(argv[3]) : phases;
	threads = argc > 4 ? (unsigned)atoi(argv[4]) : threads;
	CHECK(phases <= PHASES_MAX && threads > 0 && threads <= THREADS_MAX);
	mail_open();
	for (unsigned phase = 0; phase < phases; phase++) {
		counter[phase] = expected_bytes(phase);
		for (uint64_t i = 0; i < BYTES_MAX; i++)
			outbox[phase][i] = byte_of(phase, rank, i);
	}
	for (unsigned i = 0; i < threads; i++) {
		waiter_init(&waiters[i], i, i == 0 ? poll_both : NULL);
		waiters[i].asks = calls;
	}
	L2_ALLOCATE(waiters);
	L2_ALLOCATE(meets);
	L2_ALLOCATE(counter);
	L2_ALLOCATE(letters);
	share();
	begin();
	for (long i = 1; i < (long)threads; i++)
		CHECK(pthread_create(&t[i], NULL, take_part, (void *)i) == 0);
	take_part((void *)0);
	for (unsigned i = 1; i < threads; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
	print();
	return 0;
}
