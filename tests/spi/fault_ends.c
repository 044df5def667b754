/* fault_ends.c - one rank, 1, does what the first argument names, which ends it by a signal
 * or shows that it may go on; all others then say that they live and that nothing of theirs
 * has changed. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wuse-after-free"
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#pragma GCC diagnostic ignored "-Warray-bounds"

#define FRAME (200 << 20)

static volatile int *volatile nowhere = (volatile int *)0x10;
static volatile unsigned inside = 16, zero;
static char *volatile block;
static volatile int mine = 4711;

/* ---- stacks */

__attribute__((noinline)) static int frame_of_200_mib(void)
{
	volatile char frame[FRAME];

	frame[zero] = 1;
	return frame[zero];
}

__attribute__((noinline)) static int array_of(size_t bytes)
{
	volatile char array[bytes];

	array[0] = 1;
	return array[0];
}

static void *in_a_thread(void *unused)
{
	(void)unused;
	return (void *)(long)array_of(9 << 20); /* of a stack of 8 MiB */
}

__attribute__((noinline)) static void from_a_misaligned_stack(void (*fn)(void))
{
	__asm__ volatile("andq $-16, %%rsp\n\tsubq $8, %%rsp\n\tcallq *%0"
			 : : "r"(fn) : "memory");
}

__attribute__((noinline)) static void fault_in_code(void)
{
	CHECK(getpid() > 0);
}

/* ---- handlers */

static void again(int sig)
{
	(void)sig;
	*nowhere = 1; /* blocked here */
}

static void full_stack(void)
{
	static char small[2048]; /* the least that is taken */
	stack_t other = { .ss_sp = small, .ss_size = sizeof small };
	struct sigaction sa = { .sa_handler = again, .sa_flags = SA_ONSTACK };

	/* A frame and room for the handler's own are more, whatever the host's registers take. */
	CHECK(sigaltstack(&other, NULL) == 0 && sigaction(SIGSEGV, &sa, NULL) == 0);
	frame_of_200_mib();
}

/* ---- the heap */

/* Blocks of many sizes, so that whatever is allocated to tell of it would meet one. */
static void overwrite_freed(void)
{
	static char *volatile freed[40];

	for (int i = 0; i < 40; i++)
		freed[i] = malloc(16 * (size_t)i + 16);
	for (int i = 0; i < 40; i += 2)
		free(freed[i]);
	for (int i = 0; i < 40; i += 2)
		memset(freed[i], 0x55, 8);
}

static void misuse(const char *how)
{
	block = malloc(100);
	char *next = malloc(100);

	if (!strcmp(how, "twice")) {
		free(block);
		free(block);
	}
	if (!strcmp(how, "inside"))
		free(block + inside);
	if (!strcmp(how, "no-block"))
		free((void *)&mine);
	if (!strcmp(how, "foreign"))
		free((void *)((uintptr_t)block + ((uintptr_t)1 << 34)));
	if (!strcmp(how, "overflow")) {
		memset(block, 0xff, 140);
		free(block);
	}
	if (!strcmp(how, "overflow-by-one")) {
		block[malloc_usable_size(block)] = 1;
		free(block);
	}
	if (!strcmp(how, "overflow-realloc")) {
		memset(block, 0xff, 140);
		block = realloc(block, 200);
	}
	if (!strcmp(how, "freed") || !strcmp(how, "freed-and-fault"))
		overwrite_freed();
	if (!strcmp(how, "freed"))
		block = malloc(100);
	if (!strcmp(how, "freed-and-fault"))
		*nowhere = 1;
	if (!strcmp(how, "resize"))
		block = realloc(block + inside, 200);
	free(next);
}

static void die_by(const char *how)
{
	pthread_t t;

	if (!strcmp(how, "frame"))
		frame_of_200_mib();
	if (!strcmp(how, "array"))
		array_of(FRAME);
	if (!strcmp(how, "room"))
		array_of(110 << 20);
	if (!strcmp(how, "thread") && pthread_create(&t, NULL, in_a_thread, NULL) == 0)
		pthread_join(t, NULL);
	if (!strcmp(how, "small-other-stack"))
		full_stack();
	if (!strcmp(how, "abort"))
		from_a_misaligned_stack(abort);
	if (!strcmp(how, "negative"))
		memset((void *)nowhere, 0, strtoul("-1", NULL, 10));
	if (!strcmp(how, "mutex"))
		pthread_mutex_lock((pthread_mutex_t *)nowhere);
	if (!strcmp(how, "reservation"))
		LoadReserved((uint64_t *)0x167f00001000);
	if (!strcmp(how, "code"))
		mprotect((void *)((uintptr_t)fault_in_code & ~(uintptr_t)4095), 4096, PROT_NONE);
	if (!strcmp(how, "blocked") && signal(SIGSEGV, again) != SIG_ERR)
		*nowhere = 1;
	if (!strcmp(how, "ignored") && signal(SIGSEGV, SIG_IGN) != SIG_ERR)
		*nowhere = 1;
	misuse(how);
}

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	if (Kernel_GetRank() == 1) {
		printf("rank 1 has said so\n");
		die_by(argv[1]);
		printf("rank 1 lives\n");
		return 0;
	}
	usleep(100000);
	CHECK(mine == 4711);
	block = malloc(100);
	free(block);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
