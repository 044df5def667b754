#!/bin/sh
# test_claims.sh - figures of Blue Gene/L and /P (bench/paper_machines.sh), those that take little
# time; and that the manual page has each machine's figures as they are.
# Leaves out what takes minutes: make paper-machines.
# Usage: test_claims.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
net=$build/bin/bgq-net

expect figures_are_within_their_bounds 0 '' bench/paper_machines.sh "$net" "$tmp/csv" quick
sed 1d "$tmp/csv" >"$tmp/out"
if [ "$(grep -c ',pass$' "$tmp/out")" -ge 14 ] && ! grep -qv ',pass$' "$tmp/out"; then
	ok each_row_has_a_verdict
else
	not_ok each_row_has_a_verdict
fi
# A bound that is missed is told, by the first section: half the rate of a link.
sed -e '/^# ---- full rate/{ s/.*/exit $bad/; q; }' \
	-e 's/^set -eu$/set -eu; slow() { "$net_own" "$@" --set link_rate=80000\/17; }/' \
	-e 's/^net=\$1/net_own=$1 net=slow/' bench/paper_machines.sh >"$tmp/slow.sh"
expect a_slow_link_is_told 1 '' sh "$tmp/slow.sh" "$net" "$tmp/csv" quick

for machine in bgl:Blue.Gene.L bgp:Blue.Gene.P bgq:Blue.Gene.Q snl:A.petaflops.mesh; do
	sed -n "/^.Ss ${machine#*:}/,/^.El/p" man/bgq-machines.7 >"$tmp/section"
	machine=${machine%:*}
	"$net" --machine=$machine --print | sed -n 's/^\([a-z][^ ]*\) = \(.*\)$/.It \1 Ta \2 Ta/p' |
		grep -v '^.It name' >"$tmp/figures"
	while IFS= read -r line; do
		grep -qF -- "$line" "$tmp/section" || echo "$line"
	done <"$tmp/figures" >"$tmp/out"
	if [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/figures")" -lt 30 ]; then
		not_ok "the_page_has_$machine"
	else
		ok "the_page_has_$machine"
	fi
done
summary
