/* host_asm.c - one rank, 1, executes the host's instruction that the first argument names, and
 * goes on if that lets it; the others compute meanwhile, and print sums of numbers of all kinds.
 * "list" prints the names. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <fenv.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile double one = 1, three = 3, zero;
static volatile long double long_three = 3;
static char bytes[256] __attribute__((aligned(64)));

#define ALIGNMENT 0x40000l
#define TRAP 0x100l
#define NESTED 0x4000l

#define WAYS(way) \
	/* of the kernel, or of nobody */ \
	way(hlt, "hlt") \
	way(cli, "cli") \
	way(port, "inb $0x80, %%al" : : : "eax") \
	way(ud2, "ud2") \
	way(int3, "int3") \
	way(int1, ".byte 0xf1") \
	way(int4, "int $4") \
	way(rdmsr, "rdmsr" : : "c"(0x10) : "eax", "edx") \
	way(rdpmc, "rdpmc" : : "c"(0x7777) : "eax", "edx") \
	way(xsetbv, "xsetbv" : : "a"(7), "c"(0), "d"(0)) \
	way(lock_register, ".byte 0xf0, 0x48, 0x01, 0xc0" : : : "rax") \
	way(invlpg, "invlpg (%0)" : : "r"(bytes)) \
	way(far_jump, "ljmp *(%0)" : : "r"(bytes)) \
	way(iret, "pushq $0\n\tpushq $0\n\tpushq $0\n\tiretq") \
	/* numbers and addresses */ \
	way(divide, "divl %0" : : "r"(0), "a"(1), "d"(0)) \
	way(divide_over, "idivl %0" : : "r"(-1), "a"(1u << 31), "d"(-1)) \
	way(high_store, "movq %%rax, (%0)" : : "r"(UINT64_C(0xdead) << 48)) \
	way(high_load, "movb (%0), %%al" : : "r"(UINT64_C(1) << 63) : "rax") \
	way(kernels, "movq (%0), %%rax" : : "r"(-4096l) : "rax") \
	way(jump, "jmp *%0" : : "r"(0x10l)) \
	way(jump_high, "jmp *%0" : : "r"(UINT64_C(0xdead) << 48)) \
	way(return_wild, "pushq %0\n\tret" : : "r"(0x1234l)) \
	way(return_high, "pushq %0\n\tret" : : "r"(UINT64_C(0xdead) << 48)) \
	way(push_on, "1: pushq %rax\n\tjmp 1b") \
	way(stack_null, "xorl %esp, %esp\n\tpushq %rax") \
	way(stack_null_call, "xorl %%esp, %%esp\n\tcall *%0" : : "r"(getpid)) \
	way(stack_high, "movq %0, %%rsp\n\tpushq %%rax" : : "r"(UINT64_C(0xdead) << 48)) \
	way(stack_others, "subq %0, %%rsp\n\tud2" : : "r"(UINT64_C(1) << 34)) \
	/* segment registers */ \
	way(gs, "movw %0, %%gs" : : "r"((short)0)) \
	way(gs_user, "movw %0, %%gs" : : "r"((short)0x2b)) \
	way(gs_bad, "movw %0, %%gs" : : "r"((short)0x1234)) \
	way(gs_base, "wrgsbase %0" : : "r"(bytes)) \
	way(fs, "movw %0, %%fs" : : "r"((short)0)) \
	way(fs_base, "wrfsbase %0" : : "r"(bytes)) \
	way(ss, "movw %0, %%ss" : : "r"((short)0)) \
	way(ds, "movw %0, %%ds\n\tmovw %0, %%es" : : "r"((short)0)) \
	/* the same by bytes, which bgq-as does not read */ \
	way(hidden_direction, ".byte 0xfd") \
	way(hidden_gs, ".byte 0x8e, 0xe8" : : "a"(0)) \
	way(hidden_fs, ".byte 0x8e, 0xe0" : : "a"(0)) \
	way(hidden_gs_base, ".byte 0xf3, 0x48, 0x0f, 0xae, 0xd8" : : "a"(bytes)) \
	way(hidden_gs_endless, ".byte 0xf3, 0x48, 0x0f, 0xae, 0xd8\n\t1: jmp 1b" : : "a"(bytes)) \
	way(hidden_alignment, "pushfq\n\torq %0, (%%rsp)\n\t.byte 0x9d" : : "r"(ALIGNMENT) : "cc") \
	/* flags */ \
	way(alignment, "pushfq\n\torq %0, (%%rsp)\n\tpopfq" : : "r"(ALIGNMENT) : "cc") \
	way(misaligned, "pushfq\n\torq %0, (%%rsp)\n\tpopfq\n\tmovl %%eax, 1(%1)" \
		: : "r"(ALIGNMENT), "r"(bytes) : "cc", "memory") \
	way(trap, "pushfq\n\torq %0, (%%rsp)\n\tpopfq" : : "r"(TRAP) : "cc") \
	way(nested, "pushfq\n\torq %0, (%%rsp)\n\tpopfq" : : "r"(NESTED) : "cc") \
	way(direction, "std") \
	way(direction_back, "std\n\tcld") \
	/* control words */ \
	way(mxcsr_bits, "ldmxcsr %0" : : "m"(*(int[]){ -1 })) \
	way(mxcsr_open, "ldmxcsr %0\n\tdivsd %1, %%xmm0" \
		: : "m"(*(int[]){ 0 }), "m"(zero) : "xmm0") \
	way(mxcsr_up, "ldmxcsr %0" : : "m"(*(int[]){ 0x1f80 | 0x4000 })) \
	way(fldcw_open, "fldcw %0\n\tfld1\n\tfldz\n\tfdivrp\n\tfwait" : : "m"(*(short[]){ 0 })) \
	way(fldcw_pending, "fldcw %0\n\tfld1\n\tfldz\n\tfdivrp" : : "m"(*(short[]){ 0 })) \
	way(fldcw_single, "fldcw %0" : : "m"(*(short[]){ 0x7f })) \
	way(fninit, "fninit") \
	way(vzeroupper, "vzeroupper") \
	/* system calls */ \
	way(syscall_exit, "syscall" \
		: : "a"((long)SYS_exit_group), "D"(7l) : "rcx", "r11") \
	way(syscall_exit_thread, "syscall" : : "a"((long)SYS_exit), "D"(7l) : "rcx", "r11") \
	way(syscall_prctl, "syscall" \
		: : "a"((long)SYS_arch_prctl), "D"(0x1001l), "S"(0l) : "rcx", "r11") \
	way(hidden_syscall, ".byte 0x0f, 0x05" \
		: : "a"((long)SYS_exit_group), "D"(7l) : "rcx", "r11") \
	way(hidden_int80, ".byte 0xcd, 0x80" : : "a"(1), "b"(0)) \
	way(int80, "int $0x80" : : "a"(1), "b"(0)) \
	way(sysenter, "sysenter" : : "a"(1), "b"(0))

#define FUNCTION(name, ...) static void name##_way(void) { __asm__ volatile(__VA_ARGS__); }
WAYS(FUNCTION)

/* Results and errors are the kernel's. */
static void syscall_write_way(void)
{
	static const char text[] = "rank 1 has written\n";
	long n, error;

	__asm__ volatile("syscall" : "=a"(n)
			 : "0"((long)SYS_write), "D"(1l), "S"(text), "d"(sizeof text - 1)
			 : "rcx", "r11", "memory");
	__asm__ volatile("syscall" : "=a"(error)
			 : "0"((long)SYS_write), "D"(77l), "S"(text), "d"(1l)
			 : "rcx", "r11", "memory");
	CHECK(n == sizeof text - 1 && error == -9);
}

#define ENTRY(name, ...) { #name, name##_way },
static const struct way {
	const char *name;
	void (*fn)(void);
} ways[] = { WAYS(ENTRY) ENTRY(syscall_write) };

#define COUNT (sizeof ways / sizeof *ways)

static void compute(const char *when)
{
	double sum = 0;
	long double more = 0;

	for (int round = 0; round < 6; round++) {
		for (int i = 1; i < 3000; i++) {
			sum += one / (three * i);
			more += long_three / i;
		}
		memset(bytes, round, sizeof bytes);
		memmove(bytes + 1, bytes, 100);
		printf("rank %u %s %.17g %.20Lg %d\n", Kernel_GetRank(), when, sum, more,
		       bytes[100]);
		usleep(3);
	}
	printf("rank %u %s, rounds by %d\n", Kernel_GetRank(), when, fegetround());
}

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	for (size_t i = 0; !strcmp(argv[1], "list") && i < COUNT; i++)
		printf("%s\n", ways[i].name);
	if (Kernel_GetRank() == 1) {
		printf("rank 1 has said so\n");
		for (size_t i = 0; i < COUNT; i++)
			if (!strcmp(argv[1], ways[i].name))
				ways[i].fn();
		usleep(3);
		compute("goes on");
		return 0;
	}
	compute("lives");
	return 0;
}
