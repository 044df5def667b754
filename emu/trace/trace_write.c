/*
 * trace_write.c - notes as JSON of the Trace Event Format: a process for each node, in it a
 * track for each thread of its ranks, injection FIFO, link and reception FIFO.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "emu/machine/machine.h"
#include "trace_internal.h"
#include "emu/cli/file_write.h"
#include "emu/report/report.h"

#define BUFFER_BYTES (1u << 20)

/* Numbers of tracks, in their order on the screen. */
enum { TRACK_THREADS = 0, TRACK_INJFIFOS = 1000000, TRACK_LINKS = 2000000,
       TRACK_RECFIFOS = 3000000 };
#define THREADS_OF_A_SLOT 10000

/* Tracks of a node that have got their names. */
struct named {
	uint32_t *track;
	unsigned tracks, room;
};

static FILE *file;
static struct named *named; /* [machine.nodes] */
static bool first = true;

int trace_write_open(const char *name)
{
	file = file_write(name);
	if (!file)
		return -errno;
	setvbuf(file, NULL, _IOFBF, BUFFER_BYTES);
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
	return 0;
}

static void begin(const char *phase, uint32_t node, uint32_t track)
{
	fprintf(file, "%s\n{\"ph\":\"%s\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32, first ? "" : ",",
		phase, node, track);
	first = false;
}

/* The format's unit is the microsecond. */
static void put_time(const char *name, ps_t ps)
{
	fprintf(file, ",\"%s\":%" PRIu64 ".%06" PRIu64, name, ps / PS_PER_US, ps % PS_PER_US);
}

static uint32_t track_of(const struct note *n)
{
	switch (n->kind) {
	case NOTE_MESSAGE: return TRACK_INJFIFOS + n->place;
	case NOTE_LINK: return TRACK_LINKS + n->place;
	case NOTE_RECEIVED: return TRACK_RECFIFOS + n->place;
	default: return (uint32_t)(TRACK_THREADS + n->slot * THREADS_OF_A_SLOT + n->place);
	}
}

static void put_track_name(const struct note *n)
{
	switch (n->kind) {
	case NOTE_MESSAGE: fprintf(file, "injection FIFO %" PRIu32, n->place); break;
	case NOTE_LINK: fprintf(file, "link %s", net_link_name(n->place)); break;
	case NOTE_RECEIVED: fprintf(file, "network reception FIFO %" PRIu32, n->place); break;
	default:
		fprintf(file, "rank %" PRIu32, n->src);
		if (n->place)
			fprintf(file, " thread %" PRIu32, n->place);
	}
}

static void name_node(uint32_t node)
{
	char at[NET_COORD_TEXT_BYTES];

	begin("M", node, 0);
	fprintf(file, ",\"name\":\"process_name\",\"args\":{\"name\":\"node %" PRIu32 " %s\"}}",
		node, net_coord_text(&machine.shape, node, at));
}

/* Before its first slice. */
static void name_track(const struct note *n, uint32_t track)
{
	struct named *of = &named[n->node];

	for (unsigned i = of->tracks; i-- > 0;)
		if (of->track[i] == track)
			return;
	if (of->tracks == of->room) {
		unsigned room = of->room ? 2 * of->room : 16;
		uint32_t *more = realloc(of->track, room * sizeof *more);

		if (!more)
			return; /* its name comes again */
		of->track = more;
		of->room = room;
	}
	if (of->tracks == 0)
		name_node(n->node);
	of->track[of->tracks++] = track;
	begin("M", n->node, track);
	fputs(",\"name\":\"thread_name\",\"args\":{\"name\":\"", file);
	put_track_name(n);
	fputs("\"}}", file);
	begin("M", n->node, track);
	fprintf(file, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%" PRIu32 "}}",
		track);
}

/* An end of the arrow from a packet's first link to its reception. */
static void put_flow(const struct note *n, uint32_t track, bool end)
{
	begin(end ? "f" : "s", n->node, track);
	put_time("ts", end ? n->end_ps : n->begin_ps);
	fprintf(file, ",\"id\":%" PRIu64 ",\"cat\":\"packet\",\"name\":\"packet\"%s}", n->flow,
		end ? ",\"bp\":\"e\"" : "");
}

static void put_slice_name(const struct note *n)
{
	fputs(",\"name\":\"", file);
	if (n->kind == NOTE_COMPUTES)
		fputs("computes", file);
	else if (n->kind == NOTE_WAITS)
		fputs(report_wait_name(n->what), file);
	else if (n->dst == UINT32_MAX)
		fputs("collective", file);
	else if (n->kind == NOTE_RECEIVED)
		fprintf(file, "from %" PRIu32, n->src);
	else
		fprintf(file, "to %" PRIu32, n->dst);
	fputc('"', file);
}

static void put_arguments(const struct note *n)
{
	if (n->kind == NOTE_COMPUTES || n->kind == NOTE_WAITS)
		return;
	fprintf(file, ",\"args\":{\"bytes\":%" PRIu64 ",\"source\":%" PRIu32, n->bytes, n->src);
	if (n->kind != NOTE_MESSAGE)
		fprintf(file, ",\"links_crossed\":%u", n->what);
	if (n->kind == NOTE_RECEIVED)
		put_time("latency_us", n->end_ps - n->begin_ps);
	fputc('}', file);
}

/* A reception is a moment; what is between is the packet's latency. */
void trace_write(const struct note *n)
{
	uint32_t track = track_of(n);
	ps_t begin_ps = n->kind == NOTE_RECEIVED ? n->end_ps : n->begin_ps;

	if (!named)
		named = calloc(machine.nodes, sizeof *named);
	if (!named)
		return;
	name_track(n, track);
	begin("X", n->node, track);
	put_time("ts", begin_ps);
	put_time("dur", n->end_ps - begin_ps);
	put_slice_name(n);
	put_arguments(n);
	fputc('}', file);
	if (n->flow)
		put_flow(n, track, n->kind == NOTE_RECEIVED);
}

int trace_write_close(void)
{
	fputs("\n]}\n", file);
	bool bad = ferror(file) || !named;

	errno = 0;
	if (fclose(file) != 0 || bad)
		return -(errno ? errno : EIO);
	return 0;
}
