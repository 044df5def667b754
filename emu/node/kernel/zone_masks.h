/* zone_masks.h - five masks of dimensions as the machine's registers and its personality
 * hold them: 25 bits, the first mask highest; A is the highest bit of a mask, which
 * net/ has lowest. */
#ifndef BGQ_EMU_ZONE_MASKS_H
#define BGQ_EMU_ZONE_MASKS_H

#include <stdint.h>

#include "net/net.h"

static inline uint32_t zone_masks_word(const uint8_t masks[NET_MASKS])
{
	uint32_t word = 0;

	for (unsigned i = 0; i < NET_DIMS; i++)
		for (unsigned d = 0; d < NET_DIMS; d++)
			word = word << 1 | (masks[i] >> d & 1);
	return word;
}

#endif
