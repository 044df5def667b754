/*
 * host_streams.h - locks of the host's own standard streams, which functions of the host's libc
 * take for a program: messages about a wrong option.  A rank that faults there never gives them
 * back, and another worker's rank, or the report of the end, would wait for ever.
 *
 * Never: a lock that another thread of the host holds.
 */
#ifndef BGQ_EMU_ABI_HOST_STREAMS_H
#define BGQ_EMU_ABI_HOST_STREAMS_H

/* In the handler of a fault in the program's call: the calling thread goes on elsewhere. */
void host_streams_abandon(void);

#endif
