/* document.c - see gdb_internal.h.  A list is made when its beginning is asked for, in memory of
 * its own: the job may stand still anywhere, so no allocator is called. */
#include <elf.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "gdb_internal.h"

#define ROOM_BYTES (UINT64_C(64) << 20)
/* gdb reads symbols of each again. */
#define PROGRAMS_MAX 128

static char *text;
static size_t bytes;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	int n = vsnprintf(text + bytes, ROOM_BYTES - bytes, format, args);

	va_end(args);
	if (n > 0 && bytes + (size_t)n < ROOM_BYTES)
		bytes += (size_t)n;
}

/* ---- registers */

static void registers_add(const char *type, unsigned bits, const char *const *name)
{
	for (; *name; name++)
		add("<reg name=\"%s\" bitsize=\"%u\" type=\"%s\"/>", *name, bits, type);
}

static void numbered_add(const char *type, unsigned bits, const char *name, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		add("<reg name=\"%s%u\" bitsize=\"%u\" type=\"%s\"/>", name, i, bits, type);
}

static void features(void)
{
	static const char *const integers[] = { "rax", "rbx", "rcx", "rdx", "rsi", "rdi", NULL };
	static const char *const frame[] = { "rbp", "rsp", NULL };
	static const char *const numbered[] = { "r8", "r9", "r10", "r11", "r12", "r13", "r14",
						"r15", NULL };
	static const char *const pc[] = { "rip", NULL };
	static const char *const parts[] = { "eflags", "cs", "ss", "ds", "es", "fs", "gs", NULL };
	static const char *const x87[] = { "fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg",
					   "fooff", "fop", NULL };
	static const char *const control[] = { "mxcsr", NULL };
	static const char *const system[] = { "orig_rax", NULL };

	add("<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
	    "<architecture>i386:x86-64</architecture><osabi>GNU/Linux</osabi>"
	    "<feature name=\"org.gnu.gdb.i386.core\">");
	registers_add("int64", 64, integers);
	registers_add("data_ptr", 64, frame);
	registers_add("int64", 64, numbered);
	registers_add("code_ptr", 64, pc);
	registers_add("int32", 32, parts);
	numbered_add("i387_ext", 80, "st", 8);
	registers_add("int", 32, x87);
	add("</feature><feature name=\"org.gnu.gdb.i386.sse\">"
	    "<vector id=\"v4f\" type=\"ieee_single\" count=\"4\"/>"
	    "<vector id=\"v2d\" type=\"ieee_double\" count=\"2\"/>"
	    "<vector id=\"v4i\" type=\"int32\" count=\"4\"/>"
	    "<union id=\"vec128\"><field name=\"v4_float\" type=\"v4f\"/>"
	    "<field name=\"v2_double\" type=\"v2d\"/><field name=\"v4_int32\" type=\"v4i\"/>"
	    "<field name=\"uint128\" type=\"uint128\"/></union>");
	numbered_add("vec128", 128, "xmm", 16);
	registers_add("int", 32, control);
	/* Without it gdb knows of no programs' places. */
	add("</feature><feature name=\"org.gnu.gdb.i386.linux\">");
	registers_add("int", 64, system);
	add("</feature></target>");
}

/* ---- threads */

static void thread_name(const struct thread *t, char *name, size_t room)
{
	if (t->user->index)
		snprintf(name, room, "rank %u thread %u", t->process->rank, t->user->index);
	else
		snprintf(name, room, "rank %u", t->process->rank);
}

static void thread_add(struct thread *t)
{
	char name[64], state[64];

	thread_name(t, name, sizeof name);
	target_describe(t, state, sizeof state);
	add("<thread id=\"%llx\" name=\"%s\">%s</thread>",
	    (unsigned long long)target_number(t), name, state);
}

static void threads(void)
{
	add("<?xml version=\"1.0\"?><threads>");
	target_each(thread_add);
	add("</threads>");
}

static void rank_tell(struct thread *t)
{
	char line[192], name[64], state[64];

	thread_name(t, name, sizeof name);
	target_describe(t, state, sizeof state);
	snprintf(line, sizeof line, "%s  node %u  %s\n", name, t->node, state);
	packet_console(line);
}

void document_ranks(void)
{
	target_each(rank_tell);
}

/* ---- programs: the wanted rank's is the one that gdb was given, and is relocated by its first
 * instruction; those of others are as shared libraries, each under a name of its own. */

static uint64_t dynamic_offset(void)
{
	for (unsigned i = 0; i < booted.image.phdrs; i++)
		if (booted.image.phdr[i].p_type == PT_DYNAMIC)
			return booted.image.phdr[i].p_vaddr;
	return 0;
}

static void path_add(uint32_t rank)
{
	static char path[PATH_MAX];

	if (!realpath(booted.image.path, path))
		snprintf(path, sizeof path, "%s", booted.image.path);
	char *base = strrchr(path, '/');

	add("%.*s/", base ? (int)(base - path) : 0, path);
	for (uint32_t i = 0; i < rank; i++) /* the same file */
		add("./");
	add("%s", base ? base + 1 : path);
}

static void libraries(void)
{
	uint64_t dynamic = dynamic_offset();

	add("<library-list-svr4 version=\"1.0\">");
	for (uint32_t rank = 0; rank < job.ranks && rank < PROGRAMS_MAX; rank++) {
		const struct process *p = &booted.process[job.mapping.process_of[rank]];
		unsigned long long at = (uintptr_t)process_image(p);

		if (rank == job.opt.gdb_rank || p->status == PROCESS_NOT_STARTED)
			continue;
		add("<library name=\"");
		path_add(rank);
		add("\" lm=\"0x%llx\" l_addr=\"0x%llx\" l_ld=\"0x%llx\" "
		    "lmid=\"0x0\"/>", at, at,
		    at + (unsigned long long)dynamic);
	}
	add("</library-list-svr4>");
}

static void words_add(uint64_t type, uint64_t value)
{
	uint64_t word[2] = { type, value };

	memcpy(text + bytes, word, sizeof word);
	bytes += sizeof word;
}

/* The auxiliary vector: what the kernel tells a process of its program. */
static void auxiliary(void)
{
	const struct process *p = &booted.process[job.mapping.process_of[job.opt.gdb_rank]];
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)process_image(p);

	words_add(AT_PHDR, (uintptr_t)header + header->e_phoff);
	words_add(AT_PHENT, header->e_phentsize);
	words_add(AT_PHNUM, header->e_phnum);
	words_add(AT_ENTRY, (uintptr_t)header + header->e_entry);
	words_add(AT_NULL, 0);
}

static void program(void)
{
	path_add(0);
}

/* ---- parts of them */

static const struct document {
	const char *name;
	void (*make)(void);
} documents[] = {
	{ "features:read:target.xml:", features }, { "threads:read::", threads },
	{ "libraries-svr4:read::", libraries }, { "auxv:read::", auxiliary },
	{ "exec-file:read:", program },
};

static bool room_make(void)
{
	if (!text)
		text = mmap(NULL, ROOM_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return text != MAP_FAILED;
}

static void part_send(const struct document *d, size_t from, size_t most)
{
	static char out[PACKET_MAX + 1];

	if (from == 0) {
		bytes = 0;
		d->make();
	}
	size_t left = from < bytes ? bytes - from : 0;
	size_t n = left < most ? left : most;

	if (n > PACKET_MAX / 2)
		n = PACKET_MAX / 2;
	out[0] = n < left ? 'm' : 'l';
	memcpy(out + 1, text + from, n);
	packet_send(out, n + 1);
}

void document_read(const char *request)
{
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		size_t n = strlen(documents[i].name);
		char *end;

		if (strncmp(request, documents[i].name, n) != 0 || !room_make())
			continue;
		/* "exec-file" names a process. */
		const char *range = strrchr(request, ':') + 1;
		size_t from = strtoul(range, &end, 16);

		part_send(&documents[i], from, *end == ',' ? strtoul(end + 1, NULL, 16) : 0);
		return;
	}
	packet_send("", 0);
}
