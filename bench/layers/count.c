/*
 * count.c - linked into bench-layers' variant of bgq-run: counts events by kind in a span of
 * simulated time, which something has to happen after, and has the kernel sample where
 * processor time goes meanwhile.  The environment says which span and where to:
 * BGQEMU_LAYERS="FROM_CYCLE TO_CYCLE FILE".  One worker only.
 *
 * What it writes: "cpu_ns N"; "misses NAME N", if the host counts them; "event WHAT N", WHAT
 * being light:KIND, thread, or its handler's address; and "sample WHERE N", WHERE being
 * an address, kernel, program, or a library.  Addresses are relative to the program file.
 *
 * Never: part of bgq-run itself; changes anything that the emulator computes.
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/engine/counted.h"
#include "emu/core/engine/host_clock.h"

#define PERIOD_NS   500000
#define RING_PAGES  128 /* what the kernel allows users without privileges */
#define PAGE_BYTES  4096u
#define DRAIN_AFTER 65536u /* events */
#define KINDS       64
#define LIGHT_KINDS 8

static struct {
	bool ready, counting;
	ps_t from_ps, to_ps;
	char *file;
	double began_s;
	uint64_t light[LIGHT_KINDS], threads, events;
	struct {
		const struct event_type *type;
		uint64_t count;
	} kind[KINDS];
	int sampler;
	struct perf_event_mmap_page *ring;
	uint64_t *address;
	size_t samples, samples_max;
} at;

static struct counted {
	const char *name;
	uint32_t type;
	uint64_t config;
	int fd;
} counted[] = {
	{ "page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, -1 },
	{ "cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, -1 },
	{ "dtlb_misses", PERF_TYPE_HW_CACHE,
	  PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_RESULT_MISS << 16, -1 },
};
#define COUNTED (sizeof counted / sizeof counted[0])

static void fail(const char *what)
{
	fprintf(stderr, "bench-layers: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Opens a counter of the calling thread, without the kernel's share where that is not allowed. */
static int perf_open(struct perf_event_attr *attr)
{
	attr->size = sizeof *attr;
	attr->disabled = 1;
	int fd = (int)syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);

	if (fd < 0 && errno == EACCES) {
		attr->exclude_kernel = 1;
		fd = (int)syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);
	}
	return fd;
}

static void sampler_open(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_CPU_CLOCK,
					.sample_period = PERIOD_NS,
					.sample_type = PERF_SAMPLE_IP };

	at.sampler = perf_open(&attr);
	if (at.sampler < 0)
		fail("the kernel does not sample (perf_event_open)");
	at.ring = mmap(NULL, (RING_PAGES + 1) * (size_t)PAGE_BYTES, PROT_READ | PROT_WRITE,
		       MAP_SHARED, at.sampler, 0);
	if (at.ring == MAP_FAILED)
		fail("no memory for samples");
	for (unsigned i = 0; i < COUNTED; i++) {
		struct perf_event_attr one = { .type = counted[i].type,
					       .config = counted[i].config };

		counted[i].fd = perf_open(&one);
	}
}

static void switch_all(unsigned long on)
{
	ioctl(at.sampler, on, 0);
	for (unsigned i = 0; i < COUNTED; i++)
		if (counted[i].fd >= 0)
			ioctl(counted[i].fd, on, 0);
}

static void sample_add(uint64_t address)
{
	if (at.samples == at.samples_max) {
		at.samples_max = at.samples_max ? 2 * at.samples_max : 1 << 16;
		at.address = realloc(at.address, at.samples_max * sizeof *at.address);
		if (!at.address)
			fail("no memory for samples");
	}
	at.address[at.samples++] = address;
}

/* Records are of 8 bytes and multiples, so none is split at the ring's end but between its
 * words. */
static void drain(void)
{
	const uint8_t *data = (const uint8_t *)at.ring + PAGE_BYTES;
	const uint64_t mask = RING_PAGES * (uint64_t)PAGE_BYTES - 1;
	uint64_t head = __atomic_load_n(&at.ring->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = at.ring->data_tail;

	while (tail < head) {
		struct perf_event_header h;

		memcpy(&h, data + (tail & mask), sizeof h);
		if (h.type == PERF_RECORD_SAMPLE)
			sample_add(*(const uint64_t *)(data + ((tail + sizeof h) & mask)));
		tail += h.size;
	}
	__atomic_store_n(&at.ring->data_tail, tail, __ATOMIC_RELEASE);
}

/* ---- the file */

extern const char __executable_start, etext;

static void where(uint64_t address, char *to, size_t bytes)
{
	uint64_t start = (uint64_t)&__executable_start;
	Dl_info info;

	if (address >> 63)
		snprintf(to, bytes, "kernel");
	else if (address >= start && address < (uint64_t)&etext)
		snprintf(to, bytes, "0x%llx", (unsigned long long)(address - start));
	else if (dladdr((void *)address, &info) && info.dli_fname)
		snprintf(to, bytes, "library");
	else
		snprintf(to, bytes, "program");
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void write_samples(FILE *f)
{
	size_t n;
	char text[32];

	qsort(at.address, at.samples, sizeof *at.address, by_address);
	for (size_t i = 0; i < at.samples; i += n) {
		for (n = 1; i + n < at.samples && at.address[i + n] == at.address[i]; n++)
			;
		where(at.address[i], text, sizeof text);
		fprintf(f, "sample %s %zu\n", text, n);
	}
}

static void write_all(double cpu_s)
{
	FILE *f = fopen(at.file, "w");
	char text[32];

	if (!f)
		fail(at.file);
	fprintf(f, "cpu_ns %.0f\nevent thread %llu\n", cpu_s * 1e9,
		(unsigned long long)at.threads);
	for (unsigned i = 0; i < COUNTED; i++) {
		uint64_t n;

		if (counted[i].fd >= 0 && read(counted[i].fd, &n, sizeof n) == sizeof n)
			fprintf(f, "misses %s %llu\n", counted[i].name, (unsigned long long)n);
	}
	for (unsigned i = 0; i < LIGHT_KINDS; i++)
		fprintf(f, "event light:%u %llu\n", i, (unsigned long long)at.light[i]);
	for (unsigned i = 0; i < KINDS && at.kind[i].type; i++) {
		where((uint64_t)at.kind[i].type->run, text, sizeof text);
		fprintf(f, "event %s %llu\n", text, (unsigned long long)at.kind[i].count);
	}
	write_samples(f);
	if (fclose(f) != 0)
		fail(at.file);
}

/* ---- the span */

static void set_up(void)
{
	const char *text = getenv("BGQEMU_LAYERS");
	unsigned long long from = 0, to = 0;
	int n = 0;

	if (!text || sscanf(text, "%llu %llu %n", &from, &to, &n) != 2 || !text[n]) {
		errno = EINVAL;
		fail("BGQEMU_LAYERS=\"FROM_CYCLE TO_CYCLE FILE\"");
	}
	at.ready = true;
	at.from_ps = cycles_ps(from);
	at.to_ps = cycles_ps(to);
	at.file = strdup(text + n);
	sampler_open();
}

static void stop(void)
{
	double cpu_s = host_cpu_seconds() - at.began_s;

	switch_all(PERF_EVENT_IOC_DISABLE);
	drain();
	at.counting = false;
	write_all(cpu_s);
}

static void turn(ps_t now_ps)
{
	if (!at.ready)
		set_up();
	if (!at.counting && now_ps >= at.from_ps && now_ps < at.to_ps) {
		at.counting = true;
		at.began_s = host_cpu_seconds();
		switch_all(PERF_EVENT_IOC_ENABLE);
	} else if (at.counting && now_ps >= at.to_ps) {
		stop();
	}
}

static void count_type(const struct event_type *type)
{
	unsigned i = 0;

	while (at.kind[i].type != type && at.kind[i].type && i + 1 < KINDS)
		i++;
	at.kind[i].type = type;
	at.kind[i].count++;
}

void layers_event(const struct event_entry *entry)
{
	if (!at.ready || (entry->time_ps >= at.from_ps) != at.counting ||
	    entry->time_ps >= at.to_ps)
		turn(entry->time_ps);
	if (!at.counting)
		return;
	if (++at.events % DRAIN_AFTER == 0)
		drain();
	const struct event *ev = entry->what;

	if (entry_is_light(entry))
		at.light[entry->seq >> 8 & (LIGHT_KINDS - 1)]++;
	else if ((uint32_t)entry->place == UINT32_MAX)
		at.threads++;
	else
		count_type(ev->type);
}
