/* options_output.h - --output-per-rank, files for what ranks print; its input is a struct
 * options. */
#ifndef BGQ_EMU_OPTIONS_OUTPUT_H
#define BGQ_EMU_OPTIONS_OUTPUT_H

#include <argp.h>

extern const struct argp options_output;

#endif
