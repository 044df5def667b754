/*
 * front.h - commands of job scripts beside runjob, which the same program is under other names:
 * boot-block and get-bootable-blocks of Cobalt, srun of Slurm.  Only what job scripts use of them.
 *
 * Never: an option taken without a word that changes what the job on the machine would do.
 */
#ifndef BGQ_EMU_RUNJOB_FRONT_H
#define BGQ_EMU_RUNJOB_FRONT_H

#include <stdbool.h>

#include "command_line.h"

/* Each job boots its block anew: there is nothing to do but to look for a name.  The
 * status. */
int front_boot_block(int argc, char **argv);
/* Prints names of the blocks of a size within a block, one a line.  The status. */
int front_bootable_blocks(int argc, char **argv);
/* Appends what runjob would be called with; redirects output and input as srun's options say.
 * Returns -1 to go on, else the status. */
int front_srun(int argc, char **argv, struct words *runjob);

#endif
