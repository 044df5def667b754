/* decode.h - the instruction decoder: machine code of a program to ops; see op.h. */
#ifndef BGQ_EMU_WAIT_DECODE_H
#define BGQ_EMU_WAIT_DECODE_H

#include "op.h"

/* Whether there is a decoder for this host.  Without one no wait can be proven, and all
 * are executed.  Any thread. */
bool decode_ready(void);

/* The instruction at offset `at` of the image at base, into op; OP_UNKNOWN if nothing is
 * known of it.  Any thread. */
void decode_insn(const uint8_t *base, uint64_t at, struct op *op);

/* Whether the instruction, known or not, loads or stores at an address from a register other
 * than the stack pointer; gives the operand, and whether it only stores.  Any thread. */
bool decode_access(const uint8_t *base, uint64_t at, struct operand *o, bool *store);

#endif
