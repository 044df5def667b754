/* values.h - values of options, of both commands: what is wrong ends with status 2 and a
 * message that names the option (what) and the value. */
#ifndef BGQ_EMU_CLI_VALUES_H
#define BGQ_EMU_CLI_VALUES_H

#include <argp.h>

unsigned long value_number(struct argp_state *st, const char *arg, const char *what,
			   unsigned long least, unsigned long most);

#endif
