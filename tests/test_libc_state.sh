#!/bin/sh
# test_libc_state.sh - static state of the host's libc: each function that glibc marks as not
# safe in several threads (libc_marks.txt) has a line in libc_state.txt; none is bound to the
# host's but those of which the line says so; those with state of a rank's own give each of four
# ranks, two on a worker, what the host's libc gives a process of its own; the refused ones end
# a rank by name.
# Leaves out what functions do otherwise, and functions that only other libraries have.
# Usage: test_libc_state.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
tests=$(cd "$(dirname "$0")" && pwd)
table=$tests/libc_state.txt
cc=$build/bin/bgq-cc
export LC_ALL=C

# lines KIND: the functions of that kind.
lines() {
	awk -F ' *\\| *' -v kind="$1" '!/^#/ && $2 == kind { print $1 }' "$table"
}

verdict() { # STATUS NAME
	if [ "$1" -eq 0 ]; then ok "$2"; else not_ok "$2"; fi
}

# ---- each marked function has a line
grep -v '^#' "$tests/libc_marks.txt" | cut -d' ' -f1 | sort -u >"$tmp/marked"
# without_line TABLE: marked functions that it leaves out.
without_line() {
	awk -F ' *\\| *' '!/^#/ { print $1 }' "$1" | sort -u | comm -23 "$tmp/marked" -
}
without_line "$table" >"$tmp/out"
[ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/marked")" -ge 200 ]
verdict $? each_marked_function_has_a_line
grep -v '^getpwuid ' "$table" >"$tmp/short"
[ "$(without_line "$tmp/short")" = getpwuid ]
verdict $? a_missing_function_is_noticed
awk -F ' *\\| *' '!/^#/ && $2 !~ /^(private|wrapped|nothing|refused|same)$/' "$table" >"$tmp/out"
[ ! -s "$tmp/out" ]
verdict $? each_line_says_what_is_done

# And those that the pages of this host mark, if it has them (Debian: manpages-dev).
pages=$(find /usr/share/man/man2 /usr/share/man/man3 -name '*.gz' 2>/dev/null)
if [ "$pages" ]; then
	# shellcheck disable=SC2086 # a list of files
	zcat $pages 2>/dev/null | awk -f "$tests/libc_marks.awk" | sort -u >"$tmp/here"
	comm -23 "$tmp/here" "$tmp/marked" >"$tmp/out"
	[ ! -s "$tmp/out" ]
	verdict $? "marks_of_this_hosts_pages_are_known ($(wc -l <"$tmp/here"))"
fi

# ---- whose functions programs are bound to
"$tests/../emu/tools/calls" "$tests/../emu/core/calls/calls.def" | sed 's/ .*//' | sort -u \
	>"$tmp/exports"
hosts=$(ldd "$run" | sed -n 's/.*=> \(.*lib[cm]\.so[^ ]*\).*/\1/p')
# shellcheck disable=SC2086 # two files
{ nm -D --defined-only $hosts | sed -n 's/.* [TWDVBi] \([A-Za-z0-9_]*\).*/\1/p'
	nm -g --defined-only "$build/lib/libbgqrt.a" 2>/dev/null |
		sed -n 's/.* [TWDVB] \([A-Za-z0-9_]*\)$/\1/p'
	cat "$tmp/exports"; } | sort -u >"$tmp/there"
awk -F ' *\\| *' '!/^#/ { print $1 }' "$table" | sort -u | comm -12 - "$tmp/there" >"$tmp/names"
# references FILE: a program with the address of each name of a list.
references() {
	awk '{ print "extern void f" NR "(void) __asm__(\"" $1 "\");" } END {
		print "void (*const all[])(void) = {"
		for (i = 1; i <= NR; i++) print "f" i ","
		print "};" }' "$1"
}
references "$tmp/names" >"$tmp/names.c"
echo 'int main(int c, char **v) { return !all[c]; }' >>"$tmp/names.c"
"$cc" -w -o "$tmp/names.bin" "$tmp/names.c" 2>"$tmp/err"
verdict $? a_program_is_linked_with_all
nm -D --undefined-only "$tmp/names.bin" | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u |
	comm -23 - "$tmp/exports" | comm -12 - "$tmp/names" >"$tmp/hosts"
lines same | sort -u | comm -23 "$tmp/hosts" - >"$tmp/out"
[ -s "$tmp/hosts" ] && [ ! -s "$tmp/out" ]
verdict $? "only_those_are_the_hosts ($(wc -l <"$tmp/hosts") of $(wc -l <"$tmp/names"))"

# Variables: none that a program can set.
nm -D --defined-only $hosts | awk '$2 ~ /^[BDV]$/ && $3 !~ /^(_|errno@)/ && $3 ~ /@@/ {
	sub(/@.*/, "", $3); print $3 }' | sort -u >"$tmp/variables"
awk '{ print "extern char v" NR "[] __asm__(\"" $1 "\");" } END {
	print "char *const all[] = {"
	for (i = 1; i <= NR; i++) print "v" i ","
	print "};\nint main(int c, char **v) { return !all[c]; }" }' "$tmp/variables" \
	>"$tmp/variables.c"
"$cc" -w -o "$tmp/variables.bin" "$tmp/variables.c" 2>"$tmp/err"
verdict $? a_program_is_linked_with_all_variables
nm -D --undefined-only "$tmp/variables.bin" | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u |
	comm -12 - "$tmp/variables" | comm -23 - "$tmp/exports" |
	grep -v '^\(in6addr_.*\|h_errlist\)$' \
		>"$tmp/out"
[ ! -s "$tmp/out" ]
verdict $? no_variable_is_the_hosts

# ---- private: each rank its own, and what the host's libc gives
awk -F ' *\\| *' 'BEGIN { print "#include \"libc_state.h\"" }
	!/^#/ && $3 != "" {
		# a line of C has no | of its own
		print "static void t" n+0 "(int phase, int r)\n{\n\tVARIABLES"
		print "\tif (!phase) {\n\t\t" $3 ";\n\t}\n\t" $4 ";\n}"
		name[n++] = $1
	}
	END {
		print "static state_test *const tests[] = {"
		for (i = 0; i < n; i++) print "t" i ","
		print "};\nstatic const char *const names[] = {"
		for (i = 0; i < n; i++) print "\"" name[i] "\","
		print "NULL };\nint main(int c, char **v)\n{\n\tint r = rank_of(v);\n"
		print "\tsetenv(\"TZ\", \"UTC0\", 1);\n\trun_tests(tests, names, r);"
		print "\treturn 0;\n}"
	}' "$table" >"$tmp/state.c"
"${CC:-cc}" -D_GNU_SOURCE -w -I"$tests" -o "$tmp/alone" "$tmp/state.c" -lm 2>"$tmp/err" &&
	"$cc" -D_GNU_SOURCE -w -I"$tests" -I"$tests/spi" -o "$tmp/state" "$tmp/state.c" \
		2>>"$tmp/err"
verdict $? state_is_compiled
# mine NAME RANK: its lines, beside those of a process of the host.
mine() {
	grep "^$2 " "$tmp/ranks" >"$tmp/mine"
	"$tmp/alone" "$2" >"$tmp/hosts_own" 2>/dev/null
	[ -s "$tmp/hosts_own" ] && diff "$tmp/hosts_own" "$tmp/mine" >"$tmp/out"
	verdict $? "$1: rank $2"
}
for workers in 1 2 4; do
	expect "state_of_four_ranks_$workers" 0 '' "$run" --np 4 --workers $workers : "$tmp/state"
	cp "$tmp/out" "$tmp/ranks"
	for rank in 0 1 2 3; do mine "each_rank_has_its_own_$workers" $rank; done
done
# That they differ from rank to rank, or nothing would show.
awk '{
		rank = $1
		$1 = ""
		if (!($0 in seen)) seen[$0] = rank
		else if (seen[$0] != rank) same[$2] = 1
		all[$2] = 1
	}
	END { for (n in all) if (!(n in same)) k++; print k }' "$tmp/ranks" >"$tmp/differ"
[ "$(cat "$tmp/differ")" -ge 15 ]
verdict $? "results_depend_on_the_rank ($(cat "$tmp/differ"))"

# ---- errno is each rank's, from the beginning, whatever the emulator has called for it
cat >"$tmp/errno.c" <<'END'
#include <errno.h>
#include <stdio.h>

int first = -1;

int main(void)
{
	first = errno;
	printf("errno %d, ", first);
	printf("%d\n", errno);
	return 0;
}
END
"$cc" -O2 -o "$tmp/errno" "$tmp/errno.c" 2>"$tmp/err"
verdict $? errno_is_compiled
for workers in 1 2 4; do
	expect "errno_at_the_start_$workers" 0 '' "$run" --np 4 --workers $workers : "$tmp/errno"
	[ "$(sort "$tmp/out" | uniq -c | tr -d ' ')" = '4errno0,0' ]
	verdict $? "errno_at_the_start_is_0_$workers"
done

# ---- the hour that comes twice is that of the rank's own call before
cat >"$tmp/twice.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 4; i++) {
		int summer = (rank ^ i >> 1) & 1;
		struct tm before = { .tm_year = 120, .tm_mon = summer ? 6 : 0, .tm_mday = 5,
				     .tm_isdst = summer };
		struct tm twice = { .tm_year = 120, .tm_mon = 9, .tm_mday = 25, .tm_hour = 2,
				    .tm_min = 30, .tm_isdst = -1 };

		mktime(&before);
		MPI_Barrier(MPI_COMM_WORLD);
		printf("rank %d: %ld\n", rank, (long)mktime(&twice) - 1603500000);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
END
for rank in 0 1 2 3; do
	for i in 0 0 1 1; do
		[ $(((rank + i) % 2)) = 0 ] && echo "rank $rank: 89400" || echo "rank $rank: 85800"
	done
done >"$tmp/twice.expected"
"$build/bin/bgq-mpicc" -o "$tmp/twice" "$tmp/twice.c" 2>"$tmp/err"
verdict $? mktime_is_compiled
for workers in 1 2; do
	"$run" --np 4 --workers $workers --envs TZ=CET-1CEST,M3.5.0,M10.5.0/3 : "$tmp/twice" \
		2>"$tmp/err" | sort -s -k 2,2 >"$tmp/out"
	cmp -s "$tmp/out" "$tmp/twice.expected"
	verdict $? "the_hour_that_comes_twice_$workers"
done

# ---- locales
for options in '--workers 1' '--workers 2' '--workers 3' '--parking=off' '--clock=off'; do
	# shellcheck disable=SC2086 # a list of options
	expect "locales $options" 0 '' "$run" --np 8 --timeout 500 $options : "$spi/locales"
done

# ---- refused
lines refused | sort -u | comm -12 - "$tmp/there" >"$tmp/refused"
references "$tmp/refused" >"$tmp/refused.c"
printf '%s\n' '#include <stdlib.h>' \
	'int main(int c, char **v) { all[atoi(v[1])](); return 0; }' >>"$tmp/refused.c"
"$cc" -w -o "$tmp/refused.bin" "$tmp/refused.c" 2>"$tmp/err"
verdict $? refused_are_linked
i=0
while read -r name; do
	expect "refused_$name" 134 "rank 0 .*: $name is not implemented in this version" \
		"$run" --np 1 : "$tmp/refused.bin" $i
	i=$((i + 1))
done <"$tmp/refused"
# ---- a rank that ends in a function of libc which holds a lock of the host's
expect a_fault_with_a_lock_of_the_hosts 139 'rank 1 .*signal 11 .*address 0x8, in main' \
	timeout 60 "$run" --np 4 --workers 2 : "$build/tests/spi/argp_fault"
[ "$(grep -c '^rank [023]: refused' "$tmp/out")" -eq 3 ]
verdict $? 'a_fault_with_a_lock_of_the_hosts: others go on'
summary
