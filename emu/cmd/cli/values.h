/* values.h - values of options, of both commands: what is wrong ends with STATUS_USAGE and a
 * message that names the option (what) and the value. */
#ifndef BGQ_EMU_CLI_VALUES_H
#define BGQ_EMU_CLI_VALUES_H

#include <argp.h>
#include <stdbool.h>

#include "net/machine/shape.h"
#include "net/base/event.h"

#define STATUS_USAGE 2 /* of all commands: what they are asked for makes no sense */

/* A text that is a number from least to most and nothing else; base as in strtoul(3). */
bool value_parse(const char *text, int base, unsigned long least, unsigned long most,
		 unsigned long *n);
unsigned long value_number(struct argp_state *st, const char *arg, const char *what,
			   unsigned long least, unsigned long most);

/* "AxBxCxDxE". */
void value_shape(struct argp_state *st, const char *arg, struct net_shape *s);
/* "ACD", also with x or commas between them, to a mask: bit d for dimension d. */
unsigned value_dimensions(struct argp_state *st, const char *arg, const char *what);

/* Ends with why, if that is not NULL. */
void value_accept(struct argp_state *st, const char *arg, const char *what, const char *why);
/* Seconds from 0 to most, or a message for option `what`. */
double value_seconds(struct argp_state *st, const char *arg, const char *what, double most);

#endif
