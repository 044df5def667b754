/*
 * prologue.i - what bgq-ppc puts in front of a source whose PowerPC assembly it has
 * translated: types, and instructions that are more than an operator of C.
 *
 * Preprocessed text, for C and C++ alike.  What is not inline is in emu/target/rt/ppc.c.
 * Never: a name that does not begin with _bgq; a cost, save of what has its own.
 */
typedef unsigned long _bgq_u;
typedef long _bgq_s;
typedef double _bgq_lane __attribute__((__may_alias__));
typedef unsigned char _bgq_m1 __attribute__((__may_alias__));
typedef unsigned short _bgq_m2 __attribute__((__may_alias__, __aligned__(1)));
typedef unsigned int _bgq_m4 __attribute__((__may_alias__, __aligned__(1)));
typedef unsigned long _bgq_m8 __attribute__((__may_alias__, __aligned__(1)));
typedef float _bgq_mf __attribute__((__may_alias__, __aligned__(1)));
typedef double _bgq_md __attribute__((__may_alias__, __aligned__(1)));

extern __thread double bgqrt_fpr[32][4];
double bgqrt_fma(double a, double c, double b);
double bgqrt_fma_single(double a, double c, double b);
unsigned long bgqrt_mfspr(unsigned spr);
void bgqrt_mtspr(unsigned spr);
void bgqrt_waitrsv(void);
unsigned long bgqrt_load_reserved(unsigned long at, unsigned bytes);
int bgqrt_store_conditional(unsigned long at, unsigned bytes, unsigned long value);
void bgqemu_charge(unsigned int op, unsigned int count);
void bgqemu_wakeup_wait(void);
void bgqrt_qvfperm(double *t, const double *a, const double *b, const double *c);
void bgqrt_qvgpci(double *t, unsigned pattern);
void bgqrt_qvlpc(double *t, unsigned long at, unsigned bytes, int right);
unsigned long bgqrt_misaligned(unsigned long at) __attribute__((__cold__));
double bgqrt_to_integer(double a, unsigned kind);
double bgqrt_from_integer(double a, unsigned kind);
double bgqrt_round(double a, unsigned kind);
unsigned long bgqrt_mffs(void);
void bgqrt_mtfsf(unsigned fields, unsigned long value);
void bgqrt_mtfsb(unsigned bit, int on);
unsigned bgqrt_mcrfs(unsigned field);
unsigned long bgqrt_thread_pointer(void);
unsigned long bgqrt_sc(unsigned long number, unsigned long a, unsigned long b, unsigned long c,
  unsigned long d, unsigned long e, unsigned long f, unsigned *cr0);
void bgqrt_branch_lost(void);
int bgqrt_tm_enter(void);
void bgqrt_tm_leave(int *entered);

static __inline__ __attribute__((__always_inline__))
void _bgq_sync(void)
{ __atomic_thread_fence(5); bgqemu_charge(4, 1); }
static __inline__ __attribute__((__always_inline__))
void _bgq_order(void)
{ __atomic_thread_fence(5); bgqemu_charge(5, 1); }
static __inline__ __attribute__((__always_inline__))
void _bgq_dcbz(_bgq_u at)
{ _bgq_m8 *p = (_bgq_m8 *)(at & ~(_bgq_u)63); int i; for (i = 0; i < 8; i++) p[i] = 0; }

static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_l1(_bgq_u at) { return *(const volatile _bgq_m1 *)at; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_l2(_bgq_u at) { return *(const volatile _bgq_m2 *)at; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_l4(_bgq_u at) { return *(const volatile _bgq_m4 *)at; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_l8(_bgq_u at) { return *(const volatile _bgq_m8 *)at; }
static __inline__ __attribute__((__always_inline__))
void _bgq_s1(_bgq_u at, _bgq_u v)
{ *(volatile _bgq_m1 *)at = (unsigned char)v; }
static __inline__ __attribute__((__always_inline__))
void _bgq_s2(_bgq_u at, _bgq_u v)
{ *(volatile _bgq_m2 *)at = (unsigned short)v; }
static __inline__ __attribute__((__always_inline__))
void _bgq_s4(_bgq_u at, _bgq_u v)
{ *(volatile _bgq_m4 *)at = (unsigned int)v; }
static __inline__ __attribute__((__always_inline__))
void _bgq_s8(_bgq_u at, _bgq_u v) { *(volatile _bgq_m8 *)at = v; }
static __inline__ __attribute__((__always_inline__))
double _bgq_lf(_bgq_u at) { return *(const volatile _bgq_mf *)at; }
static __inline__ __attribute__((__always_inline__))
double _bgq_ld(_bgq_u at) { return *(const volatile _bgq_md *)at; }
static __inline__ __attribute__((__always_inline__))
void _bgq_sf(_bgq_u at, double v) { *(volatile _bgq_mf *)at = (float)v; }
static __inline__ __attribute__((__always_inline__))
void _bgq_sd(_bgq_u at, double v) { *(volatile _bgq_md *)at = v; }
static __inline__ __attribute__((__always_inline__))
double _bgq_bits_d(_bgq_u u)
{ double d; __builtin_memcpy(&d, &u, 8); return d; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_bits_u(double d)
{ _bgq_u u; __builtin_memcpy(&u, &d, 8); return u; }
static __inline__ __attribute__((__always_inline__))
void _bgq_splat(_bgq_lane *t, double v) { t[0] = t[1] = t[2] = t[3] = v; }

static __inline__ __attribute__((__always_inline__))
unsigned _bgq_cmp(_bgq_s a, _bgq_s b) { return a < b ? 8 : a > b ? 4 : 2; }
static __inline__ __attribute__((__always_inline__))
unsigned _bgq_cmpl(_bgq_u a, _bgq_u b) { return a < b ? 8 : a > b ? 4 : 2; }
static __inline__ __attribute__((__always_inline__))
unsigned _bgq_fcmp(double a, double b)
{ return a < b ? 8 : a > b ? 4 : a == b ? 2 : 1; }
static __inline__ __attribute__((__always_inline__))
unsigned _bgq_not0(unsigned cr, unsigned bit) { return (cr & bit) != 0; }

static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_addc(_bgq_u a, _bgq_u b, _bgq_u in, _bgq_u *ca)
{ _bgq_u s = a + b, t = s + in; *ca = (s < a) | (t < s); return t; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_over_if(_bgq_u xer, int over)
{ return over ? xer | 0xc0000000 : xer & ~(_bgq_u)0x40000000; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_over(_bgq_u xer, _bgq_u a, _bgq_u b, _bgq_u in)
{ _bgq_u s = a + b + in; return _bgq_over_if(xer, (_bgq_s)((a ^ s) & (b ^ s)) < 0); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_over_word(_bgq_u xer, _bgq_s v) { return _bgq_over_if(xer, v != (int)v); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_over_product(_bgq_u xer, _bgq_s a, _bgq_s b)
{ _bgq_s v; return _bgq_over_if(xer, __builtin_mul_overflow(a, b, &v)); }
static __inline__ __attribute__((__always_inline__))
void _bgq_cr_bit(unsigned *cr, unsigned bit, int on)
{ unsigned m = 8u >> (bit & 3); cr[bit >> 2] = on ? cr[bit >> 2] | m : cr[bit >> 2] & ~m; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_clz4(_bgq_u v)
{ return (unsigned)v ? (_bgq_u)__builtin_clz((unsigned)v) : 32; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_clz8(_bgq_u v) { return v ? (_bgq_u)__builtin_clzl(v) : 64; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_popb(_bgq_u v)
{ _bgq_u n = 0, i; for (i = 0; i < 64; i += 8)
	n |= (_bgq_u)__builtin_popcountl(v >> i & 255) << i; return n; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_popw(_bgq_u v)
{ return (_bgq_u)__builtin_popcountl(v >> 32) << 32 | __builtin_popcountl(v & 0xffffffff); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_parity(_bgq_u v) { return __builtin_parityl(v & 0x0101010101010101ul); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_cmpb(_bgq_u a, _bgq_u b)
{ _bgq_u r = 0, i, m; for (i = 0; i < 64; i += 8)
	{ m = (_bgq_u)255 << i; if (((a ^ b) & m) == 0) r |= m; } return r; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_bperm(_bgq_u s, _bgq_u b)
{ _bgq_u r = 0, i, n; for (i = 0; i < 8; i++)
	{ n = s >> (56 - 8 * i) & 255; r |= (n < 64 ? b >> (63 - n) & 1 : 0) << (7 - i); } return r; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_rotl(_bgq_u v, _bgq_u n)
{ n &= 63; return n ? v << n | v >> (64 - n) : v; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_rotw(_bgq_u v, _bgq_u n)
{ v &= 0xffffffff; return _bgq_rotl(v | v << 32, n & 31); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_mask(_bgq_u mb, _bgq_u me)
{ _bgq_u m; mb &= 63; me &= 63; m = ~(_bgq_u)0 >> mb;
  return mb <= me ? m & ~(_bgq_u)0 << (63 - me) : m | ~(_bgq_u)0 << (63 - me); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_maskw(_bgq_u mb, _bgq_u me)
{ return _bgq_mask((mb & 31) + 32, (me & 31) + 32); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_sl(_bgq_u v, _bgq_u n) { n &= 127; return n > 63 ? 0 : v << n; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_sr(_bgq_u v, _bgq_u n) { n &= 127; return n > 63 ? 0 : v >> n; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_sra(_bgq_u v, _bgq_u n, _bgq_u *ca)
{ _bgq_s r; int all = (n & 64) != 0; n = all ? 63 : n & 63; r = (_bgq_s)v >> n;
  *ca = r < 0 && (all || (_bgq_u)r << n != v); return (_bgq_u)r; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_slw(_bgq_u v, _bgq_u n)
{ n &= 63; return n > 31 ? 0 : v << n & 0xffffffff; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_srw(_bgq_u v, _bgq_u n)
{ n &= 63; return n > 31 ? 0 : (v & 0xffffffff) >> n; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_sraw(_bgq_u v, _bgq_u n, _bgq_u *ca)
{ n &= 63; return _bgq_sra((_bgq_u)(_bgq_s)(int)v, n > 31 ? 63 : n, ca); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_mulh(_bgq_s a, _bgq_s b)
{ return (_bgq_u)((__extension__ (__int128)a) * b >> 64); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_mulhu(_bgq_u a, _bgq_u b)
{ return (_bgq_u)((__extension__ (unsigned __int128)a) * b >> 64); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_div(_bgq_s a, _bgq_s b)
{ return b == 0 || (b == -1 && a == (_bgq_s)(~(~(_bgq_u)0 >> 1))) ? 0 : (_bgq_u)(a / b); }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_divu(_bgq_u a, _bgq_u b) { return b ? a / b : 0; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_diveu(_bgq_u a, _bgq_u b)
{ return a < b ? (_bgq_u)(((__extension__ (unsigned __int128)a) << 64) / b) : 0; }
static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_dive(_bgq_s a, _bgq_s b)
{ _bgq_u m = a < 0 ? -(_bgq_u)a : (_bgq_u)a, n = b < 0 ? -(_bgq_u)b : (_bgq_u)b;
  _bgq_u q = _bgq_diveu(m, n), top = ~(~(_bgq_u)0 >> 1); int minus = (a < 0) != (b < 0);
  return q > top || (q == top && !minus) ? 0 : minus ? -q : q; }
static __inline__ __attribute__((__always_inline__))
void _bgq_trap(void) { __asm__ __volatile__("int3" ::: "memory"); }
static __inline__ __attribute__((__always_inline__))
void _bgq_trap_if(_bgq_u to, _bgq_s a, _bgq_s b, _bgq_u c, _bgq_u d)
{ if (((to & 16) && a < b) || ((to & 8) && a > b) || ((to & 4) && a == b) ||
    ((to & 2) && c < d) || ((to & 1) && c > d)) _bgq_trap(); }

static __inline__ __attribute__((__always_inline__))
double _bgq_single(double v) { return (float)v; }
static __inline__ __attribute__((__always_inline__))
double _bgq_sel(double a, double c, double b) { return a >= 0 ? c : b; }

static __inline__ __attribute__((__always_inline__))
_bgq_u _bgq_qat(_bgq_u at, _bgq_u bytes, int exact)
{ return exact && (at & (bytes - 1)) ? bgqrt_misaligned(at) : at & ~(bytes - 1); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qload(_bgq_lane *t, _bgq_u at, int exact)
{ const volatile _bgq_lane *p = (const volatile _bgq_lane *)_bgq_qat(at, 32, exact);
  double a = p[0], b = p[1], c = p[2], d = p[3]; t[0] = a; t[1] = b; t[2] = c; t[3] = d; }
static __inline__ __attribute__((__always_inline__))
void _bgq_qstore(const _bgq_lane *t, _bgq_u at, int exact)
{ volatile _bgq_lane *p = (volatile _bgq_lane *)_bgq_qat(at, 32, exact);
  p[0] = t[0]; p[1] = t[1]; p[2] = t[2]; p[3] = t[3]; }
static __inline__ __attribute__((__always_inline__))
void _bgq_qloads(_bgq_lane *t, _bgq_u at, int exact)
{ int i; at = _bgq_qat(at, 16, exact); for (i = 0; i < 4; i++) t[i] = _bgq_lf(at + 4 * i); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qstores(const _bgq_lane *t, _bgq_u at, int exact)
{ int i; at = _bgq_qat(at, 16, exact); for (i = 0; i < 4; i++) _bgq_sf(at + 4 * i, t[i]); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qloadc(_bgq_lane *t, _bgq_u at, int exact)
{ at = _bgq_qat(at, 16, exact); t[0] = t[2] = _bgq_ld(at); t[1] = t[3] = _bgq_ld(at + 8); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qstorec(const _bgq_lane *t, _bgq_u at, int exact)
{ at = _bgq_qat(at, 16, exact); _bgq_sd(at, t[0]); _bgq_sd(at + 8, t[1]); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qloadcs(_bgq_lane *t, _bgq_u at, int exact)
{ at = _bgq_qat(at, 8, exact); t[0] = t[2] = _bgq_lf(at); t[1] = t[3] = _bgq_lf(at + 4); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qstorecs(const _bgq_lane *t, _bgq_u at, int exact)
{ at = _bgq_qat(at, 8, exact); _bgq_sf(at, t[0]); _bgq_sf(at + 4, t[1]); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qloadi(_bgq_lane *t, _bgq_u at, int exact, int sign)
{ int i; at = _bgq_qat(at, 16, exact); for (i = 0; i < 4; i++) { _bgq_u v = _bgq_l4(at + 4 * i);
  t[i] = _bgq_bits_d(sign ? (_bgq_u)(_bgq_s)(int)v : v); } }
static __inline__ __attribute__((__always_inline__))
void _bgq_qstorei(const _bgq_lane *t, _bgq_u at, int exact)
{ int i; at = _bgq_qat(at, 16, exact);
  for (i = 0; i < 4; i++) _bgq_s4(at + 4 * i, _bgq_bits_u(t[i])); }
static __inline__ __attribute__((__always_inline__))
void _bgq_qset(_bgq_lane *t, double a, double b, double c, double d)
{ t[0] = a; t[1] = b; t[2] = c; t[3] = d; }
static __inline__ __attribute__((__always_inline__))
void _bgq_qsets(_bgq_lane *t, double a, double b, double c, double d)
{ t[0] = (float)a; t[1] = (float)b; t[2] = (float)c; t[3] = (float)d; }
static __inline__ __attribute__((__always_inline__))
void _bgq_qalign(_bgq_lane *t, const _bgq_lane *a, const _bgq_lane *b, unsigned n)
{ double v[8]; int i; for (i = 0; i < 4; i++) { v[i] = a[i]; v[4 + i] = b[i]; }
  for (i = 0; i < 4; i++) t[i] = v[(n & 3) + i]; }
static __inline__ __attribute__((__always_inline__))
double _bgq_logical(double a, double b, unsigned op)
{ return op >> (3 - ((b >= 0) << 1 | (a >= 0))) & 1 ? 1.0 : -1.0; }
static __inline__ __attribute__((__always_inline__))
double _bgq_true(int v) { return v ? 1.0 : -1.0; }
