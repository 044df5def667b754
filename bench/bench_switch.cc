// bench_switch.cc - what it costs to go from one node thread to another:
// a bare switch between two stacks, and a switch through the scheduler (event
// queue, clock, state) with 2 and with 512 nodes.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>

extern "C" {
#include "emu/core/engine/fiber.h"
}

// engine.h uses C11 atomics through its rings; the engine side is plain C.
extern "C" {
struct switch_bench;
struct switch_bench *switch_bench_create(unsigned nodes);
uint64_t switch_bench_run(struct switch_bench *b, uint64_t rounds);
void switch_bench_destroy(struct switch_bench *b);
}

namespace {

constexpr size_t kStack = 64 * 1024;
void *main_sp, *other_sp;

void bounce(void *)
{
	for (;;)
		fiber_switch(&other_sp, main_sp);
}

void BM_BareSwitch(benchmark::State &state)
{
	void *stack = std::aligned_alloc(64, kStack);

	other_sp = fiber_prepare(static_cast<char *>(stack) + kStack, bounce, nullptr);
	for (auto _ : state)
		fiber_switch(&main_sp, other_sp);
	state.SetItemsProcessed(2 * state.iterations());
	std::free(stack);
}
BENCHMARK(BM_BareSwitch);

// One run of the engine: every node's thread lets a nanosecond pass, again and
// again, so each step is a switch to the next node.
void BM_NodeSwitch(benchmark::State &state)
{
	uint64_t switches = 0;

	for (auto _ : state) {
		state.PauseTiming();
		auto *b = switch_bench_create(static_cast<unsigned>(state.range(0)));
		state.ResumeTiming();
		switches += switch_bench_run(b, 1u << 20);
		state.PauseTiming();
		switch_bench_destroy(b);
		state.ResumeTiming();
	}
	state.SetItemsProcessed(static_cast<int64_t>(switches));
}
BENCHMARK(BM_NodeSwitch)->Arg(2)->Arg(32)->Arg(512)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
