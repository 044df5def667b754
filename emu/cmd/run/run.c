/*
 * run.c - puts the layers together, boots every process and runs them; see run.h.
 */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/net.h"
#include "net/base/pages.h"
#include "coll/coll.h"
#include "mu/mu.h"
#include "emu/cmd/cli/host_cpus.h"
#include "emu/cmd/cli/values.h"
#include "emu/cmd/cli/workers.h"
#include "emu/cmd/restart/checkpoint.h"
#include "emu/core/cache/cache.h"
#include "emu/node/process/boot.h"
#include "emu/node/image/exports.h"
#include "emu/node/abi/check_stores.h"
#include "emu/node/abi/own_state.h"
#include "emu/node/image/own_heap.h"
#include "emu/node/abi/fault.h"
#include "emu/node/image/heap.h"
#include "emu/node/io/io.h"
#include "emu/node/io/last_output.h"
#include "emu/core/engine/chain.h"
#include "emu/core/engine/host_clock.h"
#include "emu/core/engine/mix.h"
#include "emu/node/posix/posix.h"
#include "emu/node/kernel/kernel_classroute.h"
#include "emu/node/kernel/kernel_l1p.h"
#include "emu/node/libc/libc.h"
#include "emu/node/libc/locale_switch.h"
#include "emu/core/train/train.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/units.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/node/machine/part.h"
#include "emu/node/machine/reserve.h"
#include "emu/show/gdb/gdb.h"
#include "emu/show/report/output.h"
#include "emu/show/report/progress.h"
#include "emu/show/report/rank_files.h"
#include "emu/show/report/report.h"
#include "emu/show/report/writer.h"
#include "emu/node/machine/shm.h"
#include "emu/node/machine/status.h"
#include "counting.h"
#include "faults.h"
#include "end.h"
#include "interleaving.h"
#include "observe.h"
#include "pure_calls.h"
#include "room.h"
#include "sight.h"
#include "silence.h"
#include "emu/core/check/preempt.h"
#include "emu/core/wait/wait.h"
#include "watch.h"
#include "emu/core/engine/topology.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/watch.h"

static struct chain *chain; /* --workers-report */
static struct coll_part part; /* if there are more places than ranks */

/* ---- the layers' calls upwards */

static volatile uint64_t *mmio_mirror(void *ctx, uint32_t node, uint32_t off)
{
	(void)ctx;
	return mmio_written(node, off);
}

/* Apart, so that nothing is saved for it where no thread waits. */
static __attribute__((noinline)) void wake(uint32_t node, const volatile void *at, uint64_t bytes,
					   ps_t now_ps)
{
	wait_changed(node, at, bytes, now_ps);
	node_wake(node, now_ps);
}

static void delivered(void *ctx, uint32_t node, const volatile void *at, uint64_t bytes,
		      ps_t now_ps)
{
	(void)ctx;
	if (node_delivery(node))
		wake(node, at, bytes, now_ps);
}

static void blocked(void *ctx, uint32_t node, bool last, ps_t until_ps)
{
	(void)ctx;
	node_blocked(node, last, until_ps);
}

static void unblocked(void *ctx, uint32_t node, bool last)
{
	(void)ctx;
	node_unblocked(node, last);
}

static void stored(void *ctx, uint32_t node, ps_t now_ps)
{
	(void)ctx;
	wait_changed(node, NULL, 0, now_ps);
}

static void ras(void *ctx, const struct mu_ras *r)
{
	struct process *p = report_ras(r);

	(void)ctx;
	if (job.opt.ras_ends)
		process_end_at(p, STATUS_RAS, r->time_ps);
}

static void leave(void *ctx)
{
	if (job.opt.check_stores)
		check_stores_leave(ctx);
	reserve_guard();
	libc_locale_enter();
	mix_switch(ctx);
}

static void enter(void *ctx)
{
	if (job.opt.check_stores)
		check_stores_enter(ctx);
}

static void gi_control(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	(void)ctx;
	if (kernel_gi_system() >> (COLL_CLASSES - 1 - cls) & 1) {
		struct mu_ras r = { .node = node, .unit = "network barrier class", .id = cls,
				    .field = "control", .value = bits,
				    .text = "no user has allocated it", .time_ps = now_ps };

		ras(ctx, &r);
		return;
	}
	coll_gi_control(units.coll, node, cls, bits, now_ps);
}

static void gi_status(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	struct node *n = &booted.node[node];

	(void)ctx;
	n->gi_status = (n->gi_status & ~(UINT64_C(7) << 3 * cls)) | (uint64_t)bits << 3 * cls;
	if (n->registers)
		mu_gi_status(units.mu, node, cls, bits, now_ps);
}

static void gi_prefetch(void *ctx, uint32_t node, unsigned cls)
{
	(void)ctx;
	if (!booted.node[node].registers)
		return;
	mu_gi_prefetch(units.mu, node, cls);
	wait_prefetch(node);
}

static void coll_fault(void *ctx, const struct coll_fault *f, ps_t now_ps)
{
	struct mu_ras r = { .node = f->node, .id = f->cls, .field = "class route",
			    .value = (uint32_t)f->route.input << 16 | f->route.output,
			    .text = f->text, .time_ps = now_ps };

	r.unit = f->net == COLL_NET_BARRIER ? "network barrier class"
					    : "network collective class";
	ras(ctx, &r);
}

static struct mu_ops mu_ops = {
	.memory = machine_memory, .mmio = mmio_mirror,
	.watches = &booted.reserving, .store_begins = reserve_unit_stores,
	.delivered = delivered,
	.stored = stored,
	.blocked = blocked, .unblocked = unblocked,
	.ras = ras,
	.awaited = boot_on_demand,
	.gi_control = gi_control,
};

static const struct coll_ops coll_ops = {
	.gi_status = gi_status,
	.gi_prefetch = gi_prefetch,
	.fault = coll_fault,
};

/* ---- the engine's calls */

static void worker_begin(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	(void)ctx, (void)w;
	fault_worker_begin();
	preempt_worker_begin();
	boot_nodes(first, last);
	faults_boot(first, last);
}

static void worker_end(void *ctx, unsigned w)
{
	(void)ctx, (void)w;
	preempt_worker_end();
	fault_worker_end();
}

static void window(void *ctx, ps_t now_ps)
{
	static bool once;

	(void)ctx;
	if (!once)
		machine.boot_seconds += host_clock_seconds();
	once = true;
	output_merge(ps_min(now_ps, engine_over(booted.engine)));
	io_window(now_ps);
	silence_check(now_ps);
	observe_window(now_ps);
	progress_update(now_ps);
	watch_check();
	checkpoint_window(now_ps);
	end_verify_window(now_ps);
}

/* The process ends by an event, since the thread that has done it stands aside just now. */
static void strayed(void *ctx, struct thread *t, unsigned wrong)
{
	(void)ctx;
	if (t->process->status != PROCESS_ALIVE)
		return;
	report_strayed(t, wrong);
	process_end_at(t->process, STATUS_SIGNAL(SIGSEGV), t->clock_ps);
}

static void pause_for_train(void *ctx, unsigned worker, ps_t at_ps)
{
	(void)ctx;
	train_pause(machine.train, worker, at_ps);
}

/* Every thread is in a proven wait, or in a call that blocks, and no event is left: if no
 * call waits for the host, a deadlock. */
static bool quiescent(void *ctx, ps_t now_ps)
{
	(void)ctx;
	return io_wait_for_host(now_ps) || !end_deadlock(now_ps);
}

/* ---- set-up */

static const struct writer_hooks writer_hooks = { .idle = watch_check,
						  .no_reader = watch_no_reader,
						  .write = rank_files_write };

/* More workers than the control group has processors' time for wait for each other in turn. */
static void warn_of_workers(void)
{
	unsigned limit = job.opt.workers > 1 && !job.opt.quiet ? host_cpus_limit() : 0;

	if (limit && job.opt.workers > limit)
		fprintf(stderr, "bgq-run: %u workers share the time of %u processors, which is "
			"what the control group has (cpu.max)\n", job.opt.workers, limit);
}

static unsigned choose_workers(void)
{
	unsigned n = job.opt.workers;

	warn_of_workers();
	if (job.opt.check_stores || job.opt.workers_report || job.opt.profile ||
	    job.opt.gdb_port)
		return 1;
	if (job.opt.clock_real)
		return job.nodes;
	if (n == 0)
		n = workers_default(job.nodes, topology_cores, 1);
	return n < job.nodes ? n : job.nodes;
}

static int load_program(void)
{
	char err[512];
	int rc;

	if (job.opt.cwd && chdir(job.opt.cwd) != 0) {
		fprintf(stderr, "bgq-run: --cwd %s: %s\n", job.opt.cwd, strerror(errno));
		return STATUS_USAGE;
	}
	job.directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	libc_sort_begin();
	if (job.opt.check_own && (rc = own_state_prepare()) != 0) {
		errno = -rc;
		return room_missing("reserve memory of its own for --check-stores");
	}
	rc = image_load(&booted.image, job.opt.argv[0], exports_find,
			!job.model->host_code, err, sizeof err);
	if (rc == 0)
		return counting_begin();
	fprintf(stderr, "bgq-run: %s\n", err);
	return rc == -ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_RUN;
}

/* Files of ranks, --output-per-rank. */
static int part_output(void)
{
	const char *pattern = job.opt.output_per_rank;
	const char *wrong = pattern ? rank_files_wrong(pattern, job.ranks) : NULL;

	if (wrong)
		fprintf(stderr, "bgq-run: --output-per-rank: '%s': %s\n", pattern, wrong);
	return !pattern || (!wrong && rank_files_create(pattern, job.ranks)) ? 0 : STATUS_USAGE;
}

static int map_ranks(void)
{
	const struct mapping_block block = { &job.shape, job.opt.ranks_per_node,
					     job.opt.part };
	char err[512];

	if (mapping_make(&job.mapping, job.opt.mapping, &block, job.ranks, err,
			 sizeof err) != 0) {
		fprintf(stderr, "bgq-run: %s\n", err);
		return STATUS_USAGE;
	}
	if (job.places > job.ranks &&
	    part_make(&part, &job.mapping, &block) != 0)
		return room_missing("share out ranks");
	return 0;
}

/* Window of a single worker: short enough to look in between, or as long as those of many. */
static ps_t solo_window_ps(void)
{
	ps_t progress_ps = progress_start() ? PROGRESS_WINDOW_PS : 0;
	ps_t observe_ps = observe_window_ps();

	if (job.opt.workers_report)
		return net_lookahead_ps(job.model);
	return observe_ps ? observe_ps : progress_ps;
}

/* Interval at which threads of ranks that share a core learn which others compute there. */
#define CORE_QUANTUM_CYCLES 4096

static ps_t core_quantum_ps(void)
{
	bool shared = job.opt.ranks_per_node > NODE_USER_CORES;

	return shared && !job.model->host_code ? cycles_ps(CORE_QUANTUM_CYCLES) : 0;
}

/* Windows of several workers are as long as links between them and I/O nodes allow. */
static bool cut(unsigned workers, const struct net_machine *m, const uint16_t *owner)
{
	ps_t io_ps = ps_min(m->io_request_ps, m->io_reply_ps);

	if (workers == 1 || !m->io_links)
		return true;
	struct engine_cut c = { .joined = calloc((size_t)workers * workers, sizeof *c.joined) };

	if (!c.joined)
		return false;
	c.window_ps = net_cut_ps(m, &job.shape, owner, workers, c.joined);
	/* Packets from an I/O node wake threads at once. */
	c.detour_ps = io_ps - ps_min(io_ps, sight_arrival_ps(m));
	if (c.window_ps <= c.detour_ps)
		engine_cut(booted.engine, &c);
	else
		free(c.joined);
	return true;
}

static bool make_processes(void)
{
	booted.process = pages_alloc_full(job.places * sizeof *booted.process);
	booted.node = pages_alloc_full(job.nodes * sizeof *booted.node);
	if (!booted.process || !booted.node)
		return false;
	for (uint32_t i = 0; i < job.places; i++)
		booted.process[i].rank = RANK_NONE;
	for (uint32_t rank = 0; rank < job.ranks; rank++)
		booted.process[job.mapping.process_of[rank]].rank = rank;
	return true;
}

/* A line of code comes from the L2 as a line of data does. */
static uint32_t fetch_cycles(void)
{
	return job.opt.no_fetch || job.model->host_code ? 0 : 2 * job.model->l2_way_cycles;
}

static int build(unsigned workers)
{
	struct engine_config cfg = {
		.nodes = job.nodes, .workers = workers,
		.unpinned = job.opt.no_pin, .processors = host_cpus_limit,
		.solo_ps = solo_window_ps(), .untimed = job.model->host_code,
		.real = job.opt.clock_real, .fetch_cycles = fetch_cycles(),
		.sampled = job.opt.memory_model && !job.model->host_code,
		.stressed = job.opt.stress_checks, .profiled = job.opt.profile != NULL,
		.drain = job.opt.net.counters || observe_wanted() || job.opt.on_demand ||
			 faults_wanted() || job.opt.verify,
		.lookahead_ps = net_lookahead_ps(job.model), .first = boot_first_turn,
		.boot = worker_begin, .end = worker_end, .window = window, .quiescent = quiescent,
		.reap = process_reap, .strayed = strayed, .held = checkpoint_held,
		.look = interleaving_look, .look_ps = interleaving_first(),
		.stored = wait_stored, .core_changes = wait_core_changes, .settle = wait_settle,
		.core_quantum_ps = core_quantum_ps(), .pause = pause_for_train,
		.waited = observe_waits() ? observe_waited : NULL, .ended = observe_ended(),
		.leave = leave, .enter = enter, .hooked = job.opt.check_stores,
		.worker_room = job.opt.check_own ? own_heap_worker : NULL,
	};
	int rc = room_reserve();

	if (rc)
		return rc;
	sight_set(&cfg, job.model);
	counting_set(&cfg);
	if (job.opt.workers_report &&
	    !(chain = cfg.chain = chain_create(job.model, &job.shape)))
		return room_missing("measure workers");
	image_fix(&booted.image);
	if (job.opt.check_stores && (rc = check_stores_begin()) != 0) {
		errno = -rc;
		return room_missing("protect memory for --check-stores (Linux 6.13 can)");
	}
	if (!make_processes() || output_init(workers) != 0 || observe_start(workers) != 0)
		return room_missing("keep process tables");
	if ((rc = writer_start(&writer_hooks)) != 0) {
		errno = -rc;
		return room_missing("start a thread");
	}
	booted.engine = engine_create(&cfg);
	if (!booted.engine)
		return room_missing("create workers");
	struct sim *sim = engine_sim(booted.engine);

	if (!cut(workers, job.model, sim->owner))
		return room_missing("part the nodes among workers");
	units.net = net_create(job.model, &job.shape, sim);
	units.coll = coll_create(sim, job.model, &job.shape);
	if (!units.net || !units.coll)
		return room_missing("build the network");
	if (job.places > job.ranks)
		coll_set_part(units.coll, &part);
	options_net_apply(&job.opt.net, units.net);
	if (observe_wanted()) {
		net_set_watch(units.net, observe_net());
		observe_mu(&mu_ops);
	}
	units.mu = mu_create(sim, units.net, job.model, &job.shape, &mu_ops, NULL);
	if (!units.mu)
		return room_missing("build the message units");
	if (job.opt.on_demand && mu_keep_early(units.mu) != 0)
		return room_missing("keep early messages");
	coll_set_ops(units.coll, &coll_ops, NULL);
	coll_attach(units.coll, units.net);
	struct train_parts parts = { booted.engine, units.net, units.coll, units.mu,
				     job.nodes, workers, cfg.lookahead_ps, !observe_wanted() };

	bool trains = !job.opt.no_trains && !job.model->host_code &&
		      job.places == job.ranks;

	if (trains && !(machine.train = train_create(&parts)))
		return room_missing("carry out long collectives");
	const uint16_t *owner = engine_sim(booted.engine)->owner;

	rc = net_set_pools(units.net, workers, owner);
	if (rc == 0)
		rc = coll_set_pools(units.coll, workers, owner);
	if (rc == 0)
		rc = faults_start(workers);
	return rc ? room_missing("share out packet pools") : 0;
}

/* After the run: final reports, and the exit status. */
static int end_of_run(void)
{
	int written, status, faults, kept;

	watch_workers_ended();
	kept = checkpoint_end(watch_ended() != 0);
	if (kept > STATUS_NOT_WRITTEN)
		return kept;
	io_finish();
	last_output_of_all();
	output_end(engine_over(booted.engine));
	machine.run_seconds += host_clock_seconds();
	if (job.opt.boot_report) {
		report_boot();
		report_memory();
	}
	if (chain)
		chain_print(chain, stderr);
	if (job.opt.clock_real && !job.opt.quiet)
		report_lateness();
	if (job.opt.verbose && machine.train)
		report_trains();
	if (job.opt.verbose >= VERBOSE_PROOFS)
		report_proofs();
	status = end_status();
	written = end_observe(status);
	faults = faults_end();
	if (end_verify() != 0)
		return STATUS_INTERNAL;
	report_unnamed();
	if (watch_ended() != 0) {
		watch_report();
		return status;
	}
	report_result();
	if (status == 0)
		status = faults ? faults : written ? written : kept;
	return status || !writer_error() ? status : STATUS_OUTPUT;
}

/* By the host's clock nodes wait for each other in turn, unless each has its core. */
static int check_cores(const struct options *opt)
{
	if (!opt->clock_real)
		return 0;
	unsigned cores = topology_cores(), nodes = net_shape_nodes(&opt->shape);

	if (nodes <= cores)
		return 0;
	fprintf(stderr, "bgq-run: --clock=real needs a host core for each of %u nodes, "
		"but there are %u; without it, time is simulated\n", nodes, cores);
	return STATUS_USAGE;
}

static const struct net_machine *model_of(const struct options *opt)
{
	return opt->clock_off ? net_machine_untimed()
	       : opt->clock_real ? net_machine_real()
	       : opt->machine ? opt->machine : net_machine_bgq();
}

int machine_run(const struct options *opt)
{
	int rc = check_cores(opt);

	if (rc)
		return rc;

	job.opt = *opt;
	job.shape = opt->shape;
	job.nodes = net_shape_nodes(&opt->shape);
	job.ranks = opt->np;
	job.places = job.nodes * opt->ranks_per_node;
	job.model = model_of(opt);
	if ((rc = observe_open()) >= 0 || (rc = faults_open()) != 0 ||
	    (rc = checkpoint_prepare()) != 0)
		return rc;
	machine.boot_seconds = machine.run_seconds = -host_clock_seconds();
	rank_files_here();
	if ((rc = load_program()) != 0 || (rc = map_ranks()) != 0 || (rc = part_output()) != 0 ||
	    (rc = build(choose_workers())) != 0)
		return rc;
	if ((rc = io_init()) != 0) {
		errno = -rc;
		return room_missing("build the I/O path");
	}
	if ((rc = checkpoint_begin()) != 0)
		return rc;
	fault_install();
	process_ops_begin();
	pure_calls_begin();
	check_init(posix_check_signals);
	if (opt->memory_model && !opt->clock_off)
		cache_init(kernel_l1p_streams);
	preempt_init(report_uncounted);
	if (opt->verbose)
		report_machine();
	if (opt->gdb_port && (rc = gdb_listen(opt->gdb_port)) != 0) {
		fprintf(stderr, "bgq-run: --listen %u: %s\n", opt->gdb_port, strerror(-rc));
		return STATUS_CANNOT_RUN;
	}
	rc = watch_start(opt->timeout_s);
	if (rc == 0)
		rc = engine_run(booted.engine);
	if (rc) {
		errno = -rc;
		return room_missing("start workers");
	}
	return end_of_run();
}
