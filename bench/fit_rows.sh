#!/bin/sh
# fit_rows.sh - what a benchmark gives, or what was measured, as lines "table key value" for fit.sh.
# Usage: fit_rows.sh BGQ_RUN DIR_OF_PROGRAMS pingpong|exchange|allreduce|collective|counters|meet
#        fit_rows.sh -p DIR_OF_MEASURED_TABLES
set -eu
run=$1 programs=$2

pingpong() {
	awk '{
		print "hardware", $1, $2; print "total", $1, $3
		printf "software %d %.1f\n", $1, $3 - $2
		if (last) printf "hop %d %.1f\n", $1, $2 - last
		last = $2
	}'
}

measured() {
	awk -F, '/^[0-9]/ {
		print "hardware", $1, $2; print "total", $1, $4; print "software", $1, $4 - $2
		if ($3) print "hop", $1, $3
	}' "$programs/table1_pingpong_latency.csv"
	csv() { sed -n '/^[0-9]/p' "$programs/$1" | tr ',' ' '; }
	csv table2_nearest_neighbor.csv | awk '{ print "exchange", $1, $2 }'
	csv table3_collective_latency.csv | awk '{ print "allreduce", $1, $3 }'
	csv table4_collective_throughput.csv | awk '{ print "collective", $1, $2 }'
	csv l2_counters.csv | awk '{
		print "load_increment", $1, $2; print "fetch_and_add", $1, $3
	}'
	sed -n '/^[a-z_]*,[0-9]/p' "$programs/node_more.csv" | tr ',' ' '
}

case ${3:-} in
'') measured ;;
pingpong) "$run" --np 512 --mesh ABCDE : "$programs/pingpong" | pingpong ;;
exchange) "$run" --shape 1x1x1x1x1 : "$programs/exchange" | sed 's/^/exchange /' ;;
allreduce) sh "${0%/*}/table3.sh" "$run" "$programs/allreduce" | sed 's/^/allreduce /' ;;
collective)
	"$run" --np 512 : "$programs/allreduce" 512 "${COLLECTIVE_BYTES:-1048576}" |
		sed 's/^/collective /' ;;
counters) "$run" --np 1 : "$programs/l2_counters" 200 ;;
meet) "$run" --np 1 : "$programs/l2_meet" 200 ;;
esac
