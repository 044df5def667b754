/*
 * control.c - control flow of every kind, for test_as.sh: prints what it computes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static __thread int local;
__thread long shared_local = 5;

NOINLINE static int thread_locals(int n)
{
	for (int i = 0; i < n; i++) {
		local += i;
		shared_local ^= local;
	}
	return local + (int)shared_local;
}

NOINLINE static long switched(const unsigned char *p, int n)
{
	long a = 1;
	for (int i = 0; i < n; i++) {
		switch (p[i]) {
		case 'a': a += 3; break;
		case 'b': a *= 7; break;
		case 'c': a ^= i; break;
		case 'd': a -= p[i]; /* fall through */
		case 'e': a++; break;
		case 'f': a = a << 3 | (unsigned long)a >> 61; break;
		case 'g': if (i & 1) continue; a += 100; break;
		case 'z': return a;
		default: a = -a; break;
		}
	}
	return a;
}

NOINLINE static long computed(const char *program)
{
	static void *const step[] = { &&add, &&twice, &&back, &&end };
	long a = 1, rounds = 0;
	const char *p = program;
	goto *step[*p++ - '0'];
add:
	a += 5;
	goto *step[*p++ - '0'];
twice:
	a *= 2;
	goto *step[*p++ - '0'];
back:
	if (++rounds < 20)
		p = program;
	goto *step[*p++ - '0'];
end:
	return a;
}

static jmp_buf point;
NOINLINE static void deep(int n)
{
	if (n == 0)
		longjmp(point, 42);
	deep(n - 1);
	local++;
}

NOINLINE static int jumps(void)
{
	volatile int rounds = 0;
	int got = setjmp(point);
	rounds++;
	if (rounds < 4)
		deep(rounds * 3);
	return got + rounds;
}

NOINLINE static int even(unsigned n);
NOINLINE static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}
static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}

NOINLINE static int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

NOINLINE static double sum(int n, ...)
{
	va_list args;
	double s = 0;
	va_start(args, n);
	for (int i = 0; i < n; i++)
		s += i & 1 ? va_arg(args, double) : va_arg(args, int);
	va_end(args);
	return s;
}

#if defined(__GCC_ASM_FLAG_OUTPUTS__)
/* Begins with assembly that leaves something in the flags. */
NOINLINE static int parity(int x)
{
	int p;
	__asm__("testb %b1, %b1" : "=@ccp"(p) : "q"(x));
	return p;
}
#else
#define parity(x) (!(__builtin_popcount((x) & 255) & 1))
#endif

NOINLINE static int assembly(int x)
{
	int a = x, b = 0;
	__asm__ volatile("" ::: "memory");
	for (int i = 0; i < 10; i++) {
		__asm__("addl %1, %0" : "+r"(a) : "r"(i));
		__asm__ volatile("1: addl $1, %0; cmpl $5, %0\n\tjl 1b" : "+r"(b) : : "cc");
		__asm__ volatile("testl %0, %0" : : "r"(a) : "cc");
	}
#if defined(__GCC_ASM_FLAG_OUTPUTS__)
	int zero;
	__asm__("testl %1, %1" : "=@ccz"(zero) : "r"(a));
	b += zero;
#endif
	__asm__ goto("testl $1, %0; jnz %l1" : : "r"(a) : "cc" : is_odd);
	return a + b;
is_odd:
	return a - b;
}

__asm__(".text\n\t.globl at_file_scope\n\t.type at_file_scope, @function\n"
	"at_file_scope:\n\tleal 1(%rdi), %eax\n\tret\n\t.size at_file_scope, .-at_file_scope");
int at_file_scope(int);

static int compare(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

NOINLINE static unsigned sorted(void)
{
	int values[200];
	unsigned h = 7, x = 99;
	for (int i = 0; i < 200; i++)
		values[i] = (int)((x = x * 1664525 + 1013904223) >> 8);
	qsort(values, 200, sizeof *values, compare);
	for (int i = 0; i < 200; i++)
		h = h * 31 + (unsigned)values[i];
	return h;
}

/* Flags are needed across labels: chains of comparisons, carries. */
NOINLINE static int compared(int x)
{
	if (x < 10)
		return x == 3 ? 1 : x > 7 ? 2 : 3;
	return x == 20 ? 4 : x < 20 ? 5 : x & 1 ? 6 : 7;
}

NOINLINE static unsigned long long wide(unsigned long long a, int n)
{
	__uint128_t s = a;
	for (int i = 0; i < n; i++)
		s = s * 3 + ((s >> 64) ^ a);
	return (unsigned long long)(s >> 64) ^ (unsigned long long)s;
}

int main(void)
{
	char text[512], *copy = malloc(5000);
	for (int i = 0; i < 511; i++)
		text[i] = "abcdefgh"[(i * i + 3 * i) % 8];
	text[511] = '\0';
	memset(copy, 3, 5000);
	memcpy(copy + 100, text, sizeof text);
	copy[611] = 'z';
	int c = 0;
	for (int i = -5; i < 40; i++)
		c = c * 3 + compared(i);
	printf("%d %ld %ld\n", thread_locals(9), switched((unsigned char *)copy + 100, 512),
		computed("0101123"));
	printf("%d %d %d %d\n", jumps(), odd(1001), even(1000), fib(15));
	for (int i = 0; i < 9; i++)
		c = c * 2 + parity(i * 5);
	printf("%g %d %d %d\n", sum(6, 1, 2.5, 3, 4.5, 5, 6.25), assembly(3), assembly(4),
		at_file_scope(c));
	printf("%u %llu %zu\n", sorted(), wide(12345, 77), strlen(text + 7));
	free(copy);
	return 3;
}
