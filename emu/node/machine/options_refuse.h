/* options_refuse.h - options of bgq-run that contradict each other, or that have no meaning in the
 * run that others ask for. */
#ifndef BGQ_EMU_OPTIONS_REFUSE_H
#define BGQ_EMU_OPTIONS_REFUSE_H

#include "options.h"

/* How the command line has said what struct options does not tell. */
struct options_given {
	bool exe;      /* --exe, */
	bool args;     /* --args, */
	bool program;  /* and a program, or ':' */
	bool parking;  /* --parking=on */
	bool trace;    /* --trace-ranks, --trace-links or --trace-time */
};

/* False after a message. */
bool options_refuse(const struct options *o, const struct options_given *g);

#endif
