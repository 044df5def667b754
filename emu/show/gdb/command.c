/* command.c - see gdb_internal.h.  An empty answer says that a packet is not known. */
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/job.h"
#include "gdb_internal.h"

#define ERROR "E01"

static uint64_t stopped, selected; /* numbers of threads */
static struct going going;
static bool goes;

static void ok(bool good)
{
	packet_send(good ? "OK" : ERROR, good ? 2 : 3);
}

struct thread *command_thread(void)
{
	return target_thread(stopped);
}

static struct thread *selected_thread(void)
{
	struct thread *t = target_thread(selected);

	return t ? t : command_thread();
}

void command_begin(const struct thread *t)
{
	stopped = selected = target_number(t);
}

void command_stopped(const struct thread *t, int sig, bool breakpoint)
{
	stopped = selected = target_number(t);
	packet_print("T%02xthread:%llx;%s", sig, (unsigned long long)stopped,
		     breakpoint ? "swbreak:;" : "");
}

/* ---- registers */

static size_t register_text(char *to, const struct register_set *s, unsigned n)
{
	size_t bytes = gdb_register_bytes(n);

	if (s->known[n])
		gdb_hex_put(to, s->value[n], bytes);
	else
		memset(to, 'x', 2 * bytes);
	return 2 * bytes;
}

static void registers_read(unsigned first, unsigned last)
{
	static char out[REGISTERS * 32 + 1];
	const struct thread *t = selected_thread();
	struct register_set s;
	size_t n = 0;

	if (!t || last >= REGISTERS) {
		ok(false);
		return;
	}
	registers_get(t, &s);
	for (unsigned i = first; i <= last; i++)
		n += register_text(out + n, &s, i);
	packet_send(out, n);
}

static bool register_write(unsigned n, const char *digits)
{
	const struct thread *t = selected_thread();
	uint8_t value[16];

	return t && n < REGISTERS && gdb_hex_get(value, digits, gdb_register_bytes(n)) &&
	       gdb_register_put(t, n, value);
}

static void registers_write(const char *digits)
{
	bool good = true;

	for (unsigned i = 0; good && i < REGISTERS; i++) {
		good = strnlen(digits, 2 * gdb_register_bytes(i)) == 2 * gdb_register_bytes(i) &&
		       (*digits == 'x' || register_write(i, digits));
		digits += 2 * gdb_register_bytes(i);
	}
	ok(good);
}

static void register_assign(const char *p)
{
	char *end;
	unsigned n = (unsigned)strtoul(p, &end, 16);

	ok(*end == '=' && register_write(n, end + 1));
}

/* ---- memory and breakpoints */

static void memory_send(const char *p)
{
	static uint8_t data[PACKET_MAX / 2 - 1];
	static char out[PACKET_MAX];
	char *end;
	uint64_t address = strtoull(p, &end, 16);
	size_t wanted = *end == ',' ? strtoul(end + 1, NULL, 16) : 0;

	if (wanted > sizeof data)
		wanted = sizeof data;
	size_t n = memory_read(address, data, wanted);

	gdb_hex_put(out, data, n);
	if (n > 0 || wanted == 0)
		packet_send(out, 2 * n);
	else
		ok(false);
}

/* Stores to memory; the data are digits, or bytes behind a colon. */
static void memory_store(const char *p, const char *packet_end, bool digits)
{
	static uint8_t data[PACKET_MAX];
	char *end;
	uint64_t address = strtoull(p, &end, 16);
	size_t n = *end == ',' ? strtoul(end + 1, &end, 16) : 0;
	size_t there = *end == ':' ? (size_t)(packet_end - end - 1) : 0;

	if (n > sizeof data || there != (digits ? 2 * n : n) ||
	    (digits && !gdb_hex_get(data, end + 1, n))) {
		ok(false);
		return;
	}
	if (!digits)
		memcpy(data, end + 1, n);
	ok(memory_write(address, data, n) == n);
}

/* Z0 or z0: software breakpoints, the only kind that are each rank's own. */
static void breakpoint_change(const char *p, bool more)
{
	uint64_t address = strtoull(p + 2, NULL, 16);

	if (p[0] != '0' || p[1] != ',') {
		packet_send("", 0);
		return;
	}
	if (!more)
		breakpoint_remove(address);
	ok(!more || breakpoint_add(address));
}

/* ---- what gdb's user asks bgq-run by "monitor" */

static bool monitor_stop(const char *which)
{
	char *end;
	unsigned long rank = strtoul(which, &end, 10);

	if (strcmp(which, "all") == 0)
		breakpoint_ranks(RANKS_ALL);
	else if (end > which && !*end && rank < job.ranks)
		breakpoint_ranks((uint32_t)rank);
	else
		return false;
	return true;
}

static void monitor(const char *digits)
{
	char line[128] = "";
	size_t n = strlen(digits) / 2;

	if (n >= sizeof line || !gdb_hex_get(line, digits, n)) {
		ok(false);
		return;
	}
	if (strcmp(line, "ranks") == 0)
		document_ranks();
	else if (strncmp(line, "stop ", 5) != 0 || !monitor_stop(line + 5))
		packet_console("monitor ranks: lists ranks and their simulated times\n"
			       "monitor stop N: breakpoints stop rank N only\n"
			       "monitor stop all: breakpoints stop every rank\n");
	ok(true);
}

/* ---- going on */

static void go(enum go how, uint64_t thread)
{
	going = (struct going){ .go = how, .thread = thread };
	goes = true;
}

static uint64_t thread_of(const char *p)
{
	const char *colon = strchr(p, ':');

	return colon ? strtoull(colon + 1, NULL, 16) : stopped;
}

/* Resumes by a list of actions, of which a step counts: all other threads go on with it. */
static void resume(const char *p)
{
	go(GO_ON, 0);
	for (; p && *p; p = strchr(p, ';')) {
		p += *p == ';';
		if (*p != 's' && *p != 'S' && *p != 'r')
			continue;
		char *end;
		uint64_t low = *p == 'r' ? strtoull(p + 1, &end, 16) : 0;
		uint64_t high = *p == 'r' ? strtoull(end + 1, NULL, 16) : 0;

		go(GO_STEP, thread_of(p));
		going.low = low;
		going.high = high;
		return;
	}
}

static void detach(void)
{
	ok(true);
	packet_close();
	go(GO_DETACH, 0);
}

/* The job ends as by a signal from outside. */
static void kill_job(void)
{
	packet_close();
	kill(getpid(), SIGTERM);
	go(GO_DETACH, 0);
}

/* ---- packets */

static const char features[] = "PacketSize=4000;qXfer:features:read+;qXfer:threads:read+;"
	"qXfer:libraries-svr4:read+;qXfer:auxv:read+;qXfer:exec-file:read+;swbreak+;"
	"vContSupported+;QStartNoAckMode+";

static bool starts(const char *p, const char *with)
{
	return strncmp(p, with, strlen(with)) == 0;
}

static void query(const char *p)
{
	if (starts(p, "qSupported"))
		packet_send(features, sizeof features - 1);
	else if (starts(p, "qXfer:"))
		document_read(p + 6);
	else if (starts(p, "qAttached"))
		packet_send("1", 1);
	else if (strcmp(p, "qC") == 0)
		packet_print("QC%llx", (unsigned long long)stopped);
	else if (starts(p, "qRcmd,"))
		monitor(p + 6);
	else if (starts(p, "qSymbol"))
		ok(true);
	else
		packet_send("", 0);
}

static void words(const char *p)
{
	if (strcmp(p, "vCont?") == 0)
		packet_print("vCont;c;C;s;S;r");
	else if (starts(p, "vCont;"))
		resume(p + 6);
	else if (starts(p, "vKill")) {
		ok(true);
		kill_job();
	} else
		packet_send("", 0);
}

static void thread_select(const char *p)
{
	uint64_t number = strtoull(p + 1, NULL, 16);

	if (*p == 'g' && p[1] != '-' && number != 0)
		selected = number;
	ok(*p != 'g' || p[1] == '-' || number == 0 || target_thread(number));
}

static void told(void)
{
	const struct thread *t = command_thread();

	if (t)
		command_stopped(t, SIGTRAP, false);
	else
		packet_send("W00", 3);
}

static void answer(const char *p, size_t bytes)
{
	switch (*p) {
	case '?': told(); break;
	case 'g': registers_read(0, REGISTERS - 1); break;
	case 'G': registers_write(p + 1); break;
	case 'p': {
		unsigned n = (unsigned)strtoul(p + 1, NULL, 16);

		registers_read(n, n);
		break;
	}
	case 'P': register_assign(p + 1); break;
	case 'm': memory_send(p + 1); break;
	case 'M': memory_store(p + 1, p + bytes, true); break;
	case 'X': memory_store(p + 1, p + bytes, false); break;
	case 'Z': breakpoint_change(p + 1, true); break;
	case 'z': breakpoint_change(p + 1, false); break;
	case 'H': thread_select(p + 1); break;
	case 'T': ok(target_thread(strtoull(p + 1, NULL, 16))); break;
	case 'q': query(p); break;
	case 'v': words(p); break;
	case 'c': go(GO_ON, 0); break;
	case 's': go(GO_STEP, stopped); break;
	case 'D': detach(); break;
	case 'k': kill_job(); break;
	case 'Q':
		ok(strcmp(p, "QStartNoAckMode") == 0);
		packet_no_acknowledgements();
		break;
	default: packet_send("", 0);
	}
}

struct going command_serve(void)
{
	goes = false;
	while (!goes) {
		size_t bytes;
		const char *p = packet_read(&bytes);

		if (p)
			answer(p, bytes);
		else
			go(GO_DETACH, 0);
	}
	return going;
}
