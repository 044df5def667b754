/* kept_files.h - files that a run which goes on from a checkpoint writes over neither: the
 * checkpoint, and those of its job. */
#ifndef BGQ_EMU_RESTART_KEPT_FILES_H
#define BGQ_EMU_RESTART_KEPT_FILES_H

#include <stdbool.h>

#include "emu/node/machine/options.h"

/* True after a message: an option writes to one of them. */
bool kept_files_refuse(const struct options *o);

#endif
