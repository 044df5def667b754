/*
 * mapping.h - which process of the machine has which rank (runjob --mapping).
 *
 * A mapping is an order of the letters A to E and T, the last one varying
 * fastest, or a file with the coordinates of rank 0, 1, 2, ... in its lines.
 * Knows shapes and numbers only.
 */
#ifndef BGQ_EMU_MAPPING_H
#define BGQ_EMU_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"
#include "corner.h"

#define MAPPING_DEFAULT "ABCDET"

struct mapping {
	char order[8];        /* the letters, or "" for a file */
	char *path;           /* of the file */
	uint32_t ranks;
	uint32_t *process_of; /* [ranks]: node * slots + T */
};

/* Block of nodes that ranks are mapped onto, each with places for so many, or a part of it, from
 * whose corner coordinates are counted. */
struct mapping_block {
	const struct net_shape *shape;
	uint32_t slots;
	struct part_box part;
};

/* True if text is a permutation of ABCDET. */
bool mapping_is_order(const char *text);

/* Makes the mapping of `ranks` ranks onto the block out of what --mapping was given.
 * 0, or -errno with one line in err: a file that cannot be read, has fewer places
 * than ranks, or names one twice or outside the machine. */
int mapping_make(struct mapping *m, const char *text, const struct mapping_block *b,
		 uint32_t ranks, char *err, size_t err_bytes);
void mapping_free(struct mapping *m);

#endif
