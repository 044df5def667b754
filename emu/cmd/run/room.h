/*
 * room.h - what a run needs of the host before it can begin: addresses, memory, threads.  Where the
 * host has less, or forbids it, a line says which, why, how much would do, and what to change.
 */
#ifndef BGQ_EMU_ROOM_H
#define BGQ_EMU_ROOM_H

/* Windows and registers of all nodes.  0, or the exit status after a message. */
int room_reserve(void);
/* errno says why what could not be done; the exit status after a message. */
int room_missing(const char *what);

#endif
