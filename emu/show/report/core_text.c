/* core_text.c - see core_text.h.  Names and order of lines as in core files of the machine. */
#include "core_text.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "mu/mu.h"
#include "emu/cmd/cli/version.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/machine/shm.h"
#include "emu/node/posix/thread.h"
#include "report.h"
#include "report_internal.h"

#define TEXT_BYTES     (64 * 1024)
#define TEXT_BYTES_MAX (16 * 1024 * 1024)
#define FRAMES_MAX     64
#define LIST_BYTES     8192 /* of the FIFOs of a subgroup */
#define DDR_MIB        16384
#define JOB_ID         1 /* Kernel_GetJobID() */
#define STACK_POINTER  4 /* among the registers, where it is one of them */

static const struct core_controls *controls(void)
{
	return &job.opt.controls.core;
}

/* Room for n bytes and a zero; false: the text is long enough. */
static bool room(struct core_text *x, size_t n)
{
	size_t capacity = x->capacity ? x->capacity : TEXT_BYTES;
	char *more;

	if (!x->capacity || x->at + n >= x->capacity) {
		while (x->at + n >= capacity)
			capacity *= 2;
		more = capacity > TEXT_BYTES_MAX ? NULL : realloc(x->buf, capacity);
		if (!more)
			return false;
		x->buf = more;
		x->capacity = capacity;
	}
	return true;
}

__attribute__((format(printf, 2, 3)))
static void add(struct core_text *x, const char *fmt, ...)
{
	va_list ap;

	for (int tries = 0; tries < 2; tries++) {
		va_start(ap, fmt);
		int n = vsnprintf(x->buf ? x->buf + x->at : NULL, x->capacity - x->at, fmt, ap);
		va_end(ap);
		if (n < 0)
			return;
		if (x->at + (size_t)n < x->capacity) {
			x->at += (size_t)n;
			return;
		}
		if (!room(x, (size_t)n))
			return;
	}
}

/* In the program's file, as tools look addresses up; others as they are. */
static uint64_t file_address(const struct thread *t, uint64_t pc)
{
	uint64_t base = (uintptr_t)process_image(t->process);

	return pc - base < booted.image.total_bytes ? pc - base : pc;
}

/* ---- of the process */

static void add_head(struct core_text *x, const struct thread *t)
{
	const struct process *p = t->process;
	uint8_t c[NET_DIMS];
	char at[NET_LOCATION_BYTES];

	net_coord_of(&job.shape, p->main.node, c);
	struct net_location l = machine_location(c);

	add(x, "+++PARALLEL TOOLS CONSORTIUM LIGHTWEIGHT COREFILE FORMAT version 1.0\n+++LCB 1.0\n"
	    "Program   : %s\nJob ID    : %d\n", booted.image.path, JOB_ID);
	if (controls()->personality)
		add(x, "Personality:\n"
		    "   ABCDET coordinates : %u,%u,%u,%u,%u,%u\n"
		    "   Rank               : %u\n"
		    "   Ranks per node     : %u\n"
		    "   DDR Size (MB)      : %d\n"
		    "   Location           : %s\n"
		    "   Emulator           : bgq-run (bgqemu) %s\n"
		    "   Time (us)          : %.3f\n",
		    c[0], c[1], c[2], c[3], c[4], p->slot, p->rank, job.opt.ranks_per_node,
		    DDR_MIB, net_location_text(&l, at), BGQEMU_VERSION,
		    (double)t->clock_ps / (double)PS_PER_US);
}

static void add_unit(struct core_text *x, const struct process *p)
{
	add(x, "+++MU FIFOs, base addresses and the words there\n");
	for (uint32_t s = 0; s < MU_SUBGROUPS; s++)
		if (booted.node[p->main.node].owner[s] == p->slot && room(x, LIST_BYTES))
			x->at += (size_t)mu_list(units.mu, p->main.node, s, x->buf + x->at,
						 LIST_BYTES);
	add(x, "---MU\n");
}

static void add_link(struct core_text *x, uint32_t node, unsigned link)
{
	struct net_sender_counters s;

	net_sender_count(units.net, node, link, &s);
	if (s.busy_ps)
		add(x, "link %s: %u packets of users, %u of collectives sent\n",
		    net_link_name(link), net_sent_normal(&s) +
		    net_sent_packets(&s, NET_SENT_PRIORITY), net_sent_collective(&s));
}

/* Adds the counts of the node's message unit and links. */
static void add_counters(struct core_text *x, uint32_t node)
{
	struct mu_counters c = mu_count(units.mu, node);

	add(x, "+++COUNTERS of the node\nmessage unit: %" PRIu64 " descriptors, %" PRIu64
	    " packets injected; %" PRIu64 " packets to FIFOs, %" PRIu64 " of puts, %" PRIu64
	    " remote gets received\n", c.messages_injected, c.packets_injected, c.fifo_packets,
	    c.put_packets, c.get_packets);
	for (unsigned link = 0; link < NET_LINKS; link++)
		add_link(x, node, link);
	add(x, "---COUNTERS\n");
}

/* ---- of a thread */

static const char *interrupt_of(int sig)
{
	switch (sig) {
	case SIGSEGV: return "Data Storage Interrupt";
	case SIGBUS: return "Alignment Exception";
	case SIGFPE: return "Program Exception: Floating Point";
	case SIGILL: return "Program Exception: Illegal Instruction";
	case SIGTRAP: return "Program Exception: Trap";
	default: return NULL;
	}
}

static void add_fault(struct core_text *x, const struct thread *t, const struct core_cause *cause,
		      uint64_t pc)
{
	const char *interrupt = cause->pc ? interrupt_of(cause->sig) : NULL;

	add(x, "***FAULT Encountered unhandled signal 0x%08x (%d) (SIG%s)\n",
	    (unsigned)cause->sig, cause->sig, sigabbrev_np(cause->sig));
	if (interrupt)
		add(x, "Generated by interrupt..................(%s)\n", interrupt);
	add(x, "While executing instruction at..........0x%016" PRIx64 "\n"
	    "Dereferencing memory at.................0x%016" PRIx64 "\n"
	    "Fault occurred at timebase..............0x%016" PRIx64 "\n"
	    "Tools attached (list of tool ids).......None\n",
	    file_address(t, pc), cause->address, (uint64_t)t->clock_ps / CORE_CYCLE_PS);
}

static void add_general(struct core_text *x, const struct core_registers *r)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	static const char *const name[CORE_REGISTERS] = {
		"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r08", "r09", "r10", "r11",
		"r12", "r13", "r14", "r15",
	};
#else
	static const char *const name[CORE_REGISTERS] = {
		"x00", "x01", "x02", "x03", "x04", "x05", "x06", "x07", "x08", "x09", "x10", "x11",
		"x12", "x13", "x14", "x15",
	};
#endif

	add(x, "General Purpose Registers:\n");
	for (int i = 0; i < CORE_REGISTERS; i++)
		add(x, "%s%s=%016" PRIx64 "%s", i % 8 ? " " : "  ", name[i], r->at.reg[i],
		    i % 8 == 7 ? "\n" : "");
}

/* Adds the registers of the host: programs have its instructions. */
static void add_registers(struct core_text *x, const struct core_registers *r)
{
	if (!r || !controls()->registers)
		return;
	if (controls()->gpr)
		add_general(x, r);
	if (controls()->spr)
		add(x, "Special Purpose Registers:\n  pc=%016" PRIx64 " flags=%016" PRIx64
		    " vector_control=%016" PRIx64 "\n", r->at.pc, r->flags, r->vector_control);
	if (!controls()->fpr)
		return;
	add(x, "Floating Point Registers:\n");
	for (int i = 0; i < CORE_REGISTERS; i++)
		add(x, "  v%02d=%016" PRIx64 " %016" PRIx64 "%s", i, r->vector[i][0],
		    r->vector[i][1], i % 2 ? "\n" : "");
}

static void add_heap(struct core_text *x, const struct process *p)
{
	uint64_t shared = job.opt.controls.shared_bytes;
	uint64_t from = (uintptr_t)p->base + machine_heap_offset();
	uint64_t memory = (uintptr_t)space_window(p->main.node) + space_shared();

	add(x, "  Shared memory: 0x%016" PRIx64 " - 0x%016" PRIx64 "\n", memory,
	    memory + shared - 1);
	add(x, "  Heap: 0x%016" PRIx64 " - 0x%016" PRIx64 " (brk at 0x%016" PRIx64 ")\n", from,
	    (uint64_t)(uintptr_t)p->base + space.slot_bytes - 1,
	    from + machine_heap_extent(p->base));
}

static void add_stack_contents(struct core_text *x, uint64_t from, uint64_t to)
{
	add(x, "Stack Contents:\n");
	for (uint64_t at = from & ~UINT64_C(15); at + 32 <= to; at += 32) {
		const uint32_t *w = (const uint32_t *)(uintptr_t)at;

		add(x, "  %016" PRIx64 " : %08x %08x %08x %08x %08x %08x %08x %08x\n", at, w[0],
		    w[1], w[2], w[3], w[4], w[5], w[6], w[7]);
	}
}

static void add_memory(struct core_text *x, const struct thread *t, uint64_t sp, bool of_process)
{
	struct posix_thread_bounds b = posix_thread_stack(t);
	uint64_t low = (uintptr_t)b.low, high = (uintptr_t)b.high;

	add(x, "Memory:\n");
	if (of_process)
		add_heap(x, t->process);
	if (b.guard_bytes)
		add(x, "  Stack Guard  : 0x%016" PRIx64 " - 0x%016" PRIx64 "\n",
		    low - b.guard_bytes, low - 1);
	else
		add(x, "  Stack Guard disabled\n");
	add(x, "  Stack pointer: 0x%016" PRIx64 " (bottom at 0x%016" PRIx64
	    " with %" PRId64 " bytes in use)\n", sp, high, (int64_t)(high - sp));
	if (controls()->stack && sp - low < high - low)
		add_stack_contents(x, sp, high);
}

static void add_frames(struct core_text *x, const struct thread *t,
		       const struct where_frame *frame, unsigned n, bool faulted)
{
	char where[256];

	add(x, "+++STACK\nFrame Address     Saved Link Reg\n");
	for (unsigned i = 0; i < n; i++)
		add(x, "%016" PRIx64 "  %016" PRIx64 "\n", frame[i].sp,
		    file_address(t, frame[i].pc));
	add(x, "---STACK\n+++SYMBOLS %s\n", report_way(t));
	for (unsigned i = 0; i < n; i++) /* but for a fault's, behind the call */
		add(x, "0x%016" PRIx64 " %s\n", frame[i].pc,
		    *report_place(t, frame[i].pc - (i > 0 || !faulted), where, sizeof where)
		    ? where : "outside the program");
	add(x, "---SYMBOLS\n");
}

static const char *state_of(const struct thread *t, bool ends)
{
	if (ends || t->state != THREAD_PARKED)
		return "RUN";
	return t->waiting.kind == WAIT_SLEEP ? "SLEEP" : t->waiting.kind > WAIT_SLEEP ? "FUTEX_WAIT"
									      : "RUN";
}

static unsigned find_frames(const struct thread *t, const struct core_registers *r, bool search,
			    struct where_frame frame[FRAMES_MAX], bool *searching)
{
	unsigned n = 0;

	if (search) {
		*searching = true;
		n = where_stack(t, r ? &r->at : NULL, frame, FRAMES_MAX);
		*searching = false;
	}
	if (n == 0 && r)
		frame[n++] = (struct where_frame){ r->at.pc, r->at.reg[STACK_POINTER] };
	return n;
}

static void add_thread(struct core_text *x, const struct thread *t, const struct core_cause *cause,
		       bool search, bool *searching)
{
	const struct core_registers *r = cause ? cause->registers : NULL;
	struct where_frame frame[FRAMES_MAX];
	unsigned n = find_frames(t, r, search, frame, searching);
	unsigned hwthread = hwthread_id(t);

	add(x, "+++ID Rank: %u, TGID: %u, Core: %u, HWTID:%u TID: %u State: %s \n",
	    t->process->rank, t->process->rank + 2, hwthread / CORE_THREADS,
	    hwthread % CORE_THREADS, t->process->rank + 2 + t->user->serial,
	    state_of(t, cause != NULL));
	if (cause && cause->sig)
		add_fault(x, t, cause, cause->pc ? cause->pc : n ? frame[0].pc : 0);
	add(x, "Currently running on hardware thread....%c\n",
	    cause || t->state == THREAD_RUNNING ? 'Y' : 'N');
	add_registers(x, r);
	const void *sp = t->sp ? t->sp : t->stack_high;

	add_memory(x, t, r ? r->at.reg[STACK_POINTER] : n ? frame[0].sp : (uintptr_t)sp,
		   cause != NULL);
	add_frames(x, t, frame, n, r != NULL);
	if (controls()->interrupts)
		add(x, "Interrupt Summary:\n  System Calls %" PRIu64 "\n", t->user->calls);
	add(x, "---ID\n");
}

void core_text_make(struct core_text *x, const struct thread *t, const struct core_cause *cause,
		    bool search, bool *searching)
{
	const struct process *p = t->process;

	*x = (struct core_text){ 0 };
	add_head(x, t);
	add_thread(x, t, cause, search, searching); /* the one that failed is the first */
	for (const struct thread *o = &p->main; o; o = o->user->next)
		if (o != t && o->state != THREAD_DEAD && !controls()->thread_only)
			add_thread(x, o, NULL, search, searching);
	add_unit(x, p);
	add_counters(x, p->main.node);
	add(x, "---LCB\n");
}
