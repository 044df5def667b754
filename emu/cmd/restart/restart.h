/*
 * restart.h - --restart FILE: the job of a checkpoint, run again from its beginning without output
 * up to the checkpoint's time, then on.
 *
 * A run is the same each time (engine.h), so it is its own checkpoint, if the host answers as it
 * did: those answers are kept (emu/node/io/journal.h).
 */
#ifndef BGQ_EMU_RESTART_H
#define BGQ_EMU_RESTART_H

#include <stdbool.h>

#include "saved.h"

/* If --restart is among the first options: puts the command line of the job that was kept in its
 * place, with the options that follow, in the job's directory, after its files have been looked
 * at.  Returns -1 to go on, or an exit status. */
int restart_command(int *argc, char ***argv);
/* The checkpoint that this run goes on from, and its file, at the journal; NULL: none. */
const struct saved *restart_from(void);
FILE *restart_journal(void);
const char *restart_name(void);

#endif
