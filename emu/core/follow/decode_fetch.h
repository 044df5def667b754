/* decode_fetch.h - looks of functions for their code in the instruction cache, which
 * emu/compile/as/as_fetch.c has put there. */
#ifndef BGQ_EMU_FOLLOW_DECODE_FETCH_H
#define BGQ_EMU_FOLLOW_DECODE_FETCH_H

#include "op.h"

/* True, with op an OP_FETCH of several instructions, if one is at offset `at` of the image. */
bool decode_fetch(const uint8_t *base, uint64_t at, struct op *op);

#endif
