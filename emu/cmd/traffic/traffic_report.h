/* traffic_report.h - printed results and CSV files of bgq-net. */
#ifndef BGQ_EMU_TRAFFIC_REPORT_H
#define BGQ_EMU_TRAFFIC_REPORT_H

#include <stdio.h>

#include "traffic_collective.h"
#include "traffic_options.h"

/* To stdout values that are the same everywhere, to stderr those that depend on the host. */
void report_head(const struct traffic_options *o);
void report_row(const struct traffic_options *o, const struct traffic_result *r);

/* "8x8x4m": m for a dimension whose ends are open. */
#define TRAFFIC_SHAPE_BYTES 64
void report_shape(const struct net_shape *s, char text[TRAFFIC_SHAPE_BYTES]);
void report_csv_head(FILE *f);
void report_csv_row(FILE *f, const struct traffic_config *c, const struct traffic_result *r);

void report_collective(const struct traffic_config *c, bool barrier,
		       const struct traffic_collective *r);

#endif
