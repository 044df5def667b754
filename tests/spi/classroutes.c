/*
 * classroutes.c - barriers over parts of the machine, many at the same time: each set
 * of dimensions has its lines, planes, cubes, built by the SPI's helpers; then boxes with
 * a hole.  Every barrier is entered at a moment that all nodes know, so each can say when
 * it must not be over yet.  Prints when it was.  With an argument, time means nothing
 * (--clock off): then all that it can see is that no barrier hangs.
 */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/mu/Classroute_inlines.h>
#include <spi/include/mu/GI.h>

/* 1 ms of the time base; without a clock that is the host's, and this is a minute. */
#define TIMEOUT     (untimed ? UINT64_C(96000000000) : UINT64_C(1600000))
#define PHASE       UINT64_C(1600000) /* from one round's barriers to the next's */
#define SPREAD      8000u             /* 5 us: between first and last to enter */
#define LATENCY     8000u             /* more than any barrier here takes, and a look */
#define ALL         31u
#define AT_ONCE     8
#define REPETITIONS 4 /* the pattern goes once around, and on */

struct group {
	uint32_t id;
	CR_RECT_T rect;
	CR_COORD_T hole; /* takes no part, if there is one */
	int holes;
	int member;
	MUSPI_GIBarrier_t barrier;
	uint64_t enter_at, left_at;
	int entered, left;
};

static CR_RECT_T world;
static CR_COORD_T me;
static struct group group[AT_ONCE];
static int groups;
static unsigned phase;
static uint64_t digest;
static int untimed;

static int32_t job_barrier(void *unused)
{
	(void)unused;
	test_barrier();
	return 0;
}

static void find_place(void)
{
	Personality_t p;

	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	world = (CR_RECT_T){ CR_COORD_INIT(0, 0, 0, 0, 0),
			     CR_COORD_INIT(p.Network_Config.Anodes - 1u,
					   p.Network_Config.Bnodes - 1u,
					   p.Network_Config.Cnodes - 1u,
					   p.Network_Config.Dnodes - 1u,
					   p.Network_Config.Enodes - 1u) };
	me = CR_COORD_INIT(p.Network_Config.Acoord, p.Network_Config.Bcoord,
			   p.Network_Config.Ccoord, p.Network_Config.Dcoord,
			   p.Network_Config.Ecoord);
}

/* ---- when a node enters: a moment of 5 us that coordinates, class and phase make */

static uint32_t mix(uint32_t h, uint32_t v)
{
	h = (h ^ v) * 2654435761u;
	return h ^ h >> 15;
}

static uint64_t enter_time(const CR_COORD_T *c, const struct group *g)
{
	uint32_t h = mix(phase, g->id);

	for (int d = 0; d < CR_NUM_DIMS; d++)
		h = mix(h, c->coords[d]);
	return phase * PHASE + h % SPREAD;
}

static uint64_t last_time(struct group *g)
{
	uint64_t last = 0;
	CR_COORD_T c;

	for (uint32_t i = 0, n = (uint32_t)__MUSPI_rect_size(&g->rect); i < n; i++) {
		uint32_t rest = i;

		for (int d = 0; d < CR_NUM_DIMS; d++) {
			uint32_t size = (uint32_t)muspi_rect_length(&g->rect, d);

			c.coords[d] = g->rect.ll.coords[d] + rest % size;
			rest /= size;
		}
		uint64_t at = enter_time(&c, g);

		if (at > last && !(g->holes && __MUSPI_eq_coords(&c, &g->hole)))
			last = at;
	}
	return last;
}

/* ---- groups: this node's rectangle of each class */

static struct group *group_make(uint32_t id)
{
	struct group *g = &group[groups++];

	*g = (struct group){ .id = id, .member = 1 };
	return g;
}

static void group_of_dimensions(uint32_t id, unsigned set)
{
	struct group *g = group_make(id);

	g->rect = (CR_RECT_T){ me, me };
	for (int d = 0; d < CR_NUM_DIMS; d++) {
		if (set >> d & 1) {
			g->rect.ll.coords[d] = 0;
			g->rect.ur.coords[d] = world.ur.coords[d];
		}
	}
}

/* A quarter in each of A, B, C, D; without its second node. */
static void group_of_box(uint32_t id)
{
	struct group *g = group_make(id);

	g->rect = (CR_RECT_T){ me, me };
	for (int d = 0; d < 4; d++) {
		g->rect.ll.coords[d] = me.coords[d] & ~1u;
		g->rect.ur.coords[d] = me.coords[d] | 1u;
	}
	g->hole = g->rect.ll;
	g->hole.coords[3]++;
	g->holes = 1;
	g->member = !__MUSPI_eq_coords(&me, &g->hole);
}

static void group_set_up(struct group *g)
{
	CR_COORD_T root;
	ClassRoute_t cr;
	int dim;

	MUSPI_PickWorldRoot(&world, NULL, &root, &dim);
	MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &g->rect, &g->hole, g->holes, NULL,
					dim, &cr);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(g->id, NULL) == 0);
	CHECK(Kernel_CheckGlobalInterruptClassRoute((int32_t)g->id, &cr) == 0);
	CHECK(Kernel_SetGlobalInterruptClassRoute((int32_t)g->id, &cr) == 0);
}

/* ---- barriers */

static void look(struct group *g, uint64_t now)
{
	if (!g->entered && now >= g->enter_at) {
		CHECK(MUSPI_GIBarrierEnter(&g->barrier) == 0);
		g->entered = 1;
	} else if (g->entered && !g->left && MUSPI_GIBarrierPoll(&g->barrier) == 0) {
		g->left_at = GetTimeBase();
		g->left = 1;
	}
}

static int all_left(void)
{
	for (int i = 0; i < groups; i++)
		if (!group[i].left)
			return 0;
	return 1;
}

static void barriers_once(void)
{
	phase++;
	CHECK(untimed || GetTimeBase() < phase * PHASE);
	for (int i = 0; i < groups; i++) {
		group[i].enter_at = untimed ? 0 : enter_time(&me, &group[i]);
		group[i].entered = 0;
		group[i].left = !group[i].member;
	}
	if (!untimed)
		DelayTimeBase(phase * PHASE - GetTimeBase());
	while (!all_left())
		for (int i = 0; i < groups; i++)
			look(&group[i], untimed ? 0 : GetTimeBase());
	for (int i = 0; i < groups; i++) {
		uint64_t last = last_time(&group[i]);

		if (untimed || !group[i].member)
			continue;
		CHECK(group[i].left_at > last);
		CHECK(group[i].left_at < last + LATENCY);
		digest = (digest ^ group[i].left_at) * UINT64_C(0x9e3779b97f4a7c15);
	}
}

/* The job's barriers, for nodes that take no part in what needs them. */
static void stand_by(void)
{
	for (int steps = 0; steps < 3; steps++)
		job_barrier(NULL);
}

/* Signals of the class instead of a barrier: the rectangle's first node sends each. */
static void signals(struct group *g)
{
	MUSPI_GI_t gi;

	for (uint32_t i = 0; i < BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE; i++) {
		if (!g->member) {
			stand_by();
			stand_by();
			continue;
		}
		CHECK(MUSPI_GIInitMU(g->id, i, job_barrier, NULL, TIMEOUT) == 0);
		CHECK(MUSPI_GIInit(&gi, g->id, i) == 0);
		CHECK(MUSPI_GIPollForArrival(&gi) == -1);
		job_barrier(NULL);
		if (__MUSPI_eq_coords(&me, &g->rect.ll))
			CHECK(MUSPI_GISend(&gi) == 0);
		CHECK(MUSPI_GIPollForArrivalWithTimeout(&gi, TIMEOUT) == 0);
		job_barrier(NULL);
		if (__MUSPI_eq_coords(&me, &g->rect.ll))
			CHECK(MUSPI_GISendClear(&gi) == 0);
		CHECK(MUSPI_GIPollForClearWithTimeout(&gi, TIMEOUT) == 0);
		job_barrier(NULL);
	}
}

static void use_groups(void)
{
	for (int i = 0; i < groups; i++)
		group_set_up(&group[i]);
	for (int i = 0; i < groups; i++) {
		if (group[i].member)
			CHECK(MUSPI_GIBarrierInitMU(group[i].id, job_barrier, NULL, TIMEOUT) == 0);
		else
			stand_by();
		CHECK(MUSPI_GIBarrierInit(&group[i].barrier, group[i].id) == 0);
	}
	for (int i = 0; i < REPETITIONS; i++)
		barriers_once();
	job_barrier(NULL);
	for (int i = 0; i < groups; i++)
		if (i % 3 == 0)
			signals(&group[i]);
	job_barrier(NULL);
	for (int i = 0; i < groups; i++)
		CHECK(Kernel_DeallocateGlobalInterruptClassRoute((int32_t)group[i].id) == 0);
	groups = 0;
}

int main(int argc, char **argv)
{
	(void)argv;
	untimed = argc > 1;
	find_place();
	/* Routes i and i + 8 must not share links: one gets a set of dimensions, the other
	 * the rest.  Those of 5 to 8 are taken by the whole machine's trees. */
	for (unsigned set = 0; set < 16; set += AT_ONCE / 2) {
		for (unsigned i = 0; i < AT_ONCE / 2; i++) {
			group_of_dimensions(1 + i, set + i);
			group_of_dimensions(9 + i, ALL & ~(set + i));
		}
		use_groups();
	}
	group_of_box(12);
	group_of_box(1);
	use_groups();
	printf("rank %u: %u phases, digest %016llx\n", Kernel_GetRank(), phase,
	       (unsigned long long)digest);
	return 0;
}
