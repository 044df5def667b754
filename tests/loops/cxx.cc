/*
 * cxx.cc - loops of C++: iterators, containers, strings, exceptions, virtual functions,
 * algorithms and generators.
 */
#include "loops.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

uint64_t vector_iterator()
{
	std::vector<int> v(100000, 3);
	uint64_t sum = 0;

	for (std::vector<int>::const_iterator i = v.begin(); i != v.end(); ++i)
		sum += static_cast<uint64_t>(*i);
	return sum;
}

uint64_t map_of_numbers()
{
	std::map<int, int> m;
	int key = 1;

	while (m.size() < 5000) {
		m[key] = key;
		key = key * 17 % 65537;
	}
	uint64_t steps = 0;

	for (std::map<int, int>::iterator i = m.begin(); i != m.end();) {
		steps++;
		m.erase(i++);
	}
	return steps + m.size();
}

uint64_t set_shrinks()
{
	std::set<int> s;

	for (int i = 0; i < 5000; i++)
		s.insert(i * 7 % 5003);
	while (!s.empty())
		s.erase(s.begin());
	return s.size() + 1;
}

uint64_t string_grows()
{
	std::string s;

	while (s.size() < 50000)
		s += static_cast<char>('a' + s.size() % 26);
	return s.size();
}

uint64_t string_searched()
{
	std::string s;
	size_t at = 0;
	uint64_t n = 0;

	for (int i = 0; i < 5000; i++)
		s += i % 5 ? "abc" : "axc";
	while ((at = s.find("xc", at)) != std::string::npos) {
		n++;
		at++;
	}
	while (!s.empty())
		s.pop_back();
	return n;
}

uint64_t list_spliced()
{
	std::list<int> a, b;

	for (int i = 0; i < 5000; i++)
		a.push_back(i);
	while (!a.empty())
		b.splice(b.end(), a, a.begin());
	return static_cast<uint64_t>(b.back()) + b.size();
}

uint64_t exceptions()
{
	volatile int n = 0;

	for (;;) {
		try {
			if (n == 500)
				return static_cast<uint64_t>(n);
			throw std::runtime_error("again");
		} catch (const std::exception &) {
			n = n + 1;
		}
	}
}

struct shape {
	virtual ~shape() {}
	virtual shape *next(int &n) = 0;
};

struct round : shape {
	shape *other;
	shape *next(int &n) override
	{
		n++;
		return n < 100000 ? other : nullptr;
	}
};

uint64_t virtual_functions()
{
	struct round a, b;
	int n = 0;

	a.other = &b;
	b.other = &a;
	for (shape *s = &a; s; s = s->next(n))
		;
	return static_cast<uint64_t>(n);
}

uint64_t function_object()
{
	int n = 0;
	std::function<bool()> more = [&n]() { return ++n < 100000; };

	while (more())
		;
	return static_cast<uint64_t>(n);
}

uint64_t priority()
{
	std::priority_queue<int> q;
	uint64_t falls = 0;
	int last = 1 << 30;

	for (int i = 0; i < 5000; i++)
		q.push(i * 7919 % 5003);
	while (!q.empty()) {
		falls += q.top() < last;
		last = q.top();
		q.pop();
	}
	return falls;
}

uint64_t hash_table()
{
	std::unordered_map<uint64_t, unsigned> m;
	uint64_t x = 1;

	while (m[x]++ == 0)
		x = x * 3 % 20011;
	return m.size();
}

uint64_t stream_of_numbers()
{
	std::stringstream s;
	int x;
	uint64_t sum = 0;

	for (int i = 0; i < 1000; i++)
		s << i << ' ';
	while (s >> x)
		sum += static_cast<uint64_t>(x);
	return sum;
}

uint64_t permutations()
{
	std::string s = "abcdefgh";
	uint64_t n = 1;

	while (std::next_permutation(s.begin(), s.end()))
		n++;
	return n;
}

uint64_t generator()
{
	std::mt19937 g(5489);

	for (int i = 1; i < 10000; i++)
		g();
	return g(); /* as the standard has it */
}

uint64_t until_generator()
{
	std::minstd_rand g(1);
	uint64_t n = 1;

	while (g() != 399268537) /* the 10,000th is known */
		n++;
	return n;
}

uint64_t sorted_with_count()
{
	std::vector<int> v;
	uint64_t n = 0;

	for (int i = 0; i < 5000; i++)
		v.push_back(i * 7919 % 5003);
	std::sort(v.begin(), v.end(), [&n](int a, int b) {
		n++;
		return a < b;
	});
	return n > 5000 && std::is_sorted(v.begin(), v.end());
}

uint64_t deque_goes_round()
{
	std::deque<int> d(7, 0);

	while (d.front() < 10000) {
		d.push_back(d.front() + 1);
		d.pop_front();
	}
	return static_cast<uint64_t>(d.front());
}

uint64_t shared_pointers()
{
	std::shared_ptr<int> p = std::make_shared<int>(0);

	while (p.use_count() == 1 && *p < 50000) {
		std::shared_ptr<int> q = p;

		++*q;
	}
	return static_cast<uint64_t>(*p);
}

} // namespace

const struct loop loops_cxx[] = {
	{ "vector_iterator", vector_iterator, 300000 },
	{ "map_of_numbers", map_of_numbers, 5000 },
	{ "set_shrinks", set_shrinks, 1 },
	{ "string_grows", string_grows, 50000 },
	{ "string_searched", string_searched, 1000 },
	{ "list_spliced", list_spliced, 9999 },
	{ "exceptions", exceptions, 500 },
	{ "virtual_functions", virtual_functions, 100000 },
	{ "function_object", function_object, 100000 },
	{ "priority", priority, 5000 },
	{ "hash_table", hash_table, 4002 },
	{ "stream_of_numbers", stream_of_numbers, 499500 },
	{ "permutations", permutations, 40320 },
	{ "generator", generator, UINT64_C(4123659995) },
	{ "until_generator", until_generator, 10000 },
	{ "sorted_with_count", sorted_with_count, 1 },
	{ "deque_goes_round", deque_goes_round, 10000 },
	{ "shared_pointers", shared_pointers, 50000 },
	{ 0, 0, 0 },
};
