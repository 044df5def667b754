/*
 * output_files.h - files that options name for output, by whatever name: no two of them are one,
 * and a run that goes on from a checkpoint writes neither over that nor over files of its job.
 */
#ifndef BGQ_EMU_RESTART_OUTPUT_FILES_H
#define BGQ_EMU_RESTART_OUTPUT_FILES_H

#include <stdbool.h>

#include "emu/node/machine/options.h"

/* True after a message: the run is refused. */
bool output_files_refuse(const struct options *o);

#endif
