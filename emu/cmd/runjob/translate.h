/*
 * translate.h - bgq-run's command line from runjob's.
 *
 * An option without a meaning here is ignored, and named in a line on standard error.  One whose
 * meaning the emulator cannot provide is refused.  Never: a job of another size than was asked
 * for, without a message.
 */
#ifndef BGQ_EMU_RUNJOB_TRANSLATE_H
#define BGQ_EMU_RUNJOB_TRANSLATE_H

#include "command_line.h"

/* Appends to args, which holds bgq-run's path.  False after a message. */
bool translate_command(const struct command_line *c, struct words *args);

#endif
