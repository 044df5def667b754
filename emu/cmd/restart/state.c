/* state.c - see state.h. */
#include "state.h"

#include "emu/node/io/journal.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/core/engine/watch.h"
#include "net/net.h"

static void add_links(struct digest *d, uint32_t node, ps_t at_ps)
{
	for (unsigned link = 0; link < NET_LINKS; link++) {
		struct net_sender_counters sent;
		struct net_receiver_counters received;

		net_sender_count(units.net, node, link, &sent);
		net_receiver_count(units.net, node, link, at_ps, &received);
		digest_add(d, sent.sent, sizeof sent.sent);
		digest_word(d, net_received_packets(&received));
	}
}

struct digest state_digest(ps_t at_ps)
{
	struct digest d = journal_digest();

	digest_word(&d, at_ps);
	digest_word(&d, journal_calls());
	for (uint32_t node = 0; node < job.nodes; node++) {
		add_links(&d, node, at_ps);
		digest_word(&d, node_deliveries(node));
	}
	for (uint32_t i = 0; i < job.places; i++)
		digest_word(&d, (uint64_t)booted.process[i].status);
	return d;
}
