/*
 * absent.c - gdb's remote protocol on processors whose registers registers.c does not know: the
 * Makefile leaves out the other files of the room there.
 *
 * Never: a silent refusal.
 */
#if !defined(__x86_64__) || defined(BGQ_PORTABLE)
#include "gdb.h"

#include <errno.h>
#include <stdio.h>

int gdb_listen(uint32_t port)
{
	(void)port;
	fprintf(stderr, "bgq-run: --listen works on x86-64 hosts only; gdb attaches to bgq-run\n");
	return -ENOSYS;
}

void gdb_ended(int status)
{
	(void)status;
}
#endif
