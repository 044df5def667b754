/*
 * topology_claim.h - which cores the workers of a user's processes are on, so that another process
 * takes others: a hint.
 *
 * A claim is a lock of a byte, that of the processor's number, in an empty file of the user's in
 * /dev/shm: the kernel drops it when its process ends, however it does, and finds it from within a
 * container that shares the directory.  Where there can be no such file nothing is claimed.
 *
 * Never: waits for another process.
 */
#ifndef BGQ_EMU_TOPOLOGY_CLAIM_H
#define BGQ_EMU_TOPOLOGY_CLAIM_H

#include <stdbool.h>

/* Claims a processor for this process, which may have claimed it before.  False: another process
 * that lives has it. */
bool topology_claim(unsigned processor);
/* For tests: by another file than the user's. */
void topology_claim_by(const char *path);

#endif
