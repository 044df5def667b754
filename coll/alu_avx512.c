/*
 * alu_avx512.c - kernels for hosts with AVX-512.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#define ALU_VECTOR_BYTES 64
#define ALU_TARGET __attribute__((target("avx512f,avx512dq,avx512vl")))
#include "alu_table.h"

static bool usable(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx512vl");
}

const struct coll_alu_kernels coll_alu_avx512 = ALU_TABLE("avx512", usable);
#endif
