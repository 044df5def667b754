/*
 * bgqemu/xl.h - functions that bgxlc has built in, other than those of vectors.
 *
 * Included by bgq-cc itself where it is called by a name of XL, and, without XL's macros
 * (BGQEMU_XL_FUNCTIONS), for sources that use these functions under a name of GCC.
 * C and C++.  Costs are those of the instructions, as far as they have any
 * (hwi/include/bqc/A2_inlines.h).
 */
#ifndef BGQEMU_XL_H
#define BGQEMU_XL_H

#pragma GCC system_header

/* The compiler's macros: version 12.1, 64 bits.  Those of the processor are bgq-cc's. */
#ifndef BGQEMU_XL_FUNCTIONS
#define __xlC__ 0x0c01
#define __xlC_ver__ 0x00000000
#define __64BIT__ 1
#ifdef __cplusplus
#define __IBMCPP__ 1210
#else
#define __IBMC__ 1210
#define __xlc__ "12.1.0.0"
#endif
#endif

#ifndef __ASSEMBLER__ /* files of assembly get the macros above alone */

/* A qualifier of objects and types. */
#define __align(n) __attribute__((__aligned__(n)))

#ifdef __cplusplus
extern "C" {
#endif

unsigned long bgqrt_load_reserved(unsigned long at, unsigned bytes);
int bgqrt_store_conditional(unsigned long at, unsigned bytes, unsigned long value);
unsigned long bgqrt_mfspr(unsigned spr);
double bgqrt_fma(double a, double c, double b);
double bgqrt_fma_single(double a, double c, double b);
double bgqrt_round(double a, unsigned kind);
double bgqrt_to_integer(double a, unsigned kind);
double bgqrt_from_integer(double a, unsigned kind);
void bgqemu_charge(unsigned int op, unsigned int count);

/* Text that -E has made has this line, by which bgq-cc knows that this header was before it. */
extern const char _bgqemu_has_xl_h;

#define _BGQ_XL static __inline__ __attribute__((__always_inline__, __unused__))

/* ---- order */
_BGQ_XL void _bgq_xl_fence(unsigned op)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	bgqemu_charge(op, 1);
}
_BGQ_XL void __sync(void) { _bgq_xl_fence(4); }
_BGQ_XL void __lwsync(void) { _bgq_xl_fence(5); }
_BGQ_XL void __isync(void) { _bgq_xl_fence(5); }
_BGQ_XL void __eieio(void) { _bgq_xl_fence(5); }
_BGQ_XL void __iospace_sync(void) { _bgq_xl_fence(4); }
_BGQ_XL void __iospace_lwsync(void) { _bgq_xl_fence(5); }
_BGQ_XL void __iospace_eieio(void) { _bgq_xl_fence(5); }
_BGQ_XL void __fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/* ---- caches: hints */
#define __dcbt(p) __builtin_prefetch((const void *)(p), 0)
#define __dcbtst(p) __builtin_prefetch((const void *)(p), 1)
#define __dcbf(p) ((void)(p))
#define __dcbfl(p) ((void)(p))
#define __dcbst(p) ((void)(p))
#define __icbt(p) ((void)(p))
#define __prefetch_by_load(p) __builtin_prefetch((const void *)(p), 0)
#define __prefetch_by_stream(d, p) ((void)(d), (void)(p))
/* A function, since sources declare it anew. */
#if defined __GNUC__ && __GNUC__ > 10
__attribute__((__access__(__none__, 2)))
#endif
_BGQ_XL void __alignx(int n, const void *p) { (void)n; (void)p; }
_BGQ_XL void __dcbz(void *p)
{
	unsigned long *line = (unsigned long *)((unsigned long)p & ~63ul);
	int i;

	for (i = 0; i < 8; i++)
		line[i] = 0;
}

/* ---- reservations */
_BGQ_XL int __lwarx(volatile int *p)
{
	return (int)bgqrt_load_reserved((unsigned long)p, 4);
}
_BGQ_XL long __ldarx(volatile long *p)
{
	return (long)bgqrt_load_reserved((unsigned long)p, 8);
}
_BGQ_XL int __stwcx(volatile int *p, int v)
{
	return bgqrt_store_conditional((unsigned long)p, 4, (unsigned long)v);
}
_BGQ_XL int __stdcx(volatile long *p, long v)
{
	return bgqrt_store_conditional((unsigned long)p, 8, (unsigned long)v);
}
#define _BGQ_XL_FETCH(name, type, load, store, e) \
	_BGQ_XL type name(volatile type *p, type v) \
	{ type old; do old = (type)load; while (!store(p, (type)(e))); return old; }
#define _BGQ_XL_FETCH_ALL(name, e) \
	_BGQ_XL_FETCH(__fetch_and_##name, int, __lwarx(p), __stwcx, e) \
	_BGQ_XL_FETCH(__fetch_and_##name##lp, long, __ldarx(p), __stdcx, e)
_BGQ_XL_FETCH_ALL(add, old + v)
_BGQ_XL_FETCH_ALL(and, old & v)
_BGQ_XL_FETCH_ALL(or, old | v)
_BGQ_XL_FETCH_ALL(swap, v)
_BGQ_XL int __compare_and_swap(volatile int *p, int *old, int v)
{
	int now;

	do {
		now = __lwarx(p);
		if (now != *old) {
			*old = now;
			return 0;
		}
	} while (!__stwcx(p, v));
	return 1;
}
_BGQ_XL int __compare_and_swaplp(volatile long *p, long *old, long v)
{
	long now;

	do {
		now = __ldarx(p);
		if (now != *old) {
			*old = now;
			return 0;
		}
	} while (!__stdcx(p, v));
	return 1;
}
/* 0: it was old, and is v now. */
_BGQ_XL int __check_lock_mp(const int *p, int old, int v)
{
	int swapped = __compare_and_swap((volatile int *)p, &old, v);

	__isync();
	return !swapped;
}
_BGQ_XL int __check_lockd_mp(const long *p, long old, long v)
{
	int swapped = __compare_and_swaplp((volatile long *)p, &old, v);

	__isync();
	return !swapped;
}
_BGQ_XL void __clear_lock_mp(const int *p, int v)
{
	__sync();
	*(volatile int *)p = v;
}
_BGQ_XL void __clear_lockd_mp(const long *p, long v)
{
	__sync();
	*(volatile long *)p = v;
}

/* ---- bits and registers */
_BGQ_XL unsigned __cntlz4(unsigned v) { return v ? (unsigned)__builtin_clz(v) : 32; }
_BGQ_XL unsigned __cntlz8(unsigned long v) { return v ? (unsigned)__builtin_clzl(v) : 64; }
_BGQ_XL unsigned __cnttz4(unsigned v) { return v ? (unsigned)__builtin_ctz(v) : 32; }
_BGQ_XL unsigned __cnttz8(unsigned long v) { return v ? (unsigned)__builtin_ctzl(v) : 64; }
_BGQ_XL int __popcnt4(unsigned v) { return __builtin_popcount(v); }
_BGQ_XL int __popcnt8(unsigned long v) { return __builtin_popcountl(v); }
_BGQ_XL int __poppar4(unsigned v) { return __builtin_parity(v); }
_BGQ_XL int __poppar8(unsigned long v) { return __builtin_parityl(v); }
_BGQ_XL unsigned __rotatel4(unsigned v, unsigned n)
{
	return v << (n & 31) | v >> (-n & 31);
}
_BGQ_XL unsigned long __rotatel8(unsigned long v, unsigned long n)
{
	return v << (n & 63) | v >> (-n & 63);
}
_BGQ_XL unsigned long __mftb(void) { return bgqrt_mfspr(268); }
_BGQ_XL unsigned __mftbu(void) { return (unsigned)bgqrt_mfspr(269); }
#define __mfspr(n) bgqrt_mfspr(n)
_BGQ_XL long __mulhd(long a, long b)
{
	return (long)((__extension__ (__int128)a) * b >> 64);
}
_BGQ_XL unsigned long __mulhdu(unsigned long a, unsigned long b)
{
	return (unsigned long)((__extension__ (unsigned __int128)a) * b >> 64);
}
_BGQ_XL int __mulhw(int a, int b) { return (int)((long)a * b >> 32); }
_BGQ_XL unsigned __mulhwu(unsigned a, unsigned b)
{
	return (unsigned)((unsigned long)a * b >> 32);
}

/* ---- floating point */
_BGQ_XL double __fmadd(double a, double b, double c) { return bgqrt_fma(a, b, c); }
_BGQ_XL double __fmsub(double a, double b, double c) { return bgqrt_fma(a, b, -c); }
_BGQ_XL double __fnmadd(double a, double b, double c) { return -bgqrt_fma(a, b, c); }
_BGQ_XL double __fnmsub(double a, double b, double c) { return -bgqrt_fma(a, b, -c); }
_BGQ_XL float __fmadds(float a, float b, float c) { return (float)bgqrt_fma_single(a, b, c); }
_BGQ_XL float __fmsubs(float a, float b, float c) { return (float)bgqrt_fma_single(a, b, -c); }
_BGQ_XL float __fnmadds(float a, float b, float c)
{
	return -(float)bgqrt_fma_single(a, b, c);
}
_BGQ_XL float __fnmsubs(float a, float b, float c)
{
	return -(float)bgqrt_fma_single(a, b, -c);
}
_BGQ_XL double __frin(double a) { return bgqrt_round(a, 0); }
_BGQ_XL double __friz(double a) { return bgqrt_round(a, 1); }
_BGQ_XL double __frip(double a) { return bgqrt_round(a, 2); }
_BGQ_XL double __frim(double a) { return bgqrt_round(a, 3); }
_BGQ_XL double __fctid(double a) { return bgqrt_to_integer(a, 0); }
_BGQ_XL double __fctidz(double a) { return bgqrt_to_integer(a, 1); }
_BGQ_XL double __fctiw(double a) { return bgqrt_to_integer(a, 2); }
_BGQ_XL double __fctiwz(double a) { return bgqrt_to_integer(a, 3); }
_BGQ_XL double __fcfid(double a) { return bgqrt_from_integer(a, 0); }
_BGQ_XL double __fabs(double a) { return __builtin_fabs(a); }
_BGQ_XL float __fabss(float a) { return __builtin_fabsf(a); }
_BGQ_XL double __fnabs(double a) { return -__builtin_fabs(a); }
_BGQ_XL double __fsel(double a, double b, double c) { return a >= 0 ? b : c; }
_BGQ_XL float __fsels(float a, float b, float c) { return a >= 0 ? b : c; }
_BGQ_XL double __fre(double a) { return 1 / a; }
_BGQ_XL float __fres(float a) { return 1 / a; }
_BGQ_XL double __frsqrte(double a) { return 1 / __builtin_sqrt(a); }
_BGQ_XL double __fsqrt(double a) { return __builtin_sqrt(a); }
_BGQ_XL float __fsqrts(float a) { return __builtin_sqrtf(a); }
_BGQ_XL float __frsqrtes(float a) { return 1 / __builtin_sqrtf(a); }
_BGQ_XL float __swdivs(float a, float b) { return a / b; }
_BGQ_XL float __swdivs_nochk(float a, float b) { return a / b; }
_BGQ_XL double __swdiv(double a, double b) { return a / b; }
_BGQ_XL double __swdiv_nochk(double a, double b) { return a / b; }
_BGQ_XL double __frsp(double a) { return (float)a; }

#ifdef __cplusplus
}
#endif
#endif /* __ASSEMBLER__ */
#endif
