#!/bin/sh
# test_runjob.sh - job scripts of the machine: runjob's command line in all its spellings,
# what becomes of it as bgq-run's, and the job's exit status.  Leaves out whether bgq-run does what
# it is told (test_bgq_run.sh).
# Usage: test_runjob.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/job_words.sh"
runjob=$build/bin/runjob
job=$(cd "$spi" && pwd)/job
say_words runjob

# ---- spellings
becomes words_behind_the_colon '--np|64|:|./a|-x|b c|:|' --np 64 : ./a -x 'b c' :
becomes values_adjacent_or_next '--np|64|--ranks-per-node|16|:|./a|' --np=64 -p16 : ./a
becomes short_names '--np|64|--ranks-per-node|16|:|./a|' -n 64 -p 16 : ./a
becomes several_words '--np|4|--envs|A=1|--envs|B=x y|--envs|C=3|:|./a|--one|foo|--two|bar|' \
	--np 4 --envs A=1 'B=x y' --args --one foo --args --two bar --envs C=3 --exe ./a
becomes label_is_long '--np|4|--label=long|:|./a|' --label --np 4 : ./a
becomes label_short '--np|4|--label=short|:|./a|' --np 4 --label short : ./a
becomes label_none '--np|4|:|./a|' --np 4 --label none : ./a
becomes mapping_and_directory '--np|4|--mapping|TEDCBA|--cwd|/tmp|--timeout|9|:|a|' \
	--cwd /tmp --mapping TEDCBA --timeout 9 --np 4 : a
PASSED_ON='p q' becomes exported '--np|4|--envs|PASSED_ON=p q|--env-all|:|a|' \
	--np 4 --exp_env PASSED_ON --env_all : a
PASSED_ON=a becomes a_value_goes_before_the_caller_s '--np|4|--envs|PASSED_ON=b|:|a|' \
	--np 4 --exp-env PASSED_ON --envs PASSED_ON=b : a
RUNJOB_NP=8 RUNJOB_RANKS_PER_NODE=2 RUNJOB_ENVS='V=1 2' RUNJOB_LABEL=short \
	becomes variables_in_place_of_options \
	'--np|8|--ranks-per-node|4|--envs|W=0|--envs|V=1 2|--label=short|:|a|' -p 4 --envs W=0 : a
BGQ_RUN_OPTIONS='--workers 1 --counters' becomes options_of_bgq_run \
	'--np|4|--workers|1|--counters|:|a|' --np 4 : a
becomes verbose_of_the_client '--np|4|--verbose=4|:|a|' --np 4 --verbose ibm.runjob=INFO : a
becomes verbose_warnings '--np|4|:|a|' --np 4 --verbose W : a

# ---- the machine's size
becomes midplane '--shape|4x4x4x4x2|:|a|' --block R00-M0 : a
becomes rack '--shape|4x4x4x8x2|:|a|' --block R00 : a
becomes another_rack '--shape|4x4x4x8x2|--location|R1A-M0-N00-J00|:|a|' --block R1A : a
becomes node_board '--shape|2x2x2x2x2|--location|R00-M1-N03-J13|--np|512|--ranks-per-node|16|:|a|' \
	--block R00-M1-N03 --np 512 -p 16 : a
becomes name_ends_in_nodes '--shape|4x4x4x4x2|:|a|' --block MIR-00000-3B331-512 : a
becomes name_has_a_shape '--shape|2x2x4x2x1|:|a|' --block my-2x2x4x2x1 : a
becomes name_says_nothing '--np|64|:|a|' --block test-2 --np 64 : a
becomes partition_that_holds_it '--shape|2x2x4x4x2|--np|100|:|a|' --block test-2 --np 100 : a
becomes name_has_corners '--shape|2x2x4x4x2|--location|R00-M0-N08-J04|:|a|' \
	--block EAS-02000-13331 : a
becomes name_has_corners_and_nodes '--shape|2x2x4x4x2|--location|R00-M0-N02-J12|:|a|' \
	--block CET-00020-11351-128 : a
becomes part_of_unknown '--shape|1x2x2x1x2|--location|R00-M0-N04-J00|--ranks-per-node|64|:|a|' \
	--block B --corner R00-M0-N04-J00 --shape 1x2x2x1x2 -p 64 : a
becomes part_of_a_block '--shape|4x4x4x4x2|--part|2x2x1x2x1+0,2,0,0,0|:|a|' --block R00-M0 \
	--corner R00-M0-N08-J04 --shape 2x2x1x2x1 : a
becomes part_of_a_board \
	'--shape|2x2x2x2x2|--location|R00-M0-N04-J29|--part|1x2x2x2x2+1,0,0,0,0|:|a|' \
	--block R00-M0-N04 --corner R00-M0-N04-J00 --shape 1x2x2x2x2 : a
becomes all_of_a_block '--shape|2x2x2x2x2|:|a|' --block R00-M0-N00 --corner R00-M0-N00-J00 \
	--shape 2x2x2x2x2 : a
becomes one_core '--shape|1x1x1x1x1|--location|R00-M0-N04-J31|:|a|' --block B \
	--corner R00-M0-N04-J31-C15 -p 16 : a
becomes smaller_than_its_block '--shape|4x4x4x4x2|--np|63|--ranks-per-node|2|:|a|' \
	--block R00-M0 --np 63 -p 2 : a
becomes smaller_than_its_shape '--shape|1x1x1x2x2|--np|3|:|a|' --shape 1x1x1x2x2 --np 3 : a

# ---- what a batch system has given, where the command line says nothing
COBALT_JOBSIZE=512 becomes nodes_of_cobalt '--shape|4x4x4x4x2|--ranks-per-node|16|:|a|' -p 16 : a
COBALT_PARTNAME=R00-M0-N00 COBALT_JOBSIZE=16 becomes block_of_cobalt '--shape|2x2x2x2x2|:|a|' : a
SLURM_NNODES=64 SLURM_NTASKS=100 SLURM_TASKS_PER_NODE='2(x64)' becomes job_of_slurm \
	'--shape|2x2x4x2x2|--np|100|--ranks-per-node|2|:|a|' : a
SLURM_NNODES=64 SLURM_NTASKS=100 becomes options_go_before_slurm '--np|512|:|a|' --np 512 : a
LOADL_BG_SIZE=128 becomes nodes_of_loadleveler '--shape|2x2x4x4x2|:|a|' : a
SLURM_NNODES=x becomes no_number '--np|32|:|a|' --np 32 : a
script() { # NAME LINE EXPECTED
	printf '#!/bin/sh\n%s\nrunjob : a\n' "$2" >"$tmp/job.cmd"
	PATH=$tmp/bin:$PATH expect "$1" 0 "$3" sh "$tmp/job.cmd"
}
script size_in_the_script '# @ bg_size = 256' '^runjob: 256 nodes, as bg_size of the script says$'
if grep -q '^4x2x4x4x2$' "$tmp/out"; then ok shape_of_the_script; else not_ok shape_of_the_script
fi
script close_together '#@BG_SIZE=64' '^runjob: 64 nodes,'
script another_line '# bg_size = 64' 'neither --np nor'

# ---- refused
refused more_than_the_block_has '--np 2000: R00-M0 has 512 places' --block R00-M0 --np 2000 : a
refused more_than_the_shape '--np 5: 1x1x1x2x2 has 4 places' --shape 1x1x1x2x2 --np 5 : a
refused corner_without_shape "--corner R00-M0-N04-J00: its --shape is missing" \
	--corner R00-M0-N04-J00 : a
refused corner_of_another_block '--corner R00-M1-N04-J00: no node of block R00-M0' \
	--block R00-M0 --corner R00-M1-N04-J00 --shape 1x1x1x1x2 : a
refused part_beyond_the_block 'shape 2x1x1x1x2 extends beyond A dimension of block R00-M0-N04' \
	--block R00-M0-N04 --corner R00-M0-N04-J00 --shape 2x1x1x1x2 : a
refused corner_that_is_none "'R00-M0-N16-J00' is not a location" --corner R00-M0-N16-J00 : a
refused unknown_option '--nq: not an option' --nq 4 : a
refused stray_word 'a.out: not an option of runjob \(the program follows' --np 4 a.out
refused given_twice '--np: given twice' --np 4 --np 8 : a
refused no_value '--block: its value is missing' --np 4 --block
refused no_program 'no program after' --np 4 :
refused two_programs "--exe and ':' are both given" --exe a : b
refused no_number "--np: '4x' is not a number" --np 4x : a
refused variable_twice 'variable A is given twice' --envs A=1 --envs A=2 : a
refused variable_without_value "'A' is not of the form" --envs A : a
refused variable_that_is_not_there 'no variable NOT_THERE' --exp-env NOT_THERE : a
refused relative_directory "'tmp' is not a path from /" --cwd tmp : a
expect ignored_is_said 0 'runjob: --start-tool is ignored' "$tmp/bin/runjob" --np 4 \
	--start-tool /t --strace none : a
if grep -q strace "$tmp/err"; then not_ok none_is_not_said; else ok none_is_not_said; fi
expect nothing_is_said_when_off 0 '' "$tmp/bin/runjob" --verbose OFF --np 4 --strace 3 : a
if [ -s "$tmp/err" ]; then not_ok off_is_silent; else ok off_is_silent; fi

# ---- a job script, as it is
# A line of this script itself would say how many nodes there are.
sed 's/^|//' >"$tmp/job.sh" <<'SCRIPT'
#!/bin/sh
#SBATCH --nodes=32
|#@ bg_size = 32
# rank 0 on the last node
{ for a in 1 0; do for e in 1 0; do echo "$a 0 0 0 $e 0 # a place"; done; done; } >map
runjob --block R00-M0-N04 --corner R00-M0-N04-J29 --shape 2x1x1x1x2 --ranks-per-node 1 \
	--mapping "$PWD/map" --envs OMP_NUM_THREADS=4 --cwd "$PWD" --label short --stdinrank 2 \
	--strace none --verbose=W : "$JOB" one 'two three' '$OMP_NUM_THREADS' input
SCRIPT
echo hello >"$tmp/in"
path=$(cd "$build/bin" && pwd):$PATH
(cd "$tmp" && JOB=$job PATH=$path sh ./job.sh <in >out 2>err)
sed "s|in $tmp|in .|" "$tmp/out" | sort -n >"$tmp/sorted"
{
	for rank in 0 1 2 3; do
		place="<$((1 - rank / 2)),0,0,0,$((1 - rank % 2))>"
		echo "$rank: rank $rank of 32 on $place core 0 in ."
		for word in 'word one' 'word two three' 'OMP_NUM_THREADS=4'; do
			echo "$rank: $word"
		done
		if [ $rank = 2 ]; then echo "$rank: input hello"; else echo "$rank: input none"; fi
	done
} | sort -n >"$tmp/expected"
if cmp -s "$tmp/sorted" "$tmp/expected" && ! [ -s "$tmp/err" ]; then ok job_script
else not_ok job_script; fi

# ---- how jobs end
expect status_of_a_rank 7 '' "$runjob" --np 2 : "$job" end 7
expect status_of_a_signal 143 'signal 15' "$runjob" --np 2 : "$job" kill
expect raised 143 'signal 15' "$runjob" --raise --np 2 : "$job" kill
expect nothing_to_raise 7 '' "$runjob" --raise --np 2 : "$job" end 7
expect no_such_program 127 'no-such' "$runjob" --np 2 : "$tmp/no-such"
expect rank_of_the_input 2 'stdinrank 2: there are 2 ranks' "$runjob" --np 2 --stdinrank 2 : "$job"
expect version 0 '' "$runjob" --version
summary
