/*
 * host_opened.h - descriptors of the host that ranks have open at a checkpoint: what each is for,
 * and how it is opened again at its position.
 *
 * Never: a descriptor that is kept and could not be opened again: the checkpoint is not written
 * then.
 */
#ifndef BGQ_EMU_RESTART_HOST_OPENED_H
#define BGQ_EMU_RESTART_HOST_OPENED_H

#include "saved.h"

/* Adds those that are open to s, and tells their names to opened.h.  Names in why one that could
 * not be opened again. */
void host_opened_save(struct saved *s, char why[SAVED_WHY_BYTES]);
/* Opens them again, each in place of the one that stands for it.  False: why. */
bool host_opened_again(const struct saved *s, char why[SAVED_WHY_BYTES]);

#endif
