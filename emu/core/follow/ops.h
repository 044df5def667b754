/* ops.h - the cache of decoded instructions of the program: one per worker. */
#ifndef BGQ_EMU_WAIT_OPS_H
#define BGQ_EMU_WAIT_OPS_H

#include "decode.h"

/* The op at offset at, at an address that stays valid; base: any process's image. */
struct op *ops_find(const uint8_t *base, uint64_t at);

#endif
