#!/bin/sh
# fit.sh - the figures of the machine description that no document has: which rows of which measured
# table each is fitted to, what that gives, and what becomes of all other rows, which are held out.
# The best figure has the least sum of squares of relative errors of its rows.
# Usage: fit.sh BGQ_RUN_FOR_FITS DIR_OF_PROGRAMS        compares with the machine description
#        fit.sh BGQ_RUN_FOR_FITS DIR_OF_PROGRAMS -s [FIGURES]   what 5 % of each does to each table
# Status 1 if the description has another figure than the fit gives.
set -eu
export LC_ALL=C
run=$1 programs=$2 what=${3:-}
paper=${0%/*}/paper
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Figure, and the rows that it is fitted to: table and keys, as fit_rows.sh prints them, and more
# tables behind "and".  In this order, twice, since some hold a part of what comes before.
fits() {
	cat <<-'END'
	wire_midplane hop 2 5 8 11
	wire_board hop 3 4 6 7 9 10 12 13
	inject allreduce 2 4 8 16 32 64 128 256 512
	arbitration hardware 1 2 3 4 5 6 7 8 9 10 11 12 13
	op_inject software 1 2 3 4 5 6 7 8 9 10 11 12 13
	op_mmio_load exchange 4
	link_gap exchange 128 256 512 1024
	l2_replay load_increment 15
	l2_pass load_increment 31 47 63
	l2_news barrier 2 3 and lock 2 3
	l2_line barrier 7 15 31
	END
}

# rows FIGURES TABLE: lines "table key value".  What has been measured once is not measured again.
rows() {
	case $2 in
	hop | hardware | software | total) set -- "$1" pingpong "$2" ;;
	load_increment | fetch_and_add) set -- "$1" counters "$2" ;;
	barrier | lock) set -- "$1" meet "$2" ;;
	*) set -- "$1" "$2" "$2" ;;
	esac
	file=$work/$2-$(printf %s "$1" | cksum | tr ' ' -)
	[ -s "$file" ] || BGQ_FIT=$1 sh "${0%/*}/fit_rows.sh" "$run" "$programs" "$2" >"$file"
	grep "^$3 " "$file"
}

# score FIGURES TABLE KEYS... [and TABLE KEYS...]: sum of squares of the keys' relative errors.
score() {
	figures=$1
	shift
	for word; do
		case $word in [a-z]*) [ "$word" = and ] || rows "$figures" "$word" ;; esac
	done | awk -v keys="$*" '
	BEGIN {
		for (n = split(keys, k, " "); i <= n; i++)
			if (k[i] ~ /^[a-z]/) table = k[i]; else of[table, k[i]] = 1
	}
	FNR == NR { want[$1, $2] = $3; next }
	($1, $2) in of { e = $3 / want[$1, $2] - 1; sum += e * e }
	END { printf "%.9f\n", sum }' "$work/want" -
}

value_of() {
	printf '%s\n' "$1" | tr ',' '\n' | sed -n "s/^$2=//p"
}

# with FIGURES NAME VALUE: the list with another value.
with() {
	printf '%s\n' "$1" | sed "s/\(^\|,\)$2=[^,]*/\1$2=$3/"
}

less() {
	awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }'
}

# fit FIGURES NAME TABLE KEYS...: goes on as long as a step makes it better.
fit() {
	at=$1 name=$2
	shift 2
	best=$(score "$at" "$@")
	for way in 8 -8 1 -1; do
		while :; do
			next=$(with "$at" "$name" $(($(value_of "$at" "$name") + way)))
			[ "$(value_of "$next" "$name")" -ge 0 ] || break
			is=$(score "$next" "$@")
			less "$is" "$best" || break
			at=$next best=$is
		done
	done
	printf '%s\n' "$at"
}

# wire KEYS...: a hop is 16 ns of router and the wire, 250 ps each: the mean of the hops, no search.
wire() {
	awk -v keys="$*" '
	BEGIN { n = split(keys, k, " "); for (i = 1; i <= n; i++) of[k[i]] = 1 }
	$1 == "hop" && $2 in of { sum += $3 }
	END { printf "%d\n", (sum / n - 16) * 4 + 0.5 }' "$work/want"
}

fit_all() {
	at=$1
	for round in 1 2; do
		while read -r name table keys; do
			# shellcheck disable=SC2086 # keys are words
			case $table in
			hop) at=$(with "$at" "$name" "$(wire $keys)") ;;
			*) at=$(fit "$at" "$name" "$table" $keys) ;;
			esac
		done <"$work/fits"
	done
	printf '%s\n' "$at"
}

tables="hardware software total exchange allreduce collective"
tables="$tables load_increment fetch_and_add barrier lock"

# Every row of every table; * if something is fitted to it.
print_rows() {
	for table in hop $tables; do
		rows "$1" "$table"
	done | awk -v fits="$work/fits" '
	BEGIN {
		while ((getline line < fits) > 0) {
			fields = split(line, f, " ")
			for (i = 2; i <= fields; i++)
				if (f[i] ~ /^[a-z]/) table = f[i]; else fitted[table, f[i]] = 1
		}
		fitted["total"] = 0
	}
	FNR == NR { want[$1, $2] = $3; next }
	($1, $2) in want {
		e = 100 * ($3 / want[$1, $2] - 1)
		held = ($1, $2) in fitted ? 0 : 1
		printf "%-15s %7s  %10s  %10s  %+7.2f  %s\n", $1, $2, $3, want[$1, $2], e,
			held ? "held out" : "fitted to"
		s = e < 0 ? -e : e
		if (s > worst[$1]) worst[$1] = s
		if (!($1 in n)) order[++count] = $1
		n[$1]++
		if (held) { m[$1]++; if (s > out[$1]) out[$1] = s }
	}
	END {
		for (i = 1; i <= count; i++)
			printf "%-15s worst error %6.2f %%; of its %2d rows held out %6.2f %%\n",
				order[i], worst[order[i]], m[order[i]], out[order[i]]
	}' "$work/want" -
}

# print_fit FIGURES: beside those of the description.
print_fit() {
	differ=0
	printf '%-15s %11s %7s   %s\n' figure description fit 'fitted to'
	while read -r name table keys; do
		has=$(value_of "$asis" "$name") gives=$(value_of "$1" "$name")
		[ "$has" = "$gives" ] || differ=1
		printf '%-15s %11s %7s   %s\n' "$name" "$has" "$gives" "$table $keys"
	done <"$work/fits"
}

errors() {
	for table in $tables; do
		rows "$1" "$table"
	done | awk 'FNR == NR { want[$1, $2] = $3; next }
	($1, $2) in want {
		e = 100 * ($3 / want[$1, $2] - 1); s = e < 0 ? -e : e
		sum[$1] += e; n[$1]++; if (s > worst[$1]) worst[$1] = s
	}
	END {
		m = split("'"$tables"'", t, " ")
		for (i = 1; i <= m; i++) printf " %+6.2f/%5.2f", sum[t[i]] / n[t[i]], worst[t[i]]
		print ""
	}' "$work/want" -
}

# Mean and worst error of each table, percent, with each figure 5 % larger.
sensitivity() {
	echo 'Mean and worst error of each table, percent, with each figure 5 % larger'
	printf '%-15s %8s ' figure '+5 %'
	for table in $tables; do printf ' %12.12s' "$table"; done
	printf '\n%-24s ' 'as it is'
	errors "$asis"
	[ $# -gt 0 ] || set -- $(printf '%s\n' "$asis" | tr ',' '\n' | sed 's/=.*//')
	for name; do
		value=$(value_of "$asis" "$name" | awk '{ print 1.05 * $1 }')
		printf '%-15s %8s ' "$name" "$value"
		errors "$(with "$asis" "$name" "$value")"
	done
}

fits >"$work/fits"
sh "${0%/*}/fit_rows.sh" -p "$paper" >"$work/want"
asis=$(BGQ_FIT='?' "$run" --np 1 : "$programs/pingpong" | tr ' ' = | paste -sd, -)
if [ "$what" = -s ]; then
	export COLLECTIVE_BYTES=16384
	shift 3
	sensitivity "$@"
	exit 0
fi
got=$(fit_all "$asis")
print_fit "$got"
print_rows "$got"
[ $differ = 0 ] || { echo "fit: the description has other figures than the fit gives" >&2; exit 1; }
