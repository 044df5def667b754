#!/bin/sh
# test_files.sh - pins that a rank's files are its own: descriptors, directory, mask and
# streams; that files which ranks share come out alike for any number of workers; that a call
# which waits for the host stops its rank only; and what calls take by the machine
# description.  Leaves out the host's time.
# Usage: test_files.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

d=$tmp/files
fresh() {
	rm -rf "$d" && mkdir "$d"
}

for workers in $all_workers; do
	for case in tcp local wrong broken left kept; do
		fresh
		expect "sockets_${case}_$workers" 0 '' timeout 600 "$run" --np 4 \
			--workers "$workers" : "$spi/sockets" $case "$d"
	done
	for case in descriptors entries streams threads pipes cancelled sent machine \
		removed_directory; do
		fresh
		expect "${case}_$workers" 0 '' "$run" --np 8 --workers "$workers" : "$spi/files" \
			$case "$d"
	done
done

# Nothing of it needs simulated time.
for case in descriptors entries streams threads machine; do
	fresh
	expect "${case}_clock_off" 0 '' "$run" --np 8 --clock off : "$spi/files" $case "$d"
done

fresh
expect redirected 0 '' "$run" --np 4 : "$spi/files" redirected "$d"
grep -v before "$tmp/out" | sort >"$tmp/got"
printf '%s\n' 'rank 0 after' 'rank 0 kept' 'rank 1 kept' 'rank 2 kept' 'rank 3 kept' \
	>"$tmp/want"
for rank in 1 2 3; do echo "rank $rank after"; done >"$tmp/want_files"
if cmp -s "$tmp/got" "$tmp/want" && cat "$d"/out.* | cmp -s - "$tmp/want_files"
then ok redirected_streams_go_to_their_files
else not_ok redirected_streams_go_to_their_files; fi

# Output, times and every byte are those of one worker.
for workers in $all_workers 3; do
	fresh
	expect "shared_$workers" 0 '' "$run" --np 32 --workers "$workers" : "$spi/files" shared "$d"
	(cat "$tmp/out" && cd "$d" && cat shared log own.*) | sum >>"$tmp/sums"
done
if [ "$(sort -u "$tmp/sums" | wc -l)" -eq 1 ]; then ok files_are_alike_for_any_workers
else not_ok files_are_alike_for_any_workers; fi
if [ "$(wc -c <"$d/shared")" -eq 33554432 ]; then ok every_byte_is_there
else not_ok every_byte_is_there; fi

for workers in $all_workers 3; do
	fresh
	expect "locks_$workers" 0 '' "$run" --np 16 --workers "$workers" : "$spi/files" locks "$d"
	sum <"$tmp/out" >>"$tmp/lock_sums"
done
if [ "$(sort -u "$tmp/lock_sums" | wc -l)" -eq 1 ] &&
	[ "$(grep -c 'counted 160' "$tmp/out")" -eq 16 ]
then ok ranks_get_locks_in_simulated_time
else not_ok ranks_get_locks_in_simulated_time; fi

# 512 MiB each way by two links of 2 GB/s, of which data get 512 of 569 bytes: 149.2 ms,
# 238.7 million cycles for the last; the first copy into a message and a call add some.
fresh
expect timed 0 '' "$run" --np 32 : "$spi/files" timed "$d"
if awk '$1 == "wrote" && $3 > wrote { wrote = $3 } $1 == "read" && $3 > read { read = $3 }
	END { exit !(wrote > 238.6e6 && wrote < 241e6 && read > 200e6 && read < 241e6) }' "$tmp/out"
then ok a_call_takes_the_time_of_its_data
else not_ok a_call_takes_the_time_of_its_data; fi
fresh
expect timed_by_four_links 0 '' "$run" --np 32 --io-ratio 16 : "$spi/files" timed "$d"
if awk '$1 == "wrote" && $3 > wrote { wrote = $3 }
	END { exit !(wrote > 119.3e6 && wrote < 121e6) }' "$tmp/out"
then ok the_ratio_of_io_nodes_counts
else not_ok the_ratio_of_io_nodes_counts; fi
expect wrong_ratio 2 "io-ratio: '0'" "$run" --io-ratio 0 : "$spi/files" timed "$d"

# The others are done before the word comes.
for ring in '' 1; do
	for workers in $all_workers; do
		fresh
		mkfifo "$d/fifo"
		BGQEMU_NO_IO_URING=$ring "$run" --np 32 --workers "$workers" : "$spi/files" fifo \
			"$d" >"$tmp/out" 2>"$tmp/err" &
		pid=$!
		exec 3>"$d/fifo"
		i=0
		while [ "$(grep -c done "$tmp/out")" -lt 31 ] && [ $i -lt 100 ]; do
			sleep 0.1
			i=$((i + 1))
		done
		done=$(grep -c done "$tmp/out")
		echo word >&3
		exec 3>&-
		if wait $pid && [ "$done" -eq 31 ] && grep -q 'has it' "$tmp/out"
		then ok "an_empty_fifo_stops_its_reader_only_${workers}${ring:+_threads}"
		else not_ok "an_empty_fifo_stops_its_reader_only_${workers}${ring:+_threads}"; fi
	done
done

# 1,280 descriptors under the usual soft limit; and a clear word when it is not enough.
fresh
expect hundreds_of_descriptors 0 '' sh -c \
	"ulimit -Sn 256; exec '$run' --np 32 : '$spi/files' many '$d'"
fresh
expect too_many 0 'more files open than the host allows .256' sh -c \
	"ulimit -n 256; exec '$run' --np 32 : '$spi/files' too_many '$d'"

# The library's functions on streams give way to a program's own of the same name.
cat >"$tmp/own.c" <<'SOURCE'
#include <stdio.h>
int getline(char *s, int n);
int getline(char *s, int n) { return fgets(s, n, stdin) ? s[0] - '0' : -1; }
int main(void) { char s[9]; return getline(s, sizeof s) != 7; }
SOURCE
"$build/bin/bgq-cc" -std=c99 -o "$tmp/own" "$tmp/own.c"
echo 7 >"$tmp/in"
expect a_program_may_have_its_own_getline 0 '' sh -c "'$run' --np 1 : '$tmp/own' <'$tmp/in'"

# Functions of libc that must not reach the host.
for workers in $all_workers; do
	fresh
	expect "strays_$workers" 0 '' "$run" --np 4 --workers "$workers" : "$spi/strays" "$d"
done
cat >"$tmp/words.c" <<'SOURCE'
#include <locale.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
int main(int argc, char **argv)
{
	time_t t = time(NULL);
	char text[30];
	strftime(text, sizeof text, "%H %Z", localtime(&t));
	while (getopt(argc, argv, "ab:") > 0) continue;
	wprintf(L"%s %d\n", text, optind);
	return 0;
}
SOURCE
"$build/bin/bgq-cc" -O2 -D_FORTIFY_SOURCE=2 -D_POSIX_C_SOURCE=200809L -o "$tmp/words" "$tmp/words.c"
expect local_time_of_the_job 0 '' env TZ=Asia/Tokyo "$run" --np 1 : "$tmp/words" -a -b x y -a
cp "$tmp/out" "$tmp/utc"
expect local_time_as_asked_for 0 '' "$run" --np 1 --envs TZ=XYZ-9 : "$tmp/words" y
if [ "$(cat "$tmp/utc" "$tmp/out")" = '00 UTC 4
09 XYZ 1' ]; then ok options_and_wide_words_of_plain_posix
else not_ok options_and_wide_words_of_plain_posix; fi

# Files that ranks share by mappings.
for workers in $all_workers; do
	for case in shared parts protected pages private large; do
		fresh
		expect "mapped_${case}_$workers" 0 '' timeout 600 "$run" --np 4 \
			--workers "$workers" : "$spi/mapped" $case "$d"
	done
done
fresh
expect mapped_protected_end 0 '' timeout 600 "$run" --np 1 : "$spi/mapped" protected "$d"
if [ "$(tr -d '\0' <"$d/protected.0")" = abcd ]; then ok protected_pages_are_written_too
else not_ok protected_pages_are_written_too; fi
fresh
expect mapped_ends 139 'rank 2 .*ended by signal 11' "$run" --np 4 : "$spi/mapped" ends "$d"
if [ "$(cat "$d"/end.* | tr -d '\0')" = storedstoredstoredstored ]
then ok what_was_stored_is_written_at_every_end
else not_ok what_was_stored_is_written_at_every_end; fi

fresh
expect a_broken_pipe_ends_its_rank 141 'rank 1 .*ended by signal 13' \
	"$run" --np 4 : "$spi/sockets" kills "$d"
if [ "$(cat "$tmp/out")" = 'rank 1 has said so' ]
then ok what_it_had_printed_is_there; else not_ok what_it_had_printed_is_there; fi

for case in dies dies_beside; do
	fresh
	expect $case 139 'rank 0 .* ended by signal 6' "$run" --np 4 : "$spi/files" $case "$d"
	if [ "$(cat "$d"/dies.* | grep -c 'wrote this')" -eq 4 ]; then
		ok last_words_of_${case}_reach_the_file
	else
		not_ok last_words_of_${case}_reach_the_file
	fi
done

summary
