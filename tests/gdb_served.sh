# gdb_served.sh - for tests of --gdb=RANK --listen=PORT, which include it after expect.sh: jobs that
# wait for gdb.

# served PROGRAM [OPTION...]: starts it in the background, at a port that is free: $port, $job.
# Its output is in $job_out and $job_err, its input is $job_in, if that is set.
served() {
	program=$1
	shift
	for try in 1 2 3 4 5; do
		port=$((20000 + ($$ * 7 + $(date +%N | sed 's/^0*//') / 1000) % 20000))
		"$run" --np 4 --gdb=2 --listen=$port --timeout=100 "$@" : "$program" \
			>"$job_out" 2>"$job_err" <"${job_in:-/dev/null}" &
		job=$!
		while kill -0 $job 2>/dev/null; do
			if grep -qs "target remote localhost:$port" "$job_err"; then return 0; fi
			sleep 0.1
		done
		wait $job
	done
	not_ok "$program: is served"
	return 1
}
