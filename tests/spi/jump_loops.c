/*
 * jump_loops.c - loops whose way back is no branch: longjmp and its kin, contexts, handlers of
 * signals, and a sort around a comparison without calls.  Each prints how many rounds it has made
 * and the cycles.  With "beside" a second thread of the rank works meanwhile, and prints, at its
 * end, the rounds that it has seen.
 * Usage: jump_loops ROUNDS WAY [beside]; ROUNDS 0: without end; see ways[].
 */
#include "spi_test.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>

static volatile unsigned long n, most;
static jmp_buf jump;
static sigjmp_buf back;
static ucontext_t here, there, third;
static char stack[65536] __attribute__((aligned(64)));

/* One round more; false: it was the last one. */
#define GOES_ON (++n != most)

static void by_longjmp(void)
{
	setjmp(jump);
	if (GOES_ON)
		longjmp(jump, 1);
}

static void by_underscore(void)
{
	_setjmp(jump);
	if (GOES_ON)
		_longjmp(jump, 1);
}

static void by_siglongjmp(void)
{
	sigsetjmp(back, 1);
	if (GOES_ON)
		siglongjmp(back, 1);
}

static void *words[5];

static __attribute__((noinline)) void jump_builtin(void)
{
	__builtin_longjmp(words, 1);
}

static __attribute__((noinline)) void by_builtin(void)
{
	__builtin_setjmp(words);
	if (GOES_ON)
		jump_builtin();
}

static void by_setcontext(void)
{
	CHECK(getcontext(&here) == 0);
	if (GOES_ON)
		setcontext(&here);
}

static void context_make(ucontext_t *uc, void (*function)(void), ucontext_t *link)
{
	CHECK(getcontext(uc) == 0);
	uc->uc_stack.ss_sp = stack;
	uc->uc_stack.ss_size = sizeof stack;
	uc->uc_link = link;
	makecontext(uc, function, 0);
}

/* Comes here again in each round. */
static void swap_once(void)
{
	CHECK(getcontext(&third) == 0);
	swapcontext(&there, &here);
	setcontext(&third);
}

static void by_swapcontext(void)
{
	context_make(&there, swap_once, NULL);
	setjmp(jump);
	swapcontext(&here, &there);
	if (GOES_ON)
		longjmp(jump, 1);
}

static void nothing(void)
{
}

/* A function that returns goes on in the context after it. */
static void by_link(void)
{
	CHECK(getcontext(&here) == 0);
	if (!GOES_ON)
		return;
	context_make(&there, nothing, &here);
	setcontext(&there);
}

/* ---- handlers */

static volatile int *volatile wild = (volatile int *)8;
static void *page;

static void jump_away(int sig)
{
	siglongjmp(back, sig);
}

static void by_fault(void)
{
	signal(SIGSEGV, jump_away);
	sigsetjmp(back, 1);
	if (GOES_ON)
		*wild = 1;
}

/* The instruction faults again and again. */
static void count(int sig)
{
	if (!GOES_ON)
		siglongjmp(back, sig);
}

static void by_return(void)
{
	signal(SIGSEGV, count);
	if (sigsetjmp(back, 1) == 0)
		*wild = 1;
}

/* Leaves by the context of what has faulted, where a handler goes on elsewhere. */
static void go_elsewhere(int sig, siginfo_t *info, void *context)
{
	sigset_t none;

	(void)sig, (void)info, (void)context;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setcontext(&here);
}

static void by_fault_context(void)
{
	struct sigaction sa = { .sa_sigaction = go_elsewhere, .sa_flags = SA_SIGINFO };

	CHECK(sigaction(SIGSEGV, &sa, NULL) == 0 && getcontext(&here) == 0);
	if (GOES_ON)
		*wild = 1;
}

/* A page that the handler opens, the program closes, and so on. */
static void page_open(int sig)
{
	(void)sig;
	mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void by_page(void)
{
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page != MAP_FAILED);
	signal(SIGSEGV, page_open);
	setjmp(jump);
	mprotect(page, 4096, PROT_NONE);
	++*(volatile int *)page;
	if (GOES_ON)
		longjmp(jump, 1);
	CHECK(*(int *)page == (int)n);
}

static void raise_again(int sig)
{
	if (GOES_ON)
		raise(sig);
}

static void by_raise(void)
{
	signal(SIGUSR1, raise_again);
	raise(SIGUSR1);
}

static void by_jump_from_raise(void)
{
	signal(SIGUSR1, jump_away);
	sigsetjmp(back, 1);
	if (GOES_ON)
		raise(SIGUSR1);
}

/* Out of a loop that has its budget in a register, in which nothing is called. */
static void by_alarm(void)
{
	static volatile unsigned long x;
	struct itimerval off = { { 0, 0 }, { 0, 0 } }, every = { { 0, 20 }, { 0, 20 } };

	signal(SIGALRM, jump_away);
	if (sigsetjmp(back, 1) == 0)
		CHECK(setitimer(ITIMER_REAL, &every, NULL) == 0);
	if (GOES_ON)
		for (unsigned long y = 1;; y = y * 5 + 1)
			if (y == 3)
				x++;
	CHECK(setitimer(ITIMER_REAL, &off, NULL) == 0);
}

/* ---- calls of the program out of a library */

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	n++;
	return x < y ? -1 : x > y;
}

static void by_sort(void)
{
	size_t words = most ? most : 1 << 22;
	int *word = malloc(words * sizeof *word);
	unsigned seed = 1;

	CHECK(word);
	do {
		for (size_t i = 0; i < words; i++)
			word[i] = (int)((seed = seed * 1103515245 + 12345) >> 1);
		qsort(word, words, sizeof *word, compare);
	} while (!most);
	free(word);
}

static void register_again(void)
{
	if (GOES_ON)
		atexit(register_again);
}

static uint64_t began;

static void tell(void)
{
	printf("rank %u: %lu rounds, %lu cycles\n", Kernel_GetRank(), n,
	       (unsigned long)(GetTimeBase() - began));
}

static void by_atexit(void)
{
	atexit(tell);
	atexit(register_again);
	exit(0);
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {
	{ "longjmp", by_longjmp }, { "_longjmp", by_underscore }, { "siglongjmp", by_siglongjmp },
	{ "builtin", by_builtin }, { "setcontext", by_setcontext },
	{ "swapcontext", by_swapcontext }, { "link", by_link }, { "fault", by_fault },
	{ "return", by_return }, { "fault_context", by_fault_context }, { "page", by_page },
	{ "raise", by_raise }, { "jump_from_raise", by_jump_from_raise }, { "alarm", by_alarm },
	{ "sort", by_sort }, { "atexit", by_atexit },
};

static void *beside(void *unused)
{
	for (int i = 0; i < 20; i++)
		usleep(5);
	printf("rank %u: beside it, after %lu\n", Kernel_GetRank(), n);
	fflush(stdout);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	unsigned i = 0;

	CHECK(argc > 2);
	most = strtoul(argv[1], NULL, 0);
	while (i < sizeof ways / sizeof *ways && strcmp(ways[i].name, argv[2]) != 0)
		i++;
	CHECK(i < sizeof ways / sizeof *ways);
	if (argc > 3)
		CHECK(pthread_create(&thread, NULL, beside, NULL) == 0);
	began = GetTimeBase();
	ways[i].run();
	tell();
	if (argc > 3)
		CHECK(pthread_join(thread, NULL) == 0);
	return 0;
}
