/*
 * fuzz_descriptors.c - message units on the real network under random
 * descriptors, register stores and kernel calls, many at once.
 *
 * Whatever comes, no sanitizer may report anything, nothing may be written but
 * what mu/ asked to write, and the machine must come to rest with every packet
 * home once remote gets that feed themselves have been cut off.  Leaves out: whether what
 * comes is right (fuzz_model.c).
 *
 * Usage: fuzz_descriptors [DESCRIPTORS [SEED]]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz_main.h"
#include "fuzz_round.h"

#define ROUND_DESCRIPTORS 1000u
#define ROUND_EVENTS      100000u /* until a round is over, finished or not */

static struct {
	uint64_t descriptors, stores, calls, ras, events, cut_off;
} total;

/* ---- what a program could do */

static void inject(struct rng *g, struct rig *r)
{
	uint32_t node = (uint32_t)rng_below(g, r->nodes), id = PICK(g, inj_ids);
	uint64_t start = rig_reg(r, node, rig_inj_reg(id, RIG_START));
	uint64_t size_1 = rig_reg(r, node, rig_inj_reg(id, RIG_SIZE_1));
	uint64_t tail = rig_reg(r, node, rig_inj_reg(id, RIG_TAIL));
	uint8_t d[DESC_BYTES];

	if (!size_1)
		return;
	random_descriptor(g, r, node, d, 0);
	rig_write(r, node, tail, d, sizeof d);
	tail += DESC_BYTES;
	rig_store(r, node, rig_inj_reg(id, RIG_TAIL), tail > start + size_1 ? start : tail);
	total.descriptors++;
}

/* To a register that exists, a value near what it holds; or anything anywhere. */
static void store_register(struct rng *g, struct rig *r)
{
	uint32_t node = (uint32_t)rng_below(g, r->nodes), field = (uint32_t)rng_below(g, 33) * 8;
	uint64_t value = random_number(g);
	uint32_t off = (uint32_t)random_number(g);

	total.stores++;
	switch (rng_below(g, 6)) {
	case 0: off = rig_inj_reg(PICK(g, inj_ids), field % 0x40); break;
	case 1: off = rig_rec_reg(PICK(g, rec_ids), field % 0x40); break;
	case 2: off = rig_bat_reg(PICK(g, bat_ids)); break;
	case 3: off = rig_inj_reg(PICK(g, inj_ids) & ~7u, 0x300u + field % 0x30); break;
	case 4: off = 0x500u + field; break;
	default: mu_mmio_store(r->mu, node, off, value, r->sim.now_ps); return;
	}
	value = rig_reg(r, node, off);
	switch (rng_below(g, 4)) {
	case 0: value += rng_below(g, 64) * 32; break;
	case 1: value ^= random_number(g); break;
	case 2: value = rng_percent(g, 30) ? random_atomic(g) : random_place(g, 8, 8); break;
	default: value = random_edge(g); break;
	}
	rig_store(r, node, off, value);
}

/* Whatever of the units can be had is allocated, placed and switched on. */
static void open_units(struct rng *g, struct rig *r, uint32_t node)
{
	ps_t now_ps = r->sim.now_ps;

	for (unsigned i = 0; i < COUNT(inj_ids); i++) {
		uint32_t id = inj_ids[i], in = id % 8, attr = (uint32_t)rng_below(g, 8) & 5;

		if (rng_percent(g, 20) || mu_injfifo_alloc(r->mu, node, id / 8, 1, &in, &attr))
			continue;
		uint64_t pa = random_place(g, 4096, 64);

		mu_injfifo_init(r->mu, node, id, pa, 64 * (9 + rng_below(g, 50)), now_ps);
		mu_injfifo_activate(r->mu, node, id, 1, now_ps);
	}
	for (unsigned i = 0; i < COUNT(rec_ids); i++) {
		uint32_t id = rec_ids[i], in = id % 4, attr = 0;

		if (rng_percent(g, 20) || mu_recfifo_alloc(r->mu, node, id / 4, 1, &in, &attr))
			continue;
		uint64_t pa = random_place(g, 4096, 32);

		mu_recfifo_init(r->mu, node, id, pa, 32 * (18 + rng_below(g, 100)), now_ps);
		mu_recfifo_enable(r->mu, node, id, 1, now_ps);
	}
	for (unsigned i = 0; i < COUNT(bat_ids); i++) {
		uint32_t id = bat_ids[i], in = id % 8;

		if (rng_percent(g, 20) || mu_bat_alloc(r->mu, node, id / 8, 1, &in, 0))
			continue;
		uint64_t base = random_place(g, 8, 8);

		rig_store(r, node, rig_bat_reg(id),
			  rng_percent(g, 30) ? base | ATOMIC | STORE_ADD : base);
	}
}

/* Kernel calls with arguments that the kernel's checks let pass, and ids beyond. */
static void call(struct rng *g, struct rig *r)
{
	uint32_t node = (uint32_t)rng_below(g, r->nodes), n = (uint32_t)rng_below(g, 4);
	uint32_t id = PICK(g, inj_ids), rec = PICK(g, rec_ids), bat = PICK(g, bat_ids);
	uint64_t pa = rng_percent(g, 90) ? random_place(g, 4096, 32) : random_edge(g);
	uint64_t bytes = rng_percent(g, 90) ? 64 * (2 + rng_below(g, 30)) : random_number(g);
	uint32_t ids[8], attr[8];
	ps_t now_ps = r->sim.now_ps;

	for (unsigned i = 0; i < 8; i++) {
		ids[i] = (uint32_t)rng_below(g, rng_percent(g, 95) ? 8 : 12);
		attr[i] = (uint32_t)rng_below(g, rng_percent(g, 95) ? 2 : 8);
	}
	total.calls++;
	switch (rng_below(g, 14)) {
	case 0: mu_injfifo_alloc(r->mu, node, id / 8, n, ids, attr); break;
	case 1: mu_recfifo_alloc(r->mu, node, rec / 4, n, ids, attr); break;
	case 2: mu_bat_alloc(r->mu, node, bat / 8, n, ids, rng_percent(g, 5)); break;
	case 3: mu_injfifo_free(r->mu, node, id / 8, n, ids, now_ps); break;
	case 4: mu_recfifo_free(r->mu, node, rec / 4, n, ids, now_ps); break;
	case 5: mu_bat_free(r->mu, node, bat / 8, n, ids); break;
	case 6: mu_injfifo_init(r->mu, node, id, pa, bytes, now_ps); break;
	case 7: mu_recfifo_init(r->mu, node, rec, pa, bytes, now_ps); break;
	case 8: mu_injfifo_activate(r->mu, node, id, rng_percent(g, 80), now_ps); break;
	case 9: mu_recfifo_enable(r->mu, node, rec, rng_percent(g, 80), now_ps); break;
	default: open_units(g, r, node); break;
	}
}

/* ---- rounds */

static void check_memory(struct rig *r)
{
	for (uint32_t n = 0; n < r->nodes; n++) {
		int64_t wrong = rig_check(r, n);

		if (wrong >= 0)
			fail_msg("node %u: byte %lld was written, but not asked for", n,
				 (long long)wrong);
	}
}

static void round_run(uint64_t seed, uint64_t descriptors)
{
	struct rng g = { .state = seed };
	struct net_shape shape;
	struct rig r;

	g.feed_selves = rng_percent(&g, 5);
	rounds_shape(&g, &shape);
	rig_create(&r, &shape, rng_percent(&g, 70) ? net_machine_bgq() : net_machine_untimed());
	if (rng_percent(&g, 15))
		assert_int_equal(mu_keep_early(r.mu), 0);
	for (uint32_t n = 0; n < r.nodes; n++)
		open_units(&g, &r, n);
	uint64_t end = total.descriptors + descriptors, tries = 20 * descriptors;
	unsigned calls = (unsigned)rng_below(&g, 8), stores = (unsigned)rng_below(&g, 8);

	while (total.descriptors < end && tries-- > 0 &&
	       r.sim.carried_out < ROUND_EVENTS) {
		unsigned k = (unsigned)rng_below(&g, 100);

		if (k < 60)
			inject(&g, &r);
		else if (k < 60 + stores)
			store_register(&g, &r);
		else if (k < 60 + stores + calls)
			call(&g, &r);
		else if (k < 85)
			rounds_take(&r, (uint32_t)rng_below(&g, r.nodes), NULL);
		else
			rig_run(&r, r.sim.now_ps + rng_below(&g, 2 * PS_PER_US),
				ROUND_EVENTS / 10);
	}
	total.cut_off += !rounds_drain(&r, NULL);
	rounds_close(&r);
	check_memory(&r);
	total.ras += r.ras;
	total.events += r.sim.carried_out;
	rig_destroy(&r);
}

/* Rounds in which it once found something: a collective's packet where packets wait. */
static const uint64_t seed_failed[] = { 5588 };

int main(int argc, char **argv)
{
	struct fuzz f;

	fuzz_begin(&f, argc, argv, 50000);
	for (size_t i = 0; i < sizeof seed_failed / sizeof *seed_failed; i++)
		round_run(seed_failed[i], ROUND_DESCRIPTORS);
	while (total.descriptors < f.count)
		round_run(fuzz_next_seed(&f), ROUND_DESCRIPTORS);
	fuzz_end(&f, total.descriptors);
	printf("  %llu register stores, %llu kernel calls, %llu records, %llu events; "
	       "%llu rounds were still busy when cut off\n",
	       (unsigned long long)total.stores, (unsigned long long)total.calls,
	       (unsigned long long)total.ras, (unsigned long long)total.events,
	       (unsigned long long)total.cut_off);
	return 0;
}
