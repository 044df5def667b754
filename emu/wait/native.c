/* native.c - see native.h. */
#include "native.h"

#if defined(__x86_64__)

void native_build(const cs_insn *in, struct op *op, native_operand_fn *memory)
{
	(void)in, (void)op, (void)memory;
}

#endif

void native_run(struct follow *f, const struct op *op)
{
	(void)op;
	f->lost = true;
}

void native_begin(const void *vectors)
{
	(void)vectors;
}

bool native_unchanged(const void *vectors)
{
	(void)vectors;
	return false;
}
