/*
 * stdin.h - standard input, which belongs to rank 0; the other ranks see its end.
 *
 * What is there at once (a file, a pipe that holds something) is read at the time of the
 * call.  Else the calling thread parks while a host thread reads; other threads and ranks go
 * on.  It continues at the beginning of the first window of time after the input has
 * come; if nothing else can happen the machine waits for it, and the thread continues at the
 * time of the last event.
 *
 * Never: a worker that is blocked in a read.
 */
#ifndef BGQ_EMU_STDIN_H
#define BGQ_EMU_STDIN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "emu/engine/engine.h"

/* As read(2), by a thread of rank 0.  May park it.  Its caller may be libc with the rank's
 * own stream, which takes no locks (rt/stdio.c). */
ssize_t stdin_read(void *buf, size_t n);
/* Serial: a thread waits for input. */
bool stdin_is_awaited(void);
/* Serial: if the input has come its thread is made ready, not before now_ps. */
void stdin_look(ps_t now_ps);
/* Serial: waits for the input, but at most a tenth of a second. */
void stdin_wait(void);

#endif
