/*
 * bgqemu/qpx.h - vectors of four doubles and their functions, as bgxlc has them built in.
 *
 * Included by bgq-cc itself, where a source that is compiled by a name of XL, or with
 * --qpx, says vector4double.  C and C++.  A vector is one of the host, in the order of
 * memory; functions take what the processor's instructions take and give the same numbers to
 * the bit, but for estimates (vec_re, vec_rsqrte), which are exact here.  Loads and stores
 * round addresses down to a multiple of what they move, as the instructions do; those ending
 * in a interrupt there, and CNK moves what is at the address itself (emu/target/rt/misaligned.c).
 * Costs are those of the host's instructions, one for one.  Needs a host with AVX2 and FMA: a
 * program for another one ends at its start.
 */
#ifndef BGQEMU_QPX_H
#define BGQEMU_QPX_H

#pragma GCC system_header

#if !defined(__AVX2__) || !defined(__FMA__)
#error vector4double: compile with bgxlc, or with bgq-cc --qpx
#endif

/* Tells bgq-as that vectors of doubles are the machine's in this file. */
__asm__("/* bgq-qpx */");

typedef double vector4double __attribute__((__vector_size__(32)));
typedef vector4double __vector4double;
typedef long _bgq_v4l __attribute__((__vector_size__(32)));
typedef vector4double _bgq_v4 __attribute__((__may_alias__, __aligned__(8)));
typedef double _bgq_v2 __attribute__((__vector_size__(16), __may_alias__, __aligned__(8)));
typedef int _bgq_w __attribute__((__may_alias__));
typedef float _bgq_v4f __attribute__((__vector_size__(16), __may_alias__, __aligned__(4)));

#define _BGQ_V static __inline__ __attribute__((__always_inline__, __unused__))

#ifdef __cplusplus
extern "C" {
#endif

extern char bgqrt_needs_avx2;
static char *const _bgq_needs_avx2 __attribute__((__used__)) = &bgqrt_needs_avx2;
unsigned long bgqrt_misaligned(unsigned long at) __attribute__((__cold__));
double bgqrt_round(double a, unsigned kind);
double bgqrt_to_integer(double a, unsigned kind);
double bgqrt_from_integer(double a, unsigned kind);

/* ---- memory: doubles, floats (4 bytes each), complex numbers of both */

_BGQ_V unsigned long _bgq_at(long offset, const volatile void *base, unsigned long bytes,
	int exact)
{
	unsigned long at = (unsigned long)base + (unsigned long)offset;

	if (exact && at & (bytes - 1))
		return bgqrt_misaligned(at);
	return at & ~(bytes - 1);
}

_BGQ_V vector4double _bgq_ld8(long o, const volatile void *p, int exact)
{
	return *(_bgq_v4 *)_bgq_at(o, p, 32, exact);
}

_BGQ_V vector4double _bgq_ld4(long o, const volatile void *p, int exact)
{
	_bgq_v4f v = *(_bgq_v4f *)_bgq_at(o, p, 16, exact);
	vector4double d = { v[0], v[1], v[2], v[3] };

	return d;
}

_BGQ_V vector4double _bgq_ld28(long o, const volatile void *p, int exact)
{
	_bgq_v2 v = *(_bgq_v2 *)_bgq_at(o, p, 16, exact);
	vector4double d = { v[0], v[1], v[0], v[1] };

	return d;
}

_BGQ_V vector4double _bgq_ld24(long o, const volatile void *p, int exact)
{
	const float *f = (const float *)_bgq_at(o, p, 8, exact);
	vector4double d = { f[0], f[1], f[0], f[1] };

	return d;
}

_BGQ_V vector4double vec_splats(double v)
{
	vector4double d = { v, v, v, v };

	return d;
}

_BGQ_V vector4double _bgq_lds8(long o, const volatile void *p, int exact)
{
	(void)exact;
	return vec_splats(*(const double *)((const volatile char *)p + o));
}

_BGQ_V vector4double _bgq_lds4(long o, const volatile void *p, int exact)
{
	(void)exact;
	return vec_splats(*(const float *)((const volatile char *)p + o));
}

_BGQ_V void _bgq_st8(vector4double v, long o, volatile void *p, int exact)
{
	*(_bgq_v4 *)_bgq_at(o, p, 32, exact) = v;
}

_BGQ_V void _bgq_st4(vector4double v, long o, volatile void *p, int exact)
{
	_bgq_v4f f = { (float)v[0], (float)v[1], (float)v[2], (float)v[3] };

	*(_bgq_v4f *)_bgq_at(o, p, 16, exact) = f;
}

_BGQ_V void _bgq_st28(vector4double v, long o, volatile void *p, int exact)
{
	_bgq_v2 d = { v[0], v[1] };

	*(_bgq_v2 *)_bgq_at(o, p, 16, exact) = d;
}

_BGQ_V void _bgq_st24(vector4double v, long o, volatile void *p, int exact)
{
	float *f = (float *)_bgq_at(o, p, 8, exact);

	f[0] = (float)v[0];
	f[1] = (float)v[1];
}

_BGQ_V void _bgq_sts8(vector4double v, long o, volatile void *p, int exact)
{
	(void)exact;
	*(double *)((volatile char *)p + o) = v[0];
}

_BGQ_V void _bgq_sts4(vector4double v, long o, volatile void *p, int exact)
{
	(void)exact;
	*(float *)((volatile char *)p + o) = (float)v[0];
}

/* Words of four bytes, with their sign or without, and integers back to them. */
_BGQ_V vector4double _bgq_ldi(long o, const volatile void *p, int exact, int sign)
{
	const _bgq_w *w = (const _bgq_w *)_bgq_at(o, p, 16, exact);
	_bgq_v4l v = { w[0], w[1], w[2], w[3] };
	_bgq_v4l words = { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff };

	return (vector4double)(sign ? v : v & words);
}

_BGQ_V vector4double vec_ldia(long o, const volatile int *p) { return _bgq_ldi(o, p, 0, 1); }
_BGQ_V vector4double vec_ldiaa(long o, const volatile int *p) { return _bgq_ldi(o, p, 1, 1); }
_BGQ_V vector4double vec_ldiz(long o, const volatile unsigned *p)
{
	return _bgq_ldi(o, p, 0, 0);
}
_BGQ_V vector4double vec_ldiza(long o, const volatile unsigned *p)
{
	return _bgq_ldi(o, p, 1, 0);
}

_BGQ_V void _bgq_stw(vector4double v, long o, volatile void *p, int exact)
{
	_bgq_w *w = (_bgq_w *)_bgq_at(o, p, 16, exact);
	_bgq_v4l l = (_bgq_v4l)v;
	int i;

	for (i = 0; i < 4; i++)
		w[i] = (int)l[i];
}

_BGQ_V double _bgq_bits(long bits)
{
	double d;

	__builtin_memcpy(&d, &bits, sizeof d);
	return d;
}

/* Four numbers of three bits each, the control of vec_perm. */
_BGQ_V vector4double vec_gpci(unsigned pattern)
{
	vector4double d = { _bgq_bits(1L << 62 | (long)(pattern >> 9 & 7) << 49),
		_bgq_bits(1L << 62 | (long)(pattern >> 6 & 7) << 49),
		_bgq_bits(1L << 62 | (long)(pattern >> 3 & 7) << 49),
		_bgq_bits(1L << 62 | (long)(pattern & 7) << 49) };

	return d;
}

/* Controls that join two aligned loads, or split a store, at an address between. */
_BGQ_V vector4double _bgq_lvs(unsigned long at, int right)
{
	unsigned n = right ? 4 - (at & 3) : at & 3;

	return vec_gpci(n << 9 | (n + 1) << 6 | (n + 2) << 3 | (n + 3));
}

#ifdef __cplusplus
}
/* Kind of a pointer's target: doubles, floats, complex numbers of them, or words. */
template <class T> struct _bgq_is { enum { f = 0, c = 0, w = 0 }; };
template <class T> struct _bgq_is<const T> : _bgq_is<T> {};
template <class T> struct _bgq_is<volatile T> : _bgq_is<T> {};
template <class T> struct _bgq_is<const volatile T> : _bgq_is<T> {};
template <> struct _bgq_is<float> { enum { f = 1, c = 0, w = 0 }; };
template <> struct _bgq_is<_Complex float> { enum { f = 1, c = 1, w = 0 }; };
template <> struct _bgq_is<_Complex double> { enum { f = 0, c = 1, w = 0 }; };
template <> struct _bgq_is<int> { enum { f = 0, c = 0, w = 1 }; };
template <> struct _bgq_is<unsigned> { enum { f = 0, c = 0, w = 1 }; };
#define _BGQ_LOAD(name, eight, four, exact) \
	template <class T> _BGQ_V vector4double name(long o, T *p) \
	{ return _bgq_is<T>::f ? four(o, p, exact) : eight(o, p, exact); }
#define _BGQ_LOAD_ONE(name, exact) \
	template <class T> _BGQ_V vector4double name(long o, T *p) \
	{ return !_bgq_is<T>::c ? _bgq_is<T>::f ? _bgq_lds4(o, p, 0) : _bgq_lds8(o, p, 0) : \
		_bgq_is<T>::f ? _bgq_ld24(o, p, exact) : _bgq_ld28(o, p, exact); }
#define _BGQ_STORE(name, eight, four, word, exact) \
	template <class T> _BGQ_V void name(vector4double v, long o, T *p) \
	{ _bgq_is<T>::w ? word(v, o, p, exact) : \
		_bgq_is<T>::f ? four(v, o, p, exact) : eight(v, o, p, exact); }
#define _BGQ_STORE_ONE(name, exact) \
	template <class T> _BGQ_V void name(vector4double v, long o, T *p) \
	{ !_bgq_is<T>::c ? _bgq_is<T>::f ? _bgq_sts4(v, o, p, 0) : _bgq_sts8(v, o, p, 0) : \
		_bgq_is<T>::f ? _bgq_st24(v, o, p, exact) : _bgq_st28(v, o, p, exact); }
_BGQ_LOAD(vec_ld, _bgq_ld8, _bgq_ld4, 0)
_BGQ_LOAD(vec_lda, _bgq_ld8, _bgq_ld4, 1)
_BGQ_LOAD(vec_ld2, _bgq_ld28, _bgq_ld24, 0)
_BGQ_LOAD(vec_ld2a, _bgq_ld28, _bgq_ld24, 1)
_BGQ_LOAD_ONE(vec_lds, 0)
_BGQ_LOAD_ONE(vec_ldsa, 1)
_BGQ_STORE(vec_st, _bgq_st8, _bgq_st4, _bgq_stw, 0)
_BGQ_STORE(vec_sta, _bgq_st8, _bgq_st4, _bgq_stw, 1)
_BGQ_STORE(vec_st2, _bgq_st28, _bgq_st24, _bgq_st28, 0)
_BGQ_STORE(vec_st2a, _bgq_st28, _bgq_st24, _bgq_st28, 1)
_BGQ_STORE_ONE(vec_sts, 0)
_BGQ_STORE_ONE(vec_stsa, 1)
template <class T> _BGQ_V vector4double vec_lvsl(long o, T *p)
{
	return _bgq_lvs(((unsigned long)p + o) / (_bgq_is<T>::f ? 4 : 8), 0);
}
template <class T> _BGQ_V vector4double vec_lvsr(long o, T *p)
{
	return _bgq_lvs(((unsigned long)p + o) / (_bgq_is<T>::f ? 4 : 8), 1);
}
/* (vector4double)(x), which bgq-ppc writes so */
_BGQ_V vector4double _bgq_literal(double v) { return vec_splats(v); }
_BGQ_V vector4double _bgq_literal(vector4double v) { return v; }
extern "C" {
#else
#define _BGQ_OF(type, e) type *: e, const type *: e, volatile type *: e, \
	const volatile type *: e
#define _BGQ_BY_TYPE(p, eight, four) _Generic((p), _BGQ_OF(float, four), \
	_BGQ_OF(_Complex float, four), default: eight)
#define _BGQ_BY_STORE(p, eight, four, word) _Generic((p), _BGQ_OF(float, four), \
	_BGQ_OF(_Complex float, four), _BGQ_OF(int, word), _BGQ_OF(unsigned, word), \
	default: eight)
#define _BGQ_BY_ONE(p, eight, four, pair8, pair4) _Generic((p), _BGQ_OF(float, four), \
	_BGQ_OF(_Complex float, pair4), _BGQ_OF(_Complex double, pair8), default: eight)
#define vec_ld(o, p) _BGQ_BY_TYPE(p, _bgq_ld8, _bgq_ld4)((o), (p), 0)
#define vec_lda(o, p) _BGQ_BY_TYPE(p, _bgq_ld8, _bgq_ld4)((o), (p), 1)
#define vec_ld2(o, p) _BGQ_BY_TYPE(p, _bgq_ld28, _bgq_ld24)((o), (p), 0)
#define vec_ld2a(o, p) _BGQ_BY_TYPE(p, _bgq_ld28, _bgq_ld24)((o), (p), 1)
#define _BGQ_LDS(p) _BGQ_BY_ONE(p, _bgq_lds8, _bgq_lds4, _bgq_ld28, _bgq_ld24)
#define vec_lds(o, p) _BGQ_LDS(p)((o), (p), 0)
#define vec_ldsa(o, p) _BGQ_LDS(p)((o), (p), 1)
#define vec_st(v, o, p) _BGQ_BY_STORE(p, _bgq_st8, _bgq_st4, _bgq_stw)((v), (o), (p), 0)
#define vec_sta(v, o, p) _BGQ_BY_STORE(p, _bgq_st8, _bgq_st4, _bgq_stw)((v), (o), (p), 1)
#define vec_st2(v, o, p) _BGQ_BY_TYPE(p, _bgq_st28, _bgq_st24)((v), (o), (p), 0)
#define vec_st2a(v, o, p) _BGQ_BY_TYPE(p, _bgq_st28, _bgq_st24)((v), (o), (p), 1)
#define _BGQ_STS(p) _BGQ_BY_ONE(p, _bgq_sts8, _bgq_sts4, _bgq_st28, _bgq_st24)
#define vec_sts(v, o, p) _BGQ_STS(p)((v), (o), (p), 0)
#define vec_stsa(v, o, p) _BGQ_STS(p)((v), (o), (p), 1)
#define vec_lvsl(o, p) _bgq_lvs(((unsigned long)(p) + (o)) / _BGQ_BY_TYPE(p, 8, 4), 0)
#define vec_lvsr(o, p) _bgq_lvs(((unsigned long)(p) + (o)) / _BGQ_BY_TYPE(p, 8, 4), 1)
#endif

/* ---- arithmetic */

#define _BGQ_SWAP(a) __builtin_shuffle(a, (_bgq_v4l){ 1, 0, 3, 2 })
#define _BGQ_EVEN(a) __builtin_shuffle(a, (_bgq_v4l){ 0, 0, 2, 2 })
#define _BGQ_ODD(a) __builtin_shuffle(a, (_bgq_v4l){ 1, 1, 3, 3 })
#define _BGQ_SIGN (-0x7fffffffffffffffL - 1)
#define _BGQ_FLIP(v, ...) ((vector4double)((_bgq_v4l)(v) ^ (_bgq_v4l){ __VA_ARGS__ }))
#define _BGQ_1(name, e) _BGQ_V vector4double name(vector4double a) { return e; }
#define _BGQ_2(name, e) \
	_BGQ_V vector4double name(vector4double a, vector4double b) { return e; }
#define _BGQ_3(name, e) \
	_BGQ_V vector4double name(vector4double a, vector4double b, vector4double c) { return e; }
/* Number by number. */
#define _BGQ_EACH1(name, e) _BGQ_V vector4double name(vector4double v) \
	{ vector4double t = v; int i; for (i = 0; i < 4; i++) { double a = v[i]; t[i] = e; } \
	  return t; }
#define _BGQ_FMA(a, b, c) __builtin_ia32_vfmaddpd256(a, b, c)

_BGQ_2(vec_add, a + b)
_BGQ_2(vec_sub, a - b)
_BGQ_2(vec_mul, a * b)
_BGQ_3(vec_madd, _BGQ_FMA(a, b, c))
_BGQ_3(vec_msub, _BGQ_FMA(a, b, -c))
_BGQ_3(vec_nmadd, -_BGQ_FMA(a, b, c))
_BGQ_3(vec_nmsub, -_BGQ_FMA(a, b, -c))
_BGQ_2(vec_xmul, _BGQ_EVEN(a) * b)
_BGQ_3(vec_xmadd, _BGQ_FMA(_BGQ_EVEN(a), b, c))
_BGQ_3(vec_xxmadd, _BGQ_FMA(_BGQ_SWAP(a), _BGQ_ODD(b), c))
_BGQ_3(vec_xxnpmadd, _BGQ_FLIP(_BGQ_FMA(_BGQ_SWAP(a), _BGQ_ODD(b),
	_BGQ_FLIP(c, _BGQ_SIGN, 0, _BGQ_SIGN, 0)), _BGQ_SIGN, 0, _BGQ_SIGN, 0))
_BGQ_3(vec_xxcpnmadd, _BGQ_FLIP(_BGQ_FMA(_BGQ_SWAP(a), _BGQ_ODD(b),
	_BGQ_FLIP(c, 0, _BGQ_SIGN, 0, _BGQ_SIGN)), 0, _BGQ_SIGN, 0, _BGQ_SIGN))
_BGQ_1(vec_neg, -a)
_BGQ_1(vec_abs, (vector4double)((_bgq_v4l)a & ~_BGQ_SIGN))
_BGQ_1(vec_nabs, (vector4double)((_bgq_v4l)a | _BGQ_SIGN))
_BGQ_2(vec_cpsgn, (vector4double)(((_bgq_v4l)a & _BGQ_SIGN) | ((_bgq_v4l)b & ~_BGQ_SIGN)))
_BGQ_2(vec_swdiv, a / b)
_BGQ_2(vec_swdiv_nochk, a / b)
_BGQ_1(vec_re, 1.0 / a)
_BGQ_1(vec_swsqrt, __builtin_ia32_sqrtpd256(a))
_BGQ_1(vec_swsqrt_nochk, __builtin_ia32_sqrtpd256(a))
_BGQ_1(vec_rsqrte, 1.0 / __builtin_ia32_sqrtpd256(a))
_BGQ_EACH1(vec_rsp, (float)a)
_BGQ_EACH1(vec_res, (float)(1.0 / a))
_BGQ_1(vec_rsqrtes, vec_rsp(vec_rsqrte(a)))
_BGQ_2(vec_swdivs, vec_rsp(a / b))
_BGQ_2(vec_swdivs_nochk, vec_rsp(a / b))
_BGQ_1(vec_swsqrts, vec_rsp(vec_swsqrt(a)))
_BGQ_1(vec_swsqrts_nochk, vec_rsp(vec_swsqrt(a)))
_BGQ_EACH1(vec_round, bgqrt_round(a, 0))
_BGQ_EACH1(vec_trunc, bgqrt_round(a, 1))
_BGQ_EACH1(vec_ceil, bgqrt_round(a, 2))
_BGQ_EACH1(vec_floor, bgqrt_round(a, 3))
_BGQ_EACH1(vec_ctid, bgqrt_to_integer(a, 0))
_BGQ_EACH1(vec_ctidz, bgqrt_to_integer(a, 1))
_BGQ_EACH1(vec_ctiw, bgqrt_to_integer(a, 2))
_BGQ_EACH1(vec_ctiwz, bgqrt_to_integer(a, 3))
_BGQ_EACH1(vec_ctidu, bgqrt_to_integer(a, 4))
_BGQ_EACH1(vec_ctiduz, bgqrt_to_integer(a, 5))
_BGQ_EACH1(vec_ctiwu, bgqrt_to_integer(a, 6))
_BGQ_EACH1(vec_ctiwuz, bgqrt_to_integer(a, 7))
_BGQ_EACH1(vec_cfid, bgqrt_from_integer(a, 0))
_BGQ_EACH1(vec_cfidu, bgqrt_from_integer(a, 1))

/* ---- comparisons: 1 is true, -1 false; a number is true if it is 0 or more */

#define _BGQ_TRUTH(e) \
	((vector4double)((_bgq_v4l)vec_splats(1.0) | (~(_bgq_v4l)(e) & _BGQ_SIGN)))
#define _BGQ_IS(a) ((_bgq_v4l)((a) >= 0.0))
#define _BGQ_CHOOSE(mask, a, b) \
	((vector4double)(((mask) & (_bgq_v4l)(a)) | (~(mask) & (_bgq_v4l)(b))))
_BGQ_2(vec_cmpgt, _BGQ_TRUTH(a > b))
_BGQ_2(vec_cmplt, _BGQ_TRUTH(a < b))
_BGQ_2(vec_cmpeq, _BGQ_TRUTH(a == b))
_BGQ_2(vec_tstnan, _BGQ_TRUTH((a != a) | (b != b)))
/* b where c is true, else a. */
_BGQ_3(vec_sel, _BGQ_CHOOSE(_BGQ_IS(c), b, a))
_BGQ_2(vec_and, _BGQ_TRUTH(_BGQ_IS(a) & _BGQ_IS(b)))
_BGQ_2(vec_andc, _BGQ_TRUTH(_BGQ_IS(a) & ~_BGQ_IS(b)))
_BGQ_2(vec_or, _BGQ_TRUTH(_BGQ_IS(a) | _BGQ_IS(b)))
_BGQ_2(vec_orc, _BGQ_TRUTH(_BGQ_IS(a) | ~_BGQ_IS(b)))
_BGQ_2(vec_xor, _BGQ_TRUTH(_BGQ_IS(a) ^ _BGQ_IS(b)))
_BGQ_2(vec_nand, _BGQ_TRUTH(~(_BGQ_IS(a) & _BGQ_IS(b))))
_BGQ_2(vec_nor, _BGQ_TRUTH(~(_BGQ_IS(a) | _BGQ_IS(b))))
_BGQ_1(vec_not, _BGQ_TRUTH(~_BGQ_IS(a)))
/* A table of truth: bit 3 for neither, 2 for a alone, 1 for b alone, 0 for both. */
_BGQ_V vector4double vec_logical(vector4double a, vector4double b, unsigned table)
{
	_bgq_v4l x = _BGQ_IS(a), y = _BGQ_IS(b);

	return _BGQ_TRUTH((x & y & -(long)(table & 1)) | (~x & y & -(long)(table >> 1 & 1)) |
		(x & ~y & -(long)(table >> 2 & 1)) | (~x & ~y & -(long)(table >> 3 & 1)));
}

/* ---- places */

_BGQ_3(vec_perm, __builtin_shuffle(a, b, ((_bgq_v4l)c >> 49) & 7))

_BGQ_V vector4double vec_sldw(vector4double a, vector4double b, int n)
{
	return __builtin_shuffle(a, b, (_bgq_v4l){ n & 3, (n & 3) + 1, (n & 3) + 2, (n & 3) + 3 });
}

_BGQ_V vector4double vec_splat(vector4double a, int n)
{
	return vec_splats(a[n & 3]);
}

_BGQ_V double vec_extract(vector4double a, int n)
{
	return a[n & 3];
}

_BGQ_V vector4double vec_insert(double v, vector4double a, int n)
{
	a[n & 3] = v;
	return a;
}

_BGQ_V vector4double vec_promote(double v, int n)
{
	return vec_insert(v, vec_splats(0.0), n);
}

/* A source that has its own vectors for each processor shall take those of QPX. */
#undef __AVX__
#undef __AVX2__
#undef __FMA__

#ifdef __cplusplus
}
#endif
#endif
