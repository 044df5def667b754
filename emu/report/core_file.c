/* core_file.c - see core_file.h.  The layout follows the lightweight corefile format of the
 * Parallel Tools Consortium, which the machine's kernel writes, too. */
#include "core_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/net.h"
#include "mu/mu.h"
#include "emu/cli/version.h"
#include "emu/engine/context.h"
#include "emu/machine/machine.h"
#include "output.h"
#include "rank_set.h"
#include "report_internal.h"
#include "where.h"
#include "writer.h"

#define TEXT_BYTES (64 * 1024)
#define FRAMES_MAX 64
#define REGISTERS 16

struct cause {
	int sig;
	uint64_t pc, address;
};

/* Of the worker's last fault. */
static __thread struct where_registers registers;
static __thread bool registers_kept; /* and not used yet */
/* Of the text that is being made, should that fault; its stack is searched. */
static __thread struct cause cause;
static __thread bool searching;

struct text {
	char *buf;
	size_t at; /* < TEXT_BYTES */
};

__attribute__((format(printf, 2, 3)))
static void add(struct text *x, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vsnprintf(x->buf + x->at, TEXT_BYTES - x->at, fmt, ap);
	va_end(ap);
	if (n > 0)
		x->at += (size_t)n;
	if (x->at >= TEXT_BYTES)
		x->at = TEXT_BYTES - 1;
}

void core_file_registers(ucontext_t *uc)
{
	if (searching)
		return; /* those of the fault that the text is about */
	registers_kept = true;
	where_registers_take(&registers, uc);
}

bool core_file_has_faulted(void)
{
	return searching;
}

static void add_registers(struct text *x)
{
#if defined(__x86_64__)
	static const char *const name[REGISTERS] = {
		"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11",
		"r12", "r13", "r14", "r15",
	};

	for (int i = 0; i < REGISTERS; i++)
		add(x, "%-3s=0x%016" PRIx64 "%s", name[i], registers.reg[i],
		    i % 4 == 3 ? "\n" : " ");
#else
	for (int i = 0; i < REGISTERS; i++)
		add(x, "x%-2d=0x%016" PRIx64 "%s", i, registers.reg[i], i % 4 == 3 ? "\n" : " ");
#endif
}

/* The frames of t, which has faulted (at the kept registers), runs, or is elsewhere. */
static void add_stack(struct text *x, const struct thread *t, bool faulted, bool search)
{
	uint64_t pc[FRAMES_MAX];
	unsigned n = 0;
	char where[256];

	if (search) {
		searching = true;
		n = where_stack(t, faulted ? &registers : NULL, pc, FRAMES_MAX);
		searching = false;
	}
	if (n == 0 && faulted)
		pc[n++] = registers.pc;
	add(x, "+++STACK\n");
	for (unsigned i = 0; i < n; i++) /* but for the first, behind the call */
		add(x, "0x%016" PRIx64 " %s\n", pc[i],
		    *report_place(t, pc[i] - (i > 0), where, sizeof where) ? where
									   : "outside the program");
	add(x, "---STACK\n");
}

/* Not by abort(), perhaps after a fault that the program has handled. */
static bool is_fault(int sig)
{
	return registers_kept && (sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE ||
				  sig == SIGILL || sig == SIGTRAP);
}

static void add_thread(struct text *x, const struct thread *t, const struct thread *self,
		       bool search)
{
	bool died = t == self, faulted = died && is_fault(cause.sig);

	add(x, "+++ID Rank: %u, Thread: %u, Hardware thread: %u, State: %s\n", t->process->rank,
	    t->user->index, hwthread_id(t), died ? "died" : report_way(t));
	if (died)
		add(x, "***FAULT Encountered unhandled signal 0x%08x (%d) (SIG%s)\n",
		    (unsigned)cause.sig, cause.sig, sigabbrev_np(cause.sig));
	if (faulted) {
		add(x, "While executing instruction at 0x%016" PRIx64 "\n", cause.pc);
		if (cause.address)
			add(x, "Dereferencing memory at 0x%016" PRIx64 "\n", cause.address);
		add_registers(x);
	}
	add_stack(x, t, faulted, search);
	add(x, "---ID\n");
}

static void add_unit(struct text *x, const struct process *p)
{
	for (uint32_t s = 0; s < MU_SUBGROUPS; s++)
		if (machine.node[p->main.node].owner[s] == p->slot)
			x->at += (size_t)mu_list(machine.mu, p->main.node, s, x->buf + x->at,
						 TEXT_BYTES - x->at);
}

static void add_link(struct text *x, uint32_t node, unsigned link)
{
	static const char name[NET_LINKS][3] = { "A-", "A+", "B-", "B+", "C-", "C+", "D-", "D+",
						 "E-", "E+" };
	struct net_sender_counters s;

	net_sender_count(machine.net, node, link, &s);
	if (s.busy_ps)
		add(x, "link %s: %u packets of users, %u of collectives sent\n", name[link],
		    net_sent_normal(&s) + net_sent_packets(&s, NET_SENT_PRIORITY),
		    net_sent_collective(&s));
}

/* What the node's message unit and links have done; the L2 and the cores count nothing. */
static void add_counters(struct text *x, uint32_t node)
{
	struct mu_counters c = mu_count(machine.mu, node);

	add(x, "+++COUNTERS of the node\nmessage unit: %" PRIu64 " descriptors, %" PRIu64
	    " packets injected; %" PRIu64 " packets to FIFOs, %" PRIu64 " of puts, %" PRIu64
	    " remote gets received\n", c.messages_injected, c.packets_injected, c.fifo_packets,
	    c.put_packets, c.get_packets);
	for (unsigned link = 0; link < NET_LINKS; link++)
		add_link(x, node, link);
	add(x, "---COUNTERS\n");
}

void core_file_make(const struct thread *t, int sig, uint64_t pc, uint64_t address)
{
	struct process *p = t->process;
	struct text x = { .buf = machine.opt.core == CORE_NONE ? NULL : malloc(TEXT_BYTES) };
	bool search = !searching;
	char name[REPORT_NAME_BYTES];

	if (!x.buf)
		return;
	if (search)
		cause = (struct cause){ sig, pc, address };
	add(&x, "+++PARALLEL TOOLS CONSORTIUM LIGHTWEIGHT COREFILE FORMAT version 1.0\n"
	    "+++LCB 1.0\nProgram: %s\nEmulator: bgq-run (bgqemu) %s\nMPI rank: %u\n",
	    machine.image.path, BGQEMU_VERSION, p->rank);
	add(&x, "Place: %s\nTime: %.3f us\n", machine_name_process(p, name, sizeof name),
	    (double)t->clock_ps / (double)PS_PER_US);
	for (const struct thread *o = &p->main; o; o = o->user->next)
		if (o->state != THREAD_DEAD)
			add_thread(&x, o, t, search);
	add(&x, "+++MU FIFOs, base addresses and the words there\n");
	add_unit(&x, p);
	add(&x, "---MU\n");
	add_counters(&x, p->main.node);
	add(&x, "---LCB\n");
	output_core(engine_worker_of(machine.engine, p->main.node), p, x.buf, x.at, t->clock_ps);
	free(x.buf);
	searching = false;
	registers_kept = false;
}

/* ---- files */

static struct rank_set saved;
static int first_error;

void core_file_save(uint32_t rank, const char *text, size_t bytes)
{
	char name[32];
	ssize_t n = -1;

	if (machine.opt.core == CORE_FIRST && (saved.count || first_error))
		return;
	if (!saved.word && rank_set_init(&saved, machine.ranks) != 0)
		return;
	snprintf(name, sizeof name, "core.%u", rank);
	int fd = openat(machine.directory, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd >= 0) {
		n = write(fd, text, bytes);
		if (n >= 0 && (size_t)n < bytes)
			errno = ENOSPC;
	}
	if ((size_t)n == bytes)
		rank_set_add(&saved, rank);
	else if (!first_error)
		first_error = errno;
	if (fd >= 0)
		close(fd);
}

void core_file_sum_up(void)
{
	char line[RANK_SET_NAME_BYTES + 80], ranks[RANK_SET_NAME_BYTES];
	int n;

	if (saved.count) {
		n = snprintf(line, sizeof line, "bgq-run: core files (core.RANK): %s\n",
			     rank_set_name(&saved, ranks, sizeof ranks));
		writer_add(STDERR_FILENO, line, (size_t)n);
	}
	if (first_error) {
		n = snprintf(line, sizeof line, "bgq-run: cannot write core files: %s\n",
			     strerror(first_error));
		writer_add(STDERR_FILENO, line, (size_t)n);
	}
	rank_set_cleanup(&saved);
	first_error = 0;
}
