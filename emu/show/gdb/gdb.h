/*
 * gdb.h - bgq-run --gdb=RANK --listen=PORT: gdb, or an IDE with gdb in it, attaches by "target
 * remote".  Threads of the target are those of the ranks; what bgq-run itself does is not seen.
 *
 *   packet.c     gdb's remote serial protocol: the connection and its packets
 *   command.c    what each packet asks for
 *   document.c   lists that gdb reads: registers, threads, where programs lie
 *   target.c     threads and their numbers
 *   registers.c  registers of a thread, wherever it stands
 *   breakpoint.c memory, and breakpoints in it
 *   stop.c       traps, steps, interrupts: when the job stands still, and how it goes on
 *
 * The job stands still in the handler of a signal, with one worker.  A thread that has called
 * bgq-run is shown where it has called it; a step there ends behind the call.
 *
 * Never: a change of what a program does, or of its times, that gdb has not asked for.
 */
#ifndef BGQ_EMU_GDB_H
#define BGQ_EMU_GDB_H

#include <stdint.h>

/* Listens at a port of this host and says so: 0 or -errno.  gdb connects before any rank begins. */
int gdb_listen(uint32_t port);
/* The job has ended. */
void gdb_ended(int status);

#endif
