/*
 * register_stores.c - stores to registers of the message unit through plain pointers, by
 * every instruction that compilers use for them: the same in value, flags and all other
 * registers as on a word in memory.  The register is a descriptor count of a FIFO that is
 * never used, which holds what is stored.
 *
 * With an argument, a store that no register takes: "narrow", "wide", "misaligned", of
 * another node's ("neighbour"), or where there is none ("gap"), which has to end the
 * process.
 */
#include "spi_test.h"

#include <string.h>

#include <bgqemu/abi_mmio.h>
#include <hwi/include/bqc/MU_Fifo.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/InjFifo.h>

static MUSPI_InjFifoSubGroup_t group;
static volatile uint64_t *count;

static void init(void)
{
	Kernel_InjFifoAttributes_t attr;
	uint32_t id = 0;

	memset(&attr, 0, sizeof attr);
	CHECK(Kernel_AllocateInjFifos(67, &group, 1, &id, &attr) == 0);
	count = &MUSPI_IdToInjFifo(0, &group)->hw_injfifo->descCount;
}

static const uint64_t values[] = {
	0, 1, 2, 0x7f, 0x80, 0x7fffffff, 0x80000000, 0x7fffffffffffffff, 0x8000000000000000,
	0xffffffffffffff80, 0xffffffffffffffff,
};
#define VALUES (sizeof values / sizeof *values)

static void plain(void)
{
	for (unsigned i = 0; i < VALUES; i++) {
		*count = values[i];
		CHECK(*count == values[i]);
		*count += 3;
		CHECK(*count == values[i] + 3);
		*count |= 0x40;
		CHECK(*count == ((values[i] + 3) | 0x40));
	}
	*count = 5;
	CHECK(*count == 5);
	count[3] = 1; /* no register: nothing happens */
	CHECK(count[3] == 0);
	count[1] = 77; /* nor may this one be written */
	CHECK(count[1] == 0);
}

#if defined(__x86_64__)

struct outcome {
	uint64_t value, flags, reg;
};

#define FLAGS 0x8d5u /* those of arithmetic */

static void same(const char *what, const struct outcome *a, const struct outcome *b)
{
	if (a->value == b->value && (a->flags & FLAGS) == (b->flags & FLAGS) && a->reg == b->reg)
		return;
	fprintf(stderr, "%s: %lx, flags %lx, %lx instead of %lx, flags %lx, %lx\n", what, a->value,
		a->flags & FLAGS, a->reg, b->value, b->flags & FLAGS, b->reg);
	exit(1);
}

/* before: the flags. */
#define RUN(instruction, at, o, before)                                               \
	do {                                                                          \
		(o)->flags = (before);                                                \
		__asm__ volatile("subq $256, %%rsp\n\tpushq %1\n\tpopfq\n\t" instruction    \
				 "\n\tpushfq\n\tpopq %1\n\taddq $256, %%rsp"            \
				 : "+r"((o)->reg), "+r"((o)->flags)                    \
				 : "r"(at), "r"(UINT64_C(2))                          \
				 : "memory", "cc");                                   \
		(o)->value = *(at);                                                   \
	} while (0)

/* %0 is a register, %2 the address, %3 is 2. */
#define TRY(instruction)                                                              \
	do {                                                                          \
		for (unsigned i = 0; i < VALUES; i++)                                  \
			for (unsigned k = 0; k < 2 * VALUES; k++) {                    \
				volatile uint64_t word = values[i];                   \
				struct outcome a = { 0, 0, values[k / 2] }, b = a;     \
				uint64_t flags = k % 2 ? 0x202 | FLAGS : 0x202;        \
                                                                                      \
				*count = values[i];                                   \
				RUN(instruction, count, &a, flags);                   \
				RUN(instruction, &word, &b, flags);                   \
				same(instruction, &a, &b);                            \
			}                                                             \
	} while (0)

static void instructions(void)
{
	TRY("movq %0, (%2)");
	TRY("movq $-7, (%2)");
	TRY("movq %0, -16(%2,%3,8)");
	TRY("leaq -4096(%2), %2\n\tmovq %0, 4096(%2)\n\tleaq 4096(%2), %2");
	TRY("addq %0, (%2)");
	TRY("addq $100, (%2)");
	TRY("addq $0x12345678, (%2)");
	TRY("subq %0, (%2)");
	TRY("subq $-128, (%2)");
	TRY("andq %0, (%2)");
	TRY("andq $-64, (%2)");
	TRY("orq %0, (%2)");
	TRY("orq $0x7fffffff, (%2)");
	TRY("xorq %0, (%2)");
	TRY("xorq $1, (%2)");
	TRY("incq (%2)");
	TRY("decq (%2)");
	TRY("notq (%2)");
	TRY("negq (%2)");
	TRY("lock addq %0, (%2)");
	TRY("xchgq %0, (%2)");
}

/* All registers that a store has nothing to do with; and the red zone. */
static void others_stay(void)
{
	uint64_t in[4] = { 1, 2, 3, 4 }, out[4] = { 0 };
	double x = 1.5, y = 0;

	__asm__ volatile("movdqu (%2), %%xmm0\n\tmovdqu 16(%2), %%xmm15\n\tfldl %1\n\t"
			 "movq $11, -8(%%rsp)\n\tmovq $12, -128(%%rsp)\n\t"
			 "movq $0x55, (%4)\n\t"
			 "addq $-11, -8(%%rsp)\n\tjnz 1f\n\taddq $-12, -128(%%rsp)\n\tjnz 1f\n\t"
			 "movdqu %%xmm0, (%3)\n\tmovdqu %%xmm15, 16(%3)\n1:\tfstpl %0"
			 : "=m"(y) : "m"(x), "r"(in), "r"(out), "r"(count)
			 : "memory", "cc", "xmm0", "xmm15");
	CHECK(memcmp(in, out, sizeof in) == 0 && y == x && *count == 0x55);
}

static void wide(void)
{
	__asm__ volatile("movups %%xmm0, (%0)" : : "r"(count) : "memory");
}

#else

static void instructions(void) { }
static void others_stay(void) { }
static void wide(void) { exit(1); }

#endif

static void wrong(const char *what)
{
	volatile char *first = (volatile char *)bgqemu_mmio_base();

	if (!strcmp(what, "narrow"))
		*(volatile uint32_t *)count = 1;
	else if (!strcmp(what, "wide"))
		wide();
	else if (!strcmp(what, "misaligned"))
		*(volatile uint64_t *)((uintptr_t)count + 4) = 1;
	else if (!strcmp(what, "neighbour"))
		*(volatile uint64_t *)(first + 0x4000) = 1;
	else
		*(volatile uint64_t *)(first + 0x180000) = 1;
	exit(2); /* that was not to be reached */
}

int main(int argc, char **argv)
{
	init();
	if (argc > 1 && Kernel_GetRank() == 0)
		wrong(argv[1]);
	plain();
	instructions();
	others_stay();
	return 0;
}
