/* faults.c - lines of a fault plan (net/fault/plan.c): what is accepted can be asked for. */
#include "guided.h"

#include "net/fault/link.h"
#include "net/fault/plan.h"

static const char *add(void *plan, const char *line)
{
	net_faults_add(plan, line);
	return NULL; /* the next line may be a good one */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static const struct net_shape shape = { { 2, 2, 1, 1, 2 }, { 1, 1, 0, 1, 1 } };
	struct net_faults plan;
	struct net_link_faults link;

	net_faults_init(&plan, net_machine_bgq(), &shape, 1);
	const char *why = net_faults_lines(guided_file(data, bytes), add, &plan);

	guided_require(!why || *why, "an empty reason");
	for (unsigned i = 0; i < plan.count; i++)
		guided_require(plan.fault[i].kind < NET_FAULT_KINDS, "a kind of faults");
	guided_require(net_faults_slowness(&plan, 1, 1000) >= 1, "a slowness");
	net_faults_death_ps(&plan, 3);
	if (net_link_faults_init(&link, &plan, bytes % 8, bytes % 10) == 1) {
		for (ps_t at_ps = 0; at_ps < 4; at_ps++) {
			struct net_link_hit hit = net_link_pass(&link, 17, 544 * 8, at_ps * 1000000,
								at_ps * 1000000 + 300000);

			guided_require(hit.outcome <= NET_LINK_ESCAPED && hit.first_bit < 544 * 8,
				       "a bit of the packet");
			guided_require(net_link_factor(&link, at_ps * 1000000) >= 1, "a factor");
			net_link_loses_ack(&link, at_ps * 1000000);
		}
		net_link_faults_cleanup(&link);
	}
	net_faults_cleanup(&plan);
	return 0;
}
