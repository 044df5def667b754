# job_words.sh - for tests of runjob and the commands beside it, which include it behind expect.sh:
# copies of them whose bgq-run only says what it was called with, a word a line, and checks of that.
# Variables of batch systems are taken out of the environment.
# Never: runs a job.
unset COBALT_JOBSIZE COBALT_PARTSIZE COBALT_PARTNAME SLURM_JOB_NUM_NODES SLURM_NNODES SLURM_NTASKS \
	SLURM_NPROCS SLURM_NTASKS_PER_NODE SLURM_TASKS_PER_NODE LOADL_BG_SIZE LOADL_BG_BLOCK \
	SLURM_JOB_ID BGQ_RUN_OPTIONS

# say_words COMMAND...: makes the commands; becomes() and refused() are those of the first one.
say_words() {
	front=$tmp/bin/$1
	mkdir "$tmp/bin"
	for name; do cp "$build/bin/runjob" "$tmp/bin/$name"; done
	printf '#!/bin/sh\nfor w; do echo "$w"; done\n' >"$tmp/bin/bgq-run"
	chmod 755 "$tmp/bin/bgq-run"
}

# becomes NAME EXPECTED words of the command...: on one line, without an error.
becomes() {
	name=$1 expected=$2
	shift 2
	"$front" "$@" >"$tmp/out" 2>"$tmp/err"
	if [ "$(tr '\n' '|' <"$tmp/out")" = "--core=kernel|$expected" ]; then ok "$name"; else
		echo "    expected: $expected"
		not_ok "$name"
	fi
}

# refused NAME PATTERN words of the command...: status 1, and nothing is run.
refused() {
	name=$1 pattern=$2
	shift 2
	expect "$name" 1 "$pattern" "$front" "$@"
	[ -s "$tmp/out" ] && not_ok "${name}_runs_nothing"
}
