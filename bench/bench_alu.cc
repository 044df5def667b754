// bench_alu.cc - the collective ALU beside a plain vector add, a[i] = b[i] + c[i] of
// doubles: payload bytes of all inputs per second, in packets (512 bytes), 64 KiB and
// 1 MiB, and of_add, how much of the plain add's rate of the same size that is.  The
// least of_add of integers and of doubles stands below the table.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

extern "C" {
#include "coll/alu.h"
}

// Scalar code as fast as compilers make it, not as -O2 leaves it.
#ifdef __x86_64__
__attribute__((target_clones("avx2", "default")))
#endif
#ifndef __clang__
__attribute__((optimize("O3")))
#endif
void plain_add(double *__restrict a, const double *__restrict b, const double *__restrict c,
	       size_t n)
{
	for (size_t i = 0; i < n; i++)
		a[i] = b[i] + c[i];
}

namespace {

struct Op {
	const char *name;
	unsigned opcode, word_bytes;
	const char *kind;
};

const char *const kOverflowing = "overflowing integers";

const Op kOps[] = {
	{ "and", COLL_AND, 8, "integers" },
	{ "unsigned_add", COLL_UNSIGNED_ADD, 4, "integers" },
	{ "unsigned_add", COLL_UNSIGNED_ADD, 8, "integers" },
	{ "signed_add", COLL_SIGNED_ADD, 4, "integers" },
	{ "signed_add", COLL_SIGNED_ADD, 8, "integers" },
	{ "unsigned_min", COLL_UNSIGNED_MIN, 8, "integers" },
	{ "signed_max", COLL_SIGNED_MAX, 4, "integers" },
	{ "overflowing_add", COLL_UNSIGNED_ADD, 8, kOverflowing },
	{ "overflowing_add", COLL_SIGNED_ADD, 4, kOverflowing },
	{ "unsigned_add", COLL_UNSIGNED_ADD, 16, "long integers" },
	{ "signed_add", COLL_SIGNED_ADD, 512, "long integers" },
	{ "unsigned_min", COLL_UNSIGNED_MIN, 16, "long integers" },
	{ "signed_max", COLL_SIGNED_MAX, 512, "long integers" },
	{ "fp_add", COLL_FP_ADD, 8, "doubles" },
	{ "fp_min", COLL_FP_MIN, 8, "doubles" },
	{ "fp_max", COLL_FP_MAX, 8, "doubles" },
};

std::map<size_t, double> plain_rate; // by bytes

// Figures of each benchmark's last run; those before it only find out how many iterations
// it takes.
struct Ratio {
	const char *kind;
	size_t bytes;
	double of_add;
};
std::map<std::string, Ratio> ratios; // by name

// Aligned as is best for all.
template <typename T> class Aligned {
	struct alignas(64) Line {
		unsigned char bytes[64];
	};
	std::vector<Line> lines_;

public:
	explicit Aligned(size_t n) : lines_(n * sizeof(T) / sizeof(Line)) {}
	T *data() { return reinterpret_cast<T *>(lines_.data()); }
	const T &operator[](size_t i) const
	{
		return reinterpret_cast<const T *>(lines_.data())[i];
	}
	size_t size() const { return lines_.size() * sizeof(Line) / sizeof(T); }
};

struct Buffers {
	std::vector<Aligned<unsigned char>> in;
	Aligned<unsigned char> out;
	std::vector<const void *> pointers;

	// Doubles between -1 and 1; integers below 2^24 and 2^56 and negative ones if they
	// are signed; those whose sums are to overflow, and long ones, of all bits.
	Buffers(const Op &op, unsigned inputs, size_t bytes) : out(bytes)
	{
		std::mt19937_64 random(inputs);
		bool all_bits = op.word_bytes > 8 || op.kind == kOverflowing;
		unsigned less = all_bits ? 0 : 8;

		for (unsigned i = 0; i < inputs; i++) {
			in.emplace_back(bytes);
			for (size_t at = 0; at < bytes; at += 8)
				put_random(op, i, at, random(), less);
		}
		for (auto &b : in)
			pointers.push_back(b.data());
	}

	void put_random(const Op &op, unsigned i, size_t at, uint64_t v, unsigned less)
	{
		auto high = static_cast<uint32_t>(v >> 32), low = static_cast<uint32_t>(v);

		if (op.opcode >= COLL_FP_ADD) {
			put(i, at, static_cast<double>(static_cast<int64_t>(v)) * 0x1p-63);
		} else if (op.word_bytes == 4) {
			put(i, at, shifted<int32_t>(op, low, less));
			put(i, at + 4, shifted<int32_t>(op, high, less));
		} else {
			put(i, at, shifted<int64_t>(op, v, less));
		}
	}

	template <typename Signed>
	static Signed shifted(const Op &op, std::make_unsigned_t<Signed> v, unsigned by)
	{
		return op.opcode >= COLL_SIGNED_ADD ? static_cast<Signed>(v) >> by :
						      static_cast<Signed>(v >> by);
	}

	template <typename T> void put(unsigned i, size_t at, T v)
	{
		std::memcpy(in[i].data() + at, &v, sizeof v);
	}

	template <typename T> T get(unsigned i, size_t at) const
	{
		T v;

		std::memcpy(&v, &in[i][at], sizeof v);
		return v;
	}
};

// One word again, limb by limb; a limb is the whole word up to 8 bytes.
template <typename Limb> bool word_is_right(const Op &op, const Buffers &b, size_t at)
{
	size_t limbs = op.word_bytes / sizeof(Limb);
	std::vector<Limb> r(limbs), x(limbs);
	Limb turn = op.opcode >= COLL_SIGNED_ADD ? Limb{ 1 } << (8 * sizeof(Limb) - 1) : 0;
	bool add = op.opcode == COLL_UNSIGNED_ADD || op.opcode == COLL_SIGNED_ADD;

	for (unsigned i = 0; i < b.in.size(); i++) {
		std::memcpy(x.data(), &b.in[i][at], op.word_bytes);
		if (i == 0) {
			r = x;
		} else if (op.opcode == COLL_AND) {
			for (size_t n = 0; n < limbs; n++)
				r[n] &= x[n];
		} else if (add) {
			Limb carry = 0;

			for (size_t n = limbs; n-- > 0;) {
				Limb old = r[n], sum = static_cast<Limb>(old + x[n] + carry);

				carry = sum < old || (carry && sum == old);
				r[n] = sum;
			}
		} else {
			bool less;

			r[0] ^= turn, x[0] ^= turn;
			less = x < r;
			if (op.opcode == COLL_UNSIGNED_MIN ? less : !less)
				r = x;
			else
				x = r;
			r[0] ^= turn;
		}
	}
	return std::memcmp(r.data(), &b.out[at], op.word_bytes) == 0;
}

bool double_is_right(const Op &op, const Buffers &b, size_t at)
{
	long double expected = b.get<double>(0, at);
	double r;

	std::memcpy(&r, &b.out[at], sizeof r);
	for (unsigned i = 1; i < b.in.size(); i++) {
		double x = b.get<double>(i, at);

		expected = op.opcode == COLL_FP_ADD ? expected + x :
			   op.opcode == COLL_FP_MIN ? std::min<long double>(expected, x) :
						      std::max<long double>(expected, x);
	}
	// Half a unit, and what rounding long doubles adds.
	return std::fabs(expected - r) <= 0x1.01p-53L * std::fabs(expected) + 0x1p-60L;
}

bool results_are_right(const Op &op, const Buffers &b)
{
	for (size_t at = 0; at < b.out.size(); at += op.word_bytes)
		if (op.opcode >= COLL_FP_ADD ? !double_is_right(op, b, at) :
		    op.word_bytes == 4	     ? !word_is_right<uint32_t>(op, b, at) :
					       !word_is_right<uint64_t>(op, b, at))
			return false;
	return true;
}

// Runs work as a benchmark, returns the bytes of that many inputs per second.
template <typename Work>
double rate(benchmark::State &state, unsigned inputs, size_t bytes, Work work)
{
	auto start = std::chrono::steady_clock::now();

	for (auto _ : state) {
		work();
		benchmark::ClobberMemory();
	}
	std::chrono::duration<double> s = std::chrono::steady_clock::now() - start;
	auto all = static_cast<double>(state.iterations()) * inputs * static_cast<double>(bytes);

	state.counters["GB/s"] = all / s.count() * 1e-9;
	return all / s.count();
}

void plain(benchmark::State &state, size_t bytes)
{
	Aligned<double> a(bytes / 8), b(bytes / 8), c(bytes / 8);

	std::fill_n(b.data(), b.size(), 1.5);
	std::fill_n(c.data(), c.size(), 2.25);
	plain_rate[bytes] = rate(state, 2, bytes, [&] {
		plain_add(a.data(), b.data(), c.data(), a.size());
	});
	for (size_t i = 0; i < a.size(); i++)
		if (a[i] != 3.75)
			state.SkipWithError("wrong result");
}

std::string name_of(const Op &op, unsigned inputs, size_t bytes)
{
	return std::string(op.name) + "/word:" + std::to_string(op.word_bytes) +
	       "/inputs:" + std::to_string(inputs) + "/bytes:" + std::to_string(bytes);
}

void combine(benchmark::State &state, const Op &op, unsigned inputs, size_t bytes)
{
	Buffers b(op, inputs, bytes);
	double r = rate(state, inputs, bytes, [&] {
		benchmark::DoNotOptimize(coll_combine(op.opcode, op.word_bytes, inputs,
						      b.pointers.data(), b.out.data(), bytes));
	});

	if (!results_are_right(op, b))
		state.SkipWithError("wrong result");
	if (plain_rate.count(bytes) == 0)
		return; // filtered out
	state.counters["of_add"] = r / plain_rate[bytes];
	ratios[name_of(op, inputs, bytes)] = { op.kind, bytes, r / plain_rate[bytes] };
}

void print_least()
{
	std::map<std::pair<std::string, size_t>, double> least;

	for (const auto &[name, ratio] : ratios) {
		auto l = least.try_emplace({ ratio.kind, ratio.bytes }, ratio.of_add).first;

		l->second = std::min(l->second, ratio.of_add);
	}
	for (const auto &[what, of_add] : least)
		std::printf("%s, %zu bytes: at least %.2f of a plain add\n", what.first.c_str(),
			    what.second, of_add);
}

} // namespace

int main(int argc, char **argv)
{
	for (size_t bytes : { size_t{ 512 }, size_t{ 64 } << 10, size_t{ 1 } << 20 }) {
		std::string name = "plain_add/bytes:" + std::to_string(bytes);

		benchmark::RegisterBenchmark(name.c_str(), plain, bytes);
		for (const Op &op : kOps)
			for (unsigned inputs : { 2u, 3u, 7u, 11u })
				benchmark::RegisterBenchmark(name_of(op, inputs, bytes).c_str(),
							     combine, op, inputs, bytes);
	}
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
	print_least();
	return 0;
}
