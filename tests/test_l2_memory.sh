#!/bin/sh
# test_l2_memory.sh - L2 atomics work on memory that a program has allocated for them, and end the
# rank by SIGSEGV elsewhere: each operation, by call and at alias addresses, each kind of memory.
# Leaves out atomics of the message unit, which has physical addresses (test_mu_put.c), and
# what the operations do (conformance_l2.c).
# Usage: test_l2_memory.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
program=$spi/l2_memory
missing='L2 atomic on memory that Kernel_L2AtomicsAllocate.. was not called for'

for way in stack heap mapped lock barrier waits shared ioctl load store alias base; do
	expect "allocated_$way" 0 '' \
		"$run" --np 4 --ranks-per-node 2 --envs L2_MEMORY=1 : "$program" $way
	expect "not_allocated_$way" 139 \
		"rank 0 .* signal 11 .*address 0x2[0-9a-f]*, in .*: $missing" \
		"$run" --np 1 : "$program" $way
	expect "not_allocated_$way: nor parked" 139 "rank 0 .* signal 11 .*$missing" \
		"$run" --np 1 --parking=off : "$program" $way
done
for clock in off real; do
	expect "not_allocated with_clock_$clock" 139 "$missing" \
		"$run" --np 1 --clock $clock : "$program" heap
done

# counts ALLOCATED WAY LINE
counts() {
	expect "$2_$1" 0 '' "$run" --np 1 --envs L2_MEMORY=$1 : "$program" $2
	if grep -qx "$3" "$tmp/out"; then ok "$3"; else not_ok "$3"; fi
}
counts 0 operations '18 of 18 faults'
counts 1 operations '0 of 18 faults'
counts 0 partly '2 of 6 faults'
counts 1 partly '0 of 6 faults'

expect another_object_of_shared_memory 139 "rank 0 .*$missing" \
	"$run" --np 1 --envs L2_MEMORY=1 : "$program" other
expect where_no_memory_is 139 'signal 11 .*address 0x40' "$run" --np 1 : "$program" nowhere
if grep -q "$missing" "$tmp/err"; then not_ok 'and no more is said'; else ok 'and no more'; fi
summary
