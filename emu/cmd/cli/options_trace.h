/* options_trace.h - what a trace is to hold; see bgq-run(1). */
#ifndef BGQ_EMU_OPTIONS_TRACE_H
#define BGQ_EMU_OPTIONS_TRACE_H

#include <stdint.h>

#include "net/net.h"

struct options_trace {
	const char *file;     /* NULL: no trace */
	const char *ranks;    /* emu/node/machine/rank_list.h; NULL: all */
	uint16_t links;       /* bit l: link l */
	ps_t from_ps, to_ps;
};

/* "A+,C-" or "none".  NULL, or the error. */
const char *options_trace_links(struct options_trace *o, const char *text);
/* "10us:20us", one of them may be left out.  NULL, or the error. */
const char *options_trace_time(struct options_trace *o, const char *text);

#endif
