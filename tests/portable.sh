# portable.sh - what a build without a processor's own code does (make test FIBER=ucontext): it
# says so, once; programs of many kinds run, with the same output for any number of workers.  Not
# here: time, which is a flat one for each block of code; waits that never end.
build=${1:-build/ucontext}
. "$(dirname "$0")/expect.sh"

says='built without its processor.s own code: instructions are not counted'
expect it_is_said 0 "^bgq-run: $says" "$run" --np 4 : "$spi/boot"
expect it_is_said_once 0 '' [ "$(grep -c "$says" "$tmp/err")" = 1 ]
expect quiet_is_quiet 0 '' "$run" --quiet --np 4 : "$spi/boot"
expect nothing_is_said_then 0 '' [ ! -s "$tmp/err" ]
for program in boot memfifo openmp openmp_loops openmp_cxx threads_many mpi_halo; do
	for workers in 1 2; do
		expect "${program}_with_${workers}_workers" 0 '' \
			"$run" --quiet --workers $workers --np 4 : "$spi/$program"
		cp "$tmp/out" "$tmp/of_$workers"
	done
	expect same_output 0 '' cmp "$tmp/of_1" "$tmp/of_2"
done
for program in boot memfifo mpi_halo; do
	expect "${program}_without_a_clock" 0 '' "$run" --quiet --clock off --np 4 : \
		"$spi/$program"
done
# Code whose instructions are counted calls what is not there.
counted=${build%/ucontext}/tests/spi/boot
if [ "$counted" != "$spi/boot" ] && [ -e "$counted" ]; then
	expect code_of_another_build_is_refused 126 'bgqemu_' \
		"$run" --quiet --np 2 : "$counted"
fi
summary
