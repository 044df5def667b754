/*
 * endless.c - rank 3 never ends: the first argument says in what; the others exchange
 * messages and print.  With "back" and "uncounted" rank 3 comes back after some time, and
 * the job ends well.  What the report says of it is read by test_endless.sh.
 * Usage: endless WAY; see ways[].
 */
#include "mail.h"

#include <math.h>
#include <unistd.h>

#define WORD 9

static unsigned letters;
static char letter[64] __attribute__((aligned(64)));

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	letters++;
	return 0;
}

/* ---- ways to go on for ever; each has its name in the report */
#define PLACE __attribute__((noinline)) void

PLACE endless_empty(void)
{
	for (;;)
		;
}

PLACE endless_assembly(void)
{
#ifdef __x86_64__
	__asm__ volatile("1: add $1, %%rax\n\tjmp 1b" : : : "rax", "cc", "memory");
#else
	__asm__ volatile("1: b 1b" : : : "memory");
#endif
}

PLACE endless_memory(void)
{
	static volatile unsigned long n;

	while (n != 1)
		n += 2;
}

PLACE endless_libm(void)
{
	volatile double x = 1;

	for (;;)
		x = sin(x) + fmod(x * 1e300, 0.7);
}

PLACE endless_printf(void)
{
	for (unsigned long n = 0;; n++)
		printf("line %lu\n", n);
}

PLACE endless_write(void)
{
	while (write(1, "written without end\n", 20) > 0)
		;
}

PLACE endless_calls(void)
{
	volatile uint32_t n = 0;

	while (n != 1)
		n += 2 * Kernel_GetRank();
}

PLACE endless_malloc(void)
{
	volatile unsigned long n = 0;

	for (;; n++)
		free(malloc(n % 5000));
}

static volatile unsigned depth_most = 50;
static volatile unsigned long rounds;

PLACE endless_recursion(unsigned depth)
{
	volatile unsigned n = depth;

	if (n < depth_most)
		endless_recursion(n + 1);
	rounds += n;
}

PLACE recursion(void)
{
	for (;;)
		endless_recursion(0);
}

/* In a pipe that stays empty. */
PLACE endless_read(void)
{
	int end[2];
	char c;

	CHECK(pipe(end) == 0);
	CHECK(read(end[0], &c, 1) == 1);
}

/* Some milliseconds of host time. */
PLACE back_again(void)
{
	volatile unsigned n = 0;

	while (n < 3000000)
		n++;
}

#ifdef __x86_64__
/*
 * Some tenths of a second that are not counted, without a register or flag to spare: the
 * carry of each sum goes into the next one, and values are in the red zone and in vector
 * registers meanwhile.  Returns the sum of n times x modulo 2^64 - 1, or 0 if anything has
 * changed.
 */
uint64_t uncounted(uint64_t n, uint64_t x);
__asm__(".text\n"
	".type uncounted, @function\n"
	"uncounted:\n\t"
	"push %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
	"mov %rdi, %rcx\n\t"
	"mov $0x1111111111111111, %r8\n\t"
	"lea (%r8,%r8), %r9\n\tlea (%r8,%r9), %r10\n\tlea (%r8,%r10), %r11\n\t"
	"lea (%r8,%r11), %r12\n\tlea (%r8,%r12), %r13\n\tlea (%r8,%r13), %r14\n\t"
	"lea (%r8,%r14), %r15\n\tlea (%r8,%r15), %rbp\n\tlea (%r8,%rbp), %rbx\n\t"
	"mov %rbx, -8(%rsp)\n\tmov %r8, -128(%rsp)\n\t"
	"movq %rbx, %xmm0\n\tmovq %rbp, %xmm8\n\tmovq %r9, %xmm15\n\t"
	"xor %eax, %eax\n"
	"1:\tadc %rsi, %rax\n\t"
	"dec %rcx\n\t" /* leaves the carry */
	"jnz 1b\n\t"
	"adc $0, %rax\n\t"
	"sub -8(%rsp), %rbx\n\tsub -128(%rsp), %r8\n\tor %rbx, %r8\n\t"
	"movq %xmm15, %rcx\n\tsub %r9, %rcx\n\tor %rcx, %r8\n\t"
	"movq %xmm8, %rcx\n\tsub %rbp, %rcx\n\tor %rcx, %r8\n\t"
	"movq %xmm0, %rcx\n\tsub -8(%rsp), %rcx\n\tor %rcx, %r8\n\t"
	"add %r10, %r11\n\tadd %r12, %r13\n\tadd %r14, %r15\n\t" /* 7, 11 and 15 */
	"add %r11, %r13\n\tsub %r15, %r13\n\tsub %r10, %r13\n\tor %r13, %r8\n\t"
	"jz 2f\n\t"
	"xor %eax, %eax\n"
	"2:\tpop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbp\n\tpop %rbx\n\t"
	"ret\n"
	".size uncounted, . - uncounted\n");

PLACE uncounted_back(void)
{
	uint64_t n = 600000000, x = 0x0123456789abcdef;

	CHECK(uncounted(n, x) % UINT64_MAX ==
	      (uint64_t)((unsigned __int128)n * x % UINT64_MAX));
	printf("rank 3 is back\n");
}
#else
PLACE uncounted_back(void)
{
	printf("rank 3 is back\n");
}
#endif

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{ "empty", endless_empty },   { "assembly", endless_assembly },
	{ "memory", endless_memory }, { "libm", endless_libm },
	{ "printf", endless_printf }, { "write", endless_write },
	{ "calls", endless_calls },   { "malloc", endless_malloc },
	{ "recursion", recursion },   { "read", endless_read },
	{ "back", back_again },       { "uncounted", uncounted_back },
};

/* Ranks 0 to 2 in a ring, ten times round. */
static void others(uint32_t rank)
{
	for (unsigned i = 1; i <= 10; i++) {
		mail_send((rank + 1) % 3, letter, sizeof letter, WORD);
		while (letters < i)
			MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1);
	}
	printf("rank %u has %u letters\n", rank, letters);
}

int main(int argc, char **argv)
{
	uint32_t rank = Kernel_GetRank();
	unsigned i = 0;

	while (i < sizeof ways / sizeof *ways && (argc < 2 || strcmp(ways[i].name, argv[1])))
		i++;
	CHECK(i < sizeof ways / sizeof *ways);
	mail_init();
	MUSPI_RegisterRecvFunction(receive, NULL, WORD);
	test_barrier();
	if (rank == 3)
		ways[i].run();
	else
		others(rank);
	return 0;
}
