/* ops.h - the decoded instructions of the program, kept: a worker's own. */
#ifndef BGQ_EMU_WAIT_OPS_H
#define BGQ_EMU_WAIT_OPS_H

#include "decode.h"

/* The op at offset at, which stays where it is; base: any process's image. */
struct op *ops_find(const uint8_t *base, uint64_t at);

#endif
