/*
 * alu_avx2.c - kernels for hosts with AVX2.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#define ALU_VECTOR_BYTES 32
#define ALU_TARGET __attribute__((target("avx2")))
#include "alu_table.h"

static bool usable(void)
{
	return __builtin_cpu_supports("avx2");
}

const struct coll_alu_kernels coll_alu_avx2 = ALU_TABLE("avx2", usable);
#endif
