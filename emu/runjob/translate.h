/*
 * translate.h - bgq-run's command line from runjob's.
 *
 * What has no meaning here is named in one line on standard error and left out.  What has
 * one that the emulator cannot keep is refused.  Never: a job of another size than was asked
 * for without a word.
 */
#ifndef BGQ_EMU_RUNJOB_TRANSLATE_H
#define BGQ_EMU_RUNJOB_TRANSLATE_H

#include "command_line.h"

/* Appends to args, which holds bgq-run's path.  False after a message. */
bool translate(const struct command_line *c, struct words *args);

#endif
