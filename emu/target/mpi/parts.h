/*
 * parts.h - parts of a buffer, one for each rank, as collectives have them that keep the
 * contributions of ranks apart.
 *
 * Never: included by what is not such a collective.
 */
#ifndef BGQ_EMU_MPI_PARTS_H
#define BGQ_EMU_MPI_PARTS_H

#include "bgqmpi.h"

struct parts {
	const void *buf;
	int each;              /* elements of each, one part behind the other; */
	const int *count, *at; /* or, if not NULL: of each, and where it is, in extents */
	MPI_Datatype type;
	const MPI_Datatype *types; /* or, if not NULL: of each, which is at[] bytes on */
};

static inline struct part part_of(const struct parts *p, int r)
{
	int count = p->count ? p->count[r] : p->each;
	ptrdiff_t at = p->count ? p->at[r] : (ptrdiff_t)r * p->each;

	if (p->types)
		return (struct part){ (const char *)p->buf + at, count, p->types[r], r };
	return (struct part){ (const char *)p->buf + at * bgqmpi_type_extent(p->type), count,
			      p->type, r };
}

static inline void copy_part(struct part from, struct part to)
{
	bgqmpi_copy(from.buf, from.count, from.type, (void *)to.buf, to.count, to.type);
}

static inline void check_parts(const char *call, const struct parts *p, MPI_Comm comm)
{
	for (int r = 0; r < (p->count ? comm->size : 1); r++)
		bgqmpi_check_type(call, p->count ? p->count[r] : p->each,
				  p->types ? p->types[r] : p->type);
}

#endif
