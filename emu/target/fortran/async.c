/*
 * async.c - the part of GCC's Fortran library that writes and reads in threads of its own, for
 * ASYNCHRONOUS='YES', in whose place this is linked: data are transferred at once, as the standard
 * allows.  That part keeps a thread-local of the host's threads, which all ranks would share.
 *
 * A unit without a thread is one that is not asynchronous, for the library: only the first of these
 * functions is called then.
 */
#include <stdio.h>
#include <stdlib.h>

void _gfortrani_init_async_unit(void *unit);
void _gfortrani_init_async_unit(void *unit)
{
	(void)unit; /* its thread stays none */
}

static _Noreturn void never(const char *name)
{
	fprintf(stderr, "Fortran: %s: a unit has no asynchronous transfer here\n", name);
	abort();
}

#define NEVER(name) void _gfortrani_##name(void); \
	void _gfortrani_##name(void) { never(#name); }
NEVER(async_close)
NEVER(async_wait)
NEVER(async_wait_id)
NEVER(collect_async_errors)
NEVER(enqueue_close)
NEVER(enqueue_data_transfer_init)
NEVER(enqueue_done)
NEVER(enqueue_done_id)
NEVER(enqueue_transfer)
