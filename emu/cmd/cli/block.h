/*
 * block.h - what names of blocks and of locations say of the size of a machine.
 *
 * A block's size is in the control system's data base, which the emulator does not have.
 * The names that tell it: locations of hardware, a shape, and those that end in a number of
 * nodes, as sites made them.
 */
#ifndef BGQ_EMU_CLI_BLOCK_H
#define BGQ_EMU_CLI_BLOCK_H

#include <stdbool.h>

#include "net/machine/location.h"
#include "net/machine/shape.h"

struct named_block {
	struct net_shape shape;
	struct net_location at; /* of its node <0,0,0,0,0> */
};

/* "R00" (1024 nodes), "R00-M0" (512), "R00-M0-N03" (32), "EAS-02000-13331" (first and last node
 * in the machine), "test-4x4x4x4x2", "MIR-00000-512" (32 or more).  False: the name says
 * nothing. */
bool block_named(const char *name, struct named_block *b);
/* Only the names of hardware: rack, midplane, node board. */
bool block_of_hardware(const char *name, struct named_block *b);
/* Coordinates in the block of the node at l; false: it is none of them. */
bool block_corner(const struct named_block *b, const struct net_location *l, uint8_t c[NET_DIMS]);

enum corner { CORNER_WRONG, CORNER_NODE, CORNER_CORE };

/* "R00-M0-N04-J00", or "R00-M1-N12-J05-C00" for a core. */
enum corner corner_parse(const char *location, struct net_location *l);

#endif
