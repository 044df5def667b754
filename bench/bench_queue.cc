// bench_queue.cc - the event queue (hold model: pop the first, push it again a
// random time later) beside std::priority_queue in the same run, and the rings
// between workers.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <queue>
#include <vector>

struct ring;
struct chan;
extern "C" {
struct hold_bench *hold_bench_create(size_t pending, int same_time);
void hold_bench_step(struct hold_bench *b, uint64_t steps, int same_time);
void hold_bench_destroy(struct hold_bench *b);
uint64_t ring_bench_pair(uint64_t items);
uint64_t ring_bench_alone(struct ring *r, uint64_t items);
uint64_t chan_bench_alone(struct chan *c, uint64_t items);
struct ring *ring_bench_new(void);
struct chan *chan_bench_new(void);
}

namespace {

constexpr uint64_t kSteps = 4096;

void BM_EventQueueHold(benchmark::State &state)
{
	auto *b = hold_bench_create(static_cast<size_t>(state.range(0)), 0);

	for (auto _ : state)
		hold_bench_step(b, kSteps, 0);
	state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
	hold_bench_destroy(b);
}
BENCHMARK(BM_EventQueueHold)->Arg(1000)->Arg(100000)->Arg(1000000);

// All at the same picosecond, a nanosecond later again.
void BM_EventQueueSameTime(benchmark::State &state)
{
	auto *b = hold_bench_create(static_cast<size_t>(state.range(0)), 1);

	for (auto _ : state)
		hold_bench_step(b, kSteps, 1);
	state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
	hold_bench_destroy(b);
}
BENCHMARK(BM_EventQueueSameTime)->Arg(1000)->Arg(100000);

void BM_PriorityQueueHold(benchmark::State &state)
{
	std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<uint64_t>> q;
	uint64_t rng = 0;
	auto next = [&rng] {
		rng = rng * 6364136223846793005u + 1442695040888963407u;
		return rng >> 44 & 0x5ffff;
	};

	for (int64_t i = 0; i < state.range(0); i++)
		q.push(next());
	for (auto _ : state)
		for (uint64_t i = 0; i < kSteps; i++) {
			uint64_t t = q.top();
			q.pop();
			q.push(t + next());
		}
	state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
}
BENCHMARK(BM_PriorityQueueHold)->Arg(1000)->Arg(100000)->Arg(1000000);

void BM_RingPushPop(benchmark::State &state)
{
	struct ring *r = ring_bench_new();

	for (auto _ : state)
		benchmark::DoNotOptimize(ring_bench_alone(r, kSteps));
	state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
}
BENCHMARK(BM_RingPushPop);

void BM_ChannelPushPop(benchmark::State &state)
{
	struct chan *c = chan_bench_new();

	for (auto _ : state)
		benchmark::DoNotOptimize(chan_bench_alone(c, kSteps));
	state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
}
BENCHMARK(BM_ChannelPushPop);

void BM_RingBetweenThreads(benchmark::State &state)
{
	int64_t items = 0;

	for (auto _ : state)
		items += static_cast<int64_t>(ring_bench_pair(1u << 20));
	state.SetItemsProcessed(items);
}
BENCHMARK(BM_RingBetweenThreads)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
