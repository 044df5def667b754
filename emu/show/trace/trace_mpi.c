/* trace_mpi.c - calls of MPI, which libbgqmpitrace tells of (emu/target/mpi/trace/). */
#include "emu/node/machine/process.h"
#include "trace_internal.h"

/* Believes no number of the program's. */
void trace_mpi(struct bgqemu_mpi *call, uint32_t end)
{
#define MPI_CALL(name, ...) "MPI_" #name,
	static const char *const names[] = {
#include "include/bgqemu/mpi_calls.def"
	};
#undef MPI_CALL

	if (!end)
		call->begin_ps = thread_clock();
	else if (call->call < sizeof names / sizeof *names)
		trace_mpi_called(call, names[call->call], thread_clock());
}
