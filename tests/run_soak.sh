#!/bin/sh
# run_soak.sh - long traffic over links that err, so that one packet in a thousand is sent again:
# nothing is lost, nothing comes twice, deterministic packets stay in order, both ends of each link
# have the same CRC, and all is the same for 1, 2 and 4 workers.
#
#   bgq-net   RUNS all-to-alls on 128 nodes, each of some PACKETS packets over links, dynamic and
#             deterministic in turn, each with a seed of its own
#   rate      what a link loses, beside the closed formula
#   bgq-run   a program's MESSAGES messages of mostly one packet (tests/spi/short_messages.c), and a
#             twentieth of them of up to 1 MiB (tests/spi/property.c), each of which they check; and
#             what short ones lose by links that are never idle, beside the formula
#
# Usage: run_soak.sh BUILD_DIR [RUNS [PACKETS [MESSAGES [SEED]]]]
#        defaults: 10 runs, 10000000 packets, 1000000 messages
set -u
build=$1 runs=${2:-10} packets=${3:-10000000} messages=${4:-1000000} seed=${5:-1}
rate=2.3e-7 # of a bit; a packet of 512 bytes has 4352
nodes=128 hops=35 # in tenths
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
failed=0 total=0 bad=0

wrong() {
	echo "WRONG: $*"
	cat "$out"
	failed=1
}

# The number before or behind a word of the counts.
count() { sed -n "s/.*$1\([0-9][0-9]*\)$2.*/\1/p" "$out" | head -1; }

# soak WORKERS: one all-to-all into $out, without times of the host; the digest in $digest.
soak() {
	each=$((packets * 10 / hops / nodes / (nodes - 1) + 1))
	timeout 3600 "$build/bin/bgq-net" --shape 4x4x2x2x2 --pattern alltoall --packets "$each" \
		--"$way" --seed "$seed" --workers "$1" --verify --quiet \
		--fault="ber/all/rate=$rate" >"$out.all" 2>&1
	status=$?
	grep -v '^bgq-net: [0-9.]* s' "$out.all" >"$out"
	rm -f "$out.all"
	digest=$(md5sum <"$out" | cut -c 1-12)
	[ $status -eq 0 ] || wrong "status $status"
	delivered=$(awk 'NR == 3 { print $3 }' "$out")
	[ "$delivered" = $((each * nodes * (nodes - 1))) ] || wrong "$delivered packets delivered"
	grep -q 'different on 0, packets under way on 0$' "$out" || wrong CRCs
	grep -q 'verified: ' "$out" || wrong 'not verified'
}

run=0
while [ $run -lt "$runs" ]; do
	way=dynamic
	[ $((run % 2)) -eq 0 ] || way=deterministic
	first=
	for workers in ${WORKERS:-1 2 4}; do
		soak "$workers"
		[ "${first:=$digest}" = "$digest" ] || wrong "$workers workers: $digest, not $first"
	done
	total=$((total + $(count 'packets ' ', bad'))) bad=$((bad + $(count ', bad ' ',')))
	echo "seed $seed, $way: $(count 'packets ' ', bad') packets, $(count ', bad ' ',') bad," \
		"$(count 'sent again ' ' in') sent again, $delivered delivered, digest $first"
	seed=$((seed + 1)) run=$((run + 1))
done
[ "$runs" -eq 0 ] || echo "bgq-net: $total packets over links, $bad bad, none lost"

# A link that is never idle: a bad packet costs its own slot and those that are sent until its
# time-out, 371.5 ns behind its tail, and until the packet ends that is on the wire by then.
link() {
	"$build/bin/bgq-net" --shape 4x1x1x1x1 --deterministic --shift 1,0,0,0,0 --quiet \
		--message 32MiB --workers 1 ${1:+--fault="ber/all/rate=$1"} >"$out" 2>&1
	fastest=$(count 'fastest node in ' '\.') slowest=$(count 'slowest in ' '\.')
}
link ''
free=$fastest
for error in $rate 2.3e-6; do
	link $error
	awk -v free="$free" -v bad="$(count ', bad ' ',')" -v fast="$fastest" -v slow="$slowest" \
		-v rate="$error" 'BEGIN {
		slot = free / 65536; slots = 1 + int(.3715 / slot + 1)
		theory = free + bad / 4 * slots * slot
		printf "a link at %s: %d us without, %d to %d with %d bad packets on 4 links, " \
			"theory %.0f\n", rate, free, fast, slow, bad, theory
		exit !(theory >= fast * .998 && theory <= slow * 1.002)
	}' || wrong "the formula"
done

# A program's: its output, in which there is a digest of times, is the same for any number of
# workers.
# program NAME RATE ARGUMENT...
program() {
	name=$1 error=$2 first=
	shift 2
	for workers in ${WORKERS:-1 2 4}; do
		timeout 3600 "$build/bin/bgq-run" --np $nodes --workers "$workers" --verify \
			--fault="ber/all/rate=$error" : "$build/tests/spi/$name" "$@" \
			>"$out" 2>"$out.err"
		status=$?
		cat "$out.err" >>"$out"
		rm -f "$out.err"
		[ $status -eq 0 ] || wrong "$name: status $status"
		[ "${first:=$(md5sum <"$out")}" = "$(md5sum <"$out")" ] ||
			wrong "$name: $workers workers differ"
		grep -q 'different on 0, packets under way on 0$' "$out" || wrong "$name: CRCs"
		echo "$name, $workers workers: $(head -1 "$out")"
	done
	grep 'links with faults\|CRCs' "$out"
}
if [ "$messages" -gt 0 ]; then
	program short_messages 3.5e-7 "$messages" "$seed"
	program property $rate $((messages / 20)) "$seed"
fi

# Messages of one packet each, by links that are never idle, beside the formula.
streamed=$((messages > 65536 ? messages : 65536))
stream() {
	"$build/bin/bgq-run" --shape 4x1x1x1x1 --workers 1 --quiet \
		${1:+--fault="ber/all/rate=$1"} : "$build/tests/spi/short_messages" \
		"$streamed" "$seed" stream >"$out" 2>&1 || wrong "stream: status $?"
	cycles=$(count 'messages in ' ' cycles')
}
if [ "$messages" -gt 0 ]; then
	stream ''
	free=$cycles sent=$(sed -n 's/ messages in.*//p' "$out")
	for error in $rate 2.3e-6; do
		stream $error
		awk -v free="$free" -v bad="$(count ', bad ' ',')" -v cycles="$cycles" \
			-v sent="$sent" -v rate="$error" 'BEGIN {
			slot = free / sent * 4; slots = 1 + int(371.5 * 1.6 / slot + 1)
			theory = free + bad / 4 * slots * slot
			printf "a program at %s: %d messages in %d cycles without, %d with %d " \
				"bad packets on 4 links, theory %.0f; ", rate, sent, free, cycles,
				bad, theory
			printf "%.3f %% of the throughput lost, %.3f by theory\n",
				100 * (1 - free / cycles), 100 * (1 - free / theory)
			exit !(theory >= cycles * .998 && theory <= cycles * 1.002)
		}' || wrong "the formula"
	done
fi
[ $failed -eq 0 ] && echo "nothing was lost"
exit $failed
