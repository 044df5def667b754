/*
 * traffic_values.h - parsers for values of bgq-net's options.  Those that take an
 * argp_state end the program with a message if the text is wrong; the others print one
 * and return false.
 */
#ifndef BGQ_EMU_TRAFFIC_VALUES_H
#define BGQ_EMU_TRAFFIC_VALUES_H

#include <argp.h>
#include <stdbool.h>

#include "net/net.h"
#include "emu/cmd/cli/values.h"

/* More than 0, at most most. */
double value_share(struct argp_state *st, const char *arg, const char *what, double most);
/* "4096", "64KiB", "1MiB": 1 byte to 1 GiB. */
uint32_t value_bytes(struct argp_state *st, const char *arg, const char *what);
ps_t value_time(struct argp_state *st, const char *arg, const char *what);
/* Percents to shares: "30", "10,20,50", "10:100:10"; returns how many. */
unsigned value_loads(struct argp_state *st, const char *arg, double *load, unsigned most);

bool value_hot(const char *arg, const struct net_shape *s, uint32_t *node, double *share);
bool value_pair(const char *arg, const struct net_shape *s, uint32_t *from, uint32_t *to);

#endif
