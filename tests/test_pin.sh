# test_pin.sh - which cores host threads may run on: with several workers each stays on one, as
# --pin=cores says too; with --pin=none, or one worker, where the host puts them.  Not here: which
# core each takes (test_topology, test_topology_many); speed.
build=${1:-build}
. "$(dirname "$0")/expect.sh"

net=$build/bin/bgq-net
all=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
# Sets of processors of a process's threads, as the kernel lists them.
sets() { sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/task"/*/status; }
threads() { sets "$1" | wc -l; }
pinned() { sets "$1" | sort -u | grep -cvFx -- "$all"; }
each_its_own() { [ "$(threads "$1")" = 2 ] && [ "$(pinned "$1")" = 2 ]; }
both_anywhere() { [ "$(threads "$1")" = 2 ] && [ "$(sets "$1" | sort -u)" = "$all" ]; }
one_anywhere() { [ "$(threads "$1")" = 1 ] && [ "$(sets "$1")" = "$all" ]; }

# check NAME WHAT option...: is it so after a while, and for a while, in a run that lasts?
check() {
	name=$1 what=$2 so=0
	shift 2
	"$net" --quiet --shape 4x4x4x4x2 --load 50 --time 1s "$@" >/dev/null 2>&1 &
	pid=$!
	for _ in $(seq 50); do
		sleep 0.1
		if "$what" "$pid"; then so=$((so + 1)); else so=0; fi
		[ "$so" -lt 4 ] || break
	done
	kill "$pid"
	wait "$pid" 2>/dev/null
	if [ "$so" -ge 4 ]; then ok "$name"; else not_ok "$name"; fi
}

if [ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ] && [ "$(nproc)" -gt 1 ]; then
	check workers_stay_on_a_core_each each_its_own --workers 2
	check they_do_if_asked_to each_its_own --workers 2 --pin cores
fi
check they_are_where_the_host_puts_them both_anywhere --workers 2 --pin none
check a_single_worker_is_too one_anywhere --workers 1
expect another_word_is_refused 2 "--pin: 'nome' is neither 'cores' nor 'none'" \
	"$net" --pin nome
expect bgq_run_refuses_it_too 2 "--pin: 'nome' is neither 'cores' nor 'none'" \
	"$build/bin/bgq-run" --pin nome : true
summary
