// throw_loops.cc - loops whose way back is an exception, or the end of a thread's stack: caught
// where it is thrown, in callers, rethrown, out of destructors; std::terminate; pthread_exit and
// cancellation through many frames.  Prints the rounds and the cycles.
// Usage: throw_loops ROUNDS WAY [beside]; ROUNDS 0: without end; see ways[].
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include <pthread.h>
#include <unistd.h>

#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>

namespace {

volatile unsigned long n, most;
jmp_buf jump;

bool goes_on()
{
	return ++n != most;
}

struct Counted {
	static volatile unsigned long ended;
	~Counted() { ended = ended + 1; }
};

volatile unsigned long Counted::ended;

__attribute__((noinline)) void throw_one()
{
	throw 1;
}

void by_catch()
{
again:
	try {
		throw_one();
	} catch (int) {
		if (goes_on())
			goto again;
	}
}

// The handler stands before what throws.
void by_catch_before()
{
	for (;;) {
		try {
			if (!goes_on())
				return;
			throw_one();
		} catch (int) {
		}
	}
}

__attribute__((noinline)) void through(unsigned frames)
{
	Counted counted;

	if (frames > 0)
		through(frames - 1);
	else
		throw_one();
	Counted::ended = Counted::ended + 1; // no tail call
}

void by_frames()
{
again:
	try {
		through(20);
	} catch (int) {
		if (goes_on())
			goto again;
	}
}

__attribute__((noinline)) void rethrow(unsigned frames)
{
	try {
		if (frames > 0)
			rethrow(frames - 1);
		else
			throw_one();
	} catch (int) {
		throw;
	}
}

void by_rethrow()
{
again:
	try {
		rethrow(5);
	} catch (int) {
		if (goes_on())
			goto again;
	}
}

struct Thrower {
	~Thrower() noexcept(false) { throw_one(); }
};

void by_destructor()
{
again:
	try {
		Thrower thrower;
	} catch (int) {
		if (goes_on())
			goto again;
	}
}

// In a function that is called for it.
__attribute__((noinline)) bool catch_one()
{
	try {
		throw_one();
	} catch (int) {
		return goes_on();
	}
	return false;
}

bool catch_on()
{
	return catch_one() && catch_on();
}

void by_calls()
{
	while (most == 0 || n < most)
		catch_on();
}

void leave()
{
	longjmp(jump, 1);
}

__attribute__((noinline)) void may_not() noexcept
{
	throw_one();
}

void by_terminate()
{
	std::set_terminate(leave);
	setjmp(jump);
	if (goes_on())
		may_not();
}

__attribute__((noinline)) void end_below(unsigned frames)
{
	Counted counted;

	if (frames > 0)
		end_below(frames - 1);
	else
		pthread_exit(nullptr);
	Counted::ended = Counted::ended + 1;
}

void *exit_thread(void *)
{
	end_below(50);
	return nullptr;
}

__attribute__((noinline)) void wait_below(unsigned frames)
{
	Counted counted;

	if (frames > 0)
		wait_below(frames - 1);
	while (frames == 0)
		usleep(1000);
	Counted::ended = Counted::ended + 1;
}

void *wait_thread(void *)
{
	wait_below(50);
	return nullptr;
}

void by_threads(void *(*start)(void *), bool cancels)
{
	pthread_t thread;

	do {
		CHECK(pthread_create(&thread, nullptr, start, nullptr) == 0);
		if (cancels)
			CHECK(pthread_cancel(thread) == 0);
		CHECK(pthread_join(thread, nullptr) == 0);
	} while (goes_on());
	CHECK(Counted::ended == (most ? 51 * most : 51 * n));
}

void by_exit()
{
	by_threads(exit_thread, false);
}

void by_cancel()
{
	by_threads(wait_thread, true);
}

// One stack as deep as ROUNDS.
void by_depth()
{
	do {
		try {
			through(most ? (unsigned)most : 50000);
		} catch (int) {
			n = Counted::ended;
		}
	} while (!most);
}

// Recursion without loops: in turn, by tail calls where the compiler makes such.
__attribute__((noinline)) void first();

__attribute__((noinline)) void second()
{
	if (goes_on())
		first();
}

__attribute__((noinline)) void first()
{
	if (goes_on())
		second();
}

void by_turns()
{
	do
		first();
	while (!most);
}

const struct {
	const char *name;
	void (*run)();
} ways[] = {
	{ "catch", by_catch }, { "catch_before", by_catch_before }, { "frames", by_frames },
	{ "rethrow", by_rethrow }, { "destructor", by_destructor }, { "calls", by_calls },
	{ "terminate", by_terminate }, { "exit", by_exit }, { "cancel", by_cancel },
	{ "depth", by_depth }, { "turns", by_turns },
};

void *beside(void *)
{
	for (int i = 0; i < 20; i++)
		usleep(5);
	printf("rank %u: beside it, after %lu\n", Kernel_GetRank(), n);
	fflush(stdout);
	return nullptr;
}

} // namespace

int main(int argc, char **argv)
{
	pthread_t thread;
	unsigned i = 0;

	CHECK(argc > 2);
	most = strtoul(argv[1], nullptr, 0);
	while (i < sizeof ways / sizeof *ways && strcmp(ways[i].name, argv[2]) != 0)
		i++;
	CHECK(i < sizeof ways / sizeof *ways);
	if (argc > 3)
		CHECK(pthread_create(&thread, nullptr, beside, nullptr) == 0);
	uint64_t began = GetTimeBase();
	ways[i].run();
	printf("rank %u: %lu rounds, %lu cycles\n", Kernel_GetRank(), n,
	       (unsigned long)(GetTimeBase() - began));
	if (argc > 3)
		CHECK(pthread_join(thread, nullptr) == 0);
	return 0;
}
