/*
 * descriptor.c - descriptors and the packet headers in them, as a message unit reads them
 * (mu/descriptor.c, net/header.h): what is accepted has a payload that may be read, a FIFO and a
 * destination in the machine.  Leaves out what the unit does with them: fuzz_descriptors.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include "guided.h"

#include <cmocka.h>

#include "mu_rig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static const struct net_shape shape = { { 2, 2, 1, 1, 2 }, { 1, 1, 0, 1, 1 } };
	static struct rig rig;
	uint8_t d[DESC_BYTES] __attribute__((aligned(64))) = { 0 };
	struct mu_message m = { .packets = 0 }; /* no message before this one */

	if (!rig.nodes)
		rig_create(&rig, &shape, net_machine_bgq());
	memcpy(d, data, bytes < sizeof d ? bytes : sizeof d);
	if (!mu_message_good(rig.mu, bytes % rig.nodes, d, &m))
		return 0;
	guided_require(m.packets > 0 && m.length <= m.packets * NET_PACKET_PAYLOAD_BYTES,
		       "packets enough for the message");
	guided_require(m.map != 0, "a FIFO of the network");
	guided_require(m.dst == MU_DST_MANY || m.dst < rig.nodes, "a node of the machine");
	guided_require(!m.from || rig_offset(m.pa, m.length) >= 0, "a payload in memory");
	return 0;
}
