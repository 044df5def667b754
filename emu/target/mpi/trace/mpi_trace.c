/*
 * mpi_trace.c - a call of MPI by its PMPI name, told to bgq-run when it begins and ends: for
 * traces.  Compiled once for each call of mpi_calls.def, BGQEMU_MPI_CALL, into libbgqmpitrace.a,
 * which a program links before its MPI, whichever that is: all arguments are words that are passed
 * on, so no type of an <mpi.h> is needed here.
 *
 * Never: a call of more than 12 arguments, or of one that is a floating-point number.
 */
#include <bgqemu/abi_mpi.h>

struct positions {
	int arguments, count, peer, tag, source, source_tag;
};

#define MPI_CALL(name, arguments, ...) NUMBER_##name,
enum {
#include <bgqemu/mpi_calls.def>
};
#undef MPI_CALL

#define MPI_CALL(name, ...) [NUMBER_##name] = { __VA_ARGS__ },
static const struct positions positions[] = {
#include <bgqemu/mpi_calls.def>
};
#undef MPI_CALL

#define JOIN(a, b) a##b
#define NAMED(prefix, name) JOIN(prefix, name)
#define CALLED(prefix) NAMED(prefix, BGQEMU_MPI_CALL)
#define WORDS long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, \
	long a9, long a10, long a11

long CALLED(PMPI_)(WORDS);
long CALLED(MPI_)(WORDS);

/* An int says nothing of the upper half of its word. */
static inline int64_t at(const long *words, int i)
{
	return i < 0 ? BGQEMU_MPI_NONE : (int32_t)words[i];
}

/* Those that are not given are words of the caller's stack, and are passed on as such. */
long CALLED(MPI_)(WORDS)
{
	const struct positions *p = &positions[CALLED(NUMBER_)];
	const long words[] = { a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 };
	struct bgqemu_mpi call = {
		.call = CALLED(NUMBER_), .count = at(words, p->count), .peer = at(words, p->peer),
		.tag = at(words, p->tag), .source = at(words, p->source),
		.source_tag = at(words, p->source_tag),
	};

	bgqemu_mpi(&call, 0);
	long rc = CALLED(PMPI_)(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);

	bgqemu_mpi(&call, 1);
	return rc;
}
