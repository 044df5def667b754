/*
 * batch.h - what a batch system has given to the job that runjob is started in: from the
 * variables of Cobalt, Slurm and LoadLeveler, and from the line "#@ bg_size = N" of the script
 * that the calling shell executes.
 *
 * Never: in the place of an option or a variable of runjob's own.
 */
#ifndef BGQ_EMU_RUNJOB_BATCH_H
#define BGQ_EMU_RUNJOB_BATCH_H

/* A number, or 0: nothing says it; *from: what has said it, for messages. */
unsigned long batch_nodes(const char **from);
unsigned long batch_ranks(const char **from);
unsigned long batch_ranks_per_node(const char **from);
/* The block's name, or NULL. */
const char *batch_block(const char **from);

#endif
