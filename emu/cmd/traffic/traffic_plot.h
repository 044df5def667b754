/* traffic_plot.h - bgq-net --plot: throughput and latency against the offered load, drawn by
 * gnuplot(1) as SVG. */
#ifndef BGQ_EMU_TRAFFIC_PLOT_H
#define BGQ_EMU_TRAFFIC_PLOT_H

#include <stdbool.h>

#include "traffic.h"

/* Before the run: false, after a message, if the file cannot be written or there is no
 * gnuplot. */
bool plot_open(const char *file);
void plot_add(const struct traffic_result *r);
/* False after a message. */
bool plot_close(const struct traffic_config *c);

#endif
