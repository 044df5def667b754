/*
 * traffic_main.c - bgq-net: runs one load after the other and prints what came of it.
 * What depends on the host (time, memory) goes to stderr and the CSV file's last
 * columns, so that stdout is the same everywhere.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "traffic_options.h"

static void shape_text(const struct net_shape *s, char text[64])
{
	size_t n = 0;

	for (unsigned d = 0; d < NET_DIMS; d++)
		n += (size_t)snprintf(text + n, 64 - n, "%s%u%s", d ? "x" : "", s->size[d],
				      s->torus[d] || s->size[d] == 1 ? "" : "m");
}

static void print_head(const struct traffic_options *o)
{
	const struct traffic_config *c = &o->run;
	char shape[64];

	shape_text(&c->shape, shape);
	printf("%s, %s, %s", shape, traffic_pattern_name(c->pattern),
	       c->deterministic ? "deterministic" : "dynamic");
	if (!c->deterministic)
		printf(" in zone %u", c->zone);
	printf(", packets of %u bytes; peak: one each %.1f ns from %u nodes\n", c->payload_bytes,
	       traffic_peak_interval_ps(c) / PS_PER_NS, traffic_senders(c));
	printf("%10s %10s %12s %10s %10s %10s %10s %7s\n", "offered %", "percent", "packets",
	       "mean ns", "p50 ns", "p99 ns", "max ns", "hops");
}

static void print_links(const struct traffic_result *r)
{
	for (unsigned d = 0; d < NET_DIMS; d++)
		printf("    links of %c: busy %.1f %% of the time, the busiest %.1f %%\n",
		       (char)('A' + d), 100 * r->busy[d], 100 * r->busiest[d]);
}

static void print_row(const struct traffic_options *o, const struct traffic_result *r)
{
	const struct traffic_config *c = &o->run;
	uint32_t nodes = net_shape_nodes(&c->shape);

	printf("%10.1f %10.2f %12llu %10.1f %10.1f %10.1f %10.1f %7.3f\n", r->offered_percent,
	       r->percent, (unsigned long long)r->packets, r->latency_mean_ns, r->latency_p50_ns,
	       r->latency_p99_ns, r->latency_max_ns, r->hops_mean);
	if (c->pattern == TRAFFIC_ALLTOALL)
		printf("    steady state %.2f %%, its halves %.2f and %.2f; the whole %.2f %% in "
		       "%.3f us\n", r->percent, r->half_percent[0], r->half_percent[1],
		       r->total_percent, (double)r->end_ps / PS_PER_US);
	if (o->links)
		print_links(r);
	fflush(stdout);
	fprintf(stderr, "bgq-net: %.2f s, %.3f million packet-hops/s, %.1f MiB, %.2f KiB a node\n",
		r->wall_s, (double)r->packet_hops / r->wall_s / 1e6,
		(double)r->memory_bytes / (1 << 20), (double)r->network_bytes / nodes / 1024);
}

static void csv_head(FILE *f)
{
	fprintf(f, "shape,pattern,routing,zone,payload_bytes,offered_percent,percent_of_peak,"
		"half1_percent,half2_percent,total_percent,packets,latency_mean_ns,latency_p50_ns,"
		"latency_p99_ns,latency_max_ns,hops_mean,time_us,packet_hops,wall_s,"
		"packet_hops_per_s,memory_bytes\n");
}

static void csv_row(FILE *f, const struct traffic_config *c, const struct traffic_result *r)
{
	char shape[64];

	shape_text(&c->shape, shape);
	fprintf(f, "%s,%s,%s,%u,%u,%.2f,%.2f,%.2f,%.2f,%.2f,%llu,%.2f,%.2f,%.2f,%.2f,%.4f,%.3f,"
		"%llu,%.3f,%.0f,%llu\n", shape, traffic_pattern_name(c->pattern),
		c->deterministic ? "deterministic" : "dynamic", c->zone, c->payload_bytes,
		r->offered_percent, r->percent, r->half_percent[0], r->half_percent[1],
		r->total_percent, (unsigned long long)r->packets, r->latency_mean_ns,
		r->latency_p50_ns, r->latency_p99_ns, r->latency_max_ns, r->hops_mean,
		(double)r->end_ps / PS_PER_US, (unsigned long long)r->packet_hops, r->wall_s,
		(double)r->packet_hops / r->wall_s, (unsigned long long)r->memory_bytes);
}

static int run_all(struct traffic_options *o, FILE *csv)
{
	print_head(o);
	if (csv)
		csv_head(csv);
	for (unsigned i = 0; i < o->loads; i++) {
		struct traffic_result r;

		if (o->run.pattern != TRAFFIC_ALLTOALL)
			o->run.load = o->load[i];
		int rc = traffic_run(&o->run, &r);

		if (rc != 0) {
			fprintf(stderr, "bgq-net: %s\n", rc == -EINVAL
				? "a buffer is too small or too large for the router"
				: strerror(-rc));
			return 1;
		}
		print_row(o, &r);
		if (csv)
			csv_row(csv, &o->run, &r);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct traffic_options o;
	FILE *csv = NULL;
	int status = traffic_options_parse(&o, argc, argv);

	if (status >= 0)
		return status;
	if (o.csv && !(csv = fopen(o.csv, "w"))) {
		fprintf(stderr, "bgq-net: %s: %s\n", o.csv, strerror(errno));
		return 1;
	}
	status = run_all(&o, csv);
	if (csv && fclose(csv) != 0) {
		fprintf(stderr, "bgq-net: %s: %s\n", o.csv, strerror(errno));
		return 1;
	}
	return status;
}
