#!/bin/sh
# test_equal_addresses.sh - with --equal-addresses an address that one rank sends to another means
# the receiver's own memory there, however it is accessed, and memory can be mapped there; in the
# same way and at the same times in each run.
# Not here: objects of threads, which need their own address; functions' addresses
# (test_addresses.sh); what is noticed of data's without the option (test_faults.sh).
# Usage: test_equal_addresses.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

for program in mpi_equal mpi_mapped; do
	for options in --stress-checks '' '-p 2' '-p 4'; do
		# shellcheck disable=SC2086 # a list of options
		expect "$program $options" 0 '' \
			timeout 200 "$run" --np 4 $options --equal-addresses : "$spi/$program"
	done
	cp "$tmp/out" "$tmp/one"
	expect "$program again" 0 '' "$run" --np 4 -p 4 --equal-addresses : "$spi/$program"
	if cmp -s "$tmp/one" "$tmp/out"; then ok "$program in_the_same_way"
	else not_ok "$program in_the_same_way"; fi
done
expect without_it_the_owner_is_named 1 'memory of rank 0' "$run" --np 4 : "$spi/mpi_mapped"
expect it_needs_one_worker 2 'equal-addresses needs one worker' \
	"$run" --np 4 --workers 2 --equal-addresses : "$spi/mpi_equal"
summary
