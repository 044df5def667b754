/* access_bytes.h - of the decoder, for handlers of signals: decode.h's names of registers are
 * <ucontext.h>'s, too.  Never: anything else of an instruction. */
#ifndef BGQ_EMU_FOLLOW_ACCESS_BYTES_H
#define BGQ_EMU_FOLLOW_ACCESS_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* Memory that the instruction at pc, of a program or a library, accesses: at most so many bytes in
 * one piece; 0: it is not known.  string: by rsi, and by rdi, to which it stores if it moves. */
struct access_bytes {
	unsigned bytes;
	bool string, moves;
};
struct access_bytes decode_access_bytes(uint64_t pc);

#endif
