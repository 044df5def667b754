/*
 * awaited.h - which ranks a thread waits for, as far as that is known: those that have not
 * entered its barrier, those that have not contributed to its node's collective if a delivery ends
 * its wait, the owner of its mutex, the peer of its call of MPI.
 *
 * Never: a guess.  Who might fill a reception FIFO is not known.
 */
#ifndef BGQ_EMU_AWAITED_H
#define BGQ_EMU_AWAITED_H

#include <stdbool.h>

#include "emu/node/machine/process.h"
#include "rank_set.h"

#define AWAITED_WHY_BYTES 160

/* Serial.  Returns the ranks that t waits for, valid until the next call, and why; NULL if that is
 * not known. */
const struct rank_set *awaited_by(const struct thread *t, char why[AWAITED_WHY_BYTES]);

#endif
