/*
 * retaken_locks.cc - a thread that releases a lock by a plain store and takes it again at once, for
 * as long as others have not had it, by the operations that C and C++ have for locks: between the
 * store and the next way back in its code there is nothing but the operation that takes it.  It has
 * the lock for times that vary, so that it is not always in step with those who try.  Prints in
 * which order threads have had the lock, and when.
 * Pins that all get it; not who is first.  C++11.
 * Usage: retaken_locks [WAY]
 */
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

namespace {

constexpr int once = 3; // threads that want the lock once
constexpr int threads = once + 1;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto relaxed = std::memory_order_relaxed;

volatile uint32_t word;
std::atomic<uint32_t> number, ticket, served;
std::atomic<bool> held;
std::atomic_flag flag = ATOMIC_FLAG_INIT;
volatile int had;
volatile uint32_t done;
uint64_t begun;
char said[threads][96];

// ---- locks

struct in_word {
	static void wait()
	{
		while (word != 0)
			;
	}
	static void give() { __atomic_store_n(&word, 0, __ATOMIC_RELEASE); }
};

struct by_compare : in_word {
	static bool take() { return __sync_bool_compare_and_swap(&word, 0, 1); }
};

struct by_value : in_word {
	static bool take() { return __sync_val_compare_and_swap(&word, 0, 1) == 0; }
};

struct by_test_and_set : in_word {
	static bool take() { return __sync_lock_test_and_set(&word, 1) == 0; }
	static void give() { __sync_lock_release(&word); }
};

struct by_exchange : in_word {
	static bool take() { return __atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) == 0; }
};

struct by_expected : in_word {
	static bool take()
	{
		uint32_t free = 0;

		return __atomic_compare_exchange_n(&word, &free, 1, 0, __ATOMIC_ACQUIRE,
						   __ATOMIC_RELAXED);
	}
};

struct by_or : in_word {
	static bool take() { return __sync_fetch_and_or(&word, 1) == 0; }
};

struct by_bit : in_word {
	static bool take() { return (__atomic_fetch_or(&word, 4, __ATOMIC_ACQUIRE) & 4) == 0; }
};

// No plain store gives it back.
struct by_count : by_expected {
	static void give() { __sync_fetch_and_sub(&word, 1); }
};

struct by_flag {
	static bool take() { return !flag.test_and_set(acquire); }
	static void wait() {}
	static void give() { flag.clear(release); }
};

struct by_bool {
	static bool take() { return !held.exchange(true, acquire); }
	static void wait()
	{
		while (held.load(relaxed))
			;
	}
	static void give() { held.store(false, release); }
};

struct by_number {
	static bool take()
	{
		uint32_t free = 0;

		return number.compare_exchange_strong(free, 1, acquire, relaxed);
	}
	static void wait()
	{
		while (number.load(relaxed) != 0)
			;
	}
	static void give() { number.store(0, release); }
};

struct by_ticket {
	static bool take()
	{
		uint32_t mine = ticket.fetch_add(1, relaxed);

		while (served.load(acquire) != mine)
			;
		return true;
	}
	static void wait() {}
	static void give() { served.store(served.load(relaxed) + 1, release); }
};

// ---- threads

void say(long thread)
{
	std::snprintf(said[thread], sizeof said[thread], "thread %ld, as number %d, at %llu",
		      thread, had, static_cast<unsigned long long>(GetTimeBase() - begun));
	had = had + 1;
}

template <class lock> void *want_once(void *thread)
{
	while (!lock::take())
		;
	say(reinterpret_cast<long>(thread));
	lock::give();
	return nullptr;
}

template <class lock> void *want_again(void *thread)
{
	uint32_t seed = 1;

	while (!lock::take())
		lock::wait();
	while (had < once) {
		seed = seed * 1664525 + 1013904223;
		for (uint32_t i = seed >> 24; i > 0; i--)
			done = i;
		lock::give();
		while (!lock::take())
			lock::wait();
	}
	say(reinterpret_cast<long>(thread));
	lock::give();
	return nullptr;
}

void start(pthread_t *t, void *(*fn)(void *), long thread)
{
	if (pthread_create(t, nullptr, fn, reinterpret_cast<void *>(thread)) != 0)
		std::exit(1);
}

template <class lock> void compete(const char *name)
{
	pthread_t t[threads];

	had = 0;
	begun = GetTimeBase();
	start(&t[once], want_again<lock>, once);
	for (int i = 0; i < once; i++)
		start(&t[i], want_once<lock>, i);
	for (pthread_t thread : t)
		pthread_join(thread, nullptr);
	for (const char *line : said)
		std::printf("rank %u %s: %s\n", Kernel_GetRank(), name, line);
}

const struct way {
	const char *name;
	void (*compete)(const char *name);
} ways[] = {
	{ "compare", compete<by_compare> },
	{ "value", compete<by_value> },
	{ "test_and_set", compete<by_test_and_set> },
	{ "exchange", compete<by_exchange> },
	{ "expected", compete<by_expected> },
	{ "or", compete<by_or> },
	{ "bit", compete<by_bit> },
	{ "count", compete<by_count> },
	{ "flag", compete<by_flag> },
	{ "bool", compete<by_bool> },
	{ "number", compete<by_number> },
	{ "ticket", compete<by_ticket> },
};

} // namespace

int main(int argc, char **argv)
{
	for (const way &w : ways)
		if (argc < 2 || std::strcmp(argv[1], w.name) == 0)
			w.compete(w.name);
	return 0;
}
