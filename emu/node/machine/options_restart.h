/* options_restart.h - options of checkpoints and restarts; their input is a struct options.
 * emu/cmd/restart turns --restart into the options of the job that was kept. */
#ifndef BGQ_EMU_OPTIONS_RESTART_H
#define BGQ_EMU_OPTIONS_RESTART_H

#include <argp.h>

/* Behind a kept job's options: ends what was meant for that run alone, and its environment.  Behind
 * it come the environment as it was, and the options of the new run. */
#define OPTION_RESTARTED "restarted"

extern const struct argp options_restart;

#endif
