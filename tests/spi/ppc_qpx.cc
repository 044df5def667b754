/*
 * ppc_qpx.cc - QPX in inline assembly, on named registers and on vectors, and vector4double's
 * functions, beside plain C++.  Prints what is wrong; ends with the number of errors.
 */
#include <hwi/include/bqc/A2_inlines.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define REGISTER(n) asm("fr" #n)
#define LOAD(at, step, reg) \
	do { \
		asm volatile("qvlfdux %0,%1,%2" : "=f"(reg), "+b"(at) : "r"(step)); \
	} while (0);
#define STORE(at, step, reg) \
	do { \
		asm volatile("qvstfdux %2,%0,%1" : "+b"(at) : "r"(step), "f"(reg) : "memory"); \
	} while (0);

static int errors;
#define CHECK(e) ((e) ? (void)0 : (void)(errors++, printf("line %d: %s\n", __LINE__, #e)))

static const int N = 64;
static double a[N] __attribute__((aligned(32))), b[N] __attribute__((aligned(32)));
static double c[N] __attribute__((aligned(32))), r[N] __attribute__((aligned(32)));

/* The larger of each two, by registers that only the templates name. */
static void larger(double *to, double *x, double *y, int n)
{
	if (n < 4)
		return;
	register double f0 REGISTER(0);
	register double f1 REGISTER(1);
	register double f8 REGISTER(8);
	register int step asm("r7") = 32;

	to -= 4;
	x -= 4;
	y -= 4;
	for (int i = 0; i < n; i += 4) {
		LOAD(x, step, f0);
		LOAD(y, step, f1);
		asm volatile("qvfcmpgt 12, 0, 1" : : : "fr12");
		asm volatile("qvfsel 8, 12, 0, 1" : : : "fr8");
		STORE(to, step, f8);
	}
	CHECK(f0 == a[n - 4]);
}

/* A complex product, as lattice codes write it. */
template <class T> static T product(T x, T y)
{
	T t;

	asm("qvfxmul %0,%1,%2\n\tqvfxxnpmadd %0,%2,%1,%0" : "=&v"(t) : "v"(x), "v"(y));
	return t;
}

static bool same(vector4double v, double w, double x, double y, double z)
{
	double e[4] = { w, x, y, z };

	return memcmp(&v, e, sizeof e) == 0;
}

static void functions(const double *p, const double *q, const double *s)
{
	vector4double x = vec_ld(0, (double *)p), y = vec_ld(0, (double *)q);
	vector4double z = vec_ld(0, (double *)s);
#define PAIRS(v, even, odd) CHECK(same(v, even(0), odd(0), even(2), odd(2)))
#define EACH(v, e) do { double w[4]; for (int i = 0; i < 4; i++) w[i] = e; \
	CHECK(same(v, w[0], w[1], w[2], w[3])); } while (0)
	EACH(vec_add(x, y), p[i] + q[i]);
	EACH(vec_madd(x, y, z), fma(p[i], q[i], s[i]));
	EACH(vec_nmsub(x, y, z), -fma(p[i], q[i], -s[i]));
	EACH(vec_sel(x, y, z), s[i] >= 0 ? q[i] : p[i]);
	EACH(vec_cmplt(x, y), p[i] < q[i] ? 1 : -1);
	EACH(vec_perm(x, y, vec_gpci(07250)), i == 0 ? q[3] : i == 1 ? p[2] : i == 2 ? q[1] : p[0]);
	EACH(vec_sldw(x, y, 3), i == 0 ? p[3] : q[i - 1]);
	EACH(vec_cpsgn(x, y), copysign(q[i], p[i]));
	EACH(vec_trunc(x), trunc(p[i]));
	EACH(vec_floor(x), floor(p[i]));
	EACH((vector4double)(2.5), 2.5);
	EACH((vector4double)(1.0, 2.0,
		3.0, 4.0), i + 1.0);
#define EVEN(k) -fma(p[k + 1], q[k + 1], -s[k])
#define ODD(k) fma(p[k], q[k + 1], s[k + 1])
	PAIRS(vec_xxnpmadd(x, y, z), EVEN, ODD);
#define EVEN2(k) fma(p[k + 1], q[k + 1], s[k])
#define ODD2(k) -fma(p[k], q[k + 1], -s[k + 1])
	PAIRS(vec_xxcpnmadd(x, y, z), EVEN2, ODD2);
#define EVEN3(k) fma(p[k], q[k], s[k])
#define ODD3(k) fma(p[k], q[k + 1], s[k + 1])
	PAIRS(vec_xmadd(x, y, z), EVEN3, ODD3);
	vector4double t;
	asm("qvfmadd %0,%1,%2,%3" : "=v"(t) : "v"(x), "v"(y), "v"(z));
	EACH(t, fma(p[i], q[i], s[i]));
	vector4double a = vec_splats(1 + 0x1p-12), little = vec_splats(0x1p-80); /* to single */
	asm("qvfmadds %0,%1,%1,%2" : "=v"(t) : "v"(a), "v"(little));
	EACH(t, 1 + 0x1p-11 + 0x1p-23);
	asm("qvfxxcpnmadds %0,%1,%1,%2" : "=v"(t) : "v"(a), "v"(little));
	EACH(t, i % 2 ? -(1 + 0x1p-11) : 1 + 0x1p-11 + 0x1p-23);
	asm("qvfxxnpmadds %0,%1,%1,%2" : "=v"(t) : "v"(a), "v"(little));
	EACH(t, i % 2 ? 1 + 0x1p-11 + 0x1p-23 : -(1 + 0x1p-11));
	asm("qvfxxcpnmadd %0,%1,%2,%3" : "=v"(t) : "v"(x), "v"(y), "v"(z));
	PAIRS(t, EVEN2, ODD2);
	asm("qvgpci %0,%3; qvfperm %0,%1,%2,%0" : "=&v"(t) : "v"(x), "v"(y), "i"(07250));
	EACH(t, i == 0 ? q[3] : i == 1 ? p[2] : i == 2 ? q[1] : p[0]);
	t = product(x, y);
	CHECK(t[0] == -fma(p[1], q[1], -(p[0] * q[0])) || t[0] == -fma(q[1], p[1], -(p[0] * q[0])));
}

/* What instructions more take is what they take on the machine, as in C. */
#define TIMED(name, template) \
	__attribute__((noipa)) static uint64_t name(uint64_t r) \
	{ \
		uint64_t t = GetTimeBase(); \
		asm volatile(template : "+r"(r) : : "cr0"); \
		return GetTimeBase() - t; \
	}
TIMED(one, "addi %0,%0,1")
TIMED(three, "addi %0,%0,1; addi %0,%0,1; addi %0,%0,1")
TIMED(quads, "addi %0,%0,1; qvfadd 1,1,1; qvfmadd 2,1,1,1")
TIMED(nothing, "")

static void times()
{
	for (int i = 0; i < 2; i++) {
		CHECK(three(1) == one(1) + 2);
		CHECK(quads(1) == one(1) + 2);
		/* A call, and nothing of what it does on the host. */
		CHECK(one(1) <= nothing(1) + 8);
	}
}

int main()
{
	uint64_t seed = 88172645463325252ull;
	float f[8] __attribute__((aligned(32)));

	for (int i = 0; i < 3 * N; i++) {
		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		(i < N ? a : i < 2 * N ? b : c)[i % N] = (double)(int64_t)seed / (1ll << 58);
	}
	larger(r, a, b, N);
	for (int i = 0; i < N; i++)
		CHECK(r[i] == (a[i] > b[i] ? a[i] : b[i]));
	for (int i = 0; i < N; i += 4)
		functions(a + i, b + i, c + i);
	vec_st(vec_splats(0.5), 16, f);
	CHECK(f[4] == 0.5f && f[7] == 0.5f);
	CHECK(same(vec_ld2(24, a), a[2], a[3], a[2], a[3]));
	CHECK(same(vec_lds(8, a), a[1], a[1], a[1], a[1]));
	times();
	printf("%d errors\n", errors);
	return errors;
}
