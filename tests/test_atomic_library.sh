#!/bin/sh
# test_atomic_library.sh - programs that compilers make call libatomic: accesses to objects of any
# size, integers of 16 bytes, C11's compound assignments to floating-point objects, its functions
# behind macros.  They link with -latomic and without, and compute what the host's compiler has
# them compute; threads of a node lose no update.  Not here: the inlined atomics of processors
# (test_retaken_locks.sh, test_as.sh).  Usage: test_atomic_library.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cc=$build/bin/bgq-cc

cat >"$tmp/atomics.c" <<'END'
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <hwi/include/bqc/A2_inlines.h>

struct triple { char c[3]; };
struct five { long l[5]; };
typedef unsigned __int128 wide;

static _Atomic struct triple triple;
static _Atomic struct five five;
static _Atomic double real = 1;
static _Atomic long double longer = 0.5L;
static _Atomic float single = 1;
static wide number;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void show(const char *what, wide v)
{
	printf("%s %llx %llx\n", what, (unsigned long long)(v >> 64), (unsigned long long)v);
}

/* Libatomic's own function: result and value may be the same object. */
void exchange(size_t, void *, const void *, void *, int) __asm__("__atomic_exchange");
_Bool is_lock_free(size_t, const void *) __asm__("__atomic_is_lock_free");

static void *adds(void *unused)
{
	for (int i = 0; i < 1000; i++) {
		struct five was = atomic_load(&five), more;

		do {
			more = was;
			more.l[4]++;
		} while (!atomic_compare_exchange_weak(&five, &was, more));
		__atomic_fetch_add(&number, ((wide)1 << 64) + 1, __ATOMIC_SEQ_CST);
		real += 1.5;
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread[16];
	char text[12] = "abcdefghijk", other[12] = "ABCDEFGHIJK";
	wide seen = 7, big = ((wide)3 << 100) + 5;

	for (int i = 0; i < 16; i++)
		pthread_create(&thread[i], NULL, adds, NULL);
	for (int i = 0; i < 16; i++)
		pthread_join(thread[i], NULL);
	show("number", number);
	struct five sum = atomic_load(&five);
	printf("real %g five %ld\n", real, sum.l[4]);

	exchange(7, text, other, other, __ATOMIC_SEQ_CST);
	printf("exchange %s %s\n", text, other);
	atomic_store(&triple, ((struct triple){ "xyz" }));
	struct triple got = atomic_exchange(&triple, ((struct triple){ "uvw" }));
	struct triple then = atomic_load(&triple);
	printf("triple %.3s %.3s\n", got.c, then.c);

	__atomic_store_n(&number, big, __ATOMIC_SEQ_CST);
	printf("differs %d\n", __atomic_compare_exchange_n(&number, &seen, 9, false,
		__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	show("seen", seen);
	printf("equals %d\n", __atomic_compare_exchange_n(&number, &seen, ~big, false,
		__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	show("exchange", __atomic_exchange_n(&number, big, __ATOMIC_SEQ_CST));
	show("add", __atomic_add_fetch(&number, ~(wide)0 >> 1, __ATOMIC_SEQ_CST));
	show("sub", __atomic_fetch_sub(&number, 1, __ATOMIC_SEQ_CST));
	show("and", __atomic_and_fetch(&number, ~(wide)255, __ATOMIC_SEQ_CST));
	show("or", __atomic_fetch_or(&number, 15, __ATOMIC_SEQ_CST));
	show("xor", __atomic_xor_fetch(&number, (wide)5 << 90, __ATOMIC_SEQ_CST));
	show("nand", __atomic_nand_fetch(&number, ~(wide)6, __ATOMIC_SEQ_CST));
	show("last", __atomic_load_n(&number, __ATOMIC_SEQ_CST));

	feclearexcept(FE_ALL_EXCEPT);
	longer *= 3;
	printf("longer %Lg inexact %d\n", longer, !!fetestexcept(FE_INEXACT));
	single /= 3.0f;
	float third = single; // Clang 14 does not promote an atomic argument
	printf("single %.9g inexact %d\n", third, !!fetestexcept(FE_INEXACT));
	single /= 0.0f;
	float infinite = single;
	printf("single %g by zero %d\n", infinite, !!fetestexcept(FE_DIVBYZERO));

	printf("flag %d", (atomic_flag_test_and_set)(&flag));
	printf(" %d", (atomic_flag_test_and_set_explicit)(&flag, memory_order_acquire));
	(atomic_flag_clear)(&flag);
	printf(" %d", (atomic_flag_test_and_set)(&flag));
	(atomic_flag_clear_explicit)(&flag, memory_order_release);
	(atomic_thread_fence)(memory_order_seq_cst);
	(atomic_signal_fence)(memory_order_seq_cst);
	printf(" %d\n", (atomic_flag_test_and_set)(&flag));
	(void)argv;
	if (argc > 1)
		printf("time base %llu\n", (unsigned long long)GetTimeBase());
	printf("lock free %d %d\n", is_lock_free(8, &real), is_lock_free(24, &five));
	return 0;
}
END
# What GCC's own libatomic makes of it on x86-64.
cat >"$tmp/wanted" <<'END'
number 3e80 3e80
real 24001 five 16000
exchange ABCDEFGhijk abcdefgHIJK
triple xyz uvw
differs 0
seen 3000000000 5
equals 1
exchange ffffffcfffffffff fffffffffffffffa
add 8000003000000000 4
sub 8000003000000000 4
and 8000003000000000 0
or 8000003000000000 0
xor 8000003014000000 f
nand 7fffffcfebffffff fffffffffffffff6
last 7fffffcfebffffff fffffffffffffff6
longer 1.5 inexact 0
single 0.333333343 inexact 1
single inf by zero 1
flag 0 1 0 0
lock free 1 0
END

# prints WHAT compiler option...: the program does what it is to do, in a time that is the same by
# one worker and by two.
prints() {
	what=$1
	shift
	expect "${what}_is_compiled" 0 '' \
		"$@" -w -std=gnu11 -o "$tmp/atomics" "$tmp/atomics.c"
	expect "${what}_ends_with_0" 0 '' "$run" --np 1 : "$tmp/atomics"
	cp "$tmp/out" "$tmp/got"
	expect "${what}_is_right" 0 '' cmp "$tmp/got" "$tmp/wanted"
	for workers in 1 2; do
		"$run" --workers $workers --shape 2x1x1x1x1 : "$tmp/atomics" timed \
			>"$tmp/by_$workers" 2>&1
	done
	expect "${what}_has_a_time" 0 '' grep -q '^time base [1-9]' "$tmp/by_1"
	expect "${what}_is_as_long_by_2_workers" 0 '' cmp "$tmp/by_1" "$tmp/by_2"
}
for level in $(usual_or_long '-O0 -O2' '-O0 -O1 -O2 -O3 -Os'); do
	prints "gcc_$level" "$cc" "$level" -latomic
done
prints without_the_library "$cc" -O2
prints calls_for_all_sizes "$cc" -O1 -fno-inline-atomics
if command -v clang >/dev/null; then
	export BGQ_HOST_CC=clang
	prints clang "$cc" -O2 -latomic
fi
summary
