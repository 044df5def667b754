#!/bin/sh
# test_file_write.sh - files that options name: whole ones alone have their names, whatever ends the
# run or forbids to write on.
# Leaves out what is in them (test_report.sh, test_trace.sh, test_bgq_run_net.sh).
# Usage: test_file_write.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
needs memfifo core_ends last_output
there=$(cd "$build/bin" && pwd)
programs=$(cd "$spi" && pwd)
d=$tmp/files
mkdir "$d"

# is_there NAME FILE...: these and no others are in the directory.
is_there() {
	name=$1
	shift
	if [ "$(ls "$d")" = "$(printf '%s\n' "$@")" ]; then ok "$name"
	else not_ok "$name: $(ls "$d" | tr '\n' ' ')"; fi
	rm -rf "${d:?}"/*
}

all="--report=$d/r.html --report=$d/r.json --trace=$d/t.json --counters=$d/c.csv"
# shellcheck disable=SC2086 # a list of options
expect whole 0 '' "$run" --np 32 $all : "$spi/memfifo"
is_there whole_ones c.csv r.html r.json t.json

# Files may have 4 KiB; the shell's unit is 512 bytes or 1 KiB.
limited() {
	(ulimit -f "$(if [ "${BASH_VERSION:-}" ]; then echo 4; else echo 8; fi)" && exec "$@")
}
echo old >"$d/r.json"
# shellcheck disable=SC2086 # a list of options
expect no_room 1 "^bgq-run: --counters $d/c.csv: File too large\$" \
	limited "$run" --np 32 $all : "$spi/memfifo"
for file in --report:r.html --trace:t.json; do
	if grep -qx "bgq-run: ${file%:*} $d/${file#*:}: File too large" "$tmp/err"
	then ok "no_room: ${file#*:}"; else not_ok "no_room: ${file#*:}"; fi
done
is_there none_is_left
# without_room NAME STATUS PATTERN command...: no file may have any byte.
without_room() {
	name=$1 status=$2 pattern=$3
	shift 3
	{ (ulimit -f 0; "$@"; echo "status $?") 2>&1; } | cat >"$tmp/err"
	got=$(sed -n 's/^status //p' "$tmp/err")
	judge_run
}
without_room no_room_for_a_core_file 3 'core files, first \./core\.2: File too large' \
	env -C "$d" "$there/bgq-run" --np 32 --core=all : "$programs/core_ends"
is_there no_core_file_is_left
without_room no_room_for_loads 1 "^bgq-net: $d/loads.csv: File too large" \
	"$there/bgq-net" --shape 2x1x1x1x1 --load 1:5:1 --csv "$d/loads.csv"
is_there no_loads_are_left

# Nothing to write at all.
expect no_program 127 '' "$run" --report="$d/r.html" --trace="$d/t.json" : "$tmp/none"
is_there no_empty_file_is_left

# Killed while it runs: what there is, and what was there before, is not taken for a trace.
echo old >"$d/t.json"
"$run" --np 2 --trace="$d/t.json" : "$spi/last_output" run "$tmp" >/dev/null 2>&1 &
while kill -0 $! 2>/dev/null && ! [ -e "$d/t.json.partial" ]; do sleep 0.1; done
kill -9 $!
wait $! 2>/dev/null
is_there killed t.json.partial

# A link stays one, rights stay, and names are those of the directory of the start.
echo old >"$tmp/real.json"
chmod 640 "$tmp/real.json"
ln -s ../real.json "$d/r.json"
expect link 0 '' env -C "$d" "$there/bgq-run" --np 2 --report=r.json --trace=t.json --cwd=/ : \
	"$programs/memfifo"
if [ -L "$d/r.json" ] && [ "$(stat -c %a "$tmp/real.json")" = 640 ] &&
	grep -q '"ranks"' "$tmp/real.json"
then ok link_and_rights; else not_ok link_and_rights; fi
is_there names_of_the_start r.json t.json
mkfifo "$d/fifo.json"
timeout 60 cat "$d/fifo.json" >"$tmp/read" &
sleep 2 # until it has opened it: bgq-run does not wait for a reader
expect fifo 0 '' "$run" --np 2 --report="$d/fifo.json" : "$spi/memfifo"
wait $!
if grep -q '"ranks"' "$tmp/read"; then ok fifo_is_read; else not_ok fifo_is_read; fi
summary
