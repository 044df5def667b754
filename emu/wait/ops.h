/* ops.h - the decoded instructions of the program, kept: a worker's own. */
#ifndef BGQ_EMU_WAIT_OPS_H
#define BGQ_EMU_WAIT_OPS_H

#include "decode.h"

struct ops;

struct ops *ops_self(void);
/* The index of the op at offset at; base: any process's image.  Others' addresses change. */
int32_t ops_find(struct ops *o, const uint8_t *base, uint64_t at);
struct op *ops_get(struct ops *o, int32_t index);
int32_t ops_index(const struct ops *o, const struct op *op);

#endif
