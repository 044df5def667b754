/*
 * ppc_registers.c - PowerPC assembly that branches and comes back by the link register, traps,
 * divides a number of twice the length, notes overflows, calculates with bits of the condition
 * register, moves the status registers (XER, FPSCR), reads the stack's and the thread's pointer,
 * also by variables in these registers, and calls the kernel.  Prints what is wrong; ends with
 * the number of errors.
 * Not here: what is refused (test_ppc_asm.sh).
 */
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>

#include <hwi/include/bqc/A2_inlines.h>

static int errors;
#define CHECK(e) ((e) ? (void)0 : (void)(errors++, printf("line %d: %s\n", __LINE__, #e)))

static uint64_t bits(double d)
{
	uint64_t u;

	memcpy(&u, &d, sizeof u);
	return u;
}

static double number(uint64_t u)
{
	double d;

	memcpy(&d, &u, sizeof d);
	return d;
}

/* ---- the link register */

static void links(void)
{
	uint64_t a, b = 1234;

	asm volatile("mflr 5; mtlr %1; mflr %0; mtlr 5" : "=&r"(a) : "r"(b) : "r5", "lr");
	CHECK(a == 1234);
	asm volatile("bcl 20,31,1f\n1: mflr %0" : "=r"(a) : : "lr");
	CHECK(a != 0);
	asm volatile("bcl 20,31,$+4; mflr %0" : "=r"(a) : : "lr");
	CHECK(a != 0);
	asm volatile("bl 1f; b 2f; 1: addi %0,%0,5; blr; 2: addi %0,%0,100" : "+b"(b) : : "lr");
	CHECK(b == 1339);
	asm volatile("li %0,3; bl 1f; addi %0,%0,1000; bl 1f; b 2f;"
		"1: cmpwi %0,100; bgtlr; addi %0,%0,50; blr; 2:" : "=&b"(b) : : "lr", "cr0");
	CHECK(b == 1053);
	/* kept while another branch sets it */
	asm volatile("li %0,0; bl 1f; b 3f; 1: mflr 5; bl 2f; mtlr 5; addi %0,%0,1; blr;"
		"2: addi %0,%0,10; blr; 3:" : "=&b"(b) : : "lr", "r5");
	CHECK(b == 11);
}

/* ---- traps */

static sigjmp_buf out;
static int caught;

static void on_trap(int sig)
{
	caught = sig;
	siglongjmp(out, 1);
}

#define TRAPS(statement) \
	(caught = 0, sigsetjmp(out, 1) ? 0 : ({ statement; 0; }), caught == SIGTRAP)

static void traps(void)
{
	long one = 1, two = 2, minus = -1;

	signal(SIGTRAP, on_trap);
	CHECK(TRAPS(asm volatile("trap")));
	CHECK(TRAPS(asm volatile("tw 31,%0,%0" : : "r"(one))));
	CHECK(!TRAPS(asm volatile("tweq %0,%1" : : "r"(one), "r"(two))));
	CHECK(TRAPS(asm volatile("tdne %0,%1" : : "r"(one), "r"(two))));
	CHECK(TRAPS(asm volatile("twlgti %0,5" : : "r"(minus))));
	CHECK(!TRAPS(asm volatile("twgti %0,5" : : "r"(minus))));
	CHECK(TRAPS(asm volatile("twi 16,%0,5" : : "r"(minus))));
	CHECK(TRAPS(asm volatile("tdi 4,%0,-1" : : "r"(minus))));
	CHECK(!TRAPS(asm volatile("td 8,%0,%1" : : "r"(minus), "r"(one))));
	CHECK(TRAPS(asm volatile("td 1,%0,%1" : : "r"(minus), "r"(one))));
	CHECK(!TRAPS(asm volatile("tweq %0,%1" : : "r"(1L << 32), "r"(two))));
	CHECK(TRAPS(asm volatile("tdu %0,%1" : : "r"(one), "r"(two))));
	CHECK(TRAPS(asm volatile("twui %0,5" : : "r"(two))));
}

/* ---- numbers */

static void divides(void)
{
	uint64_t r;

	asm("divdeu %0,%1,%2" : "=r"(r) : "r"(1UL), "r"(2UL));
	CHECK(r == UINT64_C(1) << 63);
	asm("divdeu %0,%1,%2" : "=r"(r) : "r"(2UL), "r"(2UL)); /* does not fit: undefined */
	asm("divde %0,%1,%2" : "=r"(r) : "r"(-1L), "r"(4L));
	CHECK(r == (uint64_t)-(INT64_C(1) << 62));
	asm("divweu %0,%1,%2" : "=r"(r) : "r"(1UL), "r"(3UL));
	CHECK((uint32_t)r == 0x55555555);
	asm("divwe %0,%1,%2" : "=r"(r) : "r"(-1L), "r"(4L));
	CHECK((uint32_t)r == 0xc0000000);
}

static void fixed_status(void)
{
	uint64_t a;

	asm volatile("mtxer %1; mfxer %0" : "=r"(a) : "r"(0xe0000011UL));
	CHECK(a == 0xe0000011);
	asm volatile("li 4,-1; li 5,1; addc 4,4,5; mfxer %0" : "=r"(a) : : "r4", "r5");
	CHECK(a == 0x20000000);
	asm volatile("mtxer %1; li 4,1; li 5,2; adde %0,4,5" : "=r"(a) : "r"(0x20000000UL) :
		"r4", "r5");
	CHECK(a == 4);
	asm volatile("mtxer %1; mcrxr cr3; mfcr %0" : "=r"(a) : "r"(0xa0000000UL) : "cr3");
	CHECK((a >> 16 & 15) == 10);
}

#define SUMMARY 0x80000000 /* and the overflow, and the carry */
#define OVERFLOW 0x40000000
#define CARRY 0x20000000
/* An operation on a and b with XER set to from: its result, and what is in XER then. */
#define OVERFLOWS(operation, from, a, b, result, xer) do { \
	uint64_t r, x; \
	asm volatile("mtxer %2; " operation " %0,%3,%4; mfxer %1" : "=&r"(r), "=&r"(x) : \
		"r"((uint64_t)(from)), "r"(a), "r"(b) : "cr0"); \
	CHECK(r == (uint64_t)(result) && x == (uint64_t)(xer)); \
} while (0)

static void overflows(void)
{
	uint64_t most = INT64_MAX, least = (uint64_t)INT64_MIN, field;

	OVERFLOWS("addo", 0, most, 1UL, least, SUMMARY | OVERFLOW);
	OVERFLOWS("addo", SUMMARY | OVERFLOW, 1UL, 1UL, 2, SUMMARY);
	OVERFLOWS("add", SUMMARY | OVERFLOW, 1UL, 1UL, 2, SUMMARY | OVERFLOW);
	OVERFLOWS("subfo", 0, 1UL, least, most, SUMMARY | OVERFLOW);
	OVERFLOWS("subo", 0, least, 1UL, most, SUMMARY | OVERFLOW);
	OVERFLOWS("addco", 0, least, least, 0, SUMMARY | OVERFLOW | CARRY);
	OVERFLOWS("addeo", CARRY, most, 0UL, least, SUMMARY | OVERFLOW);
	OVERFLOWS("subfeo", CARRY, 1UL, 3UL, 2, CARRY);
	OVERFLOWS("mullwo", 0, 65536UL, 32768UL, 1UL << 31, SUMMARY | OVERFLOW);
	OVERFLOWS("mulldo", 0, most, 2UL, -2, SUMMARY | OVERFLOW);
	OVERFLOWS("mulldo", 0, 1UL << 31, 1UL << 31, 1UL << 62, 0);
	OVERFLOWS("divdo", OVERFLOW, most, 2UL, most / 2, 0);
	asm volatile("mtxer %1; li 4,0; divduo 4,4,4; mfxer %0" : "=r"(field) : "r"(0UL) : "r4");
	CHECK(field == (SUMMARY | OVERFLOW));
	/* the summary is the last bit of what is compared */
	asm volatile("mtxer %1; nego. 4,%2; cmpwi cr3,4,0; mfcr %0" : "=r"(field) :
		"r"(0UL), "r"(least) : "r4", "cr0", "cr3");
	CHECK(field >> 28 == 9 && (field >> 16 & 15) == 3);
}

static void condition_bits(void)
{
	uint64_t field;

	asm volatile("crclr 0; crset 4*cr1+eq; cror 8,6,0; crandc 9,6,8; crnor gt,lt,lt; mfcr %0" :
		"=r"(field) : : "cr0", "cr1", "cr2");
	CHECK(field == 0x42800000);
	asm volatile("mtcrf 255,%1; crmove 4*cr7+so,lt; crnot 4*cr7+eq,lt; creqv 1,2,3; mfcr %0" :
		"=r"(field) : "r"(0x80000002UL) : "cr0", "cr7");
	CHECK(field == 0xc0000001);
	asm volatile("mtcr %1; mtocrf 64,%2; mfocrf %0,64" : "=r"(field) : "r"(0xffffffffUL),
		"r"(0x02345678UL) : "cr0", "cr1");
	CHECK((field >> 24 & 15) == 2);
}

static void bytes_and_bits(void)
{
	uint64_t r;

	asm("cmpb %0,%1,%2" : "=r"(r) : "r"(0x1122334455667788UL), "r"(0x1100330055007700UL));
	CHECK(r == 0xff00ff00ff00ff00);
	asm("prtyd %0,%1" : "=r"(r) : "r"(0x0100000001000100UL));
	CHECK(r == 1);
	asm("prtyw %0,%1" : "=r"(r) : "r"(0x0100000001000100UL));
	CHECK(r == UINT64_C(1) << 32);
	asm("bpermd %0,%1,%2" : "=r"(r) : "r"(0x003f400100000000UL), "r"(1UL << 63));
	CHECK(r == 0x8f);
	asm("extrwi %0,%1,8,4" : "=r"(r) : "r"(0x12345678UL));
	CHECK(r == 0x23);
	asm("inslwi %0,%1,8,4" : "+r"(r) : "r"(0xab000000UL));
	CHECK(r == 0x0ab00023);
	asm("clrlsldi %0,%1,56,4" : "=r"(r) : "r"(0xfffUL));
	CHECK(r == 0xff0);
}

static uint64_t status(void)
{
	double d;

	asm volatile("mffs %0" : "=d"(d));
	return bits(d);
}

static void float_status(void)
{
	volatile double zero = 0, one = 1, quotient;
	uint64_t field;

	CHECK((status() & 3) == 0);
	asm volatile("mtfsfi 7,1");
	CHECK(fegetround() == FE_TOWARDZERO && (status() & 3) == 1);
	asm volatile("mtfsb1 30; mtfsb0 31");
	CHECK(fegetround() == FE_UPWARD && (status() & 3) == 2);
	asm volatile("mtfsf 255,%0" : : "d"(number(3)));
	CHECK(fegetround() == FE_DOWNWARD && !fetestexcept(FE_ALL_EXCEPT));
	asm volatile("mtfsf 1,%0" : : "d"(number(0x04000000))); /* the last field only */
	CHECK(fegetround() == FE_TONEAREST && !fetestexcept(FE_ALL_EXCEPT));
	quotient = one / zero;
	CHECK((status() & 0x84000000) == 0x84000000 && quotient > 0);
	asm volatile("mcrfs cr2,1; mfcr %0" : "=r"(field) : : "cr2");
	CHECK((field >> 20 & 15) == 4 && !fetestexcept(FE_DIVBYZERO));
	quotient = zero / zero;
	CHECK((status() & 0xa0000000) == 0xa0000000 && fetestexcept(FE_INVALID));
	asm volatile("mtfsf 255,%0" : : "d"(number(0)));
	CHECK(status() == 0 && !fetestexcept(FE_ALL_EXCEPT));
	asm volatile("mtfsb1 6");
	CHECK(fetestexcept(FE_ALL_EXCEPT) == FE_INEXACT);
	feclearexcept(FE_ALL_EXCEPT);
	CHECK(!(status() & 0x02000000));
	asm volatile("mtfsf 255,%0" : : "d"(number(0)));
}

/* Set by an exception that had not been, cleared by itself only. */
static void float_summary(void)
{
	volatile double zero = 0, one = 1, quotient;

	asm volatile("mtfsf 255,%0" : : "d"(number(0)));
	quotient = one / zero;
	CHECK((status() & 0x84000000) == 0x84000000 && quotient > 0);
	asm volatile("mtfsb0 0");
	CHECK((status() & 0x84000000) == 0x04000000);
	quotient = one / zero; /* one that has been */
	asm volatile("mtfsb1 5");
	CHECK((status() & 0x84000000) == 0x04000000);
	quotient = one / 3;
	CHECK((status() & 0x86000000) == 0x86000000);
	asm volatile("mtfsb0 5; mtfsb0 6");
	CHECK((status() & 0x86000000) == 0x80000000 && !fetestexcept(FE_ALL_EXCEPT));
	feclearexcept(FE_ALL_EXCEPT);
	CHECK((status() & 0x80000000) == 0x80000000);
	asm volatile("mtfsf 128,%0" : : "d"(number(0x10000000)));
	CHECK((status() & 0x90000000) == 0x10000000);
	asm volatile("mtfsb0 3; mtfsb1 3; mcrfs cr2,0" : : : "cr2");
	CHECK(status() == 0 && quotient > 0);
}

/* ---- the thread, and the kernel */

static uint64_t thread_pointer(void)
{
	uint64_t r;

	asm volatile("mr %0,13" : "=r"(r));
	return r;
}

/* Variables in these registers, outside of functions and in one. */
struct thread_block;
register struct thread_block *block asm("r13");
register uint64_t global_stack asm("1");

static uint64_t by_variable(void)
{
	register uint64_t local asm("13");
	uint64_t global, operand;

	asm volatile("addi %0,%1,0" : "=r"(global) : "b"(block));
	asm volatile("addi %0,%1,0" : "=r"(operand) : "b"(local));
	CHECK(global == operand && (uintptr_t)block == global);
	return global;
}

static void *of_thread(void *arg)
{
	*(uint64_t *)arg = thread_pointer();
	CHECK(by_variable() == thread_pointer());
	return NULL;
}

static void pointers(void)
{
	uint64_t own = thread_pointer(), other, sp;
	pthread_t t;

	pthread_create(&t, NULL, of_thread, &other);
	pthread_join(t, NULL);
	CHECK(own && own == thread_pointer() && other && other != own);
	asm volatile("mr %0,1" : "=r"(sp));
	CHECK(sp - (uintptr_t)&sp + 4096 < 8192);
	CHECK(global_stack - (uintptr_t)&sp + 4096 < 8192);
	CHECK(by_variable() == own);
}

static uint64_t kernel(uint64_t number, uint64_t a, uint64_t b, uint64_t c, int *failed)
{
	register uint64_t r0 asm("r0") = number;
	register uint64_t r3 asm("r3") = a;
	register uint64_t r4 asm("r4") = b;
	register uint64_t r5 asm("r5") = c;
	uint64_t cr;

	asm volatile("sc; mfcr %0" : "=r"(cr), "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5) : :
		"cr0", "memory");
	*failed = cr >> 28 & 1;
	return r3;
}

static void calls(void)
{
	static const char text[] = "by sc\n";
	struct timeval now;
	struct utsname name;
	char place[4096];
	int failed;

	CHECK(kernel(4, 1, (uintptr_t)text, 6, &failed) == 6 && !failed); /* write */
	CHECK(kernel(4, 99, (uintptr_t)text, 6, &failed) == 9 && failed); /* EBADF */
	CHECK(kernel(20, 0, 0, 0, &failed) > 0 && !failed);               /* getpid */
	CHECK((time_t)kernel(13, 0, 0, 0, &failed) == time(NULL) && !failed);
	CHECK(kernel(78, (uintptr_t)&now, 0, 0, &failed) == 0 && !failed); /* gettimeofday */
	CHECK(now.tv_sec == time(NULL));
	CHECK(kernel(122, (uintptr_t)&name, 0, 0, &failed) == 0 && !failed); /* uname */
	CHECK(strcmp(name.sysname, "CNK") == 0);
	CHECK(kernel(182, (uintptr_t)place, sizeof place, 0, &failed) > 1 && !failed); /* getcwd */
	CHECK(kernel(182, (uintptr_t)place, 1, 0, &failed) == ERANGE && failed);
	CHECK(kernel(45, 0, 0, 0, &failed) != 0 && !failed);                 /* brk */
	CHECK(kernel(76, 7, (uintptr_t)place, 0, &failed) == 0 && !failed);  /* getrlimit */
	CHECK(kernel(2, 0, 0, 0, &failed) == ENOSYS && failed);              /* fork */
	CHECK(kernel(11, 0, 0, 0, &failed) == ENOSYS && failed);             /* execve */
}

int main(void)
{
	uint64_t from = GetTimeBase();

	for (int i = 0; i < 100; i++)
		asm volatile("mtfsb0 31");
	CHECK(GetTimeBase() - from > 500); /* six cycles each */
	links();
	traps();
	divides();
	fixed_status();
	overflows();
	condition_bits();
	bytes_and_bits();
	float_status();
	float_summary();
	pointers();
	calls();
	return errors;
}
