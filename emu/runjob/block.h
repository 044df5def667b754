/*
 * block.h - what names of blocks and of locations say of the size of a machine.
 *
 * A block's size is in the control system's data base, which the emulator does not have.
 * The names that tell it: locations of hardware, a shape, and those that end in a number of
 * nodes, as sites made them.
 */
#ifndef BGQ_EMU_RUNJOB_BLOCK_H
#define BGQ_EMU_RUNJOB_BLOCK_H

#include <stdbool.h>

#include "net/machine/shape.h"

/* "R00" (1024 nodes), "R00-M0" (512), "R00-M0-N03" (32), "test-4x4x4x4x2", "MIR-00000-512"
 * (32 or more).  False: the name says nothing. */
bool block_shape(const char *name, struct net_shape *s);

enum corner { CORNER_WRONG, CORNER_NODE, CORNER_CORE };

/* "R00-M0-N04-J00", or "R00-M1-N12-J05-C00" for a core. */
enum corner corner_parse(const char *location);

#endif
