/*
 * mix.h - what random programs are made of (mix.awk): one step each of puts, gets, memory FIFOs,
 * collectives, barriers, L2 atomics, mutexes, sleeps, files and signals.  All ranks take the same
 * steps; each step ends by itself, whatever the order of events, and adds what it has seen to
 * the sum, which with the time is printed behind it.
 */
#ifndef MIX_H
#define MIX_H

#define _GNU_SOURCE
#include "tests/spi/wait_mail.h"

#include <mpi.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <spi/include/l2/atomic.h>

#define MIX_THREADS 3
#define RGET_FIFO   3 /* of the subgroup */
#define MIX_NO_TICKET (UINT64_C(1) << 63)

static uint64_t sum = 1;
static unsigned step; /* < PHASES_MAX */
static char rget_memory[8192] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t rget;
static uint64_t l2_count[PHASES_MAX] __attribute__((aligned(64)));
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t guarded;
static pthread_barrier_t meeting; /* for MIX_THREADS */
static uint64_t tickets[2] __attribute__((aligned(32))); /* the next one, and their bound */
static volatile sig_atomic_t signals;
static sigjmp_buf back;

static void add(uint64_t value)
{
	sum = sum * 6364136223846793005u + value + 1442695040888963407u;
}

static uint64_t outbox_at[RANKS_MAX]; /* physical, of each rank */

static void rget_open(void)
{
	uint32_t id = RGET_FIFO;
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	attr.RemoteGet = 1;
	CHECK(Kernel_AllocateInjFifos(process, &rget, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, rget_memory, sizeof rget_memory) == 0);
	CHECK(Kernel_InjFifoInit(&rget, id, &r, (uint64_t)rget_memory - (uint64_t)r.BaseVa,
				 sizeof rget_memory - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&rget, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
}

static unsigned char byte_of(uint32_t from, unsigned i)
{
	return (unsigned char)(from * 37 + i * 5 + i / 64);
}

static void come(unsigned phase, uint32_t from, uint64_t bytes, int shape)
{
	uint64_t looks = 0;

	switch (shape % 3) {
	case 0:
		while (counter[phase])
			;
		break;
	case 1:
		do
			looks++;
		while (looks < 3 || counter[phase]);
		break;
	default:
		while (counter[phase])
			for (volatile int i = 0; i < 3; i++)
				;
	}
	for (uint64_t i = 0; i < bytes; i++)
		CHECK(inbox[phase][i] == byte_of(from, (unsigned)i));
	add(inbox[phase][bytes - 1]);
}

static void do_put(uint32_t far, uint64_t bytes, int shape)
{
	mail_put(0, (rank + far) % ranks, step, bytes);
	come(step, (rank + ranks - far % ranks) % ranks, bytes, shape);
}

/* The other rank's message unit puts from its memory to this one's. */
static void do_get(uint32_t far, uint64_t bytes, int shape)
{
	static MUHWI_Descriptor_t payload[PHASES_MAX] __attribute__((aligned(64)));
	uint32_t from = (rank + far) % ranks;
	MUSPI_Pt2PtDirectPutDescriptorInfo_t put;
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t get;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&put, 0, sizeof put);
	mail_base(&put.Base, &put.Pt2Pt, from, step, bytes); /* as far as the way back */
	put.Base.Payload_Address = outbox_at[from] + step * (uint64_t)BYTES_MAX;
	MUSPI_SetUpDestination(&put.Base.Dest, map[rank].a, map[rank].b, map[rank].c, map[rank].d,
			       map[rank].e);
	put.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)(process * 8);
	put.DirectPut.Rec_Payload_Offset = step * (uint64_t)BYTES_MAX;
	put.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)(process * 8 + 1);
	put.DirectPut.Rec_Counter_Offset = step * UINT64_C(8);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&payload[step], &put) == 0);
	memset(&get, 0, sizeof get);
	mail_base(&get.Base, &get.Pt2Pt, from, step, sizeof payload[step]);
	get.Base.Payload_Address = test_physical(&payload[step]);
	get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	get.RemoteGet.Rget_Inj_FIFO_Id = (uint16_t)(map[from].t * 8 + RGET_FIFO);
	CHECK(MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &get) == 0);
	mail_inject(0, &d);
	come(step, from, bytes, shape);
}

static void do_letters(uint32_t far, unsigned n, int fifo)
{
	for (unsigned i = 0; i < n; i++)
		mail_letter((rank + far) % ranks, step, 8 + 96 * i, (uint32_t)fifo);
	while (letters[step] < n)
		mail_poll(fifo);
	CHECK(letters[step] == n);
	add(letters_sum);
}

static void do_allreduce(int count, int of_doubles)
{
	double d[16], d_all[16];
	long l[16], l_all[16];

	for (int i = 0; i < count; i++) {
		d[i] = (double)(rank + 1) / (double)(i + 3);
		l[i] = (long)(rank * 7 + (uint32_t)i);
	}
	if (of_doubles)
		MPI_Allreduce(d, d_all, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	else
		MPI_Allreduce(l, l_all, count, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
	for (int i = 0; i < count; i++)
		add(of_doubles ? (uint64_t)(d_all[i] * 1e9) : (uint64_t)l_all[i]);
}

static void do_broadcast(int root, int count)
{
	int data[64];

	for (int i = 0; i < count; i++)
		data[i] = (int)rank * 1000 + i;
	MPI_Bcast(data, count, MPI_INT, root % (int)ranks, MPI_COMM_WORLD);
	CHECK(data[count - 1] == root % (int)ranks * 1000 + count - 1);
	add((uint64_t)data[0]);
}

static void do_ring(int far, int count)
{
	char out[512], in[512];
	int n = (int)ranks, to = ((int)rank + far) % n, from = ((int)rank + n - far % n) % n;

	memset(out, (int)rank, sizeof out);
	MPI_Sendrecv(out, count, MPI_CHAR, to, (int)step, in, count, MPI_CHAR, from, (int)step,
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	CHECK(in[count - 1] == (char)from);
	add((uint64_t)in[0]);
}

static void do_alltoall(int count)
{
	static int out[RANKS_MAX * 32], in[RANKS_MAX * 32];

	for (int i = 0; i < (int)ranks * count; i++)
		out[i] = (int)rank * 100000 + i;
	MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
	for (int i = 0; i < (int)ranks * count; i++) {
		CHECK(in[i] == i / count * 100000 + (int)rank * count + i % count);
		add((uint64_t)in[i]);
	}
}

/* Messages of unlike length between all, each looked for while others come. */
static void do_requests(int longest, int by_test)
{
	static char out[RANKS_MAX][4096], in[RANKS_MAX][4096];
	MPI_Request request[2 * RANKS_MAX];
	int n = (int)ranks, at, done = 0;

	for (int r = 0; r < n; r++) {
		int to_me = 1 + (r * 7 + (int)rank) % longest;
		int from_me = 1 + ((int)rank * 7 + r) % longest;

		memset(out[r], (int)rank + r, (size_t)from_me);
		MPI_Irecv(in[r], to_me, MPI_CHAR, r, (int)step, MPI_COMM_WORLD, &request[r]);
		MPI_Isend(out[r], from_me, MPI_CHAR, r, (int)step, MPI_COMM_WORLD, &request[n + r]);
	}
	if (!by_test)
		for (int i = 0; i < 2 * n; i++)
			MPI_Waitany(2 * n, request, &at, MPI_STATUS_IGNORE);
	while (by_test && !done)
		MPI_Testall(2 * n, request, &done, MPI_STATUSES_IGNORE);
	for (int r = 0; r < n; r++) {
		CHECK(in[r][(r * 7 + (int)rank) % longest] == (char)(r + (int)rank));
		add((uint64_t)in[r][0]);
	}
}

static void do_barrier(int by_mpi)
{
	if (by_mpi || processes > 1)
		MPI_Barrier(MPI_COMM_WORLD);
	else
		test_barrier();
}

/* ---- threads */

struct part {
	unsigned me, rounds, phase;
};

static void *by_atomics(void *arg)
{
	struct part *p = arg;

	for (unsigned i = 0; i < p->rounds; i++)
		L2_AtomicStoreAdd(&l2_count[p->phase], p->me + 1);
	while (L2_AtomicLoad(&l2_count[p->phase]) < p->rounds * MIX_THREADS * (MIX_THREADS + 1) / 2)
		;
	return NULL;
}

static void *by_mutex(void *arg)
{
	struct part *p = arg;

	for (unsigned i = 0; i < p->rounds; i++) {
		pthread_mutex_lock(&mutex);
		guarded++;
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

static pthread_mutex_t turn_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn_changes = PTHREAD_COND_INITIALIZER;
static unsigned turn; /* of how many in this step, in all */

/* One after the other, each when it is its turn. */
static void *by_condition(void *arg)
{
	struct part *p = arg;

	for (unsigned i = 0; i < p->rounds; i++) {
		pthread_mutex_lock(&turn_mutex);
		while (turn % MIX_THREADS != p->me)
			pthread_cond_wait(&turn_changes, &turn_mutex);
		turn++;
		guarded += turn * (p->me + 1);
		pthread_cond_broadcast(&turn_changes);
		pthread_mutex_unlock(&turn_mutex);
	}
	return NULL;
}

static sem_t filled, emptied; /* passed_on */
static unsigned passed_on;

/* The first thread hands numbers to the others, one at a time. */
static void *by_semaphores(void *arg)
{
	struct part *p = arg;

	for (unsigned i = 0; i < p->rounds * (p->me ? 1 : MIX_THREADS - 1); i++)
		if (!p->me) {
			while (sem_wait(&emptied) != 0)
				;
			passed_on = i + 1;
			sem_post(&filled);
		} else {
			while (sem_wait(&filled) != 0)
				;
			__atomic_fetch_add(&guarded, passed_on, __ATOMIC_RELAXED);
			sem_post(&emptied);
		}
	return NULL;
}

static void *by_pthread_barrier(void *arg)
{
	static unsigned slot[MIX_THREADS];
	struct part *p = arg;

	for (unsigned i = 0; i < p->rounds; i++) {
		slot[p->me] = p->phase * 100 + i + p->me;
		pthread_barrier_wait(&meeting);
		CHECK(slot[(p->me + 1) % MIX_THREADS] ==
		      p->phase * 100 + i + (p->me + 1) % MIX_THREADS);
		pthread_barrier_wait(&meeting);
	}
	return NULL;
}

/* Tickets below a bound, which is the word behind the counter. */
static void *by_bounded(void *arg)
{
	struct part *p = arg;
	uint64_t ticket;

	while ((ticket = L2_AtomicLoadIncrementBounded(&tickets[0])) != MIX_NO_TICKET &&
	       p->rounds)
		__atomic_fetch_add(&guarded, ticket + 1, __ATOMIC_RELAXED);
	return NULL;
}

static void do_threads(void *(*fn)(void *), unsigned rounds)
{
	struct part part[MIX_THREADS];
	pthread_t id[MIX_THREADS];

	for (unsigned i = 0; i < MIX_THREADS; i++)
		part[i] = (struct part){ i, rounds, step };
	for (unsigned i = 1; i < MIX_THREADS; i++)
		CHECK(pthread_create(&id[i], NULL, fn, &part[i]) == 0);
	fn(&part[0]);
	for (unsigned i = 1; i < MIX_THREADS; i++)
		pthread_join(id[i], NULL);
	add(guarded + L2_AtomicLoad(&l2_count[step]));
}

static void do_tickets(unsigned bound)
{
	L2_AtomicStore(&tickets[0], 0);
	L2_AtomicStore(&tickets[1], bound);
	do_threads(by_bounded, 1);
	CHECK(L2_AtomicLoad(&tickets[0]) == bound);
}

/* ---- what takes time, or comes at its time */

static void do_sleep(unsigned us)
{
	usleep(us + rank % 3);
}

static void on_signal(int sig)
{
	signals++;
	if (sig == SIGUSR2)
		siglongjmp(back, 1);
}

static void do_signal(int way)
{
	const struct itimerval once = { { 0, 0 }, { 0, 40 + way } };
	sig_atomic_t before = signals;

	if (way % 3 == 0) {
		setitimer(ITIMER_REAL, &once, NULL);
		while (signals == before)
			;
	} else if (way % 3 == 1) {
		raise(SIGUSR1);
	} else if (sigsetjmp(back, 1) == 0) {
		raise(SIGUSR2);
	}
	CHECK(signals == before + 1);
	add((uint64_t)signals);
}

/* A signal comes while this rank waits for a put, or soon after it. */
static void do_interrupted(uint32_t far, uint64_t bytes, int us)
{
	const struct itimerval once = { { 0, 0 }, { 0, us } };
	sig_atomic_t before = signals;

	setitimer(ITIMER_REAL, &once, NULL);
	do_put(far, bytes, us);
	while (signals == before)
		;
	CHECK(signals == before + 1);
	add((uint64_t)signals);
}

static volatile int told_ready;

static void *until_told(void *before)
{
	told_ready = 1;
	while (signals == *(sig_atomic_t *)before)
		;
	return NULL;
}

/* A signal to another thread, which only then ends. */
static void do_tell(void)
{
	sig_atomic_t before = signals;
	pthread_t id;

	told_ready = 0;
	CHECK(pthread_create(&id, NULL, until_told, &before) == 0);
	while (!told_ready)
		;
	CHECK(pthread_kill(id, SIGUSR1) == 0);
	pthread_join(id, NULL);
	CHECK(signals == before + 1);
	add((uint64_t)signals);
}

/* Pieces of a file, written out of order, with a hole between them. */
static void do_pieces(int pieces, int size)
{
	char name[32], out[200], in[200];
	struct stat st;

	snprintf(name, sizeof name, "mix.%u.%u", rank, step);
	int fd = open(name, O_CREAT | O_RDWR | O_TRUNC, 0644);

	CHECK(fd >= 0);
	for (int i = pieces - 1; i >= 0; i--) {
		memset(out, 'a' + (int)rank + i, (size_t)size);
		CHECK(pwrite(fd, out, (size_t)size, i * 2 * size) == size);
	}
	CHECK(fstat(fd, &st) == 0 && st.st_size == (2 * pieces - 1) * size);
	CHECK(lseek(fd, -size, SEEK_END) == (2 * pieces - 2) * size);
	CHECK(read(fd, in, sizeof in) == size && in[0] == (char)('a' + (int)rank + pieces - 1));
	CHECK(pieces == 1 || (pread(fd, in, 1, size) == 1 && in[0] == 0));
	CHECK(ftruncate(fd, size) == 0 && fstat(fd, &st) == 0 && close(fd) == 0);
	add((uint64_t)st.st_size);
	CHECK(unlink(name) == 0 && access(name, F_OK) != 0);
}

static void do_file(int way)
{
	char name[32], text[80];
	FILE *f;

	snprintf(name, sizeof name, "mix.%u", rank);
	f = fopen(name, way % 3 ? "a+" : "w+");
	CHECK(f != NULL);
	for (int i = 0; i <= way % 5; i++)
		fprintf(f, "%u %llu\n", step, (unsigned long long)sum);
	rewind(f);
	while (fgets(text, sizeof text, f))
		add(strlen(text));
	CHECK(fclose(f) == 0);
	if (way % 4 == 3)
		CHECK(remove(name) == 0);
}

static void did(const char *what)
{
	printf("rank %u step %u %s at %llu: %016llx\n", rank, step, what,
	       (unsigned long long)GetTimeBase(), (unsigned long long)sum);
	step++;
}

static void mix_begin(int argc, char **argv)
{
	struct sigaction sa = { .sa_handler = on_signal };

	MPI_Init(&argc, &argv);
	mail_open();
	uint64_t own = test_physical(outbox);

	MPI_Allgather(&own, 1, MPI_UNSIGNED_LONG, outbox_at, 1, MPI_UNSIGNED_LONG,
		      MPI_COMM_WORLD);
	rget_open();
	L2_ALLOCATE(l2_count);
	L2_ALLOCATE(tickets);
	pthread_barrier_init(&meeting, NULL, MIX_THREADS);
	sem_init(&filled, 0, 0);
	sem_init(&emptied, 0, 1);
	sigaction(SIGUSR1, &sa, NULL);
	sigaction(SIGUSR2, &sa, NULL);
	sigaction(SIGALRM, &sa, NULL);
	for (unsigned phase = 0; phase < PHASES_MAX; phase++)
		for (unsigned i = 0; i < BYTES_MAX; i++)
			outbox[phase][i] = byte_of(rank, i);
	for (unsigned phase = 0; phase < PHASES_MAX; phase++)
		counter[phase] = 0;
}

/* How many bytes each step's put or get brings; before any is sent. */
static void expects(unsigned phase, uint64_t bytes)
{
	counter[phase] = bytes;
}

#endif
