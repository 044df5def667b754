/*
 * comm.c - communicators: which ranks they hold, and the context that keeps their messages
 * apart.  All that hold a communicator agree on its context by a reduction of what is free.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

#define WORDS (CONTEXTS / 64)

struct bgqmpi_comm bgqmpi_world = { .uses = 1, .handler = MPI_ERRORS_ARE_FATAL };
struct bgqmpi_comm bgqmpi_self = {
	.context = 1, .uses = 1, .handler = MPI_ERRORS_ARE_FATAL
};
static int self_world[1];
static uint64_t free_contexts[WORDS];

void bgqmpi_comm_start(int rank, int size)
{
	bgqmpi_world.rank = rank;
	bgqmpi_world.size = size;
	self_world[0] = rank;
	bgqmpi_self.size = 1;
	bgqmpi_self.world = self_world;
	memset(free_contexts, 0xff, sizeof free_contexts);
	free_contexts[0] &= ~UINT64_C(7); /* world, self, CONTEXT_NODE */
}

int bgqmpi_comm_world(const struct bgqmpi_comm *comm, int rank)
{
	return comm->world ? comm->world[rank] : rank;
}

/* Free in all ranks of comm. */
static unsigned context_take(const char *call, MPI_Comm comm)
{
	uint64_t all[WORDS];

	bgqmpi_allreduce(comm, (struct part){ free_contexts, WORDS, MPI_UINT64_T, 0 }, all,
			 MPI_BAND);
	for (unsigned i = 0; i < WORDS; i++)
		if (all[i]) {
			unsigned bit = (unsigned)__builtin_ctzll(all[i]);

			free_contexts[i] &= ~(UINT64_C(1) << bit);
			return i * 64 + bit;
		}
	bgqmpi_fail(call, MPI_ERR_OTHER, "%d communicators are in use", CONTEXTS);
}

static void context_give(unsigned context)
{
	free_contexts[context / 64] |= UINT64_C(1) << context % 64;
}

/* parent: whose error handler it has. */
static MPI_Comm comm_new(MPI_Comm parent, unsigned context, int rank, int size, int *world)
{
	MPI_Comm c = bgqmpi_alloc("MPI_Comm_split", sizeof *c);

	*c = (struct bgqmpi_comm){
		.context = context, .rank = rank, .size = size, .world = world, .uses = 1,
		.handler = parent->handler
	};
	return c;
}

static void cart_free(struct cart *c)
{
	if (!c)
		return;
	free(c->size);
	free(c->periodic);
	free(c);
}

void bgqmpi_comm_drop(struct bgqmpi_comm *comm)
{
	if (--comm->uses > 0)
		return;
	context_give(comm->context);
	cart_free(comm->cart);
	free(comm->name);
	free(comm->world);
	free(comm);
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
	bgqmpi_check_comm("MPI_Comm_rank", comm);
	*rank = comm->rank;
	return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
	bgqmpi_check_comm("MPI_Comm_size", comm);
	*size = comm->size;
	return MPI_SUCCESS;
}

static int *ints_copy(const int *from, int n)
{
	int *to = NULL;

	if (from) {
		to = bgqmpi_alloc("MPI_Comm_dup", (size_t)n * sizeof *to);
		memcpy(to, from, (size_t)n * sizeof *to);
	}
	return to;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
	ENTER("MPI_Comm_dup");
	bgqmpi_check_comm("MPI_Comm_dup", comm);
	*newcomm = comm_new(comm, context_take("MPI_Comm_dup", comm), comm->rank, comm->size,
			    ints_copy(comm->world, comm->size));
	if (comm->cart) {
		struct cart *c = bgqmpi_alloc("MPI_Comm_dup", sizeof *c);

		c->dims = comm->cart->dims;
		c->size = ints_copy(comm->cart->size, c->dims);
		c->periodic = ints_copy(comm->cart->periodic, c->dims);
		(*newcomm)->cart = c;
	}
	bgqmpi_attributes_copy(comm, *newcomm);
	return MPI_SUCCESS;
}

struct member {
	int color, key, rank;
};

static int by_key(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Puts the members of a colour to the front and in order; returns how many. */
static int members_select(struct member *m, int size, int color)
{
	int n = 0;

	for (int i = 0; i < size; i++)
		if (m[i].color == color)
			m[n++] = m[i];
	qsort(m, (size_t)n, sizeof *m, by_key);
	return n;
}

MPI_Comm bgqmpi_split(MPI_Comm comm, int color, int key)
{
	struct member me = { color, key, comm->rank };
	size_t bytes = (size_t)comm->size * sizeof me;
	struct member *all = bgqmpi_alloc("MPI_Comm_split", bytes);
	unsigned context;
	int n, rank = 0, *world;

	bgqmpi_allgather(comm, (struct part){ &me, sizeof me, MPI_BYTE, 0 },
			 (struct part){ all, sizeof me, MPI_BYTE, 0 });
	context = context_take("MPI_Comm_split", comm);
	if (color == MPI_UNDEFINED) {
		context_give(context);
		free(all);
		return MPI_COMM_NULL;
	}
	n = members_select(all, comm->size, color);
	world = bgqmpi_alloc("MPI_Comm_split", (size_t)n * sizeof *world);
	for (int i = 0; i < n; i++) {
		world[i] = bgqmpi_comm_world(comm, all[i].rank);
		if (all[i].rank == comm->rank)
			rank = i;
	}
	free(all);
	return comm_new(comm, context, rank, n, world);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
	ENTER("MPI_Comm_split");
	bgqmpi_check_comm("MPI_Comm_split", comm);
	if (color < 0 && color != MPI_UNDEFINED)
		bgqmpi_fail("MPI_Comm_split", MPI_ERR_ARG, "color %d", color);
	*newcomm = bgqmpi_split(comm, color, key);
	return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm)
{
	bgqmpi_check_comm("MPI_Comm_free", *comm);
	if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF)
		bgqmpi_fail("MPI_Comm_free", MPI_ERR_COMM, "predefined");
	bgqmpi_attributes_delete(*comm);
	bgqmpi_comm_drop(*comm);
	*comm = MPI_COMM_NULL;
	return MPI_SUCCESS;
}
