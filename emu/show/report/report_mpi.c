/*
 * report_mpi.c - which call of the small MPI (emu/target/mpi) a thread waits in, for the lists of
 * report_list.c: the library notes it in its image.  Believes nothing that it finds there: a
 * wild program may have written to it.
 */
#include "emu/node/machine/booted.h"
#include "report_internal.h"

#include <string.h>

#include "emu/core/wait/wait.h"

#define NAME_BYTES 32

/* Layout of struct bgqmpi_call of emu/target/mpi/bgqmpi.h, which is compiled for programs. */
struct mpi_call {
	uint64_t name, from, rec, inj;
};

static bool in_image(const struct thread *t, uint64_t at, uint64_t bytes)
{
	uint64_t off = at - (uintptr_t)process_image(t->process);

	return off < booted.image.total_bytes && bytes <= booted.image.total_bytes - off;
}

const char *report_mpi_polled(const struct thread *t, uint64_t *from)
{
	struct mpi_call call;

	if (!booted.image.mpi_call || t->waiting.kind != WAIT_SPIN || !t->loop.wait ||
	    !t->loop.wait->poll_kind)
		return NULL;
	memcpy(&call, process_image(t->process) + booted.image.mpi_call, sizeof call);

	uint64_t what = (uintptr_t)t->loop.wait->poll_what;

	if (!call.name || (what != call.rec && what != call.inj) ||
	    !in_image(t, call.name, NAME_BYTES) || !in_image(t, call.from, 1))
		return NULL;

	const char *name = (const char *)(uintptr_t)call.name;

	if (strncmp(name, "MPI_", 4) != 0 || !memchr(name, '\0', NAME_BYTES))
		return NULL;
	*from = call.from;
	return name;
}

const char *report_mpi(const struct thread *t, uint64_t *from)
{
	return wait_is_loop(t) ? report_mpi_polled(t, from) : NULL;
}
