/*
 * alu_vector.h - vectors of ALU_VECTOR_BYTES, and what GCC's vector extensions do
 * not say in C.  Included by a kernel file that has defined that width and
 * ALU_TARGET, the attribute for the functions that use it; x86-64 with AVX2 has
 * instructions of its own, all else does with operators.
 */
#ifndef BGQ_COLL_ALU_VECTOR_H
#define BGQ_COLL_ALU_VECTOR_H

#include <stdint.h>
#include <string.h>

#define ALU_INLINE static inline __attribute__((always_inline)) ALU_TARGET
/* Unrolls loops over the vectors of a block: else these live in memory. */
#ifdef __clang__
#define ALU_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ALU_UNROLL _Pragma("GCC unroll 4")
#endif

typedef uint64_t vec __attribute__((vector_size(ALU_VECTOR_BYTES)));
typedef int64_t vec_s64 __attribute__((vector_size(ALU_VECTOR_BYTES)));
typedef uint32_t vec_u32 __attribute__((vector_size(ALU_VECTOR_BYTES)));
typedef int32_t vec_s32 __attribute__((vector_size(ALU_VECTOR_BYTES)));
typedef double vec_fp __attribute__((vector_size(ALU_VECTOR_BYTES)));

/* VEC_ALL64() and VEC_ALL32(): the value in each word. */
#define VEC_ALL64(value) ((vec){} + (uint64_t)(value))
#define VEC_ALL32(value) ((vec_u32){} + (uint32_t)(value))
#define VEC_FP(value) ((vec_fp){} + (value))

ALU_INLINE vec vec_load(const void *from)
{
	vec v;

	memcpy(&v, from, sizeof v);
	return v;
}

ALU_INLINE void vec_store(void *to, vec v)
{
	memcpy(to, &v, sizeof v);
}

#if ALU_VECTOR_BYTES == 64
#define VEC_COUNT 1, 2, 3, 4, 5, 6, 7, 8
#elif ALU_VECTOR_BYTES == 32
#define VEC_COUNT 1, 2, 3, 4
#else
#define VEC_COUNT 1, 2
#endif

/* Word i is left's word i + 1, the last one is right's first. */
ALU_INLINE vec vec_next(vec left, vec right)
{
#ifdef __clang__
	return __builtin_shufflevector(left, right, VEC_COUNT);
#else
	return __builtin_shuffle(left, right, (vec){ VEC_COUNT });
#endif
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE) && ALU_VECTOR_BYTES == 64
#include <immintrin.h>

ALU_INLINE bool vec_any(vec v)
{
	return _mm512_test_epi64_mask((__m512i)v, (__m512i)v);
}

ALU_INLINE vec_s32 vec_min32(vec_s32 a, vec_s32 b)
{
	return (vec_s32)_mm512_min_epi32((__m512i)a, (__m512i)b);
}

ALU_INLINE vec_s64 vec_min64(vec_s64 a, vec_s64 b)
{
	return (vec_s64)_mm512_min_epi64((__m512i)a, (__m512i)b);
}

ALU_INLINE vec_fp vec_fp_min(vec_fp a, vec_fp b)
{
	return _mm512_min_pd(a, b);
}

ALU_INLINE vec_fp vec_fp_max(vec_fp a, vec_fp b)
{
	return _mm512_max_pd(a, b);
}

#elif defined(__x86_64__) && !defined(BGQ_PORTABLE) && ALU_VECTOR_BYTES == 32
#include <immintrin.h>

ALU_INLINE bool vec_any(vec v)
{
	return !_mm256_testz_si256((__m256i)v, (__m256i)v);
}

ALU_INLINE vec_s32 vec_min32(vec_s32 a, vec_s32 b)
{
	return (vec_s32)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

ALU_INLINE vec_s64 vec_min64(vec_s64 a, vec_s64 b)
{
	return (vec_s64)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)(a > b));
}

/* a < b ? a : b, so b if they are equal or one is not a number. */
ALU_INLINE vec_fp vec_fp_min(vec_fp a, vec_fp b)
{
	return _mm256_min_pd(a, b);
}

/* a > b ? a : b */
ALU_INLINE vec_fp vec_fp_max(vec_fp a, vec_fp b)
{
	return _mm256_max_pd(a, b);
}

#else

ALU_INLINE bool vec_any(vec v)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < sizeof v / sizeof any; i++)
		any |= v[i];
	return any != 0;
}

ALU_INLINE vec_s32 vec_min32(vec_s32 a, vec_s32 b)
{
	vec_s32 first = a < b;

	return (a & first) | (b & ~first);
}

ALU_INLINE vec_s64 vec_min64(vec_s64 a, vec_s64 b)
{
	vec_s64 first = a < b;

	return (a & first) | (b & ~first);
}

ALU_INLINE vec_fp vec_fp_min(vec_fp a, vec_fp b)
{
	vec_s64 first = a < b;

	return (vec_fp)(((vec_s64)a & first) | ((vec_s64)b & ~first));
}

ALU_INLINE vec_fp vec_fp_max(vec_fp a, vec_fp b)
{
	vec_s64 first = a > b;

	return (vec_fp)(((vec_s64)a & first) | ((vec_s64)b & ~first));
}

#endif
#endif
