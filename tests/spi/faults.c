/* faults.c - handlers of a program for its own faults: each part checks what POSIX says of
 * them, on every rank at once, and all ranks then still live. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wuse-after-free"
#pragma GCC diagnostic ignored "-Winfinite-recursion"

static sigjmp_buf back;
static volatile int handled, last_signal, last_code;
static void *volatile last_address;
static volatile uintptr_t handler_at;
static char *page;

static volatile int *volatile nowhere = (volatile int *)0x10;
static volatile double seven = 7, zero;

static void note(int sig, siginfo_t *info)
{
	int here;

	handler_at = (uintptr_t)&here;
	handled++;
	last_signal = sig;
	last_code = info->si_code;
	last_address = info->si_addr;
}

static void jump_back(int sig, siginfo_t *info, void *context)
{
	sigset_t now;

	(void)context;
	note(sig, info);
	sigprocmask(SIG_BLOCK, NULL, &now);
	CHECK(sigismember(&now, sig) == 1);
	siglongjmp(back, sig);
}

static void install(int sig, void (*fn)(int, siginfo_t *, void *), int flags)
{
	struct sigaction sa = { .sa_sigaction = fn, .sa_flags = SA_SIGINFO | flags };

	sigemptyset(&sa.sa_mask);
	CHECK(sigaction(sig, &sa, NULL) == 0);
}

static void fault_by(int sig)
{
	switch (sig) {
	case SIGSEGV: *nowhere = 1; break;
	case SIGFPE:
		feenableexcept(FE_DIVBYZERO);
		seven = seven / zero;
		break;
	case SIGILL: __asm__ volatile("ud2"); break;
	}
}

/* Twice in a row: the mask is restored by the jump. */
static void jumps(int sig)
{
	sigset_t now;

	install(sig, jump_back, 0);
	handled = 0;
	if (sigsetjmp(back, 1) < sig || handled < 2)
		fault_by(sig);
	CHECK(handled == 2 && last_signal == sig);
	sigprocmask(SIG_BLOCK, NULL, &now);
	CHECK(sigismember(&now, sig) == 0);
	if (sig == SIGSEGV)
		CHECK(last_address == (void *)0x10 && last_code == SEGV_MAPERR);
	if (sig == SIGFPE)
		CHECK(last_code == FPE_FLTDIV);
	signal(sig, SIG_DFL);
}

/* ---- the instruction is executed again, with all registers as they were */

static void open_page(int sig, siginfo_t *info, void *context)
{
	volatile double spoil[8];

	(void)context;
	note(sig, info);
	for (int i = 0; i < 8; i++)
		spoil[i] = i * 1.5;
	(void)spoil[7];
	usleep(3); /* the handler may wait */
	CHECK(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
}

static void executes_again(void)
{
	double sum = 0.5, parts[8];
	uint64_t n = 0;

	install(SIGSEGV, open_page, 0);
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page != MAP_FAILED);
	CHECK(mprotect(page, 4096, PROT_NONE) == 0);
	handled = 0;
	for (int i = 0; i < 8; i++) {
		parts[i] = sum * i;
		sum += 0.25;
		n = n * 3 + 1;
		page[i] = (char)(n + 1); /* the first one faults */
	}
	CHECK(handled == 1 && last_address == page && n == 3280 && page[0] == 2);
	CHECK(sum == 2.5 && parts[7] == 2.25 * 7);
	CHECK(munmap(page, 8192) == 0);
}

/* ---- protection ends with the block */

static bool writable(volatile char *at)
{
	if (sigsetjmp(back, 1))
		return false;
	*at = 1;
	return true;
}

static void protection_ends_with_the_block(void)
{
	char *p, *q;
	static char own[3 * 4096];
	char *inside = (char *)(((uintptr_t)own + 4095) & ~(uintptr_t)4095);

	install(SIGSEGV, jump_back, 0);
	CHECK(posix_memalign((void **)&p, 4096, 3 * 4096) == 0);
	CHECK(mprotect(p, 3 * 4096, PROT_READ) == 0 && p[5000] == 0);
	CHECK(!writable(p) && !writable(p + 3 * 4096 - 1));
	CHECK(mprotect(p + 4096, 4096, PROT_READ | PROT_WRITE) == 0);
	CHECK(!writable(p) && writable(p + 4096) && !writable(p + 2 * 4096));
	free(p);
	CHECK(posix_memalign((void **)&q, 4096, 3 * 4096) == 0 && q == p);
	memset(q, 1, 3 * 4096);
	CHECK(mprotect(q, 4096, PROT_NONE) == 0 && !writable(q));
	q = realloc(q, 100);
	CHECK(q && writable(q) && writable(p));
	free(q);
	p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(p != MAP_FAILED && p[0] == 0 && !writable(p));
	CHECK(munmap(p, 4096) == 0);
	CHECK(mprotect(inside, 4096, PROT_NONE) == 0);
	CHECK(writable(inside - 1) && !writable(inside) && writable(inside + 4096));
	CHECK(mprotect(inside, 4096, PROT_READ | PROT_WRITE) == 0 && writable(inside));
	/* what is not the process's own */
	CHECK(mprotect(inside + ((uint64_t)1 << 34), 4096, PROT_NONE) == -1 && errno == ENOMEM);
	CHECK(mprotect((void *)0x10000, 4096, PROT_NONE) == -1 && errno == ENOMEM);
	CHECK(mprotect(inside + 1, 4096, PROT_NONE) == -1 && errno == EINVAL);
}

/* ---- the context can be changed */

static void skip(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	note(sig, info);
	uc->uc_mcontext.gregs[REG_RIP] += 2; /* ud2 */
	uc->uc_mcontext.gregs[REG_RAX] = 42;
}

static void changes_the_context(void)
{
	uint64_t answer = 1;

	install(SIGILL, skip, 0);
	handled = 0;
	__asm__ volatile("ud2" : "+a"(answer));
	CHECK(handled == 1 && answer == 42);
}

/* ---- a full stack, on another one */

static char other_stack[65536];

static int deeper(volatile int *n)
{
	volatile char frame[3000];

	frame[0] = 1;
	++*n;
	return deeper(n) + frame[0];
}

static void on_another_stack(void)
{
	stack_t other = { .ss_sp = other_stack, .ss_size = sizeof other_stack }, now;
	volatile int n = 0;

	CHECK(sigaltstack(&other, NULL) == 0);
	CHECK(sigaltstack(NULL, &now) == 0 && now.ss_sp == other_stack);
	install(SIGSEGV, jump_back, SA_ONSTACK);
	for (int round = 0; round < 2; round++) {
		if (!sigsetjmp(back, 1))
			deeper(&n);
		CHECK(handler_at - (uintptr_t)other_stack < sizeof other_stack);
	}
	CHECK(n > 2000);
	other.ss_flags = SS_DISABLE;
	CHECK(sigaltstack(&other, &now) == 0 && now.ss_flags == 0);
}

/* ---- floating point exceptions, after feenableexcept() */

static void divides(void)
{
	volatile double by = 0, x;

	install(SIGFPE, jump_back, 0);
	handled = 0;
	if (!sigsetjmp(back, 1)) {
		feenableexcept(FE_DIVBYZERO);
		x = 1 / by;
		CHECK(x == 0); /* not reached */
	}
	fedisableexcept(FE_ALL_EXCEPT);
	feclearexcept(FE_ALL_EXCEPT);
	CHECK(handled == 1 && last_code == FPE_FLTDIV);
}

/* ---- in a library, and in a thread */

static void in_a_library(void)
{
	install(SIGSEGV, jump_back, 0);
	handled = 0;
	if (!sigsetjmp(back, 1))
		CHECK(strlen((const char *)nowhere) == 1);
	CHECK(handled == 1 && last_address == (void *)0x10);
}

static void *thread(void *arg)
{
	static __thread sigjmp_buf own;

	(void)arg;
	in_a_library();
	if (!setjmp(own))
		longjmp(own, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	jumps(SIGSEGV);
	jumps(SIGFPE);
	jumps(SIGILL);
	executes_again();
	protection_ends_with_the_block();
	changes_the_context();
	on_another_stack();
	divides();
	in_a_library();
	CHECK(pthread_create(&t, NULL, thread, NULL) == 0 && pthread_join(t, NULL) == 0);
	printf("rank %u handled its faults at %llu\n", Kernel_GetRank(),
	       (unsigned long long)GetTimeBase());
	return 0;
}
