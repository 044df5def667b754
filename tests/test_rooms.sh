#!/bin/sh
# test_rooms.sh - which folder may include which: each line of the table names a room (those of
# emu/ without that name) and the rooms whose headers it may read, all of them further up in the
# table, so that no two rooms can depend on each other.  Headers called *internal.h are their
# room's own.  What is linked into programs, and what compiles them, reads next to nothing of
# bgq-run.
# Leaves out include/, which is the interface to programs and free for all, and tests/.
# The same order holds for symbols, by nm.
# And that sizes are within limits, the tour of the source names what is there, and the top level is
# as it was agreed (of a clone: what else lies there, as build/, is not looked at).
# Usage: test_rooms.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1

cat >"$tmp/table" <<TABLE
net/base:
net/machine: net/base
net/mesh: net/machine
net/fault: net/base net/machine
net: net/base net/machine net/mesh net/fault
coll: net/base net/machine net
coll/tree: net/base net/machine
mu: net/base net/machine net coll
mu/dma: net/base net/machine net
core/calls: net/base
core/engine: net/base net/machine core/calls
cmd/cli: net net/base net/machine net/fault
node/image: net/base mu core/calls
core/follow: net/base core/calls core/engine node/image
node/machine: net/base net/machine net coll mu core/calls core/engine cmd/cli node/image
cmd/jobs: net/base net/machine net/fault core/engine cmd/cli node/machine
core/wait: core/calls core/engine core/follow node/machine node/image
core/check: core/calls core/engine core/follow core/wait node/machine node/image
core/cache: net/machine mu core/engine node/machine core/follow core/wait core/check
core/train: net coll mu core/engine core/wait core/check
target/rt: core/calls
target/rt/omp: target/rt
target/mpi:
target/mpi/trace:
target/mpi/io: target/mpi
target/mass:
target/fortran:
node/posix: net/base core/calls core/engine node/image node/machine core/wait core/check \
	target/rt
show/report: net net/base coll mu core/calls core/engine cmd/cli node/image node/machine \
	core/follow core/wait core/check core/train node/posix
show/measure: net net/base net/machine mu core/engine node/machine core/wait core/check show/report
show/profile: net/machine core/calls core/engine core/follow cmd/cli node/machine \
	node/image core/wait core/check show/report
show/page: net net/base mu net/machine core/engine core/follow core/wait cmd/cli node/machine \
	show/report show/measure show/profile
node/io: net net/base net/machine core/engine core/calls node/image node/machine \
	node/posix show/report target/rt
node/process: net/base coll core/calls core/engine node/machine core/wait core/check \
	node/posix show/report target/rt node/io
node/kernel: net coll mu core/calls node/image node/machine node/posix show/report
node/abi: net net/base coll mu core/calls core/engine node/image node/machine core/follow \
	core/wait core/check target/rt node/posix show/report node/kernel node/io
node/libc: net/base core/engine core/calls node/image node/machine core/wait core/check \
	node/posix show/report target/rt node/io node/abi
show/trace: net net/base mu net/machine node/image core/calls core/engine cmd/cli node/machine \
	core/wait core/check show/report
show/gdb: net/base core/engine node/machine node/image node/process node/abi show/report
compile/cc: core/calls
compile/as: net/machine
compile/as/aarch64: net/machine compile/as
compile/ppc: net/machine compile/as
cmd/restart: net net/base core/engine cmd/cli node/image node/machine show/report node/io
cmd/run: net net/base net/machine net/fault coll mu core/calls core/engine cmd/cli node/image \
	node/machine core/follow core/wait core/check core/cache core/train node/posix show/report \
	node/process node/kernel node/libc node/abi node/io show/measure show/page show/trace \
	show/profile show/gdb cmd/jobs cmd/restart
cmd/runjob: net/machine cmd/cli
cmd/traffic: net/base net/machine net coll coll/tree core/engine cmd/cli net/mesh net/fault \
	mu/dma
TABLE

# room, room whose header it reads, file, header
find net coll mu emu -name '*.[chS]' -o -name '*.def' | sort >"$tmp/files"
xargs awk '
	FILENAME == ARGV[1] { there[$0] = 1; next }
	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, part, "\"")
		header = part[2]
		room = FILENAME
		sub("/[^/]*$", "", room)
		from = header
		if (!sub("/[^/]*$", "", from))
			from = (room "/" header) in there ? "" : "?"
		if (from != "" && header !~ /^include\//)
			print room, from, FILENAME, header
	}' "$tmp/files" <"$tmp/files" | sed 's,^emu/,,; s, emu/, ,' >"$tmp/included"

# The table may not contradict itself.
awk -F': *' '{
	n = split($2, below, " ")
	for (i = 1; i <= n; i++)
		if (!(below[i] in known)) print $1 " is above " below[i]
	known[$1] = 1
}' "$tmp/table" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok the_table_has_no_circle; else ok the_table_has_no_circle; fi

awk 'NR == FNR {
	split($0, line, /: */)
	known[line[1]] = 1
	n = split(line[2], below, " ")
	for (i = 1; i <= n; i++) may[line[1], below[i]] = 1
	next
}
!($1 in known) { print $3 ": its room is not in the table" }
!(($1, $2) in may) { print $3 " includes " $4 }' "$tmp/table" "$tmp/included" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok rooms_include_what_is_below_them
else ok rooms_include_what_is_below_them; fi

awk '$4 ~ /internal\.h$/ { print $3 " includes " $4 }' "$tmp/included" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok internal_headers_stay_in_their_room
else ok internal_headers_stay_in_their_room; fi

# The run as a whole is known to what carries it out and what shows it; those that ask the layers
# below it are few.
awk '$4 ~ /(^|node\/machine\/)machine\.h$/ && $2 == "node/machine" &&
	$1 !~ /^(cmd\/run|show\/report|show\/page|node\/machine)$/ { print $3 " includes " $4 }' \
	"$tmp/included" >"$tmp/out"
for header in machine units; do
	n=$(awk -v h="^(emu/node/machine/)?$header[.]h\$" '$2 == "node/machine" && $4 ~ h' \
		"$tmp/included" | wc -l)
	if [ "$n" -lt 5 ] || [ "$n" -gt 30 ]; then echo "$header.h: $n includers"; fi
done >>"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok few_files_know_the_whole_run
else ok few_files_know_the_whole_run; fi

# A wing says where its code runs, and has few enough rooms to know them by name.
for wing in core node show target compile cmd; do
	n=$(find emu/$wing -mindepth 1 -maxdepth 1 -type d | wc -l)
	if [ "$n" -lt 1 ] || [ "$n" -gt 8 ]; then echo "emu/$wing: $n rooms"; fi
done >"$tmp/out"
find emu -mindepth 1 -maxdepth 1 ! -name tools | grep -vE '/(core|node|show|target|compile|cmd)$' \
	>>"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok a_wing_has_at_most_eight_rooms
else ok a_wing_has_at_most_eight_rooms; fi

# Symbols tell what headers do not: a function may be declared where it is called.  A room uses
# those of rooms above it in the table through tables of functions alone (struct mu_ops and others).
# net/ is compiled for several kinds of machines, of which bgq-run has one.  host_malloc.c defines
# the C library's own names, which are everybody's.
grep '[.][cS]$' "$tmp/files" | grep -vE '^emu/(target|compile)/' |
	sed "s,^,$build/,; s/[cS]\$/o/" | while read -r object; do
	[ ! -e "$object" ] || echo "$object"
done >"$tmp/objects"
# shellcheck disable=SC2046 # a list of names
nm -gP -A $(cat "$tmp/objects") 2>/dev/null | sed "s,^$build/,,; s,^emu/,," | awk '
	FNR == NR { split($0, line, ":"); order[line[1]] = ++rooms; next }
	{
		file = $1
		sub(/\.o:$/, "", file)
		room = file
		sub("/[^/]*$", "", room)
		if ($3 == "U") { used[++uses] = $2; by[uses] = room; in_file[uses] = file }
		else if ($3 ~ /[TDBRVWC]/ && file !~ /host_malloc$/) at[$2] = at[$2] " " room " "
	}
	END {
		for (i = 1; i <= uses; i++) {
			n = split(at[used[i]], rooms_of, " ")
			lowest = rooms + 1
			for (j = 1; j <= n; j++)
				if (order[rooms_of[j]] < lowest) lowest = order[rooms_of[j]]
			if (n && lowest > order[by[i]])
				print in_file[i] ": uses " used[i] " of " rooms_of[1]
			checked++
		}
		if (checked < 3000) print checked " uses were looked at"
	}' "$tmp/table" - >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok no_symbol_of_a_room_above_is_used
else ok no_symbol_of_a_room_above_is_used; fi

# The interpreter of waits is linked for its tests without anything of a run.
nm "$build/tests/test_follow_operate" "$build/tests/test_follow_rounds" |
	grep -E ' emu_(job|booted|machine|units)$' >"$tmp/out"
nm "$build/tests/test_follow_operate" | grep -q ' follow_loop$' || echo no follow_loop >>"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok the_interpreter_knows_nothing_of_a_run
else ok the_interpreter_knows_nothing_of_a_run; fi

# At least as many were looked at as there are: a pattern that finds nothing is no proof.
if [ "$(wc -l <"$tmp/included")" -gt 200 ]; then ok includes_are_found
else not_ok includes_are_found; fi

# A tag is one type in all files of bgq-run, and in all of the libraries of programs.
tags_twice() {
	xargs sed -nE 's/^((struct|union|enum) [a-z_0-9]+) \{.*/\1/p' | sort | uniq -d
}
find net coll mu emu -name '*.[ch]' | grep -vE '^emu/(target|compile|cmd/(traffic|runjob))/' |
	tags_twice >"$tmp/out"
find emu/target -name '*.[ch]' | tags_twice >>"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok a_tag_is_one_type; else ok a_tag_is_one_type; fi

# The tour of the source names files that are there, and functions that are in them.
tour=man/bgqemu-internals.7
sed 's/\\&//g' $tour | grep -oE '(emu|net|mu|coll|include|bench)/[a-zA-Z0-9_./*-]+' |
	sed 's/\.$//' | sort -u | while read -r path; do
	# shellcheck disable=SC2086 # some are patterns
	ls -d $path >/dev/null 2>&1 || echo "$tour: no $path"
done >"$tmp/out"
sed -n '/^.Sh WHERE THINGS ARE/,/^.Ed/p' $tour | cut -c 31- |
	awk '{ sub(/^ +/, ""); printf "%s%s", sep, $0; sep = /[,:]$/ ? " " : "\n" }
		END { print "" }' |
	grep '^[a-z/_0-9]*\.[chS]: ' | while IFS=' ' read -r path names; do
	for name in $(echo "$names" | tr -d ,); do
		grep -qw -- "$name" "${path%:}" 2>/dev/null || echo "$tour: no $name in ${path%:}"
	done
done >>"$tmp/out"
sed -nE 's/^\.(Fn|Fo|Pq Fn) ([a-z_0-9]+).*/\2/p' $tour | sort -u >"$tmp/functions"
find net coll mu emu include -name '*.[chS]' -o -name '*.def' | xargs cat |
	grep -owFf "$tmp/functions" | sort -u | comm -13 - "$tmp/functions" |
	sed "s|^|$tour: nowhere |" >>"$tmp/out"
if [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/functions")" -lt 100 ]
then not_ok the_tour_names_what_is_there; else ok the_tour_names_what_is_there; fi

# Folders and files of the top level; names with a dot are free.
top() {
	git -c safe.directory='*' ls-files | sed 's|/.*||' | grep -v '^[.]' | sort -u | tr '\n' ' '
}
if [ -e .git ] && command -v git >/dev/null; then
	if [ "$(LC_ALL=C top)" = 'Makefile README bench coll emu include man mu net tests ' ]
	then ok top_level; else LC_ALL=C top; not_ok top_level; fi
fi

# Functions, files, parameters and lines.
expect sizes_are_within_their_limits 0 '' emu/tools/code-sizes
summary
