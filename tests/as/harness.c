/*
 * harness.c - runs instrumented code as an ordinary program of the host: has the budget
 * at %gs:0 and bgqemu_check, and tells at the end how many cycles were charged.
 *
 *   AS_BUDGET=n   cycles given at a time; small ones make every check take its stub
 *   AS_TOTAL=f    the total goes to this file
 *   AS_STOP=n     ends with status 0 at the n-th check
 *   AS_TIMER=us   takes a cycle from the budget at random moments, wherever .bgq_budget
 *                 says that it is, and gives it back in the total
 *
 * bgqemu_check saves what fits in its area (no tiles, which need 8 KiB of it).  It destroys
 * the flags and what is below the stack, and keeps all else; bgqemu_check_xmm destroys the
 * vector registers beyond xmm0 to xmm15, too.  Each call through a pointer asks the harness, and
 * each function that looks for its code in the instruction cache.
 */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define SHARE_BITS 20 /* cycles are above them, see bgqemu/budget.h */

static _Alignas(64) volatile int64_t area[64];
static int64_t given = (int64_t)1000000000 << SHARE_BITS;
static uint8_t functions[256]; /* no bit is set */
static int64_t total;
static uint64_t checks, stop;

struct place {
	uint64_t start, end;
	uint32_t reg, zero;
};
static struct place *place;
static size_t places;
#define REGISTERS 16 /* other places say that code is counted */
static uint64_t base;
static volatile int64_t taken; /* by the timer */
static volatile int counting;  /* the budget is neither here nor there */

/* A check: parts of the register state that are not saved become zero. */
#define CHECK(name, saved) \
	".globl " name "\n" \
	".type " name ", @function\n" \
	name ":\n" \
	"	pushq %rbp\n" \
	"	movq %rsp, %rbp\n" \
	"	pushq %rax; pushq %rcx; pushq %rdx; pushq %rbx; pushq %rsi; pushq %rdi\n" \
	"	pushq %r8; pushq %r9; pushq %r10; pushq %r11; pushq %r12; pushq %r13\n" \
	"	pushq %r14; pushq %r15\n" \
	"	movq %rsp, %rbx\n" \
	"	subq $8192, %rsp\n" \
	"	andq $-64, %rsp\n" \
	"	movq $0, 512(%rsp); movq $0, 520(%rsp); movq $0, 528(%rsp)\n" \
	"	movq $0, 536(%rsp); movq $0, 544(%rsp); movq $0, 552(%rsp)\n" \
	"	movq $0, 560(%rsp); movq $0, 568(%rsp)\n" \
	"	movl $" saved ", %eax; xorl %edx, %edx\n" \
	"	xsave (%rsp)\n" \
	"	cld\n" \
	"	call check_c\n" \
	"	movl $0xe7, %eax; xorl %edx, %edx\n" \
	"	xrstor (%rsp)\n" \
	"	movq %rbx, %rsp\n" \
	"	popq %r15; popq %r14; popq %r13; popq %r12; popq %r11; popq %r10; popq %r9\n" \
	"	popq %r8; popq %rdi; popq %rsi; popq %rbx; popq %rdx; popq %rcx; popq %rax\n" \
	"	popq %rbp\n" \
	"	pushq $0xad5; xorq $0xad5, (%rsp)\n" /* carry, parity, ... both ways */ \
	"	incl flip(%rip); testl $1, flip(%rip); jz 2f; xorq $0x8d5, (%rsp)\n" \
	"2:	popfq\n" \
	"	ret\n" \
	".size " name ", . - " name "\n"

__asm__(".text\n"
	CHECK("bgqemu_check", "0xe7")
	CHECK("bgqemu_check_x87", "3")
	CHECK("bgqemu_check_xmm", "3")
	/* An image in which no target lies, and an emulator that lets it be. */
	".weak bgqrt_image\n" /* bgqnote.o has one, too */
	".globl bgqemu_call_target\n"
	".hidden bgqrt_image\n"
	"bgqemu_call_target:\n"
	"	pushq $-1\n"
	"	addq $8, %rsp\n"
	"	ret\n"
	/* Nothing ever is in the instruction cache. */
	".globl bgqemu_fetch\n"
	"bgqemu_fetch:\n"
	"	incl flip(%rip)\n" /* flags */
	"	pushq $-1\n"
	"	addq $8, %rsp\n"
	"	ret\n"
	".data\n"
	"bgqrt_image: .quad 0, 0\n"
	".text\n"
	".local flip\n"
	".comm flip,4,4\n");

__attribute__((used)) void check_c(void)
{
	counting = 1;
	if (++checks == stop)
		_exit(0);
	total += given - area[0];
	area[0] = given;
	counting = 0;
}

static uint64_t *saved_register(ucontext_t *u, uint32_t reg)
{
	static const int of[16] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
		REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
		REG_R15 };
	return (uint64_t *)&u->uc_mcontext.gregs[of[reg]];
}

/* Takes a cycle, or several, from wherever the budget is. */
static void tick(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)info;
	ucontext_t *u = context;
	uint64_t pc = (uint64_t)u->uc_mcontext.gregs[REG_RIP] - base;
	int64_t some = taken % 7 + 1;
	for (size_t i = 0; i < places; i++) {
		if (place[i].reg < REGISTERS && pc >= place[i].start && pc < place[i].end) {
			uint64_t *r = saved_register(u, place[i].reg);
			*r -= (uint64_t)some;
			taken += some;
			return;
		}
	}
	if (counting)
		return;
	area[0] -= some;
	taken += some;
}

/* Where the budget is in a register, from the program's own file. */
static void places_read(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);
	struct stat s;
	if (fd < 0 || fstat(fd, &s) != 0)
		abort();
	const char *file = mmap(NULL, s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	const ElfW(Ehdr) *e = (const void *)file;
	const ElfW(Shdr) *section = (const void *)(file + e->e_shoff);
	const char *names = file + section[e->e_shstrndx].sh_offset;
	for (int i = 0; i < e->e_shnum; i++) {
		if (strcmp(names + section[i].sh_name, ".bgq_budget") != 0)
			continue;
		place = (struct place *)(file + section[i].sh_offset);
		places = section[i].sh_size / sizeof *place;
	}
	base = e->e_type == ET_DYN ? getauxval(3) - e->e_phoff : 0;
}

__attribute__((constructor)) static void start(void)
{
	const char *budget = getenv("AS_BUDGET"), *timer = getenv("AS_TIMER");
	if (budget != NULL)
		given = (int64_t)atoi(budget) << SHARE_BITS;
	if (getenv("AS_STOP") != NULL)
		stop = strtoull(getenv("AS_STOP"), NULL, 10);
	area[0] = given;
	area[7] = (int64_t)functions;
	syscall(SYS_arch_prctl, ARCH_SET_GS, area);
	if (timer == NULL)
		return;
	places_read();
	struct sigaction a = { .sa_sigaction = tick, .sa_flags = SA_SIGINFO | SA_RESTART };
	sigaction(SIGALRM, &a, NULL);
	struct itimerval t = { { 0, atoi(timer) }, { 0, atoi(timer) } };
	setitimer(ITIMER_REAL, &t, NULL);
}

__attribute__((destructor)) static void end(void)
{
	struct itimerval none = { 0 };
	setitimer(ITIMER_REAL, &none, NULL);
	total += given - area[0];
	const char *name = getenv("AS_TOTAL");
	FILE *f = name != NULL ? fopen(name, "w") : NULL;
	if (f != NULL) {
		fprintf(f, "%lld\n", (long long)(total - taken));
		fclose(f);
	}
	if (getenv("AS_CHECKS") != NULL)
		fprintf(stderr, "%llu checks, %lld cycles\n", (unsigned long long)checks,
			(long long)(total - taken) >> SHARE_BITS);
}
