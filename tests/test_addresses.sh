#!/bin/sh
# test_addresses.sh - a pointer to a function that one rank sends to another leads to the
# receiver's own function, as on the machine, where all ranks have the same addresses: in calls
# of compiled code of all shapes, and by the calls that take functions.  Code of another rank
# that is reached otherwise, and memory that is mapped at another one's addresses, are named.
# Addresses of the library's functions repeat from run to run.
# Leaves out pointers to data, which lead to the sender's: test_bgq_run.sh has --check-stores.
# Usage: test_addresses.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(readlink -f "$build")
run=$build/bin/bgq-run cc=$build/bin/bgq-mpicc
cd "$tmp" || exit 1

cat >sent.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
typedef void plain(void);
typedef long seven(long, long, long, long, long, long, long);
typedef double varied(int n, ...);
#include <stdarg.h>
static int counter, rank;
static void bump(void) { counter++; }
static long sum(long a, long b, long c, long d, long e, long f, long g)
{
	counter++;
	return a + b + c + d + e + f + g;
}
static double add(int n, ...)
{
	va_list list;
	double s = 0;
	va_start(list, n);
	while (n--)
		s += va_arg(list, double);
	va_end(list);
	counter++;
	return s;
}
static void *thread(void *arg) { counter++; return arg; }
static int compare(const void *a, const void *b)
{
	counter |= 0x10000;
	return *(const int *)a - *(const int *)b;
}
static void on_signal(int sig) { counter++; (void)sig; }
static void at_end(void) { printf("rank %d at its end: %d\n", rank, ++counter - 100 * rank); }
static pthread_once_t once = PTHREAD_ONCE_INIT;
struct sent {
	plain *bump, *at_end;
	seven *sum;
	varied *add;
	void *(*thread)(void *);
	int (*compare)(const void *, const void *);
	void (*on_signal)(int);
	plain *list[4];
};
static struct sent s, own = { bump, at_end, sum, add, thread, compare, on_signal,
	{ bump, bump, bump, bump } };
static int failures;
static void check(int true, const char *what)
{
	if (!true)
		printf("rank %d: wrong: %s, counter %d\n", rank, what, counter);
	failures += !true;
}
__attribute__((noinline)) static void tail(const struct sent *p) { p->bump(); }
__attribute__((noinline)) static long tail_of(seven *f) { return f(1, 2, 3, 4, 5, 6, 7); }
static void calls(void)
{
	int before = counter;
	tail(&s);
	check(counter == ++before, "tail call");
	check(tail_of(s.sum) == 28 && counter == ++before, "arguments on the stack");
	check(s.add(3, 1.5, 2.5, 4.0) == 8 && counter == ++before, "variable arguments");
	for (int i = 0; i < 100; i++)
		s.list[i % 4]();
	check(counter == (before += 100), "a list");
}
static void by_calls(void)
{
	int before = counter, list[] = { 3, 1, 2 };
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, s.thread, &list);
	pthread_join(t, &result);
	check(counter == ++before && result == &list, "pthread_create");
	signal(SIGUSR1, s.on_signal);
	raise(SIGUSR1);
	check(counter == ++before, "signal");
	pthread_once(&once, s.bump);
	check(counter == ++before, "pthread_once");
	atexit(s.at_end);
	qsort(list, 3, sizeof *list, s.compare);
	check(list[0] == 1 && counter == (before | 0x10000), "qsort");
	counter = before;
}
int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	s = own;
	counter = 100 * rank;
	MPI_Bcast(&s, sizeof s, MPI_BYTE, atoi(argv[1]), MPI_COMM_WORLD);
	calls();
	by_calls();
	MPI_Barrier(MPI_COMM_WORLD);
	printf("rank %d: %d\n", rank, counter - 100 * rank);
	MPI_Finalize();
	return failures;
}
END
for level in -O0 -O2 -Os; do
	"$cc" -std=gnu99 $level -o sent sent.c || exit 1
	for from in 0 3; do
		expect "calls_of_functions_of_rank_$from$level" 0 '' "$run" --np 4 : ./sent $from
		expect "several_ranks_a_node_$from$level" 0 '' "$run" --np 4 -p 2 : ./sent $from
	done
	grep -c ': 106$' "$tmp/out" >count
	expect "each_has_its_own_variables$level" 0 '' grep -q '^4$' count
done
expect without_a_clock 0 '' "$run" --clock off --np 4 : ./sent 1

# ---- an object that bgq-cc has not compiled
cat >calls.c <<'END'
typedef void plain(void);
void call_it(plain *f) { f(); __asm__ volatile(""); }
END
cat >stray.c <<'END'
#include <mpi.h>
typedef void plain(void);
void call_it(plain *f);
static volatile int counter;
static void loop(void) { for (int i = 0; i < 2000000; i++) counter++; }
int main(int argc, char **argv)
{
	int rank;
	plain *f = loop;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Bcast(&f, sizeof f, MPI_BYTE, 0, MPI_COMM_WORLD);
	if (rank == 1)
		call_it(f);
	MPI_Finalize();
	return 0;
}
END
gcc -O1 -fPIC -c calls.c && "$cc" -std=gnu99 -o stray stray.c calls.o || exit 1
expect code_of_another_rank_is_named 134 'rank 1 .*runs code of rank 0 ' "$run" --np 2 : ./stray

# ---- memory at another rank's addresses
cat >map.c <<'END'
#define _GNU_SOURCE
#include <mpi.h>
#include <sys/mman.h>
int main(int argc, char **argv)
{
	void *a = 0, *p;
	int rank;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		a = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	MPI_Bcast(&a, sizeof a, MPI_BYTE, 0, MPI_COMM_WORLD);
	p = rank == 0 ? a : mmap(a, 1 << 20, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	MPI_Finalize();
	return p != a;
}
END
"$cc" -std=gnu99 -o map map.c
expect mapping_at_anothers_address_is_named 1 \
	'rank 1 .*: mmap\(0x[0-9a-f]*\): .*of rank 0 .*--equal-addresses' "$run" --np 2 : ./map
# Functions of the library have addresses that repeat, however the host lays out its own.
cat >library.c <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define PRINT(f) printf("%s %p\n", #f, (void *)f)
int main(void)
{
	PRINT(abs), PRINT(atan2), PRINT(cos), PRINT(malloc), PRINT(memcpy), PRINT(puts);
	PRINT(qsort), PRINT(rand_r), PRINT(strlen), PRINT(strtol), PRINT(sysconf), PRINT(write);
	return 0;
}
END
"$build/bin/bgq-cc" -fno-builtin -o library library.c -lm
for options in '' '--clock off' --check-stores; do
	for time in 1 2 3; do
		# shellcheck disable=SC2086 # a list of options
		"$run" --np 1 $options : ./library >out.$time
	done
	if [ -s out.1 ] && cmp out.1 out.2 && cmp out.1 out.3
	then ok "functions_of_the_library_are_where_they_were $options"
	else not_ok "functions_of_the_library_are_where_they_were $options"; fi
done
summary
