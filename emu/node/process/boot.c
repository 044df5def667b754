/* boot.c - see boot.h. */
#include "boot.h"
#include "boot_pages.h"
#include "debugger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coll/coll.h"
#include "emu/core/engine/mix.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/posix/thread.h"
#include "emu/target/rt/rt.h"
#include "emu/node/machine/status.h"

/* Allocates blocks from the top of a stack down. */
struct stack_block {
	uint8_t *top;
};

static void *block_take(struct stack_block *b, size_t bytes, size_t align)
{
	b->top = (uint8_t *)(((uintptr_t)b->top - bytes) & ~(uintptr_t)(align - 1));
	return b->top;
}

/* A private copy of a string vector: programs write into their arguments. */
static char **block_strings(struct stack_block *b, char *const *v, int n)
{
	char **copy = block_take(b, ((size_t)n + 1) * sizeof *copy, 16);

	for (int i = 0; i < n; i++) {
		size_t bytes = strlen(v[i]) + 1;

		copy[i] = memcpy(block_take(b, bytes, 1), v[i], bytes);
	}
	copy[n] = NULL;
	return copy;
}

static void *block_tls(struct stack_block *b, const uint8_t *base)
{
	const struct image *img = &booted.image;

	if (!img->tls_bytes)
		return NULL;
	uint8_t *tls = block_take(b, img->tls_bytes, img->tls_align < 16 ? 16 : img->tls_align);

	image_tls(img, base, tls);
	return tls;
}

/* First activation of a process, on its own stack. */
static void process_main(void *arg)
{
	struct bgqrt_boot *boot = arg;
	uint8_t *base = process_image(process_self());
	int (*start)(struct bgqrt_boot *) =
		(int (*)(struct bgqrt_boot *))(uintptr_t)(base + booted.image.start);

	debugger_start(process_self());
	process_exit(start(boot));
}

/* Makes its main thread runnable, at at_ps. */
static void boot_begin(struct process *p, ps_t at_ps)
{
	struct stack_block b = { .top = process_image(p) };

	process_begin(p);
	posix_thread_boot(p, block_take(&b, POSIX_THREAD_BLOCK_BYTES, 64));
	mix_begin(&p->main);
	thread_start_unprepared(&p->main, p->main.node, at_ps);
}

/* Fills its memory, whose pages are settled. */
static int boot_memory(struct process *p)
{
	const struct image *img = &booted.image;
	uint8_t *base = process_image(p);
	struct stack_block b = { .top = base };
	int rc = image_clone(img, base);

	if (rc)
		return rc;
	block_take(&b, POSIX_THREAD_BLOCK_BYTES, 64); /* by boot_begin() */
	p->main_user.tls = block_tls(&b, base);
	struct bgqrt_boot *boot = block_take(&b, sizeof *boot, 16);

	boot->argc = job.opt.argc;
	boot->argv = block_strings(&b, job.opt.argv, job.opt.argc);
	boot->envp = block_strings(&b, job.opt.env, job.opt.envs);
	boot->init = (void (**)(int, char **, char **))(base + img->init);
	boot->ninit = img->init_count;
	boot->fini = (void (**)(void))(base + img->fini);
	boot->nfini = img->fini_count;
	boot->main = (int (*)(int, char **, char **))(uintptr_t)(base + img->main);
	thread_prepare(&p->main, block_take(&b, 0, 64), process_main, boot);
	return 0;
}

static void boot_memory_or_die(struct process *p)
{
	int rc = boot_memory(p);

	if (rc == 0)
		return;
	fprintf(stderr, "bgq-run: cannot boot rank %u: %s%s\n", p->rank, strerror(-rc),
		rc == -ENOMEM ? "; the text of a rank takes two of the host's mappings: raise "
				"vm.max_map_count by sysctl" : "");
	exit(STATUS_CANNOT_RUN);
}

/* Each hardware thread has a subgroup of the message unit. */
void boot_on_demand(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps)
{
	uint32_t slots = job.opt.ranks_per_node;
	uint32_t slot = subgroup / (NODE_HWTHREADS / slots);

	(void)ctx;
	if (slot >= slots) /* the kernel's own subgroups */
		return;
	struct process *p = process_at(node, slot);

	struct boot_pages pages = { 0 };

	if (p->status != PROCESS_NOT_STARTED || p->rank == RANK_NONE)
		return;
	boot_pages_add(&pages, p->base);
	boot_pages_settle(&pages);
	boot_memory_or_die(p);
	boot_begin(p, now_ps + job.model->process_start_ps);
}

/* Processes whose memory is filled together. */
struct boot_batch {
	struct boot_pages pages;
	struct process *of[BOOT_PAGES_MAX];
};

static void batch_fill(struct boot_batch *b)
{
	unsigned count = b->pages.count;

	boot_pages_settle(&b->pages);
	for (unsigned i = 0; i < count; i++)
		boot_memory_or_die(b->of[i]);
}

static void batch_add(struct boot_batch *b, struct process *p)
{
	b->of[b->pages.count] = p;
	boot_pages_add(&b->pages, p->base);
}

/* By virtual clock all ranks have had their first turn before anything that one has sent arrives
 * at another: their memory is filled as they come to it, and is in the host's caches then.  Not if
 * ranks of a node may store to each other's memory, which takes no time. */
static bool fills_late(void)
{
	return job.places > BOOT_PAGES_MAX && !job.model->host_code && !job.opt.check_stores &&
	       !job.opt.check_loads && job.opt.gdb_rank < 0 &&
	       !(booted.image.reaches && job.opt.ranks_per_node > 1);
}

static __thread uint32_t last_node; /* behind those of the worker */

void boot_first_turn(void *ctx, struct thread *t)
{
	const struct process *end = booted.process + job.places;
	struct boot_batch batch = { .pages.count = 0 };

	(void)ctx;
	for (struct process *p = t->process; p < end && p->main.node < last_node; p++) {
		if (batch.pages.count == BOOT_PAGES_MAX)
			break;
		if (p->status == PROCESS_ALIVE && !p->main.sp)
			batch_add(&batch, p);
	}
	batch_fill(&batch);
}

static void boot_node(struct boot_batch *b, uint32_t node)
{
	uint32_t slots = job.opt.ranks_per_node;

	booted.node[node].gi_status = COLL_GI_INITIAL;
	if (booted.image.reaches && slots > 1) /* set before any process runs ahead of others */
		node_share_memory(node);
	for (uint32_t slot = 0; slot < slots; slot++) {
		struct process *p = process_at(node, slot);

		process_place(p, node, slot);
		if (!options_starts(&job.opt, p->rank))
			continue;
		boot_begin(p, 0);
		if (fills_late())
			continue;
		batch_add(b, p);
		if (b->pages.count == BOOT_PAGES_MAX)
			batch_fill(b);
	}
}

void boot_nodes(uint32_t first, uint32_t last)
{
	struct boot_batch batch = { .pages.count = 0 };

	last_node = last;
	for (uint32_t node = first; node < last; node++)
		boot_node(&batch, node);
	batch_fill(&batch);
}
