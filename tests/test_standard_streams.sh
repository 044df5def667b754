#!/bin/sh
# test_standard_streams.sh - the three standard streams are in the image: a rank that allocates
# nothing takes nothing from its heap, whose blocks and sizes are what they were when the streams
# were the first blocks.
# Leaves out what that saves (bench/boot.sh), and other streams (test_faults.sh, test_files.sh).
# Usage: test_standard_streams.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
needs standard_streams
# Sanitizers bring an allocator of their own, which libc's streams come from.
in_image=1
grep -q __asan_init "$run" && in_image=0

for ranks in 1 4 64; do
	expect "they_are_in_the_image_of_each_of_$ranks" 0 'still there' "$run" --np $ranks : \
		"$spi/standard_streams" "$in_image" </dev/null
	if [ "$(sort "$tmp/out" | uniq -c | awk '{ printf "%s%s ", $2, $1 }')" = \
		"before$ranks behind$ranks " ]; then ok "all_of_${ranks}_wrote_once"
	else not_ok "all_of_${ranks}_wrote_once"; fi
done
summary
