/*
 * exceptions.cc - exceptions, destructors, templates in COMDAT sections and virtual
 * calls, for test_as.sh.
 */
#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static int alive, made;

struct counted {
	counted() { alive++, made++; }
	counted(const counted &) { alive++, made++; }
	~counted() { alive--; }
};

struct shape {
	virtual ~shape() {}
	virtual int area(int) const = 0;
};
struct square : shape {
	int area(int n) const { if (n > 90) throw n; return n * n; }
};
struct strange : shape {
	int area(int n) const { if (n % 7 == 0) throw std::runtime_error("seven"); return -n; }
};

__attribute__((noinline)) static int thrower(int n)
{
	counted here;
	if (n % 3 == 0)
		throw std::string(n, 'x');
	if (n % 5 == 0)
		throw n;
	return n;
}

__attribute__((noinline)) static int nested(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		try {
			counted outer;
			try {
				s += thrower(i);
			} catch (int v) {
				counted inner;
				s -= v;
				if (v % 10 == 0)
					throw;
			}
		} catch (const std::string &text) {
			s += (int)text.size() * 2;
		} catch (...) {
			s ^= 0x55;
		}
	}
	return s;
}

template <typename T> static T total(const std::vector<T> &v)
{
	T s = T();
	for (typename std::vector<T>::const_iterator i = v.begin(); i != v.end(); ++i)
		s += *i;
	return s;
}

int main()
{
	std::map<int, std::string> names;
	std::vector<double> values;
	std::vector<int> order;
	for (int i = 0; i < 50; i++) {
		names[i * 37 % 50] = std::string(i % 5, 'a' + i % 26);
		values.push_back(i * .5);
		order.push_back(i * 7919 % 101);
	}
	std::sort(order.begin(), order.end());
	std::string all;
	for (std::map<int, std::string>::iterator i = names.begin(); i != names.end(); ++i)
		all += i->second;
	shape *shapes[2] = { new square, new strange };
	int s = 0;
	for (int i = 0; i < 100; i++) {
		try {
			s += shapes[i & 1]->area(i);
		} catch (const std::exception &e) {
			s += e.what()[0];
		} catch (int n) {
			s -= n;
		}
	}
	std::printf("%d %d %d %d\n", nested(60), alive, made, s);
	std::printf("%g %d %d %s\n", total(values), total(order), order[25], all.c_str());
	delete shapes[0];
	delete shapes[1];
	return alive;
}
