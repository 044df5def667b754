/* mpi_match.c - see mpi_match.h. */
#include "mpi_match.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "emu/node/machine/booted.h"
#include "emu/node/image/space.h"
#include "report_internal.h"

/* Offsets within structures of the small MPI: emu/target/mpi/bgqmpi.h, <comm/include/mpi.h>. */
struct layout {
	uint64_t unexpected;
	uint32_t call_request, receive, peer, tag, comm, context, world, next, message_context,
		 source, message_tag, bytes;
};
#define ANY_SOURCE (-2)
#define ANY_TAG    (-1)
#define CONTEXT_COLLECTIVE 2048u

#define UNEXPECTED_MAX 4096 /* a list that is wild may be a ring */

/* Copies n bytes of p's memory; false if there is nothing. */
static bool peek(const struct process *p, uint64_t at, void *to, size_t n)
{
	struct iovec own = { to, n }, its = { (void *)(uintptr_t)at, n };
	uint64_t off = at - (uintptr_t)p->base;

	return off < space.slot_bytes &&
	       process_vm_readv(getpid(), &own, 1, &its, 1, 0) == (ssize_t)n;
}

static bool layout_of(const struct process *p, struct layout *l)
{
	return booted.image.mpi_layout &&
	       peek(p, (uintptr_t)process_image(p) + booted.image.mpi_layout, l, sizeof *l);
}

/* The rank in MPI_COMM_WORLD; comm NULL: rank is one already. */
static bool world_rank(const struct process *p, const struct layout *l, uint64_t comm,
		       int32_t rank, int64_t *world)
{
	uint64_t table;
	int32_t of;

	*world = rank == ANY_SOURCE ? MPI_MATCH_ANY : rank;
	if (rank < 0)
		return rank == ANY_SOURCE;
	if (!peek(p, comm + l->world, &table, sizeof table))
		return false;
	if (!table)
		return true;
	if (!peek(p, table + 4 * (uint64_t)rank, &of, sizeof of))
		return false;
	*world = of;
	return of >= 0;
}

bool mpi_match_awaited(const struct thread *t, struct mpi_match *m)
{
	const struct process *p = t->process;
	uint64_t request = 0, comm, from;
	struct layout l;
	int32_t peer, tag;
	uint32_t context;
	uint8_t receive;

	*m = (struct mpi_match){ 0 };
	if (!report_mpi(t, &from) || !layout_of(p, &l) ||
	    !peek(p, (uintptr_t)process_image(p) + booted.image.mpi_call + l.call_request,
		  &request, sizeof request) || !request ||
	    !peek(p, request + l.receive, &receive, sizeof receive) ||
	    !peek(p, request + l.peer, &peer, sizeof peer) ||
	    !peek(p, request + l.tag, &tag, sizeof tag) ||
	    !peek(p, request + l.comm, &comm, sizeof comm) ||
	    !peek(p, request + l.context, &context, sizeof context))
		return false;
	m->receive = receive != 0;
	m->world = true;
	m->collective = context & CONTEXT_COLLECTIVE;
	m->tag = tag == ANY_TAG ? MPI_MATCH_ANY : tag;
	return world_rank(p, &l, comm, peer, &m->rank);
}

/* The message at *at, and *at is the next one. */
static bool unexpected_one(const struct process *p, const struct layout *l, uint64_t *at,
			   struct mpi_match *m)
{
	uint64_t this = *at;
	int32_t source, tag;
	uint32_t context;

	if (!peek(p, this + l->source, &source, sizeof source) ||
	    !peek(p, this + l->message_tag, &tag, sizeof tag) ||
	    !peek(p, this + l->message_context, &context, sizeof context) ||
	    !peek(p, this + l->bytes, &m->bytes, sizeof m->bytes) ||
	    !peek(p, this + l->next, at, sizeof *at))
		return false;
	m->receive = true;
	m->world = !context;
	m->collective = context & CONTEXT_COLLECTIVE;
	m->rank = source;
	m->tag = tag;
	return true;
}

unsigned mpi_match_unexpected(const struct process *p, struct mpi_match *m, unsigned most)
{
	struct mpi_match one;
	struct layout l;
	uint64_t at = 0;
	unsigned n = 0;

	if (!layout_of(p, &l) || !peek(p, l.unexpected, &at, sizeof at))
		return 0;
	while (at && n < UNEXPECTED_MAX && unexpected_one(p, &l, &at, &one)) {
		if (n < most)
			m[n] = one;
		n++;
	}
	return n;
}
