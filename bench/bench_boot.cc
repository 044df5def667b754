// bench_boot.cc - booting nodes (window, clone of the image, guard page) beside
// starting processes of the host, in one run.  Whole machines: bench/boot.sh.
#include <benchmark/benchmark.h>

#include <spawn.h>
#include <sys/wait.h>

extern "C" {
int boot_bench_load(void);
int boot_bench_clone(unsigned nodes);
void boot_bench_release(void);
}

namespace {

void BM_NodeBoot(benchmark::State &state)
{
	static const int loaded = boot_bench_load();

	if (loaded != 0) {
		state.SkipWithError("no program to boot");
		return;
	}
	for (auto _ : state) {
		if (boot_bench_clone(static_cast<unsigned>(state.range(0))) != 0)
			state.SkipWithError("clone failed");
		state.PauseTiming();
		boot_bench_release();
		state.ResumeTiming();
	}
	state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_NodeBoot)->Arg(32)->Arg(512)->Arg(4096)->Unit(benchmark::kMicrosecond);

void BM_PosixSpawn(benchmark::State &state)
{
	char name[] = "/bin/true";
	char *argv[] = { name, nullptr }, *envp[] = { nullptr };

	for (auto _ : state) {
		pid_t pid;
		int status;

		if (posix_spawn(&pid, name, nullptr, nullptr, argv, envp) != 0 ||
		    waitpid(pid, &status, 0) != pid)
			state.SkipWithError("posix_spawn failed");
	}
	state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_PosixSpawn)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
