/*
 * train_lines.c - long allreduces over parts of the machine, all at once: each line, plane
 * or cube along the named dimensions sums a message of its own length, and so do those
 * along a second set of dimensions at the same time, if one is named.
 * Usage: train_lines DIMS[,DIMS] [bytes]; dimensions as in ABCDE.
 */
#include "train.h"

#include <spi/include/kernel/collective.h>
#include <spi/include/mu/Classroute_inlines.h>

static CR_COORD_T me;
static CR_RECT_T world;

struct part {
	CR_RECT_T rect;
	uint64_t nodes, sum; /* of the numbers of its nodes */
	uint64_t bytes;
	unsigned char *result;
};

static CR_RECT_T rectangle(const char *dims, size_t n)
{
	CR_RECT_T r = { me, me };

	for (size_t i = 0; i < n; i++) {
		int d = dims[i] - 'A';

		CHECK(d >= 0 && d < CR_NUM_DIMS);
		r.ll.coords[d] = 0;
		r.ur.coords[d] = world.ur.coords[d];
	}
	return r;
}

static void class_set_up(unsigned cls, CR_RECT_T *rect)
{
	ClassRoute_t cr;
	CR_COORD_T root;
	int dim;

	MUSPI_PickWorldRoot(&world, NULL, &root, &dim);
	MUSPI_BuildNodeClassroute(&world, &root, &me, rect, NULL, dim, &cr);
	cr.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
	SET_CR_ROUTE_VC(&cr, BGQ_CLASS_INPUT_VC_SUBCOMM);
	CHECK(Kernel_AllocateCollectiveClassRoute(cls) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(cls, &cr) == 0);
}

static int inside(const CR_RECT_T *r, const uint32_t *c)
{
	for (int d = 0; d < CR_NUM_DIMS; d++)
		if (c[d] < r->ll.coords[d] || c[d] > r->ur.coords[d])
			return 0;
	return 1;
}

/* Members of the part, and its number: that of its first node. */
static uint32_t members(struct part *p)
{
	uint32_t first = UINT32_MAX;

	for (uint32_t n = 0; n < coll_nodes; n++) {
		uint32_t c[CR_NUM_DIMS], rest = n;

		for (int d = CR_NUM_DIMS - 1; d >= 0; d--) {
			c[d] = rest % (world.ur.coords[d] + 1u);
			rest /= world.ur.coords[d] + 1u;
		}
		if (!inside(&p->rect, c))
			continue;
		p->nodes++;
		p->sum += n;
		if (first == UINT32_MAX)
			first = n;
	}
	return first;
}

static void part_init(struct part *p, unsigned k, const char *dims, size_t n)
{
	*p = (struct part){ .rect = rectangle(dims, n), .result = to + k * sizeof to / 2 };
	p->bytes = bytes - (members(p) % 5) * (bytes / 8) - k * 1032;
	CHECK(p->bytes <= sizeof to / 2);
	class_set_up(1 + k, &p->rect);
}

static void check(const struct part *p)
{
	for (uint64_t i = 0; i < p->bytes / 8; i++)
		CHECK(train_word(p->result, i) ==
		      p->sum * UINT64_C(0x10001) + i * UINT64_C(0x100000003) * p->nodes);
	CHECK(train_untouched(p->result + p->bytes, p->result + sizeof to / 2));
}

/* Looks on the way, not all at the same places. */
static void reduce(struct part *p, unsigned parts)
{
	uint64_t total = 0;

	memset(to, GUARD, sizeof to);
	train_fill(from, bytes);
	for (unsigned k = 0; k < parts; k++)
		total += p[k].bytes;
	coll_counter = total;
	test_barrier();
	note(now());
	for (unsigned k = 0; k < parts; k++)
		coll_inject(coll_put(from, k * sizeof to / 2, p[k].bytes, ADD, 1 + k,
				     (k ? WORLD : SUB) | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	if (coll_node % 3 == 0) {
		until(&coll_counter, total / 2 + coll_node * 16);
		note(now());
	}
	coll_wait();
	note(now());
	for (unsigned k = 0; k < parts; k++)
		check(&p[k]);
	test_barrier();
	note(now());
	train_print("lines", to, sizeof to);
}

int main(int argc, char **argv)
{
	struct part p[2];
	const char *second;

	CHECK(argc > 1);
	bytes = argc > 2 ? strtoull(argv[2], NULL, 0) : 128 << 10;
	coll_init(to);
	world = (CR_RECT_T){ CR_COORD_INIT(0, 0, 0, 0, 0),
			     CR_COORD_INIT(coll_net.Anodes - 1u, coll_net.Bnodes - 1u,
					   coll_net.Cnodes - 1u, coll_net.Dnodes - 1u,
					   coll_net.Enodes - 1u) };
	me = CR_COORD_INIT(coll_net.Acoord, coll_net.Bcoord, coll_net.Ccoord, coll_net.Dcoord,
			   coll_net.Ecoord);
	second = strchr(argv[1], ',');
	part_init(&p[0], 0, argv[1], second ? (size_t)(second - argv[1]) : strlen(argv[1]));
	if (second)
		part_init(&p[1], 1, second + 1, strlen(second + 1));
	reduce(p, second ? 2 : 1);
	reduce(p, second ? 2 : 1);
	return 0;
}
