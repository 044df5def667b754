/*
 * part.h - the part of the machine that a job with fewer ranks than places uses: which nodes
 * have ranks, and the tree over them that class 0 is when it starts, as the control system of
 * the machine chooses it.  Nodes without a rank run nothing; they carry the others' packets.
 */
#ifndef BGQ_EMU_PART_H
#define BGQ_EMU_PART_H

#include "coll/coll.h"
#include "mapping.h"

/* 0 or -ENOMEM.  part->idle is the caller's to free, after the run. */
int part_make(struct coll_part *part, const struct mapping *m, const struct mapping_block *b);

#endif
