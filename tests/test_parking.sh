#!/bin/sh
# test_parking.sh - parking is invisible: programs that wait print the same, end the same
# way and leave the same counters on all links, to the bit, with --parking=on, where waits
# cost the host nothing, and --parking=off, where each round of each wait is executed; with
# 1 to 4 workers.
# Not here: deadlocks in loops, which nothing can tell apart without parking.
# Usage: test_parking.sh BUILD_DIR   (run_parking.sh: hundreds of random patterns)
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/parking.sh"
bench=$build/bench/spi

# Ways, a shape or with /N so many ranks a node, a program, its arguments; WORD=... for its
# environment.  Three workers and four only now and then: they take turns on two cores, and
# ten times as long.
n=0
while read -r place program arguments; do
	case $program in '' | \#*) continue ;; esac
	n=$((n + 1))
	case $((n % 3)) in
	0) ways="on_1 on_2" ;;
	1) ways="on_2 off_2" ;;
	2) ways=on_1 ;;
	esac
	[ $((n % 8)) -eq 0 ] && ways="on_3 off_2"
	[ "${LONG:-}" ] && ways="on_1 on_2 on_3 on_4 off_2 off_3"
	status=0
	case $program in
	threads_deadlock) program=thread_ends arguments=deadlock status=125 ;;
	esac
	set -- --shape "${place%/*}"
	case $place in */*) set -- "$@" --ranks-per-node "${place#*/}" ;; esac
	case $program in openmp*) set -- "$@" --envs OMP_NUM_THREADS=5 ;; esac
	path=$spi/$program
	[ -x "$path" ] || path=$bench/$program
	name=$(echo "${program}_${arguments}_on_$place" | tr ' /' '__')
	# shellcheck disable=SC2086 # arguments are words
	alike "$name" $status "$ways" "$@" : "$path" $arguments
done <<-END
	2x2x1x1x2 memfifo
	2x2x1x1x2 fifo_room
	2x2x2x1x2 fifo_room 3
	4x1x1x1x1 room_behind
	2x2x1x1x1 long_double
	2x2x1x1x1 halo
	1x1x1x1x2 first_register
	1x1x1x1x2 brief_store
	2x2x2x2x2 waits
	2x2x1x1x2 counted_waits
	1x1x1x1x2 counted_waits
	1x1x1x1x2 counted_seen 1
	2x2x1x1x2 counted_seen 2
	1x1x1x1x2 number_flags
	1x1x1x1x2 poll_calls
	2x2x1x1x1 same_time
	1x1x1x1x2 gi_timeout
	1x1x1x1x2 wakeup
	1x1x1x1x2 l2_alias
	2x2x1x1x2 registers times
	2x1x1x1x1 registers times
	1x1x1x1x2 register_stores
	1x1x1x1x2 counted_threads 1
	1x1x1x1x1/16 listed_waits 1
	2x1x1x1x1/4 listed_waits 2
	2x1x1x1x2 counted_threads 2
	2x1x1x1x1/2 listed_waits 3
	1x1x1x1x1/64 listed_waits 4
	1x1x1x1x1 small_stacks
	2x1x1x1x1 threads
	2x1x1x1x1 threads_more
	2x1x1x1x1 threads_signals
	2x1x1x1x1 threads_cxx
	1x1x1x1x2/4 threads_shared
	1x1x1x1x2 openmp
	1x1x1x1x2 openmp_loops
	1x1x1x1x1 openmp_tasks
	1x1x1x1x2 openmp_more
	2x2x1x1x2 property 100 1
	2x2x1x1x1 property 100 2
	2x2x1x1x2 deposit
	2x2x1x1x2 threads_deadlock
	2x2x2x2x2 classroutes
	2x2x2x2x2 collective_more
	2x2x2x2x2 train_looks loops 16384
	2x2x2x2x2 train_looks delays 16384
	2x2x2x2x2 train_threads waits 16384
	2x2x2x2x2 train_queue channels 16384
	2x2x1x1x2 pingpong
	2x2x1x1x2 allreduce 8 2048
	2x2x1x1x2 alltoall 512
	2x2x1x1x2 rate_collective allreduce 5
	2x2x1x1x2 rate_collective barrier 5
	2x2x1x1x2 rate_long 16384 2
	2x2x1x1x2 spin_wait 10
	1x1x1x1x2 rate_fifo 8 2 2
	1x1x1x1x2 rate_put 8 2 2
	1x1x1x1x2 rate_rget 8 2 2
	1x1x1x1x2 rate_l2 8 2 2
END

for ties in "1 3" "4 5" "8 4" "16 4"; do
	alike "ties_of_a_node_of_${ties% *}_with_${ties#* }" 0 on_1 --shape 1x1x1x1x1 \
		--ranks-per-node "${ties% *}" --np 1 : "$spi/wait_ties" "${ties#* }"
done
# Waits with calls in their loops; $ranks ranks a node.
for ties in "1 3" "1 8" "2 3" "4 3"; do
	ranks=${ties% *}
	alike "ties_with_calls_of_a_node_of_${ranks}_with_${ties#* }" 0 on_1 \
		--shape 1x1x1x1x1 --ranks-per-node "$ranks" --np "$ranks" : \
		"$spi/wait_ties" "${ties#* }" "$(usual_or_long 20 40)" calls
done
alike processes_of_a_node 0 "on_1 on_2" --shape 2x1x1x1x1 --ranks-per-node 4 : "$spi/processes"

# Executed, 40 threads that poll for 20 seconds of simulated time take hours.
expect threads_that_count_in_registers_are_parked 0 '' \
	"$run" --timeout 300 --np 2 : "$spi/counted_threads" 1 20
expect threads_with_small_stacks_are_parked 0 '' \
	"$run" --timeout 300 --np 1 : "$spi/small_stacks" 50
# Three processes of a node wait for the fourth.  Of more, it depends on the places of their
# checks how soon all of them are at one where they can be parked together.
expect processes_whose_loops_change_memory_are_parked_together 0 '' \
	"$run" --timeout 300 --np 4 --ranks-per-node 4 : "$spi/listed_waits" 1 50

seed=1
while [ $seed -le "$(usual_or_long 5 12)" ]; do
	random $seed "$(usual_or_long "on_$((1 + seed % 2 + seed / 7)) off_$((1 + seed % 2))" \
		"on_$((1 + seed % 4)) off_2")"
	seed=$((seed + 1))
done
# A thread that catches up calls the emulator while others of its node are due.
random 239 on_1
summary
