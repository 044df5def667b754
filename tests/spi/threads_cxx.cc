// threads_cxx.cc - the standard library's threads in every process: what libstdc++
// makes of POSIX threads and of futexes, and destructors on every way out of one.
// C++20.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define CHECK(x)                                                                      \
	do {                                                                          \
		if (!(x)) {                                                           \
			std::fprintf(stderr, "%s:%d: rank %u: %s\n", __FILE__,        \
				     __LINE__, Kernel_GetRank(), #x);                 \
			std::exit(1);                                                 \
		}                                                                     \
	} while (0)

namespace {

using namespace std::chrono_literals;

constexpr int threads = 6;
bool timed; // not with --clock off: the host's time goes on as it likes
int destroyed;

struct Local {
	int value = 7;
	~Local() { destroyed += value; }
};

thread_local Local local;

void mutex_and_condition()
{
	std::mutex m;
	std::condition_variable cv;
	std::vector<std::thread> v;
	bool go = false;
	int sum = 0;

	for (int i = 0; i < threads; i++)
		v.emplace_back([&, i] {
			std::unique_lock<std::mutex> lock(m);

			CHECK(local.value == 7);
			local.value = 100 + i;
			cv.wait(lock, [&] { return go; });
			sum += i;
			CHECK(local.value == 100 + i);
		});
	std::this_thread::sleep_for(50us);
	CHECK(sum == 0);
	{
		std::lock_guard<std::mutex> lock(m);

		go = true;
	}
	cv.notify_all();
	for (auto &t : v)
		t.join();
	CHECK(sum == threads * (threads - 1) / 2);
	CHECK(destroyed == threads * 100 + sum);
	CHECK(std::thread::hardware_concurrency() == 64);
}

void timed_waits()
{
	std::timed_mutex m;
	std::mutex plain;
	std::condition_variable cv;
	std::unique_lock<std::mutex> lock(plain);

	// 82 cycles to have the mutex again, 16 for each of two looks: 71 ns, and the code
	// of libstdc++ around them, which looks at the clock (100 ns) itself
	auto t0 = std::chrono::steady_clock::now();
	CHECK(cv.wait_until(lock, t0 + 100us) == std::cv_status::timeout);
	auto t1 = std::chrono::steady_clock::now();
	CHECK(t1 - t0 >= 100us && (t1 - t0 < 100600ns || !timed));
	auto s0 = std::chrono::system_clock::now();
	CHECK(cv.wait_until(lock, s0 + 100us) == std::cv_status::timeout);
	auto s1 = std::chrono::system_clock::now();
	CHECK(s1 - s0 >= 100us && (s1 - s0 < 100600ns || !timed));
	m.lock();
	std::thread([&] { CHECK(!m.try_lock_for(30us)); }).join();
	m.unlock();
}

void futures()
{
	auto sum = std::async(std::launch::async, [] {
		std::this_thread::sleep_for(20us);
		return 42;
	});
	std::promise<int> promise;
	std::future<int> broken = promise.get_future();
	std::thread t([&] {
		std::this_thread::sleep_for(10us);
		try {
			throw std::runtime_error("no result");
		} catch (...) {
			promise.set_exception(std::current_exception());
		}
	});
	bool caught = false;

	CHECK(sum.wait_for(1us) == std::future_status::timeout || !timed);
	try {
		broken.get();
	} catch (const std::runtime_error &e) {
		caught = std::string(e.what()) == "no result";
	}
	CHECK(caught);
	CHECK(sum.get() == 42);
	t.join();
}

void once()
{
	std::once_flag flag;
	int tries = 0;
	std::atomic<int> thrown{0};
	std::vector<std::thread> v;

	for (int i = 0; i < threads; i++)
		v.emplace_back([&] {
			try {
				std::call_once(flag, [&] {
					std::this_thread::sleep_for(5us);
					if (++tries < 3)
						throw tries;
				});
			} catch (int) {
				thrown++;
			}
		});
	for (auto &t : v)
		t.join();
	CHECK(tries == 3 && thrown == 2);
}

struct Slow {
	Slow() { std::this_thread::sleep_for(5us); made++; }
	static int made;
};
int Slow::made;

// The constructor runs once; the others wait for it.
void local_static()
{
	std::vector<std::thread> v;

	for (int i = 0; i < threads; i++)
		v.emplace_back([] {
			static Slow slow;

			CHECK(Slow::made == 1);
		});
	for (auto &t : v)
		t.join();
	CHECK(Slow::made == 1);
}

void newer_things()
{
	std::shared_mutex shared;
	std::latch latch(threads);
	std::counting_semaphore<threads> two(2);
	std::atomic<int> word{0}, inside{0}, most{0};
	int rounds = 0;
	std::barrier meet(threads, [&]() noexcept { rounds++; });
	std::vector<std::jthread> v;

	for (int i = 0; i < threads; i++)
		v.emplace_back([&, i] {
			latch.arrive_and_wait();
			two.acquire();
			if (++inside > most)
				most = inside.load();
			std::this_thread::sleep_for(2us);
			inside--;
			two.release();
			for (int k = 1; k <= 3; k++) {
				meet.arrive_and_wait();
				CHECK(rounds >= k);
			}
			{
				std::shared_lock<std::shared_mutex> lock(shared);

				std::this_thread::sleep_for(std::chrono::microseconds(i));
			}
			word.wait(0); // a futex
		});
	std::this_thread::sleep_for(100us);
	{
		std::unique_lock<std::shared_mutex> lock(shared);
	}
	word = 1;
	word.notify_all();
	v.clear();
	CHECK((most == 2 || !timed) && most <= 2 && rounds == 3);
}

struct Note {
	std::string *text;
	char what;
	~Note() { *text += what; }
};

__attribute__((noinline)) void end_in_the_middle(std::string *text, std::condition_variable *cv)
{
	Note inner{text, 'i'};

	if (!cv)
		pthread_exit(nullptr);
	pthread_cond_t never = PTHREAD_COND_INITIALIZER;
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&m);
	for (;;)
		pthread_cond_wait(&never, &m);
}

// pthread_exit and cancellation unwind through frames of C++.
void unwinding()
{
	std::string text;
	std::condition_variable cv;
	int before = destroyed;

	std::thread([&] {
		Note outer{&text, 'o'};

		local.value = 1000;
		end_in_the_middle(&text, nullptr);
	}).join();
	CHECK(text == "io" && destroyed == before + 1000);
	text.clear();
	std::thread t([&] {
		Note outer{&text, 'o'};

		try {
			end_in_the_middle(&text, &cv);
		} catch (...) {
			text += 'c';
			throw;
		}
	});
	std::this_thread::sleep_for(10us);
	CHECK(pthread_cancel(t.native_handle()) == 0);
	t.join();
	CHECK(text == "ico");
}

} // namespace

int main(int argc, char **argv)
{
	timed = argc < 2 || std::string(argv[1]) != "untimed";
	mutex_and_condition();
	timed_waits();
	futures();
	once();
	local_static();
	newer_things();
	unwinding();
	std::printf("rank %u done at %llu\n", Kernel_GetRank(),
		    (unsigned long long)GetTimeBase());
	return 0;
}
