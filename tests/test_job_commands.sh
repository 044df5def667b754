#!/bin/sh
# test_job_commands.sh - boot-block, get-bootable-blocks and srun as job scripts use them: what
# becomes of their words as bgq-run's, files of output, and scripts of Cobalt and Slurm as they are.
# Not here: runjob's own command line (test_runjob.sh).
# Usage: test_job_commands.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/job_words.sh"
job=$(cd "$spi" && pwd)/job
output=$(cd "$spi" && pwd)/output
floor=$(cd "$build/floor/hlcs/bin" && pwd)
say_words srun boot-block get-bootable-blocks

# ---- srun
becomes ranks '--np|64|--env-all|:|a|-x|b c|' -n 64 a -x 'b c'
becomes nodes_and_ranks '--shape|2x2x2x2x2|--np|512|--ranks-per-node|16|--env-all|:|a|' \
	-N 32 -n512 a
becomes nodes_alone '--shape|2x2x4x2x2|--np|256|--ranks-per-node|4|--env-all|:|a|' \
	--nodes=64-128 --ntasks-per-node 4 a
becomes the_rest '--np|4|--env-all|--cwd|/tmp|--timeout|5400|--label=short|:|a|' \
	-l -D /tmp -t 1:30:00 --ntasks 4 a
becomes minutes '--np|4|--env-all|--timeout|90|:|a|' -t 1:30 -n 4 a
becomes days '--np|4|--env-all|--timeout|176400|:|a|' -t 2-1 -n 4 a
becomes no_limit '--np|4|--env-all|:|a|' -t 0 -n 4 a
A=1 B='x y' becomes exported '--np|4|--envs|C=3|--envs|A=1|--envs|B=x y|:|a|' \
	--export=A,B,C=3,NOT_THERE -n 4 a
becomes nothing_exported '--np|4|:|a|' --export NONE -n 4 a
becomes launcher_options '--np|4|--mapping|TEDCBA|--env-all|:|a|' \
	--launcher-opts='--mapping TEDCBA' -n 4 a
becomes input_of_a_rank '--np|4|--env-all|--stdinrank|3|:|a|' -i 3 -n 4 a
BGQ_RUN_OPTIONS=--quiet SLURM_JOB_ID=77 becomes files_of_ranks \
	'--np|4|--env-all|--quiet|--output-per-rank=o.77.%r%%|:|a|' -n 4 -o 'o.%j.%t%%' a
SLURM_NTASKS=8 becomes ranks_of_the_batch_job '--np|8|--env-all|:|a|' a
becomes places_for_a_power_of_two \
	'--shape|2x2x2x2x2|--np|100|--ranks-per-node|4|--env-all|:|a|' -N 32 -n 100 a
becomes a_larger_partition '--shape|2x2x4x2x2|--np|40|--env-all|:|a|' -N 40 -n 40 a
if grep -q '^srun: --nodes 40: a partition of 64$' "$tmp/err"; then ok it_is_said
else not_ok it_is_said; fi
becomes queue_options '--np|4|--env-all|:|a|' -J name -p short --mpi=none -n 4 a
if [ "$(grep -c 'is ignored' "$tmp/err")" -eq 3 ]; then ok each_is_named
else not_ok each_is_named; fi
refused no_program '^srun: no program' -n 4
refused no_number "^srun: --ntasks: 'x' is not a number" -n x a
for option in --cpu-bind=cores --cpu_bind=none --mem=0 --mem-per-cpu=1G --hint=nomultithread \
		--threads-per-core=1 --ntasks-per-core=4 --exclusive=user --overlap -qnormal -d1 \
		--nodelist=a,b -xc -Cfast --resv-ports --signal=USR1@60 --kill-on-bad-exit=1 -K -Q \
		-W0 --mail-type=END --reservation=r --propagate=STACK -s -u -c4 -k -I60; do
	becomes "ignored $option" '--np|4|--env-all|:|a|' "$option" -n 4 a
	name=$(echo "$option" | sed 's/^\(--[^=]*\).*/\1/; s/^\(-[^-]\).*/\1/')
	if grep -q "^srun: $name is ignored" "$tmp/err"; then ok "said $option"
	else not_ok "said $option"; fi
done
refused unknown "^srun: unrecognized option '--no-such'" --no-such a
refused distribution '^srun: --distribution: not done here: --launcher-opts=.--mapping' \
	-m cyclic -n 4 a
for option in --multi-prog --gres=gpu:1 --gpus=1 --pty --test-only -O; do
	refused "by name $option" '^srun: --.*: not done here' "$option" -n 4 a
done
refused open_mode "^srun: --open-mode: 'x' is neither" --open-mode=x -n 4 a
for option in --version -V; do
	"$tmp/bin/srun" $option >"$tmp/out" 2>"$tmp/err"
	if grep -q '^srun (bgqemu) [0-9.]*$' "$tmp/out"; then ok "version by $option"
	else not_ok "version by $option"; fi
done
refused unknown_place "^srun: --output: 'o.%q' has a % that" -o o.%q -n 4 a
refused errors_of_ranks "^srun: --error: 'e.%t' is a file of each rank" -e e.%t -n 4 a
refused too_many_on_a_node '^srun: 100 tasks on each node: at most 64' --ntasks-per-node 100 -n 4 a
refused no_such_folder "^srun: --output: '/nowhere/x' No such file" -o /nowhere/x -n 4 a
for time in soon 5h soon-1 -5 10: 1:x 1:2:3:4 1-; do
	refused "bad_time $time" "^srun: --time: '$time' is not a time" -t "$time" -n 4 a
done
refused errors_apart "^srun: --error: 'e' is not apart: %t in --output has both" \
	-o o.%t -e e -n 4 a

cd "$tmp" || exit 1
"$floor/srun" -n 4 -o 'all.%j' "$output" lines 2 2>err
if [ "$(grep -c 'line' all.1)" -eq 8 ]; then ok one_file_for_all; else not_ok one_file_for_all; fi
"$floor/srun" -n 4 -o 'all.%j' --open-mode=append "$output" lines 2 2>err
if [ "$(grep -c 'line' all.1)" -eq 16 ]; then ok appended; else not_ok appended; fi
"$floor/srun" -n 4 -o 'each.%t' "$output" lines 2 2>err
if [ "$(cat each.0 each.1 each.2 each.3 | grep -c line)" -eq 8 ]; then ok a_file_for_each
else not_ok a_file_for_each; fi
"$floor/srun" -n 4 -o none "$output" lines 2 >out 2>err
if [ -s out ]; then not_ok no_output; else ok no_output; fi
cd - >/dev/null || exit 1

# ---- blocks
# blocks NAME EXPECTED words of get-bootable-blocks...
blocks() {
	name=$1 expected=$2
	shift 2
	"$tmp/bin/get-bootable-blocks" "$@" >"$tmp/out" 2>"$tmp/err"
	if [ "$(tr '\n' ' ' <"$tmp/out")" = "$expected" ]; then ok "$name"; else not_ok "$name"; fi
}
no_blocks() {
	name=$1 pattern=$2
	shift 2
	expect "$name" 1 "$pattern" "$tmp/bin/get-bootable-blocks" "$@"
}
blocks halves_of_a_midplane 'BGQ-00000-31331-256 BGQ-02000-33331-256 ' --size 256 R00-M0
blocks midplanes_of_a_rack 'BGQ-00000-33331-512 BGQ-00040-33371-512 ' --size 512 R00
blocks the_whole 'R00-M1 ' --size 512 R00-M1
blocks by_shape 'BGQ-00000-31111-64 BGQ-00020-31131-64 ' --geometry 4x2x2x2x2 test-4x2x2x4x2
blocks by_size_another_way_round 'BGQ-00000-31111-64 BGQ-00020-31131-64 ' --size 64 test-4x2x2x4x2
COBALT_PARTNAME=R00-M0-N03 blocks of_the_batch_job 'R00-M0-N03 '
COBALT_JOBSIZE=64 blocks by_the_job_s_size 'BGQ-00000-11111-32 BGQ-00200-11311-32 ' --size 32 named
no_blocks too_small 'blocks have 32 nodes or more' --size 16 R00
no_blocks no_partition 'no block has 33 nodes' --size 33 R00
no_blocks larger_than_the_block "'R00-M0-N03' has no room" --size 64 R00-M0-N03
no_blocks size_unknown "'named' does not say how many" --size 64 named
no_blocks two_sizes 'but --geometry has 32 nodes' --size 64 --geometry 2x2x2x2x2 R00
no_blocks no_block 'no block is given' --size 64
expect boots 0 '' "$tmp/bin/boot-block" --block R00-M0
expect frees 0 '' "$tmp/bin/boot-block" --free --block R00-M0
expect boots_what 1 'give --block' "$tmp/bin/boot-block"
expect boots_no_word 1 'follows --block' "$tmp/bin/boot-block" R00-M0

# Each name has the size that was asked for, and is another place.
"$tmp/bin/get-bootable-blocks" --size 128 R00-M0 >"$tmp/names"
while read -r block; do
	"$floor/runjob" --block "$block" --verbose OFF : "$job" >"$tmp/ranks" 2>"$tmp/err" \
		</dev/null
	echo "$? $(grep -c 'of 128 on' "$tmp/ranks")"
done <"$tmp/names" | sort | uniq -c >"$tmp/out"
if [ "$(sort -u "$tmp/names" | wc -l)" -eq 4 ] && [ "$(tr -d ' ' <"$tmp/out")" = 40128 ]; then
	ok four_blocks_alike
else
	not_ok four_blocks_alike
fi

# ---- a script of Cobalt: two jobs in halves of the block
cat >"$tmp/cobalt.sh" <<'SCRIPT'
#!/bin/bash
BLOCKS=$(get-bootable-blocks --size 32 $COBALT_PARTNAME)
for BLOCK in $BLOCKS
do
	boot-block --block $BLOCK &
done
wait
for BLOCK in $BLOCKS
do
	runjob --block $BLOCK --np 8 --label short : $1 lines 1 >$BLOCK.out &
done
wait
for BLOCK in $BLOCKS
do
	boot-block --block $BLOCK --free &
done
wait
SCRIPT
(cd "$tmp" && PATH=$floor:$PATH COBALT_PARTNAME=two-2x2x2x4x2 sh ./cobalt.sh "$output" >out 2>err)
if [ "$(cat "$tmp"/BGQ-*.out | grep -c '^7: rank 7 line 0')" -eq 2 ]; then ok script_of_cobalt
else not_ok script_of_cobalt; fi
summary
