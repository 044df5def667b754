#!/bin/sh
# test_bgq_run.sh - bgq-run as a user meets it: SPI programs on many nodes, how
# ranks end, bad input, and the same output for any number of workers.
# Leaves out: runjob (test_runjob.sh), the network's options (test_bgq_run_net.sh), core files
# (test_core_files.sh), reports and traces (test_report.sh, test_trace.sh).
# Usage: test_bgq_run.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"

# ---- programs
expect boot_32 0 '' "$run" --np 32 : "$spi/boot"
expect boot_512 0 '' "$run" --np 512 "$spi/boot"
expect boot_one_node 0 '' "$run" --shape 1x1x1x1x1 "$spi/boot"
expect process_state_is_private 0 '' "$run" --np 64 --envs PRIVATE_JOB=j : "$spi/private" argument
expect memory_fifo_messages 0 '' "$run" --np 32 : "$spi/memfifo"
expect memory_fifo_on_a_mesh 0 '' "$run" --np "$(usual_or_long 32 64)" --mesh ABCDE : "$spi/memfifo"
expect memory_fifo_clock_off 0 '' "$run" --np "$(usual_or_long 8 32)" --clock off : "$spi/memfifo"
expect agent_fence 0 '' "$run" --np 8 : "$spi/agent_fence"
fences() { # NAME
	if [ "$(grep -c 'fence back, data here' "$tmp/out")" -eq 8 ]
	then ok "$1"; else not_ok "$1"; fi
}
fences fences_come_back
expect agent_fence_clock_off 0 '' "$run" --np 8 --clock off : "$spi/agent_fence"
fences fences_come_back_clock_off
expect fifos_by_their_registers 0 '' "$run" --np 32 --timeout 500 : "$spi/registers"
expect fifos_by_their_registers_clock_off 0 '' "$run" --np 32 --timeout 500 --clock off : \
	"$spi/registers"
expect nonsense_in_a_register 125 \
	'RAS: rank 0 .*: injection FIFO 17: head = 0x40: outside the FIFO' \
	"$run" --np 2 --timeout 500 : "$spi/registers" nonsense
expect injection_clears_the_next_slot 0 '' "$run" --np 1 : "$spi/next_slot"
expect injection_clears_it_without_a_clock 0 '' "$run" --np 1 --clock off : "$spi/next_slot"
expect registers_by_plain_stores 0 '' "$run" --np 2 --timeout 500 : "$spi/register_stores"
expect registers_by_plain_stores_clock_off 0 '' "$run" --np 2 --timeout 500 --clock off : \
	"$spi/register_stores"
for store in narrow wide misaligned; do
	expect "${store}_store_to_a_register" 139 \
		'rank 0 .*signal 11 .*: registers of the message unit take plain stores of 8' \
		"$run" --np 2 --timeout 500 : "$spi/register_stores" $store
done
expect store_to_the_next_nodes_register 139 'rank 0 .*signal 11 .*, address 0x1f0000004000' \
	"$run" --np 2 --timeout 500 : "$spi/register_stores" neighbour
expect store_where_no_register_is 139 'rank 0 .*signal 11 .*, address 0x1f0000180000' \
	"$run" --np 2 --timeout 500 : "$spi/register_stores" gap
limited_files() { (ulimit -f "$1" && shift && "$@"); }
expect file_size_limit 0 '' \
	limited_files 4 "$run" --np 2 : "$spi/job"
expect polls_between_calls 0 '' "$run" --shape 1x1x1x1x2 --timeout 500 : "$spi/poll_calls"
for program in rate_put rate_fifo latency put_bandwidth; do
	expect "${program}_asks_for_two_nodes" 1 'for two nodes: --shape 1x1x1x1x2' \
		"$run" --np 4 : "$build/bench/spi/$program"
done
expect polls_between_calls_clock_off 0 '' "$run" --shape 1x1x1x1x2 --timeout 500 --clock off : \
	"$spi/poll_calls"
expect barrier_with_a_time_limit 0 '' "$run" --shape 1x1x1x1x2 --timeout 500 : "$spi/gi_timeout"
expect calls_of_libraries 0 '' "$run" --np 4 : "$spi/library_calls"
expect calls_of_libraries_clock_off 0 '' "$run" --np 4 --clock off : "$spi/library_calls"
expect wild_pointer_in_a_library 139 \
	'rank 1 .*signal 11 .*address 0x10,.*(main|setvbuf).*in a function that this called' \
	"$run" --np 2 : "$spi/library_calls" wild
expect exceptions_in_cxx 0 '' "$run" --np 64 : "$spi/exceptions"
expect threads_by_depth_first 0 '' \
	"$run" --np "$(usual_or_long 4 32)" --envs BG_THREADLAYOUT=2 : "$spi/threads_more"
for ranks in 2 4 32 64; do
	expect "threads_of_${ranks}_processes_a_node" 0 '' "$run" --np $((8 * ranks)) \
		--ranks-per-node $ranks --shape 2x2x2x1x1 : "$spi/threads_shared"
done
expect memory_of_other_ranks_at_once 0 '' "$run" --np 4 -p 2 --workers 1 : "$spi/shared_at_once"
expect memory_of_other_ranks_awaited 0 '' \
	"$run" --np 4 -p 2 --workers 1 : "$spi/shared_at_once" waits
expect threads_clock_off 0 '' "$run" --np 32 --clock off : "$spi/threads_cxx" untimed
expect waiting_in_every_style 0 '' "$run" --np 32 : "$spi/waits"

expect l2_atomics_at_alias_addresses 0 '' "$run" --np 32 : "$spi/l2_alias"

expect halo_exchange_with_16_threads 0 '' "$run" --np 32 : "$spi/halo"
expect halo_exchange_clock_off 0 '' "$run" --np 32 --clock off --timeout 500 : "$spi/halo"
expect l2_waits_miss_nothing 0 '' "$run" --timeout 500 --shape 1x1x1x1x2 : "$spi/l2_waits"

expect own_functions_in_place_of_libc 0 '' "$run" --np 2 : "$spi/own_functions"
expect handler_of_a_fault_throws 0 '' "$run" --timeout 500 --np 2 : "$spi/handler_throws"
expect cxx_as_gcc_4_compiled_it 0 '' "$run" --timeout 500 --shape 1x1x1x1x1 : "$spi/of_its_time"
expect wakeup_unit 0 '' "$run" --timeout 500 --shape 1x1x1x1x2 : "$spi/wakeup"
expect wakeup_never 125 'rank 1 .* thread 1 waits for a word in memory since .*, at wait_forever' \
	"$run" --timeout 500 --shape 1x1x1x1x2 : "$spi/wakeup" forever
# ---- OpenMP: any number of threads, the same output with any number of workers
for program in openmp openmp_loops openmp_tasks openmp_more openmp_cxx; do
	for threads in $(usual_or_long '1 3 64' '1 3 16 64'); do
		for workers in 1 2; do
			expect "${program}_of_${threads}_threads_with_${workers}_workers" 0 '' \
				"$run" --workers $workers \
				--shape "$(usual_or_long 2x1x1x1x1 2x2x1x1x1)" \
				--envs OMP_NUM_THREADS=$threads --envs OMP_CANCELLATION=true : \
				"$spi/$program"
			[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
		done
		if cmp -s "$tmp/one" "$tmp/out"; then ok same_output; else not_ok same_output; fi
	done
	expect "${program}_clock_off" 0 '' \
		"$run" --np 4 --shape 2x2x1x1x1 --clock off : "$spi/$program"
done
expect openmp_of_all_hardware_threads 0 '' "$run" --np "$(usual_or_long 4 32)" : "$spi/openmp"
if grep -q '^64 threads' "$tmp/out"
then ok openmp_has_64_threads; else not_ok openmp_has_64_threads; fi
expect openmp_in_16_processes_a_node 0 '' "$run" -p 16 --shape 2x1x1x1x1 : "$spi/openmp"
if grep -q '^4 threads' "$tmp/out"
then ok openmp_has_4_threads; else not_ok openmp_has_4_threads; fi
expect openmp_cost_of_regions 0 '' "$run" --shape 2x1x1x1x1 : "$spi/openmp_time"
expect openmp_without_hardware_threads 0 'OpenMP: a thread cannot be made' \
	"$run" --shape 2x1x1x1x1 --envs BG_THREADMODEL=1 : "$spi/openmp_time" crowd
expect openmp_allocator_of_the_environment 0 '' \
	"$run" --np 1 --envs OMP_ALLOCATOR=omp_high_bw_mem_alloc : "$spi/openmp_more"
expect openmp_no_such_allocator 0 'invalid value for environment variable OMP_ALLOCATOR' \
	"$run" --np 1 --envs OMP_ALLOCATOR=omp_best_mem_alloc : "$spi/openmp_loops"
expect openmp_bad_environment 0 'invalid value for environment variable OMP_SCHEDULE' \
	"$run" --shape 2x1x1x1x1 --envs OMP_SCHEDULE=fast : "$spi/openmp_loops"
expect openmp_displays_its_environment 0 "OMP_SCHEDULE = 'GUIDED,7'" "$run" --shape 1x1x1x1x1 \
	--envs OMP_SCHEDULE=guided,7 --envs OMP_DISPLAY_ENV=true : "$spi/openmp_loops"
expect openmp_unknown_lock 134 'a lock is used that was not initialized' \
	"$run" --shape 2x1x1x1x1 : "$spi/openmp_time" lock

# ---- several processes on a node
for p in 2 16 64; do
	expect "processes_${p}_on_a_node" 0 '' "$run" -p $p --shape 2x1x2x1x2 : "$spi/processes"
done
expect processes_of_many_nodes 0 '' "$run" -p 64 --np "$(usual_or_long 512 2048)" : "$spi/processes"
expect processes_mapped_TABCDE 0 '' "$run" -p 4 --mapping TABCDE : "$spi/processes"
expect processes_clock_off 0 '' "$run" -p 4 --clock off : "$spi/boot"
printf '0 0 0 0 0 1\n0 0 0 0 0 0\n' >"$tmp/map"
expect mapping_file 0 '' \
	"$run" -p 2 --np 2 --shape 1x1x1x1x1 --mapping "$tmp/map" : "$spi/processes"
printf '0 0 0 0 0 0\0\n0 0 0 0 0 1\n' >"$tmp/map0"
expect mapping_file_with_a_byte_of_0 2 'line 1: a byte of it is 0' \
	"$run" -p 2 --np 2 --shape 1x1x1x1x1 --mapping "$tmp/map0" : "$spi/processes"
expect mapping_file_too_short 2 'places for 2 ranks, 4 are needed' \
	"$run" -p 4 --shape 1x1x1x1x1 --mapping "$tmp/map" : "$spi/processes"
expect np_without_a_partition 2 'no partition of 9 nodes' "$run" -p 4 --np 33 : "$spi/boot"

# ---- processes that messages start
expect on_demand 0 '' "$run" --np 32 --on-demand : "$spi/on_demand"
if [ "$(wc -l <"$tmp/out")" -eq 17 ]
then ok only_ranks_with_messages_start; else not_ok only_ranks_with_messages_start; fi
expect on_demand_some_at_once 1 '' "$run" --np 32 --on-demand=0,1,3-5 --workers 2 : "$spi/on_demand"
expect on_demand_bad_list 2 'not a list of ranks' "$run" --np 32 --on-demand=1,,2 : "$spi/boot"

# ---- each kernel call, each result and each error
for program in "$spi"/conformance_*; do
	case $program in *.d | *_ends) continue ;; esac
	expect "${program##*/}" 0 '' "$run" --np 32 : "$program"
done
for program in memory l1p l2; do
	expect "conformance_${program}_of_4_on_a_node" 0 '' \
		"$run" -p 4 --shape 1x1x1x1x2 : "$spi/conformance_$program"
done
while read -r way message; do
	expect "asserts_$way" 134 "rank 5 <0,0,1,0,1>: $message" \
		"$run" --np 32 : "$spi/conformance_ends" "$way"
done <<-END
	inj_subgroup Kernel_AllocateInjFifos: bad subgroup id 68 \(0x44\)
	rec_subgroup Kernel_AllocateRecFifos: bad subgroup id 68
	bat_subgroup Kernel_AllocateBaseAddressTable: bad subgroup id 68
	query_subgroup Kernel_QueryInjFifos: bad subgroup id 68
	inj_number Kernel_AllocateInjFifos: bad number of ids 9
	rec_number Kernel_AllocateRecFifos: bad number of ids 5
	bat_number Kernel_AllocateBaseAddressTable: bad number of ids 9
	bat_none Kernel_AllocateBaseAddressTable: bad number of ids 0
	bat_free_none Kernel_DeallocateBaseAddressTable: bad number of ids 0
	bat_system Kernel_AllocateBaseAddressTable: bad system 2
	inj_id Kernel_AllocateInjFifos: bad id 8
	rec_id Kernel_AllocateRecFifos: bad id 4
	bat_id Kernel_AllocateBaseAddressTable: bad id 8
	interrupt_id Kernel_ConfigureInjFifoInterrupts: bad id 8
	gea_subgroup Kernel_Configure_MU_GEA: bad subgroup id 68
	inj_small Kernel_InjFifoInit: bad FIFO start or size 64
	inj_odd Kernel_InjFifoInit: bad FIFO start or size 1001
	inj_misaligned Kernel_InjFifoInit: bad FIFO start or size 1024
	rec_small Kernel_RecFifoInit: bad FIFO start or size 544
	rec_misaligned Kernel_RecFifoInit: bad FIFO start or size 1024
	inj_nowhere Kernel_InjFifoInit: bad FIFO address
	enable_none Kernel_RecFifoEnable: bad enable bits 0
	enable_group Kernel_RecFifoEnable: bad group id 17
	coll_get Kernel_AllocateCollectiveClassRoute: bad class route id 16
	coll_set Kernel_SetCollectiveClassRoute: bad class route id 17
	coll_free Kernel_DeallocateCollectiveClassRoute: bad class route id 18
	gi_get Kernel_AllocateGlobalInterruptClassRoute: bad class route id 16
	gi_set Kernel_SetGlobalInterruptClassRoute: bad class route id 18446744073709551615
	gi_check Kernel_CheckGlobalInterruptClassRoute: bad class route id 16
	gi_empty Kernel_SetEmptyGlobalInterruptClassRoute: bad class route id 16
	gi_free Kernel_DeallocateGlobalInterruptClassRoute: bad class route id 16
	gi_signal Kernel_ConfigureGIInterrupts: bad signal 3
END
expect ras_text_is_reported 0 'RAS: rank 5 .*: message 0x000d0001: the cat is out' \
	"$run" --np 32 : "$spi/conformance_ends" ras
expect ras_words_are_reported 0 'message 0x000d0003: 0000000000000001 0000000000abcdef' \
	"$run" --np 32 : "$spi/conformance_ends" ras

# ---- class routes: barriers over parts of the machine; routes that are wrong
for workers in 1 2; do
	expect "barriers_over_parts_with_${workers}_workers" 0 '' \
		"$run" --np "$(usual_or_long 64 512)" --workers $workers --timeout 500 : \
		"$spi/classroutes"
	[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
done
if cmp -s "$tmp/one" "$tmp/out"
then ok same_times_of_barriers; else not_ok same_times_of_barriers; fi
expect barriers_over_parts_clock_off 0 '' \
	"$run" --np "$(usual_or_long 64 512)" --clock off --timeout 500 : "$spi/classroutes" untimed
while read -r way status message; do
	expect "classroute_$way" "$status" "$message" \
		"$run" --shape 4x1x1x1x1 --mesh A --timeout 500 : "$spi/classroute_wrong" "$way"
done <<-END
	system 123 RAS: rank 3 .*: network barrier class 2: control = 0x4: no user has allocated it
	missing 125 rank 0 .*class 2: 1 of 4 nodes have not entered, first <3,0,0,0,0>
	input 123 RAS: rank 1 .*: network barrier class 2: .*: <2,0,0,0,0> .* A.* is no output
END

# ---- ends
expect null_dereference_ends_one_rank 139 \
	'rank 5 <0,0,1,0,1> ended by signal 11 .*address 0x0, in die_by.*\(ends.c:[0-9]+' \
	"$run" --np 32 : "$spi/ends" null
if [ "$(grep -c lives "$tmp/out")" -eq 32 ]
then ok other_ranks_finish; else not_ok other_ranks_finish; fi
expect many_failures_are_grouped 139 '64 ranks \(0-63\): ended by signal 11 .*ends.c:' \
	"$run" --np 64 : "$spi/ends" null 99999
expect wild_jump_ends_one_rank 139 'rank 5 .*signal 11 .*address 0x1fc1b' \
	"$run" --np 32 : "$spi/ends" jump
expect abort_is_134 134 'rank 5 .*ended by signal 6' "$run" --np 32 : "$spi/ends" abort
expect assert_prints_its_expression 134 'Assertion .*how == NULL.* failed' \
	"$run" --np 32 : "$spi/ends" assert
expect exit_status_is_the_ranks 7 'rank 5 .*ended with status 7' "$run" --np 32 : "$spi/ends" exit
expect _exit_status_is_the_ranks 8 'rank 5 .*ended with status 8' "$run" --np 32 : "$spi/ends" _exit
expect stack_overflow_ends_one_rank 139 'rank 5 .*signal 11.*deeper' \
	"$run" --np 32 : "$spi/ends" stack
expect stack_overflow_of_one_of_many 139 'rank 69 .*signal 11.*deeper.*stack overflow' \
	"$run" --np 128 : "$spi/ends" stack 69
expect bad_free_is_named 134 'rank 5 .*free.0x[0-9a-f]*.: invalid pointer' \
	"$run" --np 32 : "$spi/ends" free
expect unimplemented_call_is_named 134 \
	'rank 5 .*Kernel_ExitSpecJailMode is not implemented.*, called from die_by' \
	"$run" --np 32 : "$spi/ends" unsupported
if grep -q '^pending' "$tmp/out"; then ok output_before_it_is_there
else not_ok output_before_it_is_there; fi
expect unsupported_system_call 134 'rank 5 .*system call 144 is not impl.*called from die_by' \
	"$run" --np 32 : "$spi/ends" syscall
if grep -q '^pending' "$tmp/out"; then ok output_before_that_is_there
else not_ok output_before_that_is_there; fi
expect missing_barrier_is_a_deadlock 125 'rank 5 .*waits in a global barrier since' \
	"$run" --np 32 : "$spi/ends" barrier
expect endless_computation_meets_the_timeout 124 "timeout after $endless_seconds s" \
	"$run" --np 32 --timeout "$endless_seconds" : "$spi/ends" hang
full='node 16 <1,0,0,0,0>: reception FIFO B-: 4 packets wait for room in remote-get FIFO 9 of'
full="$full rank 16, 1024 bytes at physical address 0x[0-9a-f]+, not active"
expect full_remote_get_fifo_is_named 125 "$full" "$run" --np 32 : "$spi/rget_full"
if grep -Eq 'bgq-run: [1-9][0-9]+ packets are in the network' "$tmp/err" &&
	grep -q 'node 0 <0,0,0,0,0>: injection FIFO A+ is full, its first .* is for node 16 <' \
		"$tmp/err"
then ok packets_in_the_network_are_reported; else not_ok packets_in_the_network_are_reported; fi
expect_timeout full_remote_get_fifo_is_named_after_the_timeout "$full" \
	--np 32 : "$spi/rget_full" busy
expect wild_payload_is_refused 123 'RAS: rank 3 .*injection FIFO 0: .*deadbeef0' \
	"$run" --np 32 : "$spi/wild"

# ---- the end of the last rank ends the run, at that time and for all workers
for way in fault abort _exit return; do
	for cycles in 0 100; do
		for workers in 1 2 3; do
			"$run" --np 32 --workers $workers : "$spi/last_end" $way $cycles \
				>"$tmp/out" 2>&1
			echo "status $?" >>"$tmp/out"
			[ $workers -gt 1 ] || cp "$tmp/out" "$tmp/one"
			cmp -s "$tmp/out" "$tmp/one" || break
		done
		if cmp -s "$tmp/out" "$tmp/one"; then ok "records_until_${way}_$cycles"
		else not_ok "records_until_${way}_$cycles"; fi
	done
done
for workers in 1 2 3; do
	"$run" --np 32 --workers $workers --on-demand : "$spi/last_end" message >"$tmp/out"
	if [ "$(cat "$tmp/out")" = 'rank 3 was started' ]; then ok "message_starts_$workers"
	else not_ok "message_starts_$workers"; fi
done

cat >"$tmp/two words.c" <<'SOURCE'
int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == 's') ((volatile char *)"abc")[0] = 'x';
	return 0;
}
SOURCE
"$build/bin/bgq-cc" -O1 -o "$tmp/words" "$tmp/two words.c"
expect a_part_of_a_line_is_named_as_the_line 139 'in main.*\(two words.c:3\)$' \
	"$run" --np 1 : "$tmp/words" s

cat >"$tmp/names.cc" <<'SOURCE'
namespace torus {
template <typename T> struct Queue {
	template <typename U> __attribute__((noinline)) void push(T *at, U value) const
	{
		*(volatile T *)at = (T)value;
	}
};
}
template <typename T> __attribute__((noinline)) static int *inject(T value)
{
	torus::Queue<int>().push((int *)8, value);
	return nullptr;
}
int main() { return inject(3L) != nullptr; }
SOURCE
"$build/bin/bgq-c++" -std=gnu++11 -O1 -o "$tmp/names" "$tmp/names.cc"
expect functions_are_named_as_in_the_source 139 'in torus::Queue::push\+0x[^ ]* \(names.cc:5\)$' \
	"$run" --np 1 : "$tmp/names"

# ---- code and constants of the program
for workers in 1 2; do
	for what in code constant; do
		expect "no_store_to_${what}_$workers" 139 'rank 0 .*signal 11 .*in main.*fixed.c' \
			"$run" --np 2 --workers $workers : "$spi/fixed" $what
	done
	expect "no_put_there_$workers" 123 'RAS: rank 1 .*Put_Offset.*outside the memory' \
		"$run" --np 2 --workers $workers : "$spi/fixed" put
	expect "writable_after_mprotect_$workers" 0 '' \
		"$run" --np 2 --workers $workers : "$spi/fixed" calls
done
expect no_store_to_code_is_checked 139 'rank 0 .*signal 11 .*in main.*fixed.c' \
	"$run" --np 2 --check-stores : "$spi/fixed" code

# ---- ends of processes with several threads
expect exit_of_a_thread_ends_its_process 9 'rank 5 .*ended with status 9' \
	"$run" --np 32 : "$spi/thread_ends" exit
if [ "$(cat "$tmp/out")" = 'pending output' ]
then ok its_output_comes; else not_ok its_output_comes; fi
expect abort_of_a_thread 134 'rank 5 <0,0,1,0,1> thread 3 ended by signal 6' \
	"$run" --np 32 : "$spi/thread_ends" abort
expect fault_names_the_thread 139 \
	'rank 5 <0,0,1,0,1> thread 3 \(reader\) ended by signal 11 .*address 0x0, in end_process' \
	"$run" --np 32 : "$spi/thread_ends" null
expect stack_overflow_of_a_thread 139 'rank 5 .*thread 3 ended by signal 11.*deeper' \
	"$run" --np 32 : "$spi/thread_ends" stack
# Wherever the stack is full: in the program, in a call, or while the thread gives way.
for bytes in 16 32 48 64 80 96; do
	expect "stack_overflow_with_frames_of_$bytes" 139 'rank 0 .*thread 1 ended by.*deeper' \
		"$run" --np 4 : "$spi/overflow_polls" "$bytes"
	if grep -q 'rank 0 .*stack overflow' "$tmp/err"; then ok named; else not_ok named; fi
done
expect return_of_main_ends_all_threads 0 '' "$run" --np 32 : "$spi/thread_ends" return
expect threads_outlive_main 0 '' "$run" --np 32 : "$spi/thread_ends" main
if [ "$(cat "$tmp/out")" = "main is gone
exit handlers run" ]; then ok the_last_thread_exits; else not_ok the_last_thread_exits; fi
expect deadlock_behind_brief_waits 125 deadlock "$run" --np 1 : "$spi/brief_waits" register
expect deadlock_behind_brief_waits_with_calls 125 deadlock "$run" --np 1 : "$spi/brief_waits" call
expect deadlock_of_lone_processes 125 '2 of 2 ranks wait' "$run" --np 2 : "$spi/reach_wait"
"$build/bin/bgq-cc" -O2 -ffixed-r10 -I"$(dirname "$0")/spi" -o "$tmp/kept_wait" \
	"$(dirname "$0")/spi/kept_wait.c" || not_ok compile_kept_wait
expect deadlock_with_a_kept_register 125 deadlock "$run" --timeout 500 --np 1 : "$tmp/kept_wait"
# The word is named, or a neighbour in its structure, however the SPI's inlines are compiled.
for options in -O0 -O2 '-O2 -fno-inline'; do
	for which in '' lock; do
		# shellcheck disable=SC2086 # a list of options
		"$build/bin/bgq-cc" $options -o "$tmp/waited_word" \
			"$(dirname "$0")/spi/waited_word.c"
		expect "deadlock_on_a_word $options $which" 125 'deadlock' \
			"$run" --np 1 : "$tmp/waited_word" $which
		word=$(cut -c 1-12 "$tmp/out")
		if grep -q "address $word" "$tmp/err"; then ok "word $options $which"
		else not_ok "word $options $which"; fi
	done
done
expect deadlock_of_two_mutexes 125 '1 of 32 ranks wait' "$run" --np 32 : "$spi/thread_ends" deadlock
if grep -Eq 'rank 5 <0,0,1,0,1> waits for a mutex of thread 1 since .*, at main' "$tmp/err" &&
	grep -Eq 'rank 5 .* thread 1 waits for a mutex of thread 0 since .*, at lock_other_way' \
		"$tmp/err"
then ok both_threads_are_named; else not_ok both_threads_are_named; fi
expect deadlock_in_join 125 'rank 5 <0,0,1,0,1> waits for the end of thread 1 since' \
	"$run" --np 32 : "$spi/thread_ends" join
expect deadlock_on_a_semaphore 125 'rank 5 .*waits on a semaphore since 0\.[0-9]* us' \
	"$run" --np 32 : "$spi/thread_ends" semaphore
expect ras_may_end_the_rank 123 'rank 3 .*ended with status 123 ' \
	"$run" --np 32 --ras-effect=end : "$spi/wild"
expect bad_trains 2 "--trains: 'maybe' is neither 'on' nor 'off'" \
	"$run" --np 32 --trains=maybe : "$spi/boot"
expect bad_ras_effect 2 'neither' "$run" --ras-effect=maybe : "$spi/boot"

# ---- bad input
expect no_such_program 127 'No such file' "$run" --np 32 : "$tmp/none"
expect not_built_by_bgq_cc 126 'compile it with bgq-cc or bgq-mpicc' "$run" --np 32 : /bin/true
printf '#!/bin/sh\n' >"$tmp/script"
expect a_script_is_no_program 126 'script; give the program that it runs' \
	"$run" --np 32 : "$tmp/script"
"$build/bin/bgq-cc" -c -o "$tmp/object.o" -xc /dev/null
expect an_object_is_no_program 126 'object file; link it with bgq-cc' "$run" -n 2 : "$tmp/object.o"
expect np_with_one_dash 2 '-np: write -n or --np' "$run" -np 4 "$spi/job"
limit=4000000 # KiB; AddressSanitizer takes 20 TB for itself
grep -q __asan_init "$run" && limit=23000000000
expect a_limit_of_memory_is_named 126 "reserve address space .*ulimit -v is $limit" \
	sh -c 'ulimit -v $0; exec "$@"' $limit "$run" --np 512 : "$spi/job"
expect unknown_option 2 'unrecognized option' "$run" --nonsense
expect more_ranks_than_places 2 '--np 33: 2x2x2x2x2 has 32 nodes with 1 rank each' \
	"$run" --np 33 --shape 2x2x2x2x2 : "$spi/boot"
expect bad_shape 2 'not of the form AxBxCxDxE' "$run" --shape 2x2x2 : "$spi/boot"
expect no_partition_of_that_size 2 'no partition of 33' "$run" --np 33 : "$spi/boot"
expect no_program 2 'no program' "$run" --np 32
expect bad_clock 2 'neither' "$run" --clock maybe : "$spi/boot"
expect too_little_address_space 126 'cannot reserve address space for 512 nodes' \
	sh -c 'ulimit -v $0; exec "$@"' $limit "$run" --np 512 : "$spi/boot"
expect verbose_tells_of_proofs 0 'proofs that a loop waits' "$run" --np 2 --verbose=5 : \
	"$spi/boot"
expect verbose 0 '32 nodes 2x2x2x2x2, 1 ranks each, torus in ABCDE' \
	"$run" --np 32 --verbose : "$spi/boot"
expect help 0 '' "$run" --help
expect version 0 '' "$run" --version
expect no_option_of_the_library_hangs 2 'unrecognized option .--HANG' \
	timeout 10 "$run" --HANG=9 : "$spi/boot"

# ---- random messages: all arrive, and what all have received is the same
many=$(usual_or_long 2000 20000) few=$(usual_or_long 10 2000)
expect random_messages 0 '' "$run" --np 32 --workers 1 : "$spi/property" "$many"
cp "$tmp/out" "$tmp/one"
expect random_messages_with_2_workers 0 '' "$run" --np 32 --workers 2 : "$spi/property" "$many"
if cmp -s "$tmp/one" "$tmp/out"
then ok same_digest_with_2_workers; else not_ok same_digest_with_2_workers; fi
# Five nodes are shared out unevenly among two workers.
shape=$(usual_or_long 5x1x1x1x1 2x2x2x2x2)
expect random_messages_with_fewer 0 '' "$run" --shape "$shape" --workers 1 : "$spi/property" "$few"
cp "$tmp/out" "$tmp/one"
expect random_messages_with_more_workers 0 '' "$run" --shape "$shape" \
	--workers "$(usual_or_long 2 4)" : "$spi/property" "$few"
if cmp -s "$tmp/one" "$tmp/out"
then ok same_digest_with_more_workers; else not_ok same_digest_with_more_workers; fi
expect random_messages_clock_off 0 '' "$run" --np 32 --clock off : "$spi/property" "$many" 2 untimed

# ---- random calls: refusals are reported, and no rank fails
expect random_calls 123 'RAS: rank' "$run" --np 32 : "$spi/fuzz_kernel" 3000 1
expect random_calls_clock_off 123 'RAS: rank' "$run" --np 32 --clock off : "$spi/fuzz_kernel" 3000 2
expect random_calls_of_several_processes 123 'RAS: rank' \
	"$run" --np 64 --ranks-per-node 4 --workers 2 : "$spi/fuzz_kernel" 500 3
expect random_calls_that_end_processes 134 '64 of 64 ranks failed|ended with status 134' \
	"$run" --np 64 : "$spi/fuzz_kernel" 100 4 end

# ---- labels
expect label 0 '' "$run" --np 32 --label : "$spi/ends"
if grep -qx 'stdout\[31\]: rank 31 lives' "$tmp/out"
then ok label_names_the_rank; else not_ok label_names_the_rank; fi

# ---- determinism
nodes=$(usual_or_long 16 128)
"$run" --np "$nodes" --workers 1 : "$spi/memfifo" >"$tmp/one" 2>/dev/null
for workers in $all_workers; do
	"$run" --np "$nodes" --workers $workers : "$spi/memfifo" >"$tmp/out" 2>"$tmp/err"
	if cmp -s "$tmp/one" "$tmp/out"
	then ok "same_output_with_${workers}_workers"
	else not_ok "same_output_with_${workers}_workers"; fi
done
for program in register_times threads threads_more threads_signals threads_cxx; do
	for workers in $all_workers; do
		expect "${program}_with_${workers}_workers" 0 '' \
			"$run" --np "$(usual_or_long 8 32)" --workers $workers : "$spi/$program"
		[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
		if cmp -s "$tmp/one" "$tmp/out"; then ok same_output; else not_ok same_output; fi
	done
done

for workers in $uneven_workers; do
	"$run" -p 8 --workers $workers : "$spi/processes" >"$tmp/out" 2>"$tmp/err"
	[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
	if [ -s "$tmp/out" ] && cmp -s "$tmp/one" "$tmp/out"
	then ok "same_processes_with_${workers}_workers"
	else not_ok "same_processes_with_${workers}_workers"; fi
done

for workers in $all_workers; do
	"$run" --np "$(usual_or_long 64 512)" --on-demand --workers $workers : "$spi/on_demand" \
		>"$tmp/out" 2>"$tmp/err"
	[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
	if [ -s "$tmp/out" ] && cmp -s "$tmp/one" "$tmp/out"
	then ok "same_on_demand_with_${workers}_workers"
	else not_ok "same_on_demand_with_${workers}_workers"; fi
done

summary
