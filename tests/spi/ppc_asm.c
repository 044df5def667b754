/*
 * ppc_asm.c - PowerPC inline assembly as programs have it: what it computes, that threads
 * share words and not registers, and that it takes the machine's cycles.  Prints what is
 * wrong; ends with the number of errors.
 */
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

static int errors;
#define CHECK(e) ((e) ? (void)0 : (void)(errors++, printf("line %d: %s\n", __LINE__, #e)))

/* ---- general registers */

static void integers(void)
{
	uint64_t a = 0x123456789abcdef0, b = 3, r, s = 1;
	int x = -5, y;
	unsigned char byte = 200;

	__asm__("add %0,%1,%2" : "=r"(r) : "r"(a), "r"(b));
	CHECK(r == a + b);
	asm("subf %0,%1,%2\n\tneg %0,%0" : "=&r"(r) : "r"(a), "r"(b));
	CHECK(r == a - b);
	asm("cntlzw %0,%1" : "=r"(y) : "r"(x));
	CHECK(y == 0);
	asm("cntlzd %[n],%[v]" : [n] "=r"(r) : [v] "r"(b));
	CHECK(r == 62);
	asm("popcntd %0,%1" : "=r"(r) : "r"(a));
	CHECK(r == (uint64_t)__builtin_popcountll(a));
	asm("rlwinm %0,%1,8,24,31" : "=r"(r) : "r"(a));
	CHECK(r == 0x9a);
	asm("rldicl %0,%1,16,48" : "=r"(r) : "r"(a));
	CHECK(r == 0x1234);
	asm("rldimi %0,%1,8,48" : "+r"(s) : "r"(a));
	CHECK(s == 0xf001);
	asm("extsb %0,%1" : "=r"(y) : "r"(byte));
	CHECK(y == -56);
	asm("addi %0,%0,-7" : "+r"(byte));
	CHECK(byte == 193);
	asm("li 9,40; addi %0,9,2" : "=r"(y) : : "r9");
	CHECK(y == 42);
	asm("cmpwi 3,%1,0\n blt 3,1f\n li %0,1\n b 2f\n1: li %0,2\n2:" : "=r"(y) : "r"(x) : "cr3");
	CHECK(y == 2);
	asm("mtctr %1; li %0,0; 0: addi %0,%0,3; bdnz 0b" : "=&r"(r) : "r"(b) : "ctr");
	CHECK(r == 9);
	asm("addc %0,%2,%2; addze %1,%2" : "=&r"(r), "=r"(s) : "r"(~0ull) : "xer");
	CHECK(r == ~0ull - 1 && s == 0);
	/* Division of signed numbers: the bits that are shifted out of a negative one carry. */
	asm("srawi %0,%1,1; addze %0,%0" : "=&r"(y) : "r"(-5) : "xer");
	CHECK(y == -2);
	asm("sradi %0,%1,2; addze %0,%0" : "=&r"(r) : "r"(-8l) : "xer");
	CHECK((int64_t)r == -2);
	asm("sraw %0,%1,%2; addze %0,%0" : "=&r"(r) : "r"(0x80000001u), "r"(40) : "xer");
	CHECK(r == 0);
	asm("srad %0,%1,%2; addze %0,%0" : "=&r"(r) : "r"(5l), "r"(1) : "xer");
	CHECK(r == 2);
	asm("lis %0,0x8000; addis %1,%2,0xffff" : "=&r"(r), "=r"(s) : "b"(a));
	CHECK(r == 0xffffffff80000000 && s == a - 0x10000);
	asm("subf. %0,%1,%1; li %0,1; beq .Ldone%=; li %0,2; .Ldone%=:" : "=&r"(r) : "r"(b) : "cc");
	CHECK(r == 1);
}

static void memory(void)
{
	struct { uint32_t w; uint64_t d[2]; } m = { 7, { 8, 9 } };
	uint64_t r, *p = m.d;
	char line[256] __attribute__((aligned(64)));

	asm("lwz%U1%X1 %0,%1" : "=r"(r) : "m"(m.w));
	CHECK(r == 7);
	asm volatile("std %1,8(%0)" : : "b"(p), "r"(r) : "memory");
	CHECK(m.d[1] == 7);
	asm volatile("ldu %0,8(%1)" : "=r"(r), "+b"(p));
	CHECK(r == 7 && p == m.d + 1);
	asm volatile("stwx %0,0,%1" : : "r"(3), "r"(&m.w) : "memory");
	CHECK(m.w == 3);
	memset(line, 1, sizeof line);
	asm volatile("dcbt 0,%0; dcbtst 0,%0; dcbz 0,%0; dcbf 0,%0" : : "r"(line + 70) : "memory");
	CHECK(line[63] == 1 && line[64] == 0 && line[127] == 0 && line[128] == 1);
	if (r)
		asm volatile("sync" : : : "memory");
	else
		asm volatile("isync");
	asm volatile("or 1,1,1; mbar; lwsync; eieio; nop");
}

static void variables(void)
{
	register long three asm("r3") = 3;
	register long four __asm__("r4") = 4;
	register double one asm("fr1") = 1.5, two asm("fr2") = 2.0;

	asm volatile("add 3,3,4" : "+r"(three) : "r"(four));
	CHECK(three == 7 && four == 4);
	asm volatile("fadd 1,1,2" : : : "fr1");
	CHECK(one == 3.5);
	two = 8;
	asm volatile("fmadd 1,1,2,2" : : : "fr1");
	CHECK(one == 36);
	{
		double one = 0; /* another one */

		CHECK(one == 0);
	}
	asm volatile("lfd 5,0(%1); qvfadd 5,5,5; qvesplati 6,5,3; fmr %0,6"
		     : "=f"(one) : "b"(&(double){ 1.25 }));
	CHECK(one == 2.5);
	asm("fmul %0,%1,%2" : "=f"(one) : "f"(two), "f"(0.25));
	CHECK(one == 2);
}

/* One rounding, to single: of a number that is a little more, or less, than half way. */
static void fused(void)
{
	const double a = 1 + 0x1p-12, low = 1 + 0x1p-11, high = low + 0x1p-23, little = 0x1p-80;
	double r;

	asm("fmadds %0,%1,%1,%2" : "=f"(r) : "f"(a), "f"(little));
	CHECK(r == high);
	asm("fmsubs %0,%1,%1,%2" : "=f"(r) : "f"(a), "f"(little));
	CHECK(r == low);
	asm("fnmadds %0,%1,%1,%2" : "=f"(r) : "f"(a), "f"(little));
	CHECK(r == -high);
	asm("fnmsubs %0,%1,%1,%2" : "=f"(r) : "f"(a), "f"(little));
	CHECK(r == -low);
	asm("fmadds %0,%1,%1,%2" : "=f"(r) : "f"(a), "f"(0.0));
	CHECK(r == low); /* half way: to even */
	asm("fmadds %0,%1,%2,%3" : "=f"(r) : "f"(0x1p-100), "f"(0x1p-50), "f"(0x1p-200));
	CHECK(r == 0x1p-149); /* above half of the least */
	asm("fmadds %0,%1,%2,%3" : "=f"(r) : "f"(0x1.fffffep127), "f"(2.0), "f"(1.0));
	CHECK(isinf(r));
	srand(1);
	for (int i = 0; i < 20000; i++) {
		float x = ldexpf((float)(rand() & 0xffffff), -(rand() & 31));
		float y = (float)(rand() & 0xfff);
		float z = ldexpf((float)(rand() & 0xffffff), -(rand() & 63));

		asm("fmsubs %0,%1,%2,%3" : "=f"(r) : "f"((double)x), "f"((double)y),
						     "f"((double)z));
		CHECK(r == fmaf(x, y, -z));
	}
}

static int jumps(int n)
{
	extern int elsewhere(int) __asm__("main");
	asm goto("cmpwi %0,5; beq %l[five]; bgt %l[more]" : : "r"(n) : "cr0" : five, more);
	(void)elsewhere;
	return 0;
five:
	return 1;
more:
	return 2;
}

/* ---- threads */

#define THREADS 4
#define ROUNDS 50
static volatile int counter;
static volatile long swapped;

static void *work(void *arg)
{
	double mine = (double)(long)arg, back;
	long seen, old, next;

	asm volatile("fmr 20,%0" : : "f"(mine) : "fr20");
	for (int i = 0; i < ROUNDS; i++) {
		int t;

		__asm__ __volatile__("1: lwarx %0,0,%2\n"
				     "   addi %0,%0,1\n"
				     "   stwcx. %0,0,%2\n"
				     "   bne- 1b"
				     : "=&r"(t), "+m"(counter) : "r"(&counter) : "cr0");
		do {
			old = swapped;
			next = old + 1;
			asm volatile("0: ldarx %0,0,%2; cmpd %0,%3; bne 1f\n"
				     "   stdcx. %4,0,%2; bne 0b; 1:"
				     : "=&r"(seen), "+m"(swapped)
				     : "r"(&swapped), "r"(old), "r"(next) : "cr0", "memory");
		} while (seen != old);
	}
	asm volatile("fmr %0,20" : "=f"(back));
	return back == mine ? NULL : arg;
}

static void threads(void)
{
	pthread_t t[THREADS];
	void *wrong;

	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)(i + 1));
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], &wrong);
		CHECK(wrong == NULL);
	}
	CHECK(counter == THREADS * ROUNDS && swapped == THREADS * ROUNDS);
}

/* ---- time: what instructions more take; around them all functions are alike */

static volatile uint64_t result; /* else a compiler may leave out what leads to one */

#define TIMED(name, template) \
	__attribute__((noipa)) static uint64_t name(uint64_t r) \
	{ \
		uint64_t t = GetTimeBase(); \
		asm volatile(template : "+r"(r) : : "ctr", "cr0"); \
		t = GetTimeBase() - t; \
		result = r; \
		return t; \
	}
TIMED(one, "addi %0,%0,1")
TIMED(three, "addi %0,%0,1; addi %0,%0,1; addi %0,%0,1")
TIMED(divide, "addi %0,%0,1; divd %0,%0,%0")
TIMED(quads, "addi %0,%0,1; qvfadd 1,1,1; qvfmadd 2,1,1,1")
TIMED(loop, "mtctr %0; 1: addi %0,%0,1; bdnz 1b")
TIMED(sync, "addi %0,%0,1; sync")
TIMED(syncs, "addi %0,%0,1; sync; sync")

static void cycles(void)
{
	for (int i = 0; i < 2; i++) { /* its first call is no different */
		CHECK(three(1) == one(1) + 2);
		CHECK(divide(1) == one(1) + 71);
		CHECK(quads(1) == one(1) + 2);
		CHECK(loop(10) == one(1) + 20);
		CHECK(loop(1000) == one(1) + 2000);
		CHECK(syncs(1) - sync(1) == sync(1) - one(1));
	}
	uint64_t tb, again;

	asm volatile("mfspr %0,%1" : "=r"(tb) : "i"(SPRN_TBRO));
	asm volatile("mftb %0" : "=r"(again));
	CHECK(again > tb && again - tb < 100);
}

int main(void)
{
	integers();
	memory();
	variables();
	fused();
	CHECK(jumps(4) == 0 && jumps(5) == 1 && jumps(6) == 2);
	threads();
	cycles();
	printf("%d errors\n", errors);
	return errors;
}
