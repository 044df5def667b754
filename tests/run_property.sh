#!/bin/sh
# run_property.sh - random valid messages at length: through the SPI on emulated
# nodes with 1, 2 and 4 workers, whose digests must agree, with and without time; and
# test_mu_property, which compares workers itself.  Before that, the network alone: some
# 20 packets for each message, through small buffers.
# Usage: run_property.sh BUILD_DIR [MESSAGES [SEED]]
set -u
build=$1 messages=${2:-1000000} seed=${3:-1}
nodes=128
failed=0

# same NAME OPTION... : ARGUMENT...: the output is the same for all numbers of workers.
same() {
	name=$1 first=
	shift
	for workers in 1 2 4; do
		begin=$(date +%s)
		digest=$("$build/bin/bgq-run" --np $nodes --workers $workers "$@") || failed=1
		echo "$name, $workers workers: $digest, $(($(date +%s) - begin)) s"
		[ "$digest" = "${first:=$digest}" ] || failed=1
	done
}

same timed : "$build/tests/spi/property" "$messages" "$seed"
same "clock off" --clock off : "$build/tests/spi/property" "$messages" "$seed" untimed
"$build/tests/test_net_traffic" $((messages / 50000 + 3)) "$seed" || failed=1
"$build/tests/test_net_workers" $((messages / 200000 + 2)) "$seed" || failed=1
"$build/tests/test_mu_property" $((messages / 5000 + 1)) "$seed" || failed=1
[ $failed -eq 0 ] && echo "all messages arrived, the same way with 1, 2 and 4 workers"
exit $failed
