#!/bin/sh
# test_faults.sh - faults of a program: its own handlers for them, and what ends a rank, and
# no more than that rank, with its output so far and a message that names rank and address.
# Leaves out faults in loops that wait or have the budget in a register (test_bgq_run.sh),
# hosts without bgq-as, and, but with LONG=1, checked accesses of programs that wait often.
# Usage: test_faults.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# one_rank NAME WAY STATUS PATTERN: rank 1 ends so, the others live, what it wrote is there.
one_rank() {
	expect "$1" "$3" "rank 1 <0,0,0,0,1>.*$4" "$run" --np 4 : "$spi/fault_ends" "$2"
	if [ "$(grep -c 'rank [023] lives' "$tmp/out")" -eq 3 ] &&
		grep -q 'rank 1 has said so' "$tmp/out" && ! grep -q 'rank 1 lives' "$tmp/out"
	then ok "$1: nothing else"; else not_ok "$1: nothing else"; fi
}

# ---- handlers
for options in '' '--parking=off' '--clock off' '--workers 3'; do
	# shellcheck disable=SC2086 # a list of options
	expect "handlers_run $options" 0 '' \
		"$run" --np "$(usual_or_long 2 8)" $options : "$spi/faults"
	case $options in *clock*) ;; *) cp "$tmp/out" "$tmp/handlers$options" ;; esac
done
if cmp -s "$tmp/handlers" "$tmp/handlers--parking=off" &&
	cmp -s "$tmp/handlers" "$tmp/handlers--workers 3"
then ok handlers_take_the_same_time; else not_ok handlers_take_the_same_time; fi
expect handlers_of_16_ranks_a_node 0 '' \
	"$run" --np "$(usual_or_long 4 32)" --ranks-per-node 16 : "$spi/faults"
one_rank a_blocked_fault_ends blocked 139 'signal 11 .*address 0x10, in again'
one_rank an_ignored_fault_ends ignored 139 'signal 11 .*address 0x10'
grep -q __asan_init "$run" || # which reports it itself
	one_rank a_negative_length_ends negative 139 'signal 11 .*address 0x10'
one_rank a_fault_in_a_call_ends mutex 139 'signal 11 .*address 0x.*, in (main|die_by)\+.*called'
one_rank a_reservation_nowhere_ends reservation 139 'signal 11 .*address 0x167f00001000, in '
expect code_that_cannot_be_read 139 'rank 1 .*signal 11' "$run" --np 4 : "$spi/fault_ends" code

# ---- the place in a report is the program's, at any optimization, whatever old return
# addresses are on the stack
for level in -O0 -O2; do
	"$build/bin/bgq-cc" $level -g -I"$(dirname "$0")/spi" -o "$tmp/places" \
		"$(dirname "$0")/spi/fault_places.c" 2>"$tmp/err" || not_ok "fault_places $level"
	for call in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
		line=$(grep -n "CALL $call \*/" "$(dirname "$0")/spi/fault_places.c")
		where="victim\\+0x[0-9a-f]* \\(fault_places.c:${line%%:*}(, in [a-z]*)?\\)"
		case $call in 4) where="(compare|$where)" ;; esac
		expect "place $level $call" 139 "rank 0 .*, in $where" \
			"$run" --np 1 : "$tmp/places" $call
	done
done

# ---- stacks
one_rank a_frame_of_200_mib frame 139 'signal 11 .*in frame_of_200_mib.*stack overflow'
one_rank an_array_of_200_mib array 139 'signal 11 .*in array_of.*stack overflow'
expect an_array_of_110_mib_fits 0 '' "$run" --np 4 --ranks-per-node 16 : "$spi/fault_ends" room
one_rank an_array_in_a_thread thread 139 'signal 11 .*in array_of.*stack overflow'
one_rank a_stack_too_small_for_a_handler small-other-stack 139 'signal 11 .*stack overflow'
one_rank abort_on_a_misaligned_stack abort 134 'signal 6'
# ---- the heap
for way in twice:'double free' inside:'invalid pointer' no-block:'invalid pointer' \
	foreign:'invalid pointer' overflow:'memory behind' overflow-by-one:'memory behind'; do
	one_rank "free_${way%%:*}" "${way%%:*}" 134 "signal 6 .*, in .*free\\(0x2.*${way#*:}"
done
for way in overflow-realloc:'memory behind' resize:'invalid pointer'; do
	one_rank "realloc_${way%%:*}" "${way%%:*}" 134 "signal 6 .*realloc\\(0x2.*${way#*:}"
done
# MALLOC_CHECK_, as on the machine: 1 says so and goes on, 0 goes on, 2 and 3 end.
for way in twice:free no-block:free resize:realloc; do
	for action in 0 1; do
		expect "malloc_check_$action ${way%%:*}" 0 '' "$run" --np 4 \
			--envs MALLOC_CHECK_=$action : "$spi/fault_ends" "${way%%:*}"
		said=$(grep -c "rank 1 .*${way#*:}(0x2.*, in " "$tmp/err")
		if [ "$said" -eq "$action" ] && grep -q 'rank 1 lives' "$tmp/out"
		then ok "malloc_check_$action ${way%%:*}: $said said"
		else not_ok "malloc_check_$action ${way%%:*}: $said said"; fi
	done
	expect "malloc_check_2 ${way%%:*}" 134 "rank 1 .*signal 6 .*${way#*:}" "$run" --np 4 \
		--envs MALLOC_CHECK_=2 : "$spi/fault_ends" "${way%%:*}"
done
one_rank a_freed_block_overwritten freed 134 'signal 6 .*malloc.*a freed block'
# To tell of a fault takes nothing from the rank's heap, which may be damaged.
one_rank a_fault_beside_a_damaged_heap freed-and-fault 139 'signal 11 .*address 0x10, in '
# ---- timers: the same to the cycle, however waits are carried out and shared out
expect timers_expire_in_simulated_time 0 '' "$run" --np 4 : "$spi/timers"
cp "$tmp/out" "$tmp/timers"
for options in --parking=off '--workers 3' --trains=off; do
	# shellcheck disable=SC2086 # a list of options
	expect "timers_expire $options" 0 '' "$run" --np 4 $options : "$spi/timers"
	if cmp -s "$tmp/out" "$tmp/timers"
	then ok "timers_take_the_same_time $options"
	else not_ok "timers_take_the_same_time $options"; fi
done
expect an_alarm_ends 142 'rank 1 .*signal 14 ' "$run" --np 4 : "$spi/timers" kill
expect no_timers_without_a_clock 134 'alarm with --clock off is not impl' \
	"$run" --np 1 --clock off : "$spi/timers" refused
if grep -q '^refused' "$tmp/out"; then ok timers_say_enosys; else not_ok timers_say_enosys; fi
# ---- threads that wait for signals
expect signals_are_waited_for 0 '' "$run" --np 4 : "$spi/signal_waits"
cp "$tmp/out" "$tmp/signal_waits"
for options in --parking=off '--workers 3'; do
	# shellcheck disable=SC2086 # a list of options
	expect "signals_are_waited_for $options" 0 '' "$run" --np 4 $options : "$spi/signal_waits"
	if cmp -s "$tmp/out" "$tmp/signal_waits"
	then ok "signals_take_the_same_time $options"
	else not_ok "signals_take_the_same_time $options"; fi
done
# ---- stores to other ranks
same_as_without() {
	# shellcheck disable=SC2086 # options, and an argument or none
	expect "check_stores_of $1 $2" 0 '' "$run" --np $2 --check-stores : "$spi/$1" $3
	cp "$tmp/out" "$tmp/checked"
	# shellcheck disable=SC2086
	expect "no_check_stores_of $1 $2" 0 '' "$run" --np $2 : "$spi/$1" $3
	if cmp -s "$tmp/out" "$tmp/checked"; then ok "same_with_check_stores $1"
	else not_ok "same_with_check_stores $1"; fi
}
# Each switch of ranks changes the protection of all pages that the two have touched, which takes
# some hosts minutes in programs that wait often or have deep stacks.
ranks=$(usual_or_long 1 2)
waiting=$(usual_or_long '' 'memfifo openmp')
if uname -r | awk -F. '{ exit !($1 > 6 || ($1 == 6 && $2 >= 13)) }'; then
	same_as_without stores 4 own
	same_as_without faults "$ranks" ''
	same_as_without streams 4 own
	same_as_without stores '4 --ranks-per-node 2' own
	for way in plain library loop; do
		expect "store_to_another_rank_$way" 139 \
			'rank 1 .*signal 11 .*a store to memory of rank 0' \
			"$run" --np 4 --check-stores : "$spi/stores" "$way"
		if grep -q 'rank 0 has 107' "$tmp/out"
		then ok "store_by_$way changes nothing"
		else not_ok "store_by_$way changes nothing"; fi
	done
	for way in plain loop load read; do
		expect "access_to_another_rank_$way" 139 \
			'rank 1 .*signal 11 .*an access to memory of rank 0' \
			"$run" --np 4 --check-accesses : "$spi/stores" "$way"
	done
	for program in 'stores own' 'streams own' 'faults' 'threads' $waiting; do
		np=4
		case $program in
		faults) np=$ranks ;;
		threads) np=$(usual_or_long 2 4) ;;
		esac
		# shellcheck disable=SC2086 # a program and its argument
		expect "accesses_of_$program" 0 '' "$run" --np "$np" : "$spi/"$program
		cp "$tmp/out" "$tmp/unchecked"
		# shellcheck disable=SC2086
		expect "checked_accesses_of_$program" 0 '' \
			"$run" --np "$np" --check-accesses : "$spi/"$program
		if cmp -s "$tmp/out" "$tmp/unchecked"
		then ok "same_with_check_accesses $program"
		else not_ok "same_with_check_accesses $program"; fi
	done
else
	expect check_stores_is_refused 126 'check-stores' \
		"$run" --np 4 --check-stores : "$spi/stores" own
fi
# ---- streams: of all ranks at once, and one that its rank has destroyed
for way in chain circle all; do
	expect "a_stream_destroyed_$way" 0 '' "$run" --np 4 --timeout 500 : "$spi/streams" $way
	if [ "$(grep -c 'rank [023] has closed all' "$tmp/out")" -eq 3 ]
	then ok "a_stream_destroyed_$way: others live"
	else not_ok "a_stream_destroyed_$way: others live"; fi
done
# ---- places without help: it hangs, ends at once, or is killed
for how in 'exec sleep 1000' 'exit 0' 'kill -9 $$' 'while :; do echo 0x12; done'; do
	[ "${LONG:-}" ] || [ "$how" != 'exec sleep 1000' ] || continue # waits as long as the last
	mkdir -p "$tmp/helpless"
	printf '#!/bin/sh\n%s\n' "$how" >"$tmp/helpless/addr2line"
	chmod +x "$tmp/helpless/addr2line"
	expect "addr2line: $how" 139 'rank 1 .*signal 11 .*address 0x10, in again\+' \
		env PATH="$tmp/helpless:$PATH" timeout 100 \
		"$run" --np 4 : "$spi/fault_ends" blocked
done
if grep -q 'addr2line.*: Protocol error' "$tmp/err"; then ok addr2line_without_end
else not_ok addr2line_without_end; fi
expect check_stores_with_workers 2 'check-stores needs one worker' \
	"$run" --np 4 --workers 2 --check-stores : "$spi/stores" own
expect check_stores_without_clock 2 'check-stores needs the clock' \
	"$run" --np 4 --clock off --check-stores : "$spi/stores" own
# ---- static data of bgq-run, its worker, and what it has allocated
at=$(nm "$run" | awk '$3 == "_end" { print $1 }')
allocated=1e8000140000
grep -q __asan_init "$run" && allocated= # the sanitizer's allocator has its own places
for at in $(printf %x $((0x$at - 0x40000))) 1e8000000400 $allocated; do
	for how in store memcpy strtol malloc; do
		expect "own_state_is_closed_at_${at}_$how" 139 \
			"rank 1 .*address 0x$at, in main.*: a store to memory of bgq-run" \
			"$run" --np 2 --check-stores : "$spi/own_state" $how "$at"
	done
	expect "own_state_is_not_read_into_at_$at" 0 '' \
		"$run" --np 2 --check-stores : "$spi/own_state" read "$at"
	if grep -q 'read -1' "$tmp/out"; then ok "a_read_into_it_at_$at: refused"
	else not_ok "a_read_into_it_at_$at: refused"; fi
	expect "own_state_is_read_at_$at" 0 '' \
		"$run" --np 2 --check-stores : "$spi/own_state" none "$at"
done
at=$(nm "$run" | awk '$3 == "_end" { print $1 }')
at=$(printf %x $((0x$at - 0x40000)))
expect own_state_is_open 0 '' "$run" --np 2 : "$spi/own_state" store "$at"
expect own_state_is_not_read_into 0 '' "$run" --np 2 : "$spi/own_state" read "$at"
if grep -q 'read -1' "$tmp/out"; then ok "a_read_into_it: refused"
else not_ok "a_read_into_it: refused"; fi
# ---- a null pointer with an index reaches nothing of bgq-run
for index in 0x300000 0x400000 4800000 0x900000 0xb00000 0x10000000 0x7fffffff 0x3fffffff8; do
	expect "a_wild_store_at_$index" 139 'rank 1 .*signal 11 .*address 0x.*, in main' \
		"$run" --np 2 : "$spi/wild_store" $index
done
summary
