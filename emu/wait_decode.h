/* wait_decode.h - one instruction of a program, for wait_loop.c. */
#ifndef BGQ_EMU_WAIT_DECODE_H
#define BGQ_EMU_WAIT_DECODE_H

#include "wait_loop.h"

/* Whether there is a decoder.  Any thread may ask, and decode: workers do at once. */
bool wait_decode_ready(void);

/* The instruction at `at`, into op; false: it is not known here.  A call of the hook that
 * bgq-cc puts into basic blocks is WAIT_OP_HOOK. */
bool wait_decode(uint64_t at, struct wait_op *op);

#endif
