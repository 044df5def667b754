/* report.c - see report.h.  Messages go through one buffer and one write each,
 * after the rank output that precedes them. */
#include "report.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "net/net.h"
#include "mu/mu.h"
#include "emu/core/engine/segments.h"
#include "emu/core/engine/engine.h"
#include "emu/node/image/host_heap.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/node/posix/thread.h"
#include "emu/cmd/cli/host_memory.h"
#include "emu/core/train/train.h"
#include "core_file.h"
#include "output.h"

#define LINE_BYTES 1024

/* Notifies as if by output of the thread's rank at that time, so that the two keep their order.
 * group: the part that messages about other ranks have in common with this one. */
__attribute__((format(printf, 5, 6)))
static void notify(enum notice_kind kind, const struct thread *t, ps_t at_ps, const char *group,
		   const char *fmt, ...)
{
	char line[LINE_BYTES];
	struct notice notice = { kind, line, group };
	va_list ap;

	locale_t rank_has = uselocale(LC_GLOBAL_LOCALE);

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	uselocale(rank_has);
	output_notice(engine_worker_of(booted.engine, t->node), t->process, &notice, at_ps);
}

const char *report_name_thread(const struct thread *t, char *buf, size_t bytes)
{
	const char *name = t->user->posix ? t->user->posix->name : "";
	size_t n;

	machine_name_process(t->process, buf, bytes);
	n = strlen(buf);
	if (t->user->index)
		snprintf(buf + n, bytes - n, " thread %u%s%s%s", t->user->index, *name ? " (" : "",
			 name, *name ? ")" : "");
	return buf;
}

const char *report_place(const struct thread *t, uint64_t pc, char *buf, size_t bytes)
{
	uint64_t base = (uintptr_t)process_image(t->process);

	buf[0] = '\0';
	if (pc - base < booted.image.total_bytes)
		image_describe(&booted.image, pc - base, buf, bytes);
	return buf;
}

void report_unsupported(const struct thread *t, const char *call, uint64_t pc)
{
	char name[REPORT_NAME_BYTES], where[256], what[LINE_BYTES / 2];
	const char *place = report_place(t, pc - 1, where, sizeof where); /* in the call */

	snprintf(what, sizeof what, "%s is not implemented in this version%s%s", call,
		 *place ? ", called from " : "", place);
	notify(NOTICE_END, t, t->clock_ps, what, "bgq-run: %s: %s\n",
	       report_name_thread(t, name, sizeof name), what);
	core_file_make(t, SIGABRT, 0, 0);
}

void report_assertion(const struct thread *t, const char *call, const char *argument,
		      unsigned long long value)
{
	char name[REPORT_NAME_BYTES], group[256];

	snprintf(group, sizeof group, "%s: bad %s", call, argument);
	notify(NOTICE_END, t, t->clock_ps, group, "bgq-run: %s: %s %llu (0x%llx)\n",
	       report_name_thread(t, name, sizeof name), group, value, value);
	core_file_make(t, SIGABRT, 0, 0);
}

void report_signal(const struct thread *t, int sig, const char *text, uint64_t pc,
		   uint64_t address)
{
	char name[REPORT_NAME_BYTES], where[256], at[64] = "", in[320] = "";
	char group[LINE_BYTES / 2];

	host_heap_enter(); /* strsignal() may allocate */
	if (address || sig == 11 || sig == 7)
		snprintf(at, sizeof at, ", address 0x%" PRIx64, address);
	if (pc && *report_place(t, pc, where, sizeof where))
		snprintf(in, sizeof in, ", in %s", where);
	else if (pc)
		snprintf(in, sizeof in, ", at pc 0x%" PRIx64 " outside the program", pc);
	snprintf(group, sizeof group, "ended by signal %d (%s)%s%s%s", sig, strsignal(sig), in,
		 text ? ": " : "", text ? text : "");
	if (!core_file_has_faulted()) /* else it has been said */
		notify(NOTICE_END, t, t->clock_ps, group,
		       "bgq-run: %s ended by signal %d (%s)%s%s%s%s\n",
		    report_name_thread(t, name, sizeof name), sig, strsignal(sig), at, in,
		    text ? ": " : "", text ? text : "");
	host_heap_leave();
	core_file_make(t, sig, pc, address);
}

void report_strayed(const struct thread *t, unsigned wrong)
{
	char name[REPORT_NAME_BYTES];
	const char *which = wrong & SEGMENT_FS ? "%fs" : "%gs, in which bgq-run counts time";

	notify(NOTICE_END, t, t->clock_ps, "ended by signal 11: assembly has changed a segment",
	       "bgq-run: %s ended by signal %d (%s): its assembly has changed %s\n",
	       report_name_thread(t, name, sizeof name), SIGSEGV, strsignal(SIGSEGV), which);
}

void report_misuse(const struct thread *t, const char *call, const void *p, const char *what,
		   uint64_t pc)
{
	char name[REPORT_NAME_BYTES], where[256], group[LINE_BYTES / 2];

	report_place(t, pc - 1, where, sizeof where); /* in the call */
	snprintf(group, sizeof group, "%s: %s%s%s", call, what, *where ? ", in " : "", where);
	notify(NOTICE_OTHER, t, t->clock_ps, group, "bgq-run: %s: %s(%p): %s%s%s\n",
	       report_name_thread(t, name, sizeof name), call, p, what, *where ? ", in " : "",
	       where);
}

void report_never_counts(const struct thread *t, const char *event, const char *why)
{
	char name[REPORT_NAME_BYTES], group[LINE_BYTES / 2];

	snprintf(group, sizeof group, "%s counts 0", event);
	notify(NOTICE_OTHER, t, t->clock_ps, group, "bgq-run: %s: %s counts 0: %s\n",
	       report_name_thread(t, name, sizeof name), event, why);
}

void report_uncounted(const struct thread *t, uint64_t pc)
{
	char name[REPORT_NAME_BYTES], where[256];

	report_place(t, pc, where, sizeof where);
	notify(NOTICE_OTHER, t, t->clock_ps, "in code not instrumented by bgq-cc",
	       "bgq-run: %s is in code not instrumented by bgq-cc%s%s%s: times from here on are "
	    "not reproducible\n",
	    report_name_thread(t, name, sizeof name), *where ? " (" : "", where,
	    *where ? ")" : "");
}

void report_rounding(const struct thread *t)
{
	static const char what[] = "stochastic rounding is not modelled: results are rounded to "
				   "nearest";
	char name[REPORT_NAME_BYTES];

	notify(NOTICE_OTHER, t, t->clock_ps, what, "bgq-run: %s: %s\n",
	       report_name_thread(t, name, sizeof name), what);
}

void report_divisions(const struct process *p)
{
	char name[REPORT_NAME_BYTES], where[256], what[LINE_BYTES / 2];

	report_place(&p->main, p->division_pc, where, sizeof where);
	snprintf(what, sizeof what, "integer division by 0, or of the least integer by -1, %" PRIu64
		 " time%s%s%s: the quotient is 0 and no signal comes, as on the A2", p->divisions,
		 p->divisions == 1 ? "" : "s", *where ? ", first in " : "", where);
	notify(NOTICE_OTHER, &p->main, p->end_ps, what, "bgq-run: %s: %s\n",
	       report_name_thread(&p->main, name, sizeof name), what);
}

/* The process that the unit was allocated to. */
static struct process *owner_of(const struct mu_ras *r)
{
	uint32_t each = !strcmp(r->unit, "reception FIFO") ? MU_REC_PER_SUBGROUP
							    : MU_INJ_PER_SUBGROUP;
	uint32_t subgroup = r->id / each;

	if (!strncmp(r->unit, "network", 7) || subgroup >= MU_SUBGROUPS)
		subgroup = 0;
	return process_at(r->node, booted.node[r->node].owner[subgroup]);
}

static void (*ras_to)(const struct mu_ras *r);

void report_ras_to(void (*fn)(const struct mu_ras *r))
{
	ras_to = fn;
}

struct process *report_ras(const struct mu_ras *r)
{
	struct process *p = owner_of(r);
	char name[64], group[256];

	if (ras_to)
		ras_to(r);
	atomic_fetch_add(&machine.ras, 1);
	snprintf(group, sizeof group, "%s: %s: %s", r->unit, r->field, r->text);
	/* The rank's thread may have waited for long. */
	notify(NOTICE_RAS, &p->main, r->time_ps, group,
	       "bgq-run: RAS: %s: %s %u: %s = 0x%" PRIx64 ": %s (at %" PRIu64 " ns)\n",
	    machine_name_process(p, name, sizeof name), r->unit, r->id, r->field, r->value,
	    r->text, r->time_ps / PS_PER_NS);
	return p;
}

void report_ras_event(struct process *p, const char *text, ps_t at_ps)
{
	char name[64];

	notify(NOTICE_RAS, &p->main, at_ps, text, "bgq-run: RAS: %s: %s\n",
	       machine_name_process(p, name, sizeof name), text);
}

void report_ras_message(const struct thread *t, uint32_t id, const char *text)
{
	char name[64], group[LINE_BYTES / 2];
	const struct mu_ras r = { .node = t->node, .unit = "message", .id = id, .text = text,
				  .time_ps = t->clock_ps };

	if (ras_to)
		ras_to(&r);
	snprintf(group, sizeof group, "message 0x%08" PRIx32 ": %s", id, text);
	notify(NOTICE_RAS, t, t->clock_ps, group, "bgq-run: RAS: %s: %s (at %" PRIu64 " ns)\n",
	       machine_name_process(t->process, name, sizeof name), group, t->clock_ps / PS_PER_NS);
}

const struct process *report_first_failed(uint32_t *failed)
{
	const struct process *first = NULL;

	*failed = 0;
	for (uint32_t i = 0; i < job.places; i++) {
		const struct process *p = &booted.process[i];

		if (p->status <= 0)
			continue;
		++*failed;
		if (!first || p->end_ps < first->end_ps)
			first = p;
	}
	return first;
}

void report_result(void)
{
	uint32_t failed;
	const struct process *first = report_first_failed(&failed);
	char name[64];

	if (!first)
		return;
	fprintf(stderr, "bgq-run: %s ended with status %d at %.3f us (%u of %u ranks failed)\n",
		machine_name_process(first, name, sizeof name), first->status,
		(double)first->end_ps / (double)PS_PER_US, failed, job.ranks);
}

void report_machine(void)
{
	const struct net_shape *s = &job.shape;
	char torus[NET_DIMS + 1] = "";
	int n = 0;

	for (int d = 0; d < NET_DIMS; d++)
		if (s->torus[d])
			torus[n++] = (char)('A' + d);
	fprintf(stderr,
		"bgq-run: %s: %u nodes %ux%ux%ux%ux%u, %u ranks each, torus in %s, "
		"%u workers, windows of %" PRIu64 " MiB, program %s\n",
		job.model->name, job.nodes, s->size[0], s->size[1], s->size[2],
		s->size[3], s->size[4], job.opt.ranks_per_node, n ? torus : "no dimension",
		engine_workers(booted.engine), space.window_bytes >> 20, booted.image.path);
}

void report_trains(void)
{
	struct train_stats s = train_stats(machine.train);

	fprintf(stderr, "bgq-run: %" PRIu64 " trains of packets, %" PRIu64
		" packets of each message in them, found in %" PRIu64 " attempts\n",
		s.trains, s.packets, s.looked);
}

#define LATE_NS 1000 /* longer than a short message takes */

void report_lateness(void)
{
	struct engine_lateness l = engine_lateness(booted.engine);

	fprintf(stderr, "bgq-run: by the host's clock: %" PRIu64 " events, half of them less than "
		"%" PRIu64 " ns late, 90 %% %" PRIu64 " ns, 99 %% %" PRIu64 " ns, the latest "
		"%" PRIu64 " ns%s\n", l.events, l.p50_ns, l.p90_ns, l.p99_ns, l.most_ns,
		l.p90_ns > LATE_NS ? "; --clock=real:N gives the host N times as long" : "");
}

void report_unnamed(void)
{
	const char *why = image_unnamed();

	if (why)
		fprintf(stderr, "bgq-run: no source lines and no functions of the SPI's headers "
			"are named: addr2line, which is part of binutils: %s\n", why);
}

void report_boot(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	fprintf(stderr,
		"bgq-run: %u nodes: boot %.6f s, whole run %.6f s, resident %.1f MiB "
		"(peak %.1f MiB), %" PRIu64 " switches\n",
		job.nodes, machine.boot_seconds, machine.run_seconds,
		(double)host_memory_resident() / 1048576.0,
		(double)ru.ru_maxrss / 1024.0, engine_switches(booted.engine));
}
