/*
 * verify.c - what is always true of the message units, checked as a run goes and after it (bgq-run
 * --verify): a direct put takes as many bytes off a counter as it brought, each once, however it
 * went - packet by packet, in a train, or as one copy without time.
 *
 * Never: changes anything.
 */
#include <stdio.h>

#include "internal.h"

static bool node_right(const struct mu *mu, uint32_t node, bool drained, char why[MU_VERIFY_BYTES])
{
	struct mu_counters c = mu_count(mu, node);
	uint64_t done = c.counted_bytes + c.refused_bytes;

	if (done == c.put_bytes || (!drained && done < c.put_bytes))
		return true;
	snprintf(why, MU_VERIFY_BYTES, "node %u: puts of %llu bytes have come, counters went down "
		 "by %llu, and %llu were refused", node, (unsigned long long)c.put_bytes,
		 (unsigned long long)c.counted_bytes, (unsigned long long)c.refused_bytes);
	return false;
}

bool mu_verify(const struct mu *mu, bool drained, char why[MU_VERIFY_BYTES])
{
	for (uint32_t n = 0; n < mu->nodes; n++)
		if (!node_right(mu, n, drained, why))
			return false;
	return true;
}
