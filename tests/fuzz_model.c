/*
 * fuzz_model.c - message units on the real network against the simple model of
 * mu_model.h: a few random descriptors at a time on random nodes, to the end, with
 * and without time.  Every byte of memory, every counter, the bytes that reach each
 * reception FIFO, the count of descriptors done and the number of RAS records must
 * be the model's; so whatever is refused is reported once and changes nothing, and
 * whatever is not is carried out.  Not here: order, times, FIFO contents
 * (test_mu_property.c), calls and registers (fuzz_descriptors.c).
 *
 * Usage: fuzz_model [DESCRIPTORS [SEED]]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "fuzz_main.h"
#include "fuzz_round.h"
#include "mu_model.h"

#define ROUND_STEPS 300u
#define STEP_MAX   3u /* descriptors injected in a step */
#define INJ_BYTES   1024u
#define REC_BYTES   1536u
_Static_assert(COUNT(inj_ids) * INJ_BYTES + COUNT(rec_ids) * REC_BYTES <= 0x4000,
	       "all FIFOs lie in the island of rings");

static struct {
	uint64_t descriptors, ras, lost;
} total;
static struct model model;
static uint64_t taken[RIG_NODES_MAX][272];

/* Some are allocated only, some not even that. */
static void open_units(struct rng *g, struct rig *r, uint32_t node)
{
	struct model_node *m = &model.node[node];
	uint64_t pa = rig_island[RING_ISLAND].pa;

	for (unsigned i = 0; i < COUNT(inj_ids); i++, pa += INJ_BYTES) {
		uint32_t id = inj_ids[i], in = id % 8;
		uint32_t attr = i > 0 && rng_percent(g, 60) ? MU_ATTR_REMOTE_GET : 0;

		if (i > 0 && rng_percent(g, 15))
			continue;
		assert_int_equal(mu_injfifo_alloc(r->mu, node, id / 8, 1, &in, &attr), 0);
		m->inj_get[id] = attr != 0;
		if (i > 0 && rng_percent(g, 10))
			continue;
		assert_int_equal(mu_injfifo_init(r->mu, node, id, pa, INJ_BYTES, 0), 0);
		assert_int_equal(mu_injfifo_activate(r->mu, node, id, 1, 0), 0);
		m->inj_ready[id] = true;
	}
	for (unsigned i = 0; i < COUNT(rec_ids); i++, pa += REC_BYTES) {
		uint32_t id = rec_ids[i], in = id % 4, attr = 0;

		if (rng_percent(g, 15))
			continue;
		assert_int_equal(mu_recfifo_alloc(r->mu, node, id / 4, 1, &in, &attr), 0);
		if (rng_percent(g, 10))
			continue;
		assert_int_equal(mu_recfifo_init(r->mu, node, id, pa, REC_BYTES, 0), 0);
		m->rec_ready[id] = rng_percent(g, 90);
		assert_int_equal(mu_recfifo_enable(r->mu, node, id, m->rec_ready[id], 0), 0);
	}
	for (unsigned i = 0; i < COUNT(bat_ids); i++) {
		uint32_t id = bat_ids[i], in = id % 8;

		if (rng_percent(g, 15))
			continue;
		assert_int_equal(mu_bat_alloc(r->mu, node, id / 8, 1, &in, 0), 0);
		m->bat_ready[id] = true;
	}
}

static void move_bases(struct rng *g, struct rig *r, uint32_t node)
{
	for (unsigned i = 0; i < COUNT(bat_ids); i++) {
		uint64_t base = rng_percent(g, 90) ? random_place(g, 8, 8) : random_edge(g);

		if (rng_percent(g, 20))
			base = random_atomic(g);
		if (model.node[node].bat_ready[bat_ids[i]])
			rig_store(r, node, rig_bat_reg(bat_ids[i]), base);
	}
}

/* A descriptor for a FIFO that can take it.  One that remote gets may fill only if
 * nothing else is under way: programs cannot know whether it has room. */
struct injection {
	uint32_t node, fifo;
	uint8_t descriptor[DESC_BYTES];
};

static void injection_make(struct rng *g, struct rig *r, struct injection *in, bool alone)
{
	const struct model_node *m;

	do {
		in->node = (uint32_t)rng_below(g, r->nodes);
		in->fifo = PICK(g, inj_ids);
		m = &model.node[in->node];
	} while (!m->inj_ready[in->fifo] || (m->inj_get[in->fifo] && !alone));
	random_descriptor(g, r, in->node, in->descriptor, 0);
}

static void inject(struct rig *r, const struct injection *in)
{
	uint64_t tail = rig_reg(r, in->node, rig_inj_reg(in->fifo, RIG_TAIL));
	uint64_t start = rig_reg(r, in->node, rig_inj_reg(in->fifo, RIG_START));

	rig_write(r, in->node, tail, in->descriptor, DESC_BYTES);
	tail += DESC_BYTES;
	rig_store(r, in->node, rig_inj_reg(in->fifo, RIG_TAIL),
		  tail == start + INJ_BYTES ? start : tail);
}

/* The step at hand, for whoever has to find out. */
static struct injection in[STEP_MAX];
static unsigned in_count;

static void print_step(const struct rig *r)
{
	fprintf(stderr, "%s, %u nodes, %ux%ux%ux%ux%u%s\n", r->model->name, r->nodes,
		r->shape.size[0], r->shape.size[1], r->shape.size[2], r->shape.size[3],
		r->shape.size[4], r->shape.torus[0] ? " torus" : " mesh");
	for (unsigned i = 0; i < in_count; i++) {
		fprintf(stderr, "node %u FIFO %u:", in[i].node, in[i].fifo);
		for (unsigned b = 0; b < DESC_BYTES; b++)
			fprintf(stderr, "%s%02x", b % 8 ? "" : " ", in[i].descriptor[b]);
		fputc('\n', stderr);
	}
}

#define FAIL(r, ...)                                                               \
	do {                                                                       \
		print_step(r);                                                     \
		fail_msg(__VA_ARGS__);                                             \
	} while (0)

/* ---- comparing */

static void compare_counts(struct rig *r, uint32_t node)
{
	const struct model_node *m = &model.node[node];

	for (unsigned i = 0; i < COUNT(inj_ids); i++) {
		uint64_t count = rig_reg(r, node, rig_inj_reg(inj_ids[i], RIG_COUNT));

		if (count != m->inj_count[inj_ids[i]])
			FAIL(r, "node %u: injection FIFO %u has done %llu descriptors, not %llu",
				 node, inj_ids[i], (unsigned long long)count,
				 (unsigned long long)m->inj_count[inj_ids[i]]);
	}
	for (unsigned i = 0; i < COUNT(rec_ids); i++)
		if (taken[node][rec_ids[i]] != m->rec_bytes[rec_ids[i]])
			FAIL(r, "node %u: reception FIFO %u got %llu bytes, not %llu", node,
				 rec_ids[i], (unsigned long long)taken[node][rec_ids[i]],
				 (unsigned long long)m->rec_bytes[rec_ids[i]]);
}

static void compare_memory(struct rig *r, uint32_t node)
{
	struct rig_node *n = &r->node[node];
	int64_t rings = rig_offset(rig_island[RING_ISLAND].pa, 1);

	memcpy(n->shadow + rings, n->memory + rings, rig_island[RING_ISLAND].bytes);
	memset(n->asked, 0, RIG_MEMORY); /* the model knows better */
	int64_t wrong = rig_check(r, node);

	if (wrong >= 0)
		FAIL(r, "node %u: byte %lld of its memory differs from the model's", node,
			 (long long)wrong);
}

static void step(struct rng *g, struct rig *r)
{
	unsigned n = in_count = (unsigned)rng_below(g, STEP_MAX) + 1;

	/* All are made before any is carried out: making one writes payloads. */
	for (unsigned i = 0; i < n; i++)
		injection_make(g, r, &in[i], n == 1);
	model_begin_step(&model);
	for (unsigned i = 0; i < n && !model.lost; i++) {
		model.node[in[i].node].inj_count[in[i].fifo]++;
		model_run(&model, in[i].node, in[i].descriptor);
	}
	if (model.lost)
		return;
	for (unsigned i = 0; i < n; i++)
		inject(r, &in[i]);
	total.descriptors += n;
	if (!rounds_drain(r, taken))
		FAIL(r, "does not come to rest");
	model_end_step(&model);
	if (!model.lost && r->ras != model.ras)
		FAIL(r, "%llu records, %llu are due; the last one: %s %u, %s: %s",
			 (unsigned long long)r->ras, (unsigned long long)model.ras, r->last.unit,
			 r->last.id, r->last.field, r->last.text);
	for (uint32_t node = 0; node < r->nodes && !model.lost; node++)
		compare_counts(r, node);
}

static void round_run(uint64_t seed)
{
	struct rng g = { .state = seed, .spare_rings = true };
	struct net_shape shape;
	struct rig r;

	rounds_shape(&g, &shape);
	/* The model knows no network that is full. */
	struct net_machine m = *(rng_percent(&g, 50) ? net_machine_bgq() : net_machine_untimed());

	m.recfifo_packets = UINT8_MAX;
	rig_create(&r, &shape, &m);
	model = (struct model){ .rig = &r };
	memset(taken, 0, sizeof taken);
	for (uint32_t n = 0; n < r.nodes; n++)
		open_units(&g, &r, n);
	for (unsigned i = 0; i < ROUND_STEPS && !model.lost; i++) {
		if (i % 16 == 0)
			for (uint32_t n = 0; n < r.nodes; n++) {
				compare_memory(&r, n);
				move_bases(&g, &r, n);
			}
		step(&g, &r);
	}
	for (uint32_t n = 0; n < r.nodes && !model.lost; n++)
		compare_memory(&r, n);
	total.lost += model.lost;
	total.ras += r.ras;
	rounds_drain(&r, NULL);
	rounds_close(&r);
	rig_destroy(&r);
}

int main(int argc, char **argv)
{
	struct fuzz f;

	fuzz_begin(&f, argc, argv, 50000);
	while (total.descriptors < f.count)
		round_run(fuzz_next_seed(&f));
	fuzz_end(&f, total.descriptors);
	printf("  %llu records; the model gave up in %llu of %llu rounds\n",
	       (unsigned long long)total.ras, (unsigned long long)total.lost,
	       (unsigned long long)f.rounds);
	return 0;
}
