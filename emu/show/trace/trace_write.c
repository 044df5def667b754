/*
 * trace_write.c - notes as JSON of the Trace Event Format: a process for each node, in it a
 * track for each thread of its ranks, injection FIFO, link and reception FIFO.
 */
#include <errno.h>
#include <stdlib.h>

#include "net/net.h"
#include "emu/node/image/image.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "trace_internal.h"
#include "trace_file.h"
#include "emu/show/report/report.h"

/* Numbers of tracks, in their order on the screen. */
enum { TRACK_THREADS = 0, TRACK_INJFIFOS = 1000000, TRACK_LINKS = 2000000,
       TRACK_RECFIFOS = 3000000 };
#define THREADS_OF_A_SLOT 10000
#define MPI_OF_A_SLOT     5000 /* behind its threads' own tracks */

/* Tracks of a node that have got their names. */
struct named {
	uint32_t *track;
	unsigned tracks, capacity;
};

static struct named *named; /* [job.nodes] */
static bool first = true;

int trace_write_open(const char *name)
{
	int rc = trace_file_open(name);

	if (rc == 0)
		trace_file_text("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
	return rc;
}

static void put_number(const char *before, uint64_t n)
{
	trace_file_text(before);
	trace_file_number(n);
}

static void begin(const char *phase, uint32_t node, uint32_t track)
{
	trace_file_text(first ? "\n{\"ph\":\"" : ",\n{\"ph\":\"");
	trace_file_text(phase);
	put_number("\",\"pid\":", node);
	put_number(",\"tid\":", track);
	first = false;
}

/* The format's unit is the microsecond. */
static void put_time(const char *before, ps_t ps)
{
	put_number(before, ps / PS_PER_US);
	trace_file_text(".");
	trace_file_digits(ps % PS_PER_US, 6);
}

static uint32_t track_of(const struct note *n)
{
	switch (n->kind) {
	case NOTE_MESSAGE: return TRACK_INJFIFOS + n->place;
	case NOTE_LINK: return TRACK_LINKS + n->place;
	case NOTE_RECEIVED: return TRACK_RECFIFOS + n->place;
	case NOTE_MPI: return (uint32_t)(n->slot * THREADS_OF_A_SLOT + MPI_OF_A_SLOT + n->place);
	default: return (uint32_t)(TRACK_THREADS + n->slot * THREADS_OF_A_SLOT + n->place);
	}
}

static void put_track_name(const struct note *n)
{
	switch (n->kind) {
	case NOTE_MESSAGE: put_number("injection FIFO ", n->place); break;
	case NOTE_LINK:
		trace_file_text("link ");
		trace_file_text(net_link_name(n->place));
		break;
	case NOTE_RECEIVED: put_number("network reception FIFO ", n->place); break;
	default:
		put_number("rank ", n->src);
		if (n->place)
			put_number(" thread ", n->place);
		if (n->kind == NOTE_MPI)
			trace_file_text(": MPI");
	}
}

static void name_node(uint32_t node)
{
	char at[NET_COORD_TEXT_BYTES];

	begin("M", node, 0);
	put_number(",\"name\":\"process_name\",\"args\":{\"name\":\"node ", node);
	trace_file_text(" ");
	trace_file_text(net_coord_text(&job.shape, node, at));
	trace_file_text("\"}}");
}

/* Before its first slice. */
static void name_track(const struct note *n, uint32_t track)
{
	struct named *of = &named[n->node];

	for (unsigned i = of->tracks; i-- > 0;)
		if (of->track[i] == track)
			return;
	if (of->tracks == of->capacity) {
		unsigned capacity = of->capacity ? 2 * of->capacity : 16;
		uint32_t *more = realloc(of->track, capacity * sizeof *more);

		if (!more)
			return; /* its name comes again */
		of->track = more;
		of->capacity = capacity;
	}
	if (of->tracks == 0)
		name_node(n->node);
	of->track[of->tracks++] = track;
	begin("M", n->node, track);
	trace_file_text(",\"name\":\"thread_name\",\"args\":{\"name\":\"");
	put_track_name(n);
	trace_file_text("\"}}");
	begin("M", n->node, track);
	put_number(",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":", track);
	trace_file_text("}}");
}

/* An end of the arrow from a packet's first link to its reception. */
static void put_flow(const struct note *n, uint32_t track, bool end)
{
	begin(end ? "f" : "s", n->node, track);
	put_time(",\"ts\":", end ? n->end_ps : n->begin_ps);
	put_number(",\"id\":", n->flow);
	trace_file_text(",\"cat\":\"packet\",\"name\":\"packet\"");
	trace_file_text(end ? ",\"bp\":\"e\"}" : "}");
}

static void put_slice_name(const struct note *n, const struct image_place *place)
{
	trace_file_text(",\"name\":");
	if (n->kind == NOTE_ACCESS)
		trace_file_string(place->called ? place->called : n->name);
	else if (n->kind == NOTE_COMPUTES)
		trace_file_text("\"computes\"");
	else if (n->kind == NOTE_CALL || n->kind == NOTE_MPI)
		trace_file_string(n->name);
	else if (n->kind == NOTE_WAITS)
		trace_file_string(report_wait_name(n->what));
	else if (n->dst == UINT32_MAX)
		trace_file_text("\"collective\"");
	else {
		put_number(n->kind == NOTE_RECEIVED ? "\"from " : "\"to ",
			   n->kind == NOTE_RECEIVED ? n->src : n->dst);
		trace_file_text("\"");
	}
}

/* Where in the program. */
static void put_place(const struct image_place *place)
{
	if (!place->at)
		return;
	trace_file_text(",\"args\":{\"at\":");
	trace_file_string(place->at);
	trace_file_text("}");
}

static void put_arguments(const struct note *n)
{
	put_number(",\"args\":{\"bytes\":", n->bytes);
	put_number(",\"source\":", n->src);
	if (n->kind != NOTE_MESSAGE)
		put_number(",\"links_crossed\":", n->what);
	if (n->kind == NOTE_RECEIVED)
		put_time(",\"latency_us\":", n->end_ps - n->begin_ps);
	trace_file_text("}");
}

static const char *put_signed(const char *before, const char *name, int32_t value)
{
	if (value == INT32_MIN)
		return before;
	trace_file_text(before);
	trace_file_text(name);
	if (value < 0)
		trace_file_text("-");
	trace_file_number(value < 0 ? -(uint64_t)value : (uint64_t)value);
	return ",";
}

/* Peers are ranks of the call's communicator, as the program gives them. */
static void put_mpi(const struct note *n)
{
	int32_t count = n->bytes == (uint64_t)BGQEMU_MPI_NONE ? INT32_MIN : (int32_t)n->bytes;
	const char *next = "";

	trace_file_text(",\"args\":{");
	next = put_signed(next, "\"count\":", count);
	next = put_signed(next, n->tag == INT32_MIN ? "\"root\":" : "\"to\":", n->peer);
	next = put_signed(next, "\"tag\":", n->tag);
	next = put_signed(next, "\"from\":", n->source);
	put_signed(next, "\"from_tag\":", n->source_tag);
	trace_file_text("}");
}

/* A reception is a moment; what is between is the packet's latency. */
void trace_write(const struct note *n)
{
	struct image_place place = trace_place(n->off);
	uint32_t track = track_of(n);
	ps_t begin_ps = n->kind == NOTE_RECEIVED ? n->end_ps : n->begin_ps;

	if (!named)
		named = calloc(job.nodes, sizeof *named);
	if (!named)
		return;
	name_track(n, track);
	begin("X", n->node, track);
	put_time(",\"ts\":", begin_ps);
	put_time(",\"dur\":", n->end_ps - begin_ps);
	put_slice_name(n, &place);
	if (n->kind <= NOTE_ACCESS)
		put_place(&place);
	else if (n->kind == NOTE_MPI)
		put_mpi(n);
	else
		put_arguments(n);
	trace_file_text("}");
	if (n->flow)
		put_flow(n, track, n->kind == NOTE_RECEIVED);
}

int trace_write_close(void)
{
	trace_file_text("\n]}\n");
	int rc = trace_file_close();

	return rc ? rc : named ? 0 : -EIO;
}
