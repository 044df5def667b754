/* options_fault.h - options of hardware that fails and of checks of it, a group of bgq-run's; its
 * input is a struct options. */
#ifndef BGQ_EMU_OPTIONS_FAULT_H
#define BGQ_EMU_OPTIONS_FAULT_H

#include <argp.h>

extern const struct argp options_fault;

#endif
