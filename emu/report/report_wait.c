/* report_wait.c - the list of waiting threads after a deadlock or a time-out: what each waits
 * for, and since when.  Serial: no thread runs any more. */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>

#include "include/bgqemu/abi.h"
#include "emu/machine/mmio_pages.h"
#include "output.h"
#include "emu/posix/posix.h"
#include "emu/wait/wait.h"
#include "where.h"

#define RANKS_SHOWN 16
#define THREADS_SHOWN 8 /* of each */

static const char *wait_name(unsigned kind)
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
	case WAIT_ONCE: return "waits for what is done once";
	case WAIT_FILE: return "waits for a locked stream";
	case WAIT_HWTHREAD: return "waits for its turn on a hardware thread";
	case WAIT_SEMAPHORE: return "waits on a semaphore";
	default: return "waits";
	}
}

/* The kind of wait; for a loop that polls by a call of the runtime, that call's. */
static unsigned kind_of_wait(const struct thread *t)
{
	return wait_is_loop(t) && t->wait->poll_kind ? t->wait->poll_kind - 1 : t->wait_kind;
}

/* What t waits for; special: a loop that reads nothing that anything else could change. */
static const char *way_to_wait(const struct thread *t)
{
	if (wait_is_loop(t) && t->wait->words == 0 && !t->wait_what)
		return "goes round without end";
	return wait_name(kind_of_wait(t));
}

/* " of thread 1": whose the mutex is; " of rank 7" if another process's. */
static void name_owner(const struct thread *t, uint32_t tid, char *buf, size_t bytes)
{
	if (posix_tid_rank(tid) != t->process->rank)
		snprintf(buf, bytes, " of rank %u", posix_tid_rank(tid));
	for (const struct thread *o = &t->process->main; o; o = o->next_in_process)
		if (posix_tid(o) == tid)
			snprintf(buf, bytes, " of thread %u", o->index);
}

static const char *other_thread(const struct thread *t, char *buf, size_t bytes)
{
	uint32_t owner = t->wait_kind == WAIT_MUTEX ? posix_mutex_owner(t->wait_what) : 0;

	buf[0] = '\0';
	if (owner)
		name_owner(t, owner, buf, bytes);
	if (t->wait_kind != WAIT_JOIN)
		return buf;
	for (const struct thread *o = &t->process->main; o; o = o->next_in_process)
		if (o->handle == (uintptr_t)t->wait_what)
			snprintf(buf, bytes, " thread %u", o->index);
	return buf;
}

#define GI_STATUS 0x580 /* of class 0, in the first MMIO page */

/* The barrier class that it waits for, and a possible cause. */
static void report_barrier(const struct thread *t)
{
	uint64_t off = (uintptr_t)t->wait_what - (uintptr_t)mmio_shown(t->node, GI_STATUS);
	unsigned cls = (unsigned)(off / 8);
	char why[256];

	if (off >= 8 * COLL_CLASSES)
		return;
	fprintf(stderr, "; class %u", cls);
	if (coll_gi_describe(machine.coll, t->node, cls, why, sizeof why))
		fprintf(stderr, ": %s", why);
}

static void report_runner(const struct thread *t, const char *what)
{
	char who[REPORT_NAME_BYTES], where[256];

	report_name_thread(t, who, sizeof who);
	report_place(t, where_in_program(t), where, sizeof where);
	fprintf(stderr, "bgq-run:   %s %s%s%s\n", who, what, *where ? ", at " : "", where);
}

static const volatile void *address_of_wait(const struct thread *t)
{
	if (t->wait_kind == WAIT_JOIN || t->wait_kind == WAIT_HWTHREAD)
		return NULL;
	return !t->wait_what && wait_is_loop(t) ? wait_address(t) : t->wait_what;
}

static void report_waiter(const struct thread *t)
{
	char who[REPORT_NAME_BYTES], where[256], mu[256], coll[512], other[32];
	const volatile void *address = address_of_wait(t);

	if (t->state != THREAD_PARKED) {
		report_runner(t, "runs");
		return;
	}
	report_name_thread(t, who, sizeof who);
	report_place(t, t->wait_pc, where, sizeof where);
	fprintf(stderr, "bgq-run:   %s %s%s since %.3f us", who, way_to_wait(t),
		other_thread(t, other, sizeof other),
		(double)machine_waits_since(t) / (double)PS_PER_US);
	if (address)
		fprintf(stderr, ", address 0x%" PRIxPTR, (uintptr_t)address);
	if (*where)
		fprintf(stderr, ", at %s", where);
	if (kind_of_wait(t) == BGQEMU_WAIT_GI)
		report_barrier(t);
	if (t->index == 0 && mu_describe(machine.mu, t->node, mu, sizeof mu) > 0)
		fprintf(stderr, "; %s", mu);
	if (t->index == 0 && coll_describe(machine.coll, t->node, coll, sizeof coll) > 0)
		fprintf(stderr, "; %s", coll);
	fputc('\n', stderr);
}

static bool is_alive(const struct thread *t)
{
	return t->state != THREAD_DEAD;
}

static bool is_runner(const struct thread *t)
{
	return t->state == THREAD_READY || t->state == THREAD_RUNNING;
}

static void report_computing(const struct thread *t)
{
	report_runner(t, "computes");
}

/* A list of the threads for which is_listed is true, each printed by say. */
struct listing {
	bool (*is_listed)(const struct thread *t);
	void (*say)(const struct thread *t);
};

static unsigned list_threads(const struct listing *l, const struct process *p, bool say)
{
	unsigned n = 0;

	for (const struct thread *t = &p->main; t; t = t->next_in_process) {
		if (!l->is_listed(t))
			continue;
		if (n++ < THREADS_SHOWN && say)
			l->say(t);
	}
	if (n > THREADS_SHOWN && say)
		fprintf(stderr, "bgq-run:   ... and %u more threads\n", n - THREADS_SHOWN);
	return n;
}

/* Returns how many ranks; prints the first of them if say is true. */
static uint32_t list_ranks(const struct listing *l, bool say)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < machine.ranks; i++) {
		const struct process *p = &machine.process[i];

		if (p->status == PROCESS_ALIVE)
			n += list_threads(l, p, say && n < RANKS_SHOWN) > 0;
	}
	if (n > RANKS_SHOWN && say)
		fprintf(stderr, "bgq-run:   ... and %u more\n", n - RANKS_SHOWN);
	return n;
}

void report_waiting(void)
{
	static const struct listing all = { is_alive, report_waiter };

	list_ranks(&all, true);
	report_network();
}

bool report_has_runners(void)
{
	for (uint32_t i = 0; i < machine.ranks; i++)
		for (const struct thread *t = &machine.process[i].main; t; t = t->next_in_process)
			if (machine.process[i].status == PROCESS_ALIVE && is_runner(t))
				return true;
	return false;
}

void report_silence(void)
{
	static const struct listing runners = { is_runner, report_computing };
	uint32_t n = list_ranks(&runners, false);

	output_finish();
	fprintf(stderr,
		"bgq-run: no rank has made a call for %g s of simulated time; %u of %u ranks "
		"compute\n", machine.opt.silence_s, n, machine.ranks);
	list_ranks(&runners, true);
}

void report_deadlock(ps_t now_ps)
{
	uint32_t waiting = 0;

	output_finish();
	for (uint32_t i = 0; i < machine.ranks; i++)
		if (machine.process[i].status == PROCESS_ALIVE)
			waiting++;
	fprintf(stderr,
		"bgq-run: deadlock at %.3f us: %u of %u ranks wait and nothing moves\n",
		(double)now_ps / (double)PS_PER_US, waiting, machine.ranks);
	report_waiting();
}
