#!/bin/bash
# program_speed.sh - how fast programs compute under bgq-run, beside the same source with
# the host's compiler and the same options: processor time of the whole process, less that of
# a program that does nothing, the least of several runs that take turns, since other load
# of the host changes it less than the time that passes.  Results must be equal.
# Usage: program_speed.sh BUILD_DIR OUT_CSV [RUNS]     one kernel alone: KERNELS=matrix
#        CC=clang compares with Clang
set -u
build=$1 out=$2 runs=${3:-7}
source=$(dirname "$0")/program_speed
cc=${CC:-gcc}
dir=$build/bench/program_speed
mkdir -p "$dir" "$(dirname "$out")" || exit 1
kernels=${KERNELS:-matrix triad branchy shell_sort collatz queens stencil}

# How much, so that it takes some 0.4 s: name -O2 -O3
repeats() {
	awk -v name="$1" -v options="$2" '$1 == name { print options == "-O2" ? $2 : $3 }' <<-END
		empty 1 1
		matrix 16 40
		triad 400 350
		branchy 40 40
		shell_sort 8 8
		collatz 16 20
		queens 40 50
		stencil 160 450
	END
}

native() { "$dir/$1.native" "$2"; }
bgq() { "$build/bin/bgq-run" --silence 0 --shape 1x1x1x1x1 --workers 1 : "$dir/$1.bgq" "$2"; }

# clock WAY NAME REPEATS: microseconds; the result goes to $dir/WAY.out
clock() {
	local TIMEFORMAT='%3U %3S'
	times=$( { time "$1" "$2" "$3" >"$dir/$1.out"; } 2>&1) || return 1
	echo "$times" | awk '{ printf "%d\n", ($1 + $2) * 1e6 + 0.5 }'
}

# least NAME REPEATS: "native_us bgq_us" of runs that take turns; an error if results differ.
least() {
	best=0 best_bgq=0
	for i in $(seq "$runs"); do
		a=$(clock native "$1" "$2") && b=$(clock bgq "$1" "$2") || return 1
		cmp -s "$dir/native.out" "$dir/bgq.out" || {
			echo "$1: $(cat "$dir/bgq.out") instead of $(cat "$dir/native.out")" >&2
			return 1
		}
		[ "$i" -gt 1 ] && [ "$a" -ge "$best" ] || best=$a
		[ "$i" -gt 1 ] && [ "$b" -ge "$best_bgq" ] || best_bgq=$b
	done
	echo "$best $best_bgq"
}

failed=0
echo kernel,options,native_s,bgq_s,ratio >"$out"
printf '%-12s %-20s %9s %9s %7s\n' kernel "$cc" native_s bgq_s ratio
for options in "-O2" "-O3 -march=native"; do
	for kernel in empty $kernels; do
		# shellcheck disable=SC2086 # options are words
		"$cc" -std=gnu99 $options -o "$dir/$kernel.native" "$source/$kernel.c" &&
			BGQ_HOST_CC=$cc "$build/bin/bgq-cc" $options -o "$dir/$kernel.bgq" \
				"$source/$kernel.c" || exit 1
	done
	empty=$(least empty 1) || exit 1
	for kernel in $kernels; do
		if ! times=$(least "$kernel" "$(repeats "$kernel" "$options")"); then
			echo "$kernel $options: no result"
			failed=1
			continue
		fi
		echo "$times $empty" |
			awk -v kernel="$kernel" -v options="$options" -v out="$out" '{
			native = ($1 - $3) / 1e6
			bgq = ($2 - $4) / 1e6
			printf "%s,%s,%.4f,%.4f,%.3f\n", kernel, options, native, bgq, \
				bgq / native >> out
			printf "%-12s %-20s %9.4f %9.4f %7.2f\n", kernel, options, native, bgq, \
				bgq / native
		}'
	done
done
awk -F, 'NR > 1 { n++; s += log($5); if ($5 > most) { most = $5; where = $1 " " $2 } }
	END { if (n) printf "mean ratio %.2f, most %.2f (%s)\n", exp(s / n), most, where }' "$out"
exit $failed
