/*
 * topology_claim.h - which cores the workers of a user's processes are on, so that another process
 * takes others: a hint, without locks.
 *
 * A page that a user's processes share, in /dev/shm, has a word for each processor: the process
 * that has claimed it, which holds it as long as it lives.  Where there is no such page nothing is
 * claimed.
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
