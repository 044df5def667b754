/* options_set.h - --set, a figure of the machine that is another one than Blue Gene/Q's; its input
 * is a struct options. */
#ifndef BGQ_EMU_OPTIONS_SET_H
#define BGQ_EMU_OPTIONS_SET_H

#include <argp.h>

extern const struct argp options_set;

#endif
