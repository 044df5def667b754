/*
 * io.h - files of the ranks, as the rest of bgq-run sees them.
 *
 * Each rank has its own descriptors, working directory and umask.  A call on a file of the
 * host travels to one place in the machine, the I/O server, which carries calls out in the
 * order of simulated time (ship.h); the calling thread is parked meanwhile.  Must never let a
 * descriptor of bgq-run's own reach a program.
 */
#ifndef BGQ_EMU_IO_H
#define BGQ_EMU_IO_H

#include <stdbool.h>
#include <sys/types.h>

#include "net/base/event.h"
#include "emu/node/machine/process.h"

/* Before the run: raises the limit of host descriptors and sets up the I/O path.  0 or
 * -errno. */
int io_init(void);
/* After it: what a rank wrote last, after its end, is carried out. */
void io_finish(void);

/* p has ended: its files are closed. */
void io_process_end(struct process *p);

/* The running thread, in a handler, is about to jump to high, out of calls that wait in frames of
 * [low, high): nothing waits for them any more. */
void io_left(const void *low, const void *high);

/* Serial, between windows: calls that have waited for the host and are done.  now_ps:
 * nothing earlier is left to happen; PS_NEVER: nothing at all. */
void io_window(ps_t now_ps);
/* Serial: no event is left.  False if no call waits for the host; otherwise waits a while
 * for it and returns true. */
bool io_wait_for_host(ps_t now_ps);

/* The bytes of a file for mmap: reads n at offset into to, which is memory of the rank; what
 * is behind the file's end stays.  0 or -errno. */
int io_map_file(int fd, void *to, size_t n, off_t offset);
/* The system calls on files, result and errno as syscall() has them; IO_NO_SYSCALL: it is
 * none of these. */
#define IO_NO_SYSCALL (-4096l)
long io_syscall(long number, const long *a);

/* The shared memory object behind a descriptor, or -1. */
int io_shm_of(int fd);

#endif
