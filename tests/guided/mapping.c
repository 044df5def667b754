/* mapping.c - files of places (emu/node/machine/mapping.c): what is accepted gives each rank
 * a place of its own. */
#include "guided.h"

#include "emu/node/machine/mapping.h"

#define SLOTS  2
#define PLACES 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	static const struct net_shape shape = { { 2, 2, 1, 1, 2 }, { 1, 1, 1, 1, 1 } };
	const struct mapping_block block = { &shape, SLOTS, part_whole(&shape) };
	struct mapping m = { .ranks = 0 };
	char err[256] = "";
	uint32_t ranks = bytes ? 1 + data[0] % PLACES : 1, taken = 0;

	int rc = mapping_make(&m, guided_file(data, bytes), &block, ranks, err, sizeof err);

	guided_require((rc != 0) == (err[0] != '\0'), "a message if it is refused");
	for (uint32_t i = 0; rc == 0 && i < ranks; i++) {
		guided_require(m.process_of[i] < PLACES && !(taken >> m.process_of[i] & 1),
			       "a place of its own");
		taken |= 1u << m.process_of[i];
	}
	if (rc == 0)
		mapping_free(&m);
	return 0;
}
