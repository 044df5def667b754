#!/bin/sh
# test_mpi_trace.sh - libbgqmpitrace before an MPI that is not bgqemu's (tests/pmpi): whatever its
# handles are, messages, times and results are those without it, and its calls are in a trace; each
# call that it stands before has all its arguments passed on, and the right ones are told.
# Leaves out the small MPI (test_trace.sh), and names of MPI in Fortran.
# Usage: test_mpi_trace.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(dirname "$0")
cc=$build/bin/bgq-cc
tracing="-L$("$cc" --floor)/comm/lib -lbgqmpitrace"

is() { # NAME GOT EXPECTED
	if [ "$2" = "$3" ]; then ok "$1"; else echo "    $2, not $3"; not_ok "$1"; fi
}
slices() { # CALL ARGUMENTS: how many
	grep -c "\"name\":\"MPI_$1\"$2" "$tmp/t.json"
}

for kind in '' -DHANDLES_ARE_POINTERS; do
	# shellcheck disable=SC2086 # options
	set -- $kind -O2 -I"$here/pmpi" -I"$here/spi"
	"$cc" "$@" -c -o "$tmp/library.o" "$here/pmpi/library.c" &&
		rm -f "$tmp/libother.a" && ar rc "$tmp/libother.a" "$tmp/library.o"
	# shellcheck disable=SC2086 # options
	expect "builds $kind" 0 '' "$cc" "$@" -o "$tmp/ring" "$here/pmpi/ring.c" $tracing \
		-L"$tmp" -lother
	expect "runs $kind" 0 '' "$run" --np 4 : "$tmp/ring"
	sort "$tmp/out" >"$tmp/plain"
	is "results $kind" "$(cut -d' ' -f1-3 "$tmp/plain" | tr '\n' ' ')" \
		'0 33 4711 1 3 4711 2 13 4711 3 23 4711 '
	expect "is traced $kind" 0 '' "$run" --np 4 --trace="$tmp/t.json" : "$tmp/ring"
	sort "$tmp/out" | cmp -s - "$tmp/plain"
	is "times are those without a trace $kind" $? 0
	for to in 0 1 2 3; do
		is "send to $to $kind" \
			"$(slices Send ",\"args\":{\"count\":16,\"to\":$to,\"tag\":3}")" 1
	done
	is "receives $kind" "$(slices Irecv ',"args":{"count":16,"from":[0-3],"from_tag":3}')" 4
	is "waits $kind" "$(slices Wait '')" 4
	is "root $kind" "$(slices Bcast ',"args":{"count":4,"root":1}')" 4
	is "barriers $kind" "$(slices Barrier '')" 4
	# Without the library its calls are the program's own.
	"$cc" "$@" -o "$tmp/ring" "$here/pmpi/ring.c" -L"$tmp" -lother
	expect "alone $kind" 0 '' "$run" --np 4 --trace="$tmp/t.json" : "$tmp/ring"
	is "no slices of MPI $kind" "$(slices '' '')" 0
done

# Each call: argument i is 100 + i in a word whose upper half is another number.
awk -F'[(,) ]+' '
BEGIN { print "#include <stdio.h>\n#define W(i) ((long)(100 + i) | 7l << 40)" }
/^MPI_CALL\(/ {
	words = list = ""
	for (i = 0; i < $3; i++) {
		words = words (i ? ", " : "") "long a" i
		list = list (i ? ", " : "") "W(" i ")"
		sums[$2] = sums[$2] "\n\t\tif (a" i " != W(" i ")) return 1000 + " i ";"
	}
	if (words == "") words = "void"
	print "long MPI_" $2 "(" words ");\nlong PMPI_" $2 "(" words ");"
	print "long PMPI_" $2 "(" words ")\n{" sums[$2] "\n\treturn " ++n ";\n}"
	calls = calls "\tif ((rc = MPI_" $2 "(" list ")) != " n ")\n\t\tprintf(\"" $2 \
		" %ld\\n\", rc);\n"
}
END {
	print "int main(void)\n{\n\tlong rc;\n" calls
	print "\tprintf(\"" n " calls\\n\");\n\treturn 0;\n}"
}
' "$here/../include/bgqemu/mpi_calls.def" >"$tmp/each.c"
# shellcheck disable=SC2086 # options
expect each_builds 0 '' "$cc" -O2 -o "$tmp/each" "$tmp/each.c" $tracing
expect each 0 '' "$run" --np 1 --trace="$tmp/t.json" : "$tmp/each"
is all_arguments_and_values "$(cat "$tmp/out")" \
	"$(grep -c '^MPI_CALL(' "$here/../include/bgqemu/mpi_calls.def") calls"
awk -F'[(,) ]+' -v file="$tmp/t.json" '
BEGIN {
	while ((getline line <file) > 0)
		if (match(line, /"name":"MPI_[A-Za-z_]*"(,"args":[{][^}]*[}])/)) {
			t = substr(line, RSTART, RLENGTH); n = split(t, q, "\"")
			told[q[4]] = t
		}
}
function field(name, at) { if (at >= 0) return (args++ ? "," : "") "\"" name "\":" 100 + at }
/^MPI_CALL\(/ {
	args = 0
	peer = $2 ~ /^I?([Bb]cast|[Rr]educe|[Gg]atherv?|[Ss]catterv?)$/ ? "root" : "to"
	want = field("count", $4)
	want = want field(peer, $5)
	want = want field("tag", $6)
	want = want field("from", $7)
	want = want field("from_tag", $8)
	want = "\"name\":\"MPI_" $2 "\",\"args\":{" want "}"
	if (told["MPI_" $2] != want) { print told["MPI_" $2] " is not " want; bad = 1 }
}
END { exit bad }' "$here/../include/bgqemu/mpi_calls.def" >"$tmp/out"
is each_call_is_told $? 0
summary
