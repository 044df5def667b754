/*
 * alu_portable.c - kernels for any host: vectors of 16 bytes, as x86-64 and AArch64
 * both have, or whatever the compiler makes of them.
 */
#define ALU_VECTOR_BYTES 16
#define ALU_TARGET
#include "alu_table.h"

static bool usable(void)
{
	return true;
}

const struct coll_alu_kernels coll_alu_portable = ALU_TABLE("portable", usable);
