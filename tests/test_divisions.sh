#!/bin/sh
# test_divisions.sh - integer divisions by 0, and of the least integer by -1, go on as on the A2,
# with 0, in the same time in each way to run them; how many there were is said once a rank.
# Leaves out PowerPC assembly (test_ppc_asm.sh), the interpreter of waits (test_follow_operate.c).
# Usage: test_divisions.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(dirname "$0")
place='(main|divides_u8)\+0x[0-9a-f]* \(.*divisions.c'
said="rank 0 .*integer division by 0.*, [0-9]+ times, first in $place"

command -v clang >/dev/null && clang=clang || clang=''
for host in gcc $clang; do
	for level in -O0 -O2; do
		BGQ_HOST_CC=$host "$build/bin/bgq-cc" $level -g -I"$here/spi" -o "$tmp/divisions" \
			"$here/spi/divisions.c" 2>"$tmp/err" || not_ok "compiles $host $level"
		for options in --workers=1 --workers=2 --parking=off; do
			expect "divides $host $level $options" 0 "$said" \
				"$run" --np 4 "$options" : "$tmp/divisions"
			grep 'division' "$tmp/err" | sort >"$tmp/$options"
		done
		if cmp -s "$tmp/--workers=1" "$tmp/--workers=2" &&
			cmp -s "$tmp/--workers=1" "$tmp/--parking=off"
		then ok "alike $host $level"; else not_ok "alike $host $level"; fi
	done
done
expect with_checked_stores 0 "$said" "$run" --np 1 --check-stores : "$tmp/divisions"
summary
