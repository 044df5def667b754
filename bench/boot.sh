#!/bin/sh
# boot.sh - seconds and MiB of a program that reads its personality, passes a
# barrier and exits, on 32 to 16,384 nodes: until all processes can run, and the
# whole run; beside it one posix_spawn of /bin/true, timed in the same run.
# Usage: boot.sh BUILD_DIR OUT_CSV
set -eu
build=$1 out=$2
mkdir -p "$(dirname "$out")"
spawn=$("$build/bench/spawn_cost")
echo "nodes,boot_s,run_s,run_us_per_node,spawn_us,times_faster_than_spawn,resident_mib" | tee "$out"
for nodes in 32 512 4096 16384; do
	best=
	for i in 1 2 3; do
		line=$("$build/bin/bgq-run" --np $nodes --boot-report : \
			"$build/tests/spi/boot" 2>&1 |
			sed -n 's/.*boot \([0-9.]*\) s, whole run \([0-9.]*\) s, /\2 \1 /
				s/resident \([0-9.]*\) MiB.*/\1/p')
		best=$(printf '%s\n%s\n' "$best" "$line" | grep . | sort -n | head -1)
	done
	echo "$nodes $best $spawn" | awk '{ us = $2 / $1 * 1e6
		printf "%d,%.6f,%.6f,%.2f,%.1f,%.1f,%.1f\n", $1, $3, $2, us, $5, $5 / us, $4 }' |
			tee -a "$out"
done
