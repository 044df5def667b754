/* report_wait.c - what a thread waits for, and where, for the lists of report_list.c. */
#include "coll/coll.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/units.h"
#include "report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "include/bgqemu/abi.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/node/posix/posix.h"
#include "emu/core/wait/wait.h"
#include "mpi_match.h"
#include "where.h"

#define UNEXPECTED_SHOWN 4

const char *report_wait_name(unsigned kind)
{
	switch (kind) {
	case BGQEMU_WAIT_RECFIFO: return "polls an empty reception FIFO";
	case BGQEMU_WAIT_INJFIFO: return "waits for an injection FIFO";
	case BGQEMU_WAIT_GI: return "waits in a global barrier";
	case BGQEMU_WAIT_L2: return "waits for an L2 atomic";
	case BGQEMU_WAIT_MEMORY: return "waits for a word in memory";
	case WAIT_SPIN: return "spins on memory";
	case WAIT_SLEEP: return "sleeps";
	case WAIT_JOIN: return "waits for the end of";
	case WAIT_FUTEX: return "waits on a futex";
	case WAIT_MUTEX: return "waits for a mutex";
	case WAIT_COND: return "waits on a condition variable";
	case WAIT_RDLOCK: return "waits to read under a read-write lock";
	case WAIT_WRLOCK: return "waits to write under a read-write lock";
	case WAIT_SPINLOCK: return "waits for a spin lock";
	case WAIT_BARRIER: return "waits at a barrier";
	case WAIT_ONCE: return "waits for a function that runs once";
	case WAIT_FILE: return "waits for a locked stream";
	case WAIT_IO: return "waits in a call on a file";
	case WAIT_HOST: return "waits for the host in a call on a file";
	case WAIT_HWTHREAD: return "waits for its turn on a hardware thread";
	case WAIT_STDIN: return "reads standard input";
	case WAIT_PIPE: return "waits for a pipe";
	case WAIT_SEMAPHORE: return "waits on a semaphore";
	default: return "waits";
	}
}

/* The kind of wait; for a loop that polls by a call of the runtime, that call's. */
static unsigned kind_of_wait(const struct thread *t)
{
	unsigned poll = wait_is_loop(t) ? t->loop.wait->poll_kind : 0;

	return poll ? poll - 1 : t->waiting.kind;
}

/* Returns what t waits for; special: a loop that reads nothing that anything else could change. */
static const char *way_to_wait(const struct thread *t)
{
	if (wait_is_loop(t) && t->loop.wait->words == 0 && !t->waiting.what)
		return "loops forever";
	return report_wait_name(kind_of_wait(t));
}

/* " of thread 1": whose the mutex is; " of rank 7" if another process's. */
static void name_owner(const struct thread *t, uint32_t tid, char *buf, size_t bytes)
{
	if (posix_tid_rank(tid) != t->process->rank)
		snprintf(buf, bytes, " of rank %u", posix_tid_rank(tid));
	for (const struct thread *o = &t->process->main; o; o = o->user->next)
		if (posix_tid(o) == tid)
			snprintf(buf, bytes, " of thread %u", o->user->index);
}

const char *report_other(const struct thread *t, char *buf, size_t bytes)
{
	uint32_t owner = t->waiting.kind == WAIT_MUTEX ? posix_mutex_owner(t->waiting.what) : 0;

	buf[0] = '\0';
	if (owner)
		name_owner(t, owner, buf, bytes);
	if (t->waiting.kind != WAIT_JOIN)
		return buf;
	for (const struct thread *o = &t->process->main; o; o = o->user->next)
		if (o->user->handle == (uintptr_t)t->waiting.what)
			snprintf(buf, bytes, " thread %u", o->user->index);
	return buf;
}

bool report_barrier_class(const struct thread *t, unsigned *cls)
{
	uint64_t off = (uintptr_t)t->waiting.what - (uintptr_t)mmio_shown(t->node, MMIO_GI_STATUS);

	*cls = (unsigned)(off / 8);
	return t->state == THREAD_PARKED && kind_of_wait(t) == BGQEMU_WAIT_GI &&
	       off < 8 * COLL_CLASSES;
}

/* The barrier class that it waits for, and a possible cause. */
static void report_barrier(FILE *to, const struct thread *t)
{
	unsigned cls;
	char why[256];

	if (!report_barrier_class(t, &cls))
		return;
	fprintf(to, "; class %u", cls);
	if (coll_gi_describe(units.coll, t->node, cls, why, sizeof why))
		fprintf(to, ": %s", why);
}

/* In a call on a file, perhaps of libc for a stream. */
static bool is_of_file(const struct thread *t)
{
	return t->waiting.kind >= WAIT_IO && t->waiting.kind <= WAIT_PIPE;
}

static const volatile void *address_of_wait(const struct thread *t)
{
	if (t->waiting.kind == WAIT_JOIN || t->waiting.kind == WAIT_HWTHREAD)
		return NULL;
	if (is_of_file(t)) /* bgq-run's own memory */
		return NULL;
	return !t->waiting.what && wait_is_loop(t) ? wait_address(t) : t->waiting.what;
}

const char *report_way(const struct thread *t)
{
	return t->state == THREAD_PARKED && !t->loop.counting ? way_to_wait(t) : "runs";
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* A check is called from behind the function, where neither lines nor inlined functions are
 * those of the loop: its call is followed by a jump back there, perhaps past the red zone. */
static uint64_t behind_check(const struct thread *t, uint64_t pc)
{
	static const uint8_t red_zone_end[] = { 0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0 };
	const uint8_t *image = process_image(t->process), *p = (const uint8_t *)pc;
	uint64_t bytes = booted.image.total_bytes;
	int32_t far;

	if (pc - (uintptr_t)image >= bytes - sizeof red_zone_end - 5)
		return pc;
	if (!memcmp(p, red_zone_end, sizeof red_zone_end))
		p += sizeof red_zone_end;
	memcpy(&far, p + 1, sizeof far);
	if (*p == 0xe9)
		p += 5 + far;
	else if (*p == 0xeb)
		p += 2 + (int8_t)p[1];
	return (uintptr_t)p - (uintptr_t)image < bytes ? (uintptr_t)p : pc;
}
#else
static uint64_t behind_check(const struct thread *t, uint64_t pc)
{
	(void)t;
	return pc;
}
#endif

uint64_t report_pc(const struct thread *t)
{
	bool parked = t->state == THREAD_PARKED && !is_of_file(t);
	uint64_t from;

	if (report_mpi(t, &from))
		return from - 1; /* in the line of the call, not behind it */
	uint64_t pc = parked ? t->waiting.pc : where_in_program(t);

	if (!pc || t->state == THREAD_RUNNING)
		return pc;
	return wait_is_loop(t) || t->state == THREAD_READY ? behind_check(t, pc) : pc - 1;
}

uint64_t report_waited_pc(const struct thread *t)
{
	uint64_t from;

	if (t->waiting.kind == WAIT_HWTHREAD) /* it may be anywhere */
		return 0;
	if (report_mpi_polled(t, &from))
		return from - 1;
	return t->waiting.kind == WAIT_SPIN ? behind_check(t, t->waiting.pc) : t->waiting.pc - 1;
}

static void print_peer(FILE *to, const struct mpi_match *m)
{
	fprintf(to, m->rank == MPI_MATCH_ANY ? " any rank" : " rank %lld", (long long)m->rank);
	if (!m->world && !m->collective)
		fprintf(to, " of its communicator");
	if (!m->collective)
		fprintf(to, m->tag == MPI_MATCH_ANY ? ", any tag" : ", tag %lld",
			(long long)m->tag);
}

/* The call of MPI that t waits in, and the message that it waits for. */
static void print_call(FILE *to, const struct thread *t, const char *call)
{
	struct mpi_match m;

	fprintf(to, ", in %s", call);
	if (!mpi_match_awaited(t, &m))
		return;
	fprintf(to, m.receive ? " from" : " to");
	print_peer(to, &m);
}

/* Messages that have come to t's rank, and that no receive has asked for. */
static void print_unexpected(FILE *to, const struct thread *t)
{
	struct mpi_match m[UNEXPECTED_SHOWN];
	unsigned all = mpi_match_unexpected(t->process, m, UNEXPECTED_SHOWN);

	for (unsigned i = 0; i < all && i < UNEXPECTED_SHOWN; i++) {
		fprintf(to, i ? "; from" : "; not received: from");
		print_peer(to, &m[i]);
		fprintf(to, ", %llu bytes%s", (unsigned long long)m[i].bytes,
			m[i].collective ? " of a collective" : "");
	}
	if (all > UNEXPECTED_SHOWN)
		fprintf(to, "; and %u more", all - UNEXPECTED_SHOWN);
}

/* Behind what waits and for what: the place, and what is known of the cause. */
void report_wait(FILE *to, const struct thread *t)
{
	char where[256], mu[256], coll[512];
	const volatile void *address = address_of_wait(t);
	uint64_t from;
	const char *call = report_mpi(t, &from);

	if (call)
		print_call(to, t, call);
	else if (address)
		fprintf(to, ", address 0x%" PRIxPTR, (uintptr_t)address);
	if (*report_place(t, report_pc(t), where, sizeof where))
		fprintf(to, ", at %s", where);
	report_barrier(to, t);
	if (call)
		print_unexpected(to, t);
	if (t->user->index == 0 && mu_describe(units.mu, t->node, mu, sizeof mu) > 0)
		fprintf(to, "; %s", mu);
	if (t->user->index == 0 && coll_describe(units.coll, t->node, coll, sizeof coll) > 0)
		fprintf(to, "; %s", coll);
}

void report_proofs(void)
{
	fprintf(stderr, "bgq-run: %" PRIu64 " proofs that a loop waits\n",
		wait_proofs(FOLLOW_WAITS));
	for (unsigned why = FOLLOW_WAITS + 1; why < FOLLOW_WHY_COUNT; why++)
		if (wait_proofs(why))
			fprintf(stderr, "bgq-run: %" PRIu64 " proofs failed: loops that %s\n",
				wait_proofs(why), follow_why_text(why));
}
