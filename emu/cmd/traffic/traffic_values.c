/* traffic_values.c - see traffic_values.h. */
#include "traffic_values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/time_text.h"

double value_share(struct argp_state *st, const char *arg, const char *what, double most)
{
	char *end;
	double v = strtod(arg, &end);

	if (*end || end == arg || !(v > 0) || v > most)
		argp_error(st, "%s: '%s' is not a number above 0, up to %g", what, arg, most);
	return v;
}

uint32_t value_bytes(struct argp_state *st, const char *arg, const char *what)
{
	char *end;
	unsigned long v = strtoul(arg, &end, 10);
	unsigned shift = !strcmp(end, "KiB") ? 10 : !strcmp(end, "MiB") ? 20 : 0;

	if (!isdigit((unsigned char)*arg) || (*end && !shift) || !v || v > (1ul << 30) >> shift)
		argp_error(st, "%s: '%s' is not a number of bytes like 4096, 64KiB or 1MiB, up to "
			   "1024MiB", what, arg);
	return (uint32_t)(v << shift);
}

ps_t value_time(struct argp_state *st, const char *arg, const char *what)
{
	ps_t ps = 0;
	const char *end = time_text_parse(arg, &ps);

	if (!end || *end)
		argp_error(st, "%s: '%s' is not a time like 500ns, 20us or 1ms", what, arg);
	return ps;
}

/* One load in percent; returns what follows it, NULL if there is none. */
static const char *one_load(const char *text, double *percent)
{
	char *end;

	*percent = strtod(text, &end);
	return end != text && *percent > 0 && *percent <= 1000 ? end : NULL;
}

unsigned value_loads(struct argp_state *st, const char *arg, double *load, unsigned most)
{
	double first, last, step;
	const char *at = one_load(arg, &first);
	unsigned n = 0;

	if (at && *at == ':') {
		at = one_load(at + 1, &last);
		at = at && *at == ':' ? one_load(at + 1, &step) : NULL;
		/* Half a step more, so that sums of rounded steps reach the last. */
		for (; at && !*at && n < most && first + n * step < last + step / 2; n++)
			load[n] = (first + n * step) / 100;
	} else {
		for (load[n++] = first / 100; at && *at == ',' && n < most; n++) {
			at = one_load(at + 1, &first);
			load[n] = first / 100;
		}
	}
	if (n == most)
		argp_error(st, "--load: '%s': more than %u loads", arg, most - 1);
	if (!at || *at || n == 0)
		argp_error(st, "--load: '%s' is neither percents like 30 or 10,20,50 nor "
			   "FIRST:LAST:STEP, at most %u", arg, most - 1);
	return n;
}

/* ---- nodes */

bool value_hot(const char *arg, const struct net_shape *s, uint32_t *hot, double *share)
{
	const char *at = net_node_parse(arg, s, hot);
	char *end = NULL;

	if (at && *at == ':') {
		*share = strtod(at + 1, &end) / 100;
		at = end;
	}
	if (at && !*at && *share > 0 && *share <= 1)
		return true;
	fprintf(stderr, "bgq-net: --hot: '%s' is not a node of the shape, or NODE:PERCENT\n", arg);
	return false;
}

bool value_pair(const char *arg, const struct net_shape *s, uint32_t *from, uint32_t *to)
{
	const char *at = net_node_parse(arg, s, from);

	at = at && *at == ':' ? net_node_parse(at + 1, s, to) : NULL;
	if (at && !*at && *from != *to)
		return true;
	fprintf(stderr, "bgq-net: --latency: '%s' is not of the form FROM:TO with two nodes of the "
		"shape, each a number or A,B,C,D,E\n", arg);
	return false;
}
