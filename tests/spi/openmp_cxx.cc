/*
 * openmp_cxx.cc - OpenMP in C++: classes as private copies and in reductions,
 * exceptions that stay in their thread, random-access iterators, tasks that copy.
 */
#include "spi_test.h"

#include <omp.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

struct Counted {
	static int alive;
	int value;
	explicit Counted(int v = 0) : value(v) { change(1); }
	Counted(const Counted &o) : value(o.value) { change(1); }
	~Counted() { change(-1); }
	Counted &operator=(const Counted &o)
	{
		value = o.value;
		return *this;
	}
	Counted &operator+=(const Counted &o)
	{
		value += o.value;
		return *this;
	}
	static void change(int by)
	{
#pragma omp atomic
		alive += by;
	}
};

int Counted::alive;

#pragma omp declare reduction(+ : Counted : omp_out += omp_in)

void copies()
{
	Counted first(5), last(0), sum(0);
	int bad = 0;

#pragma omp parallel for firstprivate(first) lastprivate(last) reduction(+ : bad)
	for (int i = 0; i < 100; i++) {
		bad += first.value != 5;
		last.value = i;
	}
	CHECK(bad == 0 && last.value == 99);
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
	for (int i = 0; i < 100; i++)
		sum.value += i;
	CHECK(sum.value == 4950);
#pragma omp parallel
#pragma omp single
	for (int i = 0; i < 50; i++) {
		Counted mine(i);

#pragma omp task firstprivate(mine) shared(bad)
		{
#pragma omp atomic
			bad += mine.value;
		}
	}
	CHECK(bad == 1225);
}

/* Tasks of a cancelled group that have copies already destroy them. */
void cancelled_copies()
{
	if (!omp_get_cancellation())
		return;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
	for (int i = 0; i < 50; i++) {
		Counted mine(i);

#pragma omp task firstprivate(mine)
		{
#pragma omp cancellation point taskgroup
			usleep(30);
#pragma omp cancel taskgroup if (mine.value > 5)
		}
	}
}

void exceptions()
{
	int caught = 0;

#pragma omp parallel reduction(+ : caught)
	for (int i = 0; i < 10; i++) {
		try {
			std::string text(20 + i, 'x');

			if (i % 2)
				throw std::runtime_error(text);
		} catch (const std::runtime_error &e) {
			caught += std::string(e.what()).size() == 20u + i;
		}
	}
	CHECK(caught == 5 * omp_get_max_threads());
}

void iterators()
{
	std::vector<int> v(1000, 1);
	long sum = 0;

#pragma omp parallel for schedule(guided) reduction(+ : sum)
	for (std::vector<int>::iterator i = v.begin(); i < v.end(); ++i)
		sum += *i;
	CHECK(sum == 1000);
#pragma omp parallel
	{
		std::vector<int> own;

		for (int i = 0; i < 200; i++)
			own.push_back(i);
#pragma omp critical
		v.insert(v.end(), own.begin(), own.end());
	}
	CHECK(v.size() == 1000u + 200u * omp_get_max_threads());
}

}

int main()
{
	copies();
	CHECK(Counted::alive == 0);
	cancelled_copies();
	CHECK(Counted::alive == 0);
	exceptions();
	iterators();
	return 0;
}
