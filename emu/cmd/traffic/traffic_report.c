/* traffic_report.c - see traffic_report.h. */
#include "traffic_report.h"

#include "traffic_mesh.h"

void report_shape(const struct net_shape *s, char text[TRAFFIC_SHAPE_BYTES])
{
	size_t n = 0;

	for (unsigned d = 0; d < net_shape_dims(s); d++)
		n += (size_t)snprintf(text + n, TRAFFIC_SHAPE_BYTES - n, "%s%u%s", d ? "x" : "",
				      s->size[d], s->torus[d] || s->size[d] == 1 ? "" : "m");
}

void report_head(const struct traffic_options *o)
{
	const struct traffic_config *c = &o->run;
	char shape[TRAFFIC_SHAPE_BYTES];

	if (c->pattern == TRAFFIC_ONE)
		return;
	report_shape(&c->shape, shape);
	printf("%s, %s, %s", shape, traffic_pattern_name(c->pattern),
	       c->deterministic ? "deterministic" : "dynamic");
	if (!c->deterministic)
		printf(" in zone %u", c->zone);
	printf(", packets of %u bytes; peak: one every %.1f ns from %u nodes\n", c->payload_bytes,
	       traffic_peak_interval_ps(c) / PS_PER_NS, traffic_senders(c));
	printf("%10s %10s %12s %10s %10s %10s %10s %7s\n", "offered %", "percent", "packets",
	       "mean ns", "p50 ns", "p99 ns", "max ns", "hops");
}

/* Share of each virtual channel in the packets that links have carried. */
static void print_channels(const struct traffic_config *c, const struct traffic_result *r)
{
	static const char *const mesh_name[] = { "", "request", "response" };
	static const char *const name[] = { "first dynamic", "second dynamic", "deterministic",
					    "priority", "system" };
	double all = 0;

	for (unsigned vc = 0; vc < TRAFFIC_CHANNELS; vc++)
		all += (double)r->channel[vc];
	for (unsigned vc = 1; vc <= 2 && c->detours && all > 0; vc++)
		printf("    %s channel: %.2f %% of the packets\n", mesh_name[vc],
		       100 * (double)r->channel[vc] / all);
	for (unsigned vc = 0; vc < TRAFFIC_CHANNELS && !c->detours && all > 0; vc++)
		if (vc < 2 ? vc < c->machine.dynamic_vcs : c->machine.vc_packets[vc - 1])
			printf("    %s channel: %.2f %% of the packets\n", name[vc],
			       100 * (double)r->channel[vc] / all);
}

static void print_links(const struct traffic_config *c, const struct traffic_result *r)
{
	for (unsigned d = 0; d < c->machine.dims; d++)
		printf("    links of %c: busy %.1f %% of the time, the busiest %.1f %%\n",
		       c->machine.letters[d], 100 * r->busy[d], 100 * r->busiest[d]);
	if (net_router_bgq.wrong(&c->machine)) /* its channels are others */
		print_channels(c, r);
}

/* The time that the message units at both ends add to a packet's time in the network for a
 * direct put, from the store at one end to the counter at the other. */
static ps_t ends_ps(const struct net_machine *m, unsigned payload_bytes, bool collective)
{
	ps_t inject_ps = m->mu_tail_store_ps + m->mu_desc_fetch_ps + m->mu_payload_fetch_ps +
			 m->mu_inject_ps;
	ps_t receive_ps = (NET_PACKET_HEADER_BYTES + payload_bytes) / 4 * m->mu_rec_ps_per_4_bytes +
			  m->mu_receive_ps + m->mu_store_ps + m->mu_counter_ps;

	if (!collective)
		inject_ps += 2 * m->mu_arbitration_ps;
	return inject_ps + receive_ps;
}

static void print_latency(const struct traffic_config *c, const struct traffic_result *r)
{
	double ends_ns = (double)ends_ps(&c->machine, c->payload_bytes, false) / PS_PER_NS;

	printf("node %u to node %u, %u bytes: %.0f hops, %.2f ns in the network", c->from_node,
	       c->hot_node, c->payload_bytes, r->hops_mean, r->latency_max_ns);
	if (ends_ns > 0)
		printf("; as a direct put, %.2f ns until its counter is stored",
		       r->latency_max_ns + ends_ns);
	putchar('\n');
	if (c->detours)
		traffic_mesh_parts(c, stdout);
}

void report_collective(const struct traffic_config *c, bool barrier,
		       const struct traffic_collective *r)
{
	double ns = (double)r->last_ps / PS_PER_NS;
	char shape[TRAFFIC_SHAPE_BYTES];

	report_shape(&c->shape, shape);
	if (barrier)
		printf("%s, barrier: %.2f ns until the last node's status register shows it\n",
		       shape, ns);
	else
		printf("%s, allreduce of 8 bytes: %.2f ns in the network; as a direct put, %.2f ns "
		       "until the last counter is stored\n", shape, ns,
		       ns + (double)ends_ps(&c->machine, 32, true) / PS_PER_NS);
	fprintf(stderr, "bgq-net: %.2f s\n", r->wall_s);
}

static void print_host(const struct traffic_config *c, const struct traffic_result *r)
{
	fprintf(stderr, "bgq-net: %.2f s, %.3f million packet-hops/s, %.1f MiB; %.2f KiB per node, "
		"%.2f of them before the first packet\n",
		r->wall_s, (double)r->packet_hops / r->wall_s / 1e6,
		(double)r->memory_bytes / (1 << 20),
		(double)r->network_bytes / net_shape_nodes(&c->shape) / 1024,
		(double)r->idle_bytes / net_shape_nodes(&c->shape) / 1024);
}

void report_row(const struct traffic_options *o, const struct traffic_result *r)
{
	const struct traffic_config *c = &o->run;

	if (c->pattern == TRAFFIC_ONE) {
		print_latency(c, r);
		return;
	}
	printf("%10.1f %10.2f %12llu %10.1f %10.1f %10.1f %10.1f %7.3f\n", r->offered_percent,
	       r->percent, (unsigned long long)r->packets, r->latency_mean_ns, r->latency_p50_ns,
	       r->latency_p99_ns, r->latency_max_ns, r->hops_mean);
	if (c->pattern == TRAFFIC_ALLTOALL && r->unsteady)
		printf("    no steady state, too few packets: in the second half queues run empty, "
		       "its halves %.2f and %.2f; the whole %.2f %% in %.3f us\n",
		       r->half_percent[0], r->half_percent[1], r->total_percent,
		       (double)r->end_ps / PS_PER_US);
	else if (c->pattern == TRAFFIC_ALLTOALL)
		printf("    steady state %.2f %%, its halves %.2f and %.2f; the whole %.2f %% in "
		       "%.3f us\n", r->percent, r->half_percent[0], r->half_percent[1],
		       r->total_percent, (double)r->end_ps / PS_PER_US);
	if (c->message_bytes)
		printf("    %s of %llu bytes: the fastest node in %.3f us, the slowest in %.3f us, "
		       "%.2f MB/s; on average %.3f us, %.2f MB/s\n", c->get ? "gets" : "puts",
		       (unsigned long long)c->message_bytes, (double)r->first_done_ps / PS_PER_US,
		       (double)r->last_done_ps / PS_PER_US,
		       (double)c->message_bytes / ((double)r->last_done_ps / PS_PER_US),
		       r->mean_done_us, r->mean_mb_s);
	if (r->dropped)
		printf("    dropped, for a turn that is not allowed: %llu packets\n",
		       (unsigned long long)r->dropped);
	if (r->verified)
		printf("    verified: tokens, counts and CRCs of all links, the order of %llu "
		       "deterministic packets\n", (unsigned long long)r->ordered);
	ras_sum_print(&r->faults, "    ", stdout);
	if (o->links)
		print_links(c, r);
	fflush(stdout);
	print_host(c, r);
}

void report_csv_head(FILE *f)
{
	fprintf(f, "shape,pattern,routing,zone,payload_bytes,offered_percent,percent_of_peak,"
		"half1_percent,half2_percent,total_percent,packets,latency_mean_ns,latency_p50_ns,"
		"latency_p99_ns,latency_max_ns,hops_mean,time_us,packet_hops,wall_s,"
		"packet_hops_per_s,memory_bytes,cpu_s\n");
}

void report_csv_row(FILE *f, const struct traffic_config *c, const struct traffic_result *r)
{
	char shape[TRAFFIC_SHAPE_BYTES];

	report_shape(&c->shape, shape);
	fprintf(f, "%s,%s,%s,%u,%u,%.2f,%.2f,%.2f,%.2f,%.2f,%llu,%.2f,%.2f,%.2f,%.2f,%.4f,%.3f,"
		"%llu,%.3f,%.0f,%llu,%.3f\n", shape, traffic_pattern_name(c->pattern),
		c->deterministic ? "deterministic" : "dynamic", c->zone, c->payload_bytes,
		r->offered_percent, r->percent, r->half_percent[0], r->half_percent[1],
		r->total_percent, (unsigned long long)r->packets, r->latency_mean_ns,
		r->latency_p50_ns, r->latency_p99_ns, r->latency_max_ns, r->hops_mean,
		(double)r->end_ps / PS_PER_US, (unsigned long long)r->packet_hops, r->wall_s,
		(double)r->packet_hops / r->wall_s, (unsigned long long)r->memory_bytes, r->cpu_s);
}
