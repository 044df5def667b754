/*
 * call_stack.h - stacks of the emulator's own.  What a program calls, and what its checks lead
 * to, runs on one of them, so that of the program's stack a call takes some words only: threads
 * that a program makes itself may have stacks of 4 KiB.
 *
 * Each thread has one, whose top is in its worker's cell while it runs (%gs:40).  A call or check
 * that comes from another stack begins at the top; one that comes from this one, by way of the
 * support library, goes on where it is.  A frame left for good, by longjmp or an exception, needs
 * no notice: the next call begins at the top again.
 *
 * Where the emulator calls the program (handlers, destructors), call_stack_program() goes back
 * to the program's stack, and gives the thread another stack for what that calls: the first one
 * is the call's until it comes back, also if the program switches contexts meanwhile.
 *
 *     top[1]    older: of those that calls of this thread have left, in call_stack_program()
 *     top[0]    next: of the free ones
 *     top       it begins here, at 8 below a multiple of 16
 *     top[-1]   place: where the program's stack is free below
 *
 * Never: a stack of the program for anything that may let others run.
 */
#ifndef BGQ_EMU_CALL_STACK_H
#define BGQ_EMU_CALL_STACK_H

#define CALL_STACK_CELL   40     /* in a worker's cell (emu/core/engine/worker.h) */
#define CALL_STACK_HOST   48     /* there, too: the top of the one on which a program has called a
				  * function of the host by call_stack_enter_closed(), or 0 */
#define CALL_STACK_BYTES  266240 /* 65 pages: tops differ in the lower bits of their page, */
#define CALL_STACK_USABLE 262080 /* without the lowest page, a guard, and what is at the top */
#define CALL_STACK_WORDS  8
#define CALL_STACK_HEAD   56     /* from the top to the next one's lowest byte */

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

/* A va_list as a word of call_stack_call(): an array is passed by its address, and so is a copy of
 * a structure of this size (AArch64). */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#define CALL_STACK_LIST(ap) ((long)(ap))
#else
#define CALL_STACK_LIST(ap) ((long)&(ap))
#endif

/* All of them are here: below the windows of nodes, as unwinders want outer frames above. */
#define CALL_STACKS     UINT64_C(0x180000000000)
#define CALL_STACKS_END UINT64_C(0x200000000000)

/* The top of a free stack, for the calling worker's use; ends bgq-run if there is no memory. */
uint64_t *call_stack_take(void);
/* NULL: none. */
void call_stack_free(uint64_t *top);

/* In call_stack_x86_64.S.  With the function in r11: calls it on the thread's stack, with all its
 * arguments; _words: also CALL_STACK_WORDS that are passed on the stack. */
void call_stack_enter(void);
void call_stack_enter_words(void);
/* Both between call_stack_guard()'s two functions; _closed: with the second alone. */
void call_stack_enter_guarded(void);
void call_stack_enter_words_guarded(void);
void call_stack_enter_closed(void);
void call_stack_enter_words_closed(void);

/* Called where the emulator begins to run and where the program goes on: calls and slow checks.
 * They keep the upper halves of vector registers. */
struct call_guard {
	void (*before)(void), (*behind)(void);
};
/* Programs that are loaded from now on call by way of those: functions of the host by _closed. */
void call_stack_guard(const struct call_guard *guard);
bool call_stack_is_guarded(void);
/* sp is on the running thread's stack for calls, below such a call, and no other thread has made
 * one since. */
bool call_stack_in_host(const void *sp);
/* Returns the entry of the six by which programs call fn. */
const void *call_stack_entry(const void *fn, bool words);

/* Calls fn(a, b, c, d, e) there, from any stack. */
long call_stack_call(const void *fn, long a, long b, long c, long d, long e);

/* Calls fn(a, b, c) of the program on its stack, from a call or check. */
long call_stack_program(const void *fn, long a, long b, long c);

/* call_stack_program() in two parts.  call_stack_leave() gives the thread another stack, and
 * returns that of the running call, for call_stack_back(); NULL: the call runs on no such stack. */
uint64_t *call_stack_leave(const void *sp);
void call_stack_back(uint64_t *top);

/* The running thread's stack from now on, which its worker's cell shows. */
void call_stack_use(uint64_t *top);

/* Where the caller is in the program, for a function that was called through call_stack_enter():
 * its own return address is not. */
const void *call_stack_caller(const void *return_address);
/* Whether a return address leads into call_stack_enter(). */
bool call_stack_is_back(const void *return_address);
#define CALL_PLACE() call_stack_caller(__builtin_return_address(0))

static inline bool call_stack_holds(const void *p)
{
	return (uintptr_t)p - CALL_STACKS < CALL_STACKS_END - CALL_STACKS;
}

/* The top of the stack that holds p. */
static inline uint64_t *call_stack_top(const void *p)
{
	uint64_t i = ((uintptr_t)p - CALL_STACKS) / CALL_STACK_BYTES;

	return (uint64_t *)(CALL_STACKS + (i + 1) * CALL_STACK_BYTES - CALL_STACK_HEAD);
}

/* p is on the running thread's stack for calls. */
bool call_stack_is_own(const void *p);

/* For comparisons of frames: where p, on a stack of the program or in a call from there, is on
 * the program's. */
static inline const void *call_stack_seen(const void *p)
{
	return call_stack_holds(p) ? (const void *)(uintptr_t)call_stack_top(p)[-1] : p;
}

#endif
#endif
