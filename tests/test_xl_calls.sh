#!/bin/sh
# test_xl_calls.sh - functions, vectors and pragmas that sources for bgxlc use and no other test
# has: found by compiling and running programs of others.
# Leaves out: the language (test_xl_codes.sh), PowerPC assembly (test_ppc_asm.sh).
# Usage: test_xl_calls.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
bin=$("$build/bin/bgq-cc" --floor)/gnu-linux/bin

# ---- bgxlc: vectors to and from words, pairs by complex pointers, any table of truth, literals
# of a qualified type; instructions of one number on a vector
cat >"$tmp/words.c" <<'END'
#include <string.h>
#include <stdio.h>
static double d[8] __attribute__((aligned(32))) = { 1.5, -2.5, 3, 4e10, -5, 6, 7, 8 };
static float f[8] __attribute__((aligned(32))) = { 1, 2, 3, 4, 5, 6, 7, 8 };
static int w[8] __attribute__((aligned(32)));
static unsigned u[4] __attribute__((aligned(16))) = { 1, 0xfffffff0u, 3, 0x80000000u };
static int same(vector4double v, double a, double b, double c, double e)
{
	return v[0] == a && v[1] == b && v[2] == c && v[3] == e;
}
int main(void)
{
	int i, errors = 0;
#define CHECK(e) if (!(e)) { errors++; printf("%d: %s\n", __LINE__, #e); }
	vector4double v = vec_ld(0, d), y;
	memset(w, 0x55, sizeof w);
	vec_st(vec_ctiwz(v), 0, w);
	CHECK(w[0] == 1 && w[1] == -2 && w[2] == 3 && w[3] == 0x7fffffff && w[4] == 0x55555555);
	vec_sta(vec_ctiwu(v), 0, u);
	CHECK(u[0] == 2 && u[1] == 0 && u[2] == 3 && u[3] == 0xffffffff);
	CHECK(same(vec_cfid(vec_ldia(4, w)), 1, -2, 3, 0x7fffffff));
	u[1] = 0xfffffff0u;
	CHECK(same(vec_cfidu(vec_ldiz(0, u)), 2, 0xfffffff0u, 3, 0xffffffffu));
	CHECK(same(vec_cfid(vec_ldiaa(0, (int *)u)), 2, -16, 3, -1));
	CHECK(same(vec_cfidu(vec_ctiduz(vec_splats(1e19))), 1e19, 1e19, 1e19, 1e19));
	CHECK(same(vec_cfidu(vec_ctidu(v)), 2, 0, 3, 4e10));
	CHECK(same(vec_lds(16, (_Complex double *)d), 3, 4e10, 3, 4e10));
	CHECK(same(vec_lds(8, (_Complex float *)f), 3, 4, 3, 4));
	CHECK(same(vec_lds(8, f), 3, 3, 3, 3));
	vec_sts(v, 16, (_Complex float *)f);
	CHECK(f[4] == 1.5f && f[5] == -2.5f && f[6] == 7);
	vector4double a = (const vector4double)(1, -1, 1, -1);
	vector4double b = (vector4double const)(1, 1, -1, -1);
	for (i = 0; i < 16; i++)
		CHECK(same(vec_logical(a, b, i), i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1,
			i & 8 ? 1 : -1));
	CHECK(same((const vector4double)(2), 2, 2, 2, 2));
	asm("lfdx %0,%1,%2" : "=v"(y) : "b"(8L), "b"(d));
	CHECK(same(y, -2.5, -2.5, -2.5, -2.5));
	const vector4double k = vec_ld(32, d);
	asm volatile("stfdx %0,%1,%2" : : "v"(k), "b"(24L), "b"(d) : "memory");
	CHECK(d[3] == -5);
	asm("fadd %0,%1,%1" : "+v"(y) : "v"(k));
	CHECK(same(y, -10, -2.5, -2.5, -2.5));
	double s = 3;
	asm("fadd %0,%1,%1" : "=v"(s) : "v"(s));
	CHECK(s == 6);
	printf("%d errors\n", errors);
	return errors;
}
END
cp "$tmp/words.c" "$tmp/words.cc"
for c in bgxlc_r:words.c bgxlC_r:words.cc; do
	expect "${c%:*}_compiles_words_of_vectors" 0 '' "$bin/${c%:*}" -O2 -Wall -Werror \
		-o "$tmp/words" "$tmp/${c#*:}"
	expect "${c%:*}_has_words_of_vectors" 0 '' "$run" --np 1 : "$tmp/words" # its errors
done

# ---- QPX that interrupts: CNK moves what is at the address, 1000 times in a thread
cat >"$tmp/aligned.c" <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static double d[12] __attribute__((aligned(32))) = { 1, 2, 3, 4, 5, 6, 7, 8 };
static float f[12] __attribute__((aligned(32))) = { 1, 2, 3, 4, 5, 6, 7, 8 };
static int errors, caught;
static void lift(int sig)
{
	signal(sig, SIG_DFL);
	puts("caught");
	fflush(stdout);
	caught++;
}
static void check(int ok, int line) { if (!ok) { errors++; printf("line %d\n", line); } }
#define CHECK(e) check(e, __LINE__)
static void *moves(void *times)
{
	vector4double a = vec_lda(8, d), b = vec_lda(4, f), c = vec_ld2a(8, d), e;
	long at = (long)d + 8, last = (long)d + 56, stepped = (long)d;
	int i;
	CHECK(a[0] == 2 && a[3] == 5 && b[0] == 2 && b[3] == 5 && c[0] == 2 && c[3] == 3);
	vec_sta(a, 40, d);
	CHECK(d[4] == 5 && d[5] == 2 && d[8] == 5 && d[9] == 0);
	CHECK(vec_ld(8, d)[0] == 1);
	asm("qvlfdxa %0,0,%1" : "=v"(e) : "r"(at) : "memory");
	CHECK(e[0] == 2 && e[3] == 5);
	asm("qvlfduxa %0,%1,%2" : "=v"(e), "+b"(stepped) : "r"(24L) : "memory");
	CHECK(e[0] == 4 && e[1] == 5 && e[2] == 2 && stepped == (long)&d[3]);
	asm volatile("qvstfdxa %0,0,%1" : : "v"(e), "r"(last) : "memory");
	CHECK(d[6] == 3 && d[7] == 4 && d[10] == 3 && d[11] == 0);
	asm("qvlfdx %0,0,%1" : "=v"(e) : "r"(at) : "memory");
	CHECK(e[0] == 1);
	for (i = 7; i < *(int *)times; i++)
		CHECK(vec_lda(8, d)[0] == 2);
	return 0;
}
int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 1000;
	pthread_t other;
	signal(SIGBUS, lift);
	moves(&times);
	d[4] = 5; d[5] = 6; d[6] = 7; d[7] = 8; d[8] = d[9] = d[10] = 0;
	pthread_create(&other, 0, moves, &times);
	pthread_join(other, 0);
	printf("%d errors, %d caught\n", errors, caught);
	return errors || caught;
}
END
expect compiles_misaligned_qpx 0 '' "$bin/bgxlc_r" -O2 -o "$tmp/aligned" "$tmp/aligned.c"
expect misaligned_qpx_moves_what_is_there 0 '' "$run" --np 1 : "$tmp/aligned"
expect a_thread_has_its_own_thousand 135 'rank 0 .*not aligned' "$run" --np 1 : "$tmp/aligned" 1001
grep -q caught "$tmp/out" || not_ok a_handler_of_misaligned_qpx_runs
expect misaligned_qpx_by_the_environment 135 'rank 0 .*BG_MAXALIGNEXP' "$run" --np 1 \
	--envs BG_MAXALIGNEXP=7 : "$tmp/aligned"
expect more_misaligned_qpx 0 '' "$run" --np 1 --envs BG_MAXALIGNEXP=2000 : "$tmp/aligned" 2000

# ---- bgxlc: functions of one number; a source that chooses its vectors by macros
cat >"$tmp/single.c" <<'END'
#include <string.h>
#if defined __AVX__ || defined __FMA__
#error two kinds of vectors
#endif
static long bits(double d)
{
	long v;
	memcpy(&v, &d, sizeof v);
	return v;
}
static __vector4double twice(__vector4double v) { return vec_add(v, v); }
int main(void)
{
	volatile float a = 1 + 0x1p-12f, little = 0x1p-80f;
	volatile double h = -2.5;
	if (__fmadds(a, a, little) != 1 + 0x1p-11f + 0x1p-23f || __fnmsubs(2, 3, 5) != -1)
		return 1;
	if (__frin(h) != -3 || __friz(h) != -2 || __frip(h) != -2 || __frim(h) != -3)
		return 2;
	if (bits(__fctid(h)) != -2 || bits(__fctiwz(h)) != -2 || __fcfid(__fctidz(h)) != -2)
		return 3;
	return __swdivs(1, 4) != 0.25f || __fsqrts(9) != 3 || twice(vec_splats(2))[3] != 4;
}
END
expect compiles_functions_of_one_number 0 '' "$bin/bgxlc_r" -O2 -Wall -Werror \
	-o "$tmp/single" "$tmp/single.c"
expect functions_of_one_number 0 '' "$run" --np 1 : "$tmp/single"

# ---- bgxlc: #pragma tm_atomic with -qtm, on 16 threads; without it, and #pragma speculative
cat >"$tmp/atomic.c" <<'END'
#include <speculation.h>
static long n, in, side[2];
static double sum;
static int odd(int i)
{
#pragma tm_atomic
	{
		n++;
		if (i & 1)
			return 1;
		n++;
	}
	return 0;
}
int main(void)
{
	int i, odds = 0;
	TmReport_t r;
#pragma omp parallel for reduction(+ : odds)
	for (i = 0; i < 1000; i++) {
		odds += odd(i);
#pragma tm_atomic
		{
			double was = sum;
			volatile int k;
			for (k = 0; k < 20; k++)
				;
#pragma tm_atomic safe_mode
			in++;
			sum = was + i;
		}
#pragma tm_atomic
		if (i & 1)
			side[0]++;
		else
			side[1]++;
	}
#pragma speculative for
	for (i = 0; i < 4; i++)
		sum += i;
	tm_get_all_stats(&r);
	if (sum != 499506 || n != 1500 || in != 1000 || odds != 500 || side[0] != 500 ||
		side[1] != 500)
		return 1;
	return r.totalTransactions == 3000 ? 0 : 2;
}
END
cp "$tmp/atomic.c" "$tmp/atomic.cc"
for c in bgxlc_r:atomic.c bgxlC_r:atomic.cc; do
	expect "${c%:*}_warns_of_speculation" 0 'atomic.c.?:38: warning: .*speculative' \
		"$bin/${c%:*}" -O2 -Wall -qtm -qsmp=omp -o "$tmp/atomic" "$tmp/${c#*:}"
	expect "${c%:*}_transactions_are_atomic" 0 '' "$run" --np 1 : "$tmp/atomic"
done
expect transactions_need_their_option 0 'atomic.c:6: warning: .*tm_atomic.*-qtm' \
	"$bin/bgxlc_r" -c -o "$tmp/atomic.o" "$tmp/atomic.c"

# ---- MASS: its three headers; functions come with the library only
cat >"$tmp/mass.c" <<'END'
#include <mass.h>
#include <massv.h>
#include <mass_simd.h>
#define N 50
int main(void)
{
	double x[N], y[N], z[N];
	double _Complex c[N];
	float f[N], g[N];
	int n = N, i;
	for (i = 0; i < n; i++)
		x[i] = f[i] = 0.125 * (i + 1);
	vexp(y, x, &n);
	n--;
	vsincos(y + 1, z, x + 1, &n); /* y[0] stays */
	vcosisin(c, x, &n);
	vssqrt(g, f, &n);
	if (y[0] != exp(x[0]) || rsqrt(4) != 0.5)
		return 1;
	for (i = 0; i < n; i++)
		if (y[i + 1] != sin(x[i + 1]) || z[i] != cos(x[i + 1]) || g[i] != sqrtf(f[i]) ||
			__imag__ c[i] != sin(x[i]))
			return 2;
	vpow(y, x, x, &n);
	vector4double v = { 1, 2, 3, 4 }, a, b;
	sincosd4(v, &a, &b);
	v = expd4(v);
	if (y[7] != 1 || y[15] != 4 || a[1] != sin(2) || b[3] != cos(4) || v[2] != exp(3))
		return 3;
	v = exp10d4(div_fastd4(v, v));
	if (v[3] != 10 || exp10f4(v)[0] != 1e10f || recip_fastd4(v)[1] != 0.1)
		return 4;
	return powf4(a, b)[0] != powf((float)a[0], (float)b[0]);
}
END
cp "$tmp/mass.c" "$tmp/mass.cc"
for c in bgxlc_r:mass.c bgxlC_r:mass.cc; do
	expect "${c%:*}_compiles_mass" 0 '' "$bin/${c%:*}" -O2 -Wall -Werror -o "$tmp/mass" \
		"$tmp/${c#*:}" -L/opt/ibmcmp/xlmass/bg/7.3/bglib64 -lmass_simd -lmassv -lmass
	expect "${c%:*}_has_mass" 0 '' "$run" --np 1 : "$tmp/mass"
done
expect mass_comes_with_its_library 1 'undefined reference to .vssqrt' "$bin/bgxlc_r" \
	-o "$tmp/mass" "$tmp/mass.c"
expect mass_without_xl 0 '' "$build/bin/bgq-cc" --qpx -I/opt/ibmcmp/xlmass/bg/7.3/include \
	-o "$tmp/mass" "$tmp/mass.c" /opt/ibmcmp/xlmass/bg/7.3/bglib64/libmassv.a
summary
