#!/bin/sh
# test_options.sh - bgq-run's options that contradict each other, or have no meaning beside others:
# refused, with status 2 and both names, before a program runs.
# Not here: values that are wrong by themselves (test_bgq_run.sh), bgq-net's (test_bgq_net.sh).
# Usage: test_options.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# refused NAME PATTERN option...
refused() {
	name=$1 pattern="^bgq-run: $2"
	shift 2
	expect "$name" 2 "$pattern" "$run" --np 4 "$@" : "$spi/output" lines 1
}
refused mesh_and_torus '--mesh and --torus: dimension B is in both' --mesh AB --torus BC
refused one_twice "--mesh: 'AA' names A twice" --mesh AA
refused equal_addresses_execute_waits '--equal-addresses and --parking on' \
	--equal-addresses --parking on
refused in_either_order '--equal-addresses and --parking on' --parking on --equal-addresses
refused what_is_traced '--trace-ranks, --trace-links and --trace-time are for --trace' \
	--trace-ranks 0
refused when '--trace-ranks, --trace-links and --trace-time are for --trace' --trace-time :1us
refused caches_without_time '--memory-model needs the clock' --clock off --memory-model
refused caches_by_the_host_s_time '--memory-model needs the virtual clock' \
	--clock real --memory-model
refused links_without_time '--counters needs the clock' --clock off --counters
refused one_file_for_two "two options write to $tmp/x.json" \
	--trace "$tmp/x.json" --report "$tmp/x.json"
refused one_file_twice "two options write to $tmp/x.json" \
	--report "$tmp/x.json" --report "$tmp/x.json"
refused one_file_by_two_names "$tmp/./x.json: two options write to it" \
	--trace "$tmp/x.json" --report "$tmp/./x.json"
refused a_profile_s_file "$tmp/x.txt: two options write to it" \
	--trace "$tmp/x.txt" --profile "$tmp/x"
printf '0 0 0 0 0 0\n0 0 0 0 0 1\n0 0 0 0 1 0\n0 0 0 0 1 1\n' >"$tmp/map"
echo 'ber all rate=1e-9' >"$tmp/plan"
refused the_mapping "$tmp/map: an option writes to a file that is read, " \
	--mapping "$tmp/map" --trace "$tmp/map"
refused the_mapping_elsewhere "$tmp/map: an option writes to a file that is read, " \
	--cwd "$tmp" --mapping map --trace "$tmp/map"
refused the_faults "$tmp/plan: an option writes to a file that is read, " \
	--faults "$tmp/plan" --ras-file "$tmp/plan"
cp "$spi/output" "$tmp/program"
expect the_program 2 'program: an option writes to a file that is read, ' "$run" --np 4 \
	--trace "$tmp/./program" : "$tmp/program"
if cmp -s "$spi/output" "$tmp/program" && [ -s "$tmp/map" ] && [ -s "$tmp/plan" ]
then ok files_that_are_read_stay; else not_ok files_that_are_read_stay; fi
refused profile_of_two_workers '--profile needs one worker' --profile "$tmp/x" --workers 2
refused arguments_of_what '--args is for --exe' --args 'lines 1'
refused two_programs '--exe and another program are both given' --exe "$spi/output"
refused port_without_a_rank '--listen needs --gdb=RANK' --listen 1234
refused input_of_no_rank '--stdinrank 4: there are 4 ranks' --stdinrank 4
refused faults_of_nothing '--reroute: nothing fails' --reroute
expect nothing_was_written 0 '' [ ! -e "$tmp/x.json" ]
expect exe_with_args 0 '' "$run" --np 4 --exe "$spi/output" --args 'lines 1'
if [ "$(grep -c 'line 0' "$tmp/out")" -eq 4 ]; then ok its_output; else not_ok its_output; fi
expect a_device_for_two 0 '' "$run" --np 4 --trace /dev/null --ras-file /dev/null : "$spi/output" \
	lines 1
expect parking_on_alone 0 '' "$run" --np 4 --parking on : "$spi/output" lines 1
summary
