# test_openmp_clang.sh - OpenMP as Clang compiles it, by the support library's __kmpc_ calls: the
# test programs of OpenMP pass as they do by GCC, one whose results are printed prints the same by
# both, with any number of threads and workers; calls that are not there are named at link.  Not
# here: what it costs, GCC alone (test_bgq_run.sh).  Leaves out all without Clang.
build=${1:-build}
. "$(dirname "$0")/expect.sh"

cc=$build/bin/bgq-cc
[ "${BGQ_HOST_CC:-}" ] || BGQ_HOST_CC=clang
[ "${BGQ_HOST_CXX:-}" ] || BGQ_HOST_CXX=clang++
export BGQ_HOST_CC BGQ_HOST_CXX
case $BGQ_HOST_CC in
*clang*) ;;
*) BGQ_HOST_CC=clang BGQ_HOST_CXX=clang++ ;;
esac
command -v "$BGQ_HOST_CC" "$BGQ_HOST_CXX" >/dev/null || {
	echo "no $BGQ_HOST_CC: nothing tested"
	exit 0
}
source=$(dirname "$0")/spi

for program in openmp openmp_loops openmp_tasks openmp_more openmp_cxx openmp_alike; do
	compiler=$cc file=$source/$program.c
	[ -e "$file" ] || compiler=$build/bin/bgq-c++ file=${file}c
	for level in $(usual_or_long -O2 '-O0 -O2 -O3'); do
		expect "${program}_is_compiled_$level" 0 '' \
			"$compiler" $level -g -w -fopenmp -o "$tmp/program" "$file"
		for threads in $(usual_or_long '1 7' '1 3 16 64'); do
			expect "${program}_of_${threads}_threads" 0 '' "$run" --workers 1 \
				--shape 2x1x1x1x1 --envs OMP_NUM_THREADS=$threads \
				--envs OMP_CANCELLATION=true : "$tmp/program"
			cp "$tmp/out" "$tmp/one"
			"$run" --workers 2 --shape 2x1x1x1x1 --envs OMP_NUM_THREADS=$threads \
				--envs OMP_CANCELLATION=true : "$tmp/program" >"$tmp/two" 2>&1
			expect same_with_two_workers 0 '' cmp "$tmp/one" "$tmp/two"
			[ $program = openmp_alike ] || continue
			"$run" --workers 1 --shape 2x1x1x1x1 --envs OMP_NUM_THREADS=$threads : \
				"$spi/$program" >"$tmp/two" 2>&1
			expect same_by_gcc 0 '' cmp "$tmp/one" "$tmp/two"
			expect something_is_printed 0 '' grep -q 'single: 1' "$tmp/one"
		done
	done
done
# Calls of Clang's from 16 on and from 19 on; the first must not wait for the event.
cat >"$tmp/newer.c" <<'END'
#include <omp.h>
struct depend { void *address; size_t bytes; unsigned char kind; };
void __kmpc_omp_taskwait_deps_51(void *, int, int, struct depend *, int, struct depend *, int);
void __kmpc_dispatch_deinit(void *, int);
int main(void)
{
	int value = 0, near = 0;
	struct depend in = { &value, sizeof value, 1 };
#pragma omp parallel
#pragma omp single
	{
		omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
		value = 1;
		__kmpc_omp_taskwait_deps_51(0, 0, 1, &in, 0, 0, 1);
		omp_fulfill_event(event);
#pragma omp task affinity(near) shared(near)
		near = 2;
#pragma omp taskwait
	}
	__kmpc_dispatch_deinit(0, 0);
	return value != 1 || near != 2;
}
END
expect newer_calls_are_compiled 0 '' "$cc" -std=gnu11 -w -fopenmp -o "$tmp/newer" "$tmp/newer.c"
expect newer_calls_do_it 0 '' "$run" --np 1 --envs OMP_NUM_THREADS=4 : "$tmp/newer"

cat >"$tmp/schedule.c" <<'END'
void __kmpc_dispatch_init_4(void *, int, int, int, int, int, int);
int main(void)
{
#pragma omp parallel
	__kmpc_dispatch_init_4(0, 0, 59, 0, 9, 1, 1);
	return 0;
}
END
expect a_loop_is_compiled 0 '' "$cc" -w -fopenmp -o "$tmp/schedule" "$tmp/schedule.c"
expect an_unknown_schedule_is_named 134 'OpenMP: a loop has schedule 59, which is not known' \
	"$run" --np 1 : "$tmp/schedule"

expect without_a_clock 0 '' "$run" --clock off --np 4 : "$tmp/program"

cat >"$tmp/asks.c" <<'END'
void __kmpc_never_heard_of(void *, int);
int main(void)
{
#pragma omp parallel
	__kmpc_never_heard_of(0, 0);
	return 0;
}
END
expect a_call_that_is_not_there_is_named 1 'refused: __kmpc_never_heard_of: calls of OpenMP' \
	"$cc" -w -fopenmp -o "$tmp/asks" "$tmp/asks.c"
# The header is ours: Clang's own has other sizes.
cat >"$tmp/sizes.c" <<'END'
#include <omp.h>
_Static_assert(sizeof(omp_lock_t) == 4 && sizeof(omp_nest_lock_t) == 16, "as GCC has them");
int main(void) { return omp_get_max_threads() < 1; }
END
expect sizes_are_those_of_the_library 0 '' "$cc" -std=gnu11 -fopenmp -o "$tmp/sizes" "$tmp/sizes.c"
expect its_functions_are_there 0 '' "$run" --np 1 : "$tmp/sizes"
summary
