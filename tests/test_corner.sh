#!/bin/sh
# test_corner.sh - jobs on a part of a block (runjob --corner, --shape): their ranks' places as
# the machine has them, messages and collectives among them; the same for all workers.
# Leaves out the numbers of boards and cards, which are test_location.c's.
# Usage: test_corner.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
runjob=$build/bin/runjob

# places NAME "LINE OF RANK 0" "LINE OF THE LAST" runjob's options...
places() {
	name=$1 first=$2 last=$3
	shift 3
	for workers in 1 3; do
		BGQ_RUN_OPTIONS="--workers $workers" \
			expect "$name.$workers" 0 '' "$runjob" "$@" : "$spi/mpi_corner"
		sort -n -k 2 "$tmp/out" | sed -n '1p;$p' >"$tmp/ends"
		if printf '%s\n' "$first" "$last" | cmp -s - "$tmp/ends"; then
			ok "$name.$workers.places"
		else
			cat "$tmp/ends"
			not_ok "$name.$workers.places"
		fi
	done
}
whole='part 0,0,0,0,0 of 2x2x4x4x2'
places named_by_its_corners "Task 0 of 128 (0,0,0,0,0,0)  R00-M0-N08-J04 $whole" \
	"Task 127 of 128 (1,1,3,3,1,0)  R00-M0-N11-J29 $whole" --block EAS-02000-13331
part='part 1,0,0,0,0 of 1x2x2x2x2 sub-block'
places half_a_board "Task 0 of 16 (1,0,0,0,0,0)  R00-M0-N04-J00 $part" \
	"Task 15 of 16 (1,1,1,1,1,0)  R00-M0-N04-J09 $part" \
	--block R00-M0-N04 --corner R00-M0-N04-J00 --shape 1x2x2x2x2
part='part 1,2,0,2,0 of 2x2x1x2x2 sub-block'
places across_boards "Task 0 of 16 (1,2,0,2,0,0)  R00-M0-N10-J21 $part" \
	"Task 15 of 16 (2,3,0,3,1,0)  R00-M0-N14-J29 $part" \
	--block R00-M0 --corner R00-M0-N10-J21 --shape 2x2x1x2x2
part='part 0,2,0,0,0 of 2x2x1x2x1 sub-block'
places by_another_order "Task 0 of 16 (0,2,0,0,0,0)  R00-M0-N08-J04 $part" \
	"Task 15 of 16 (1,3,0,1,0,1)  R00-M0-N08-J22 $part" --mapping TEDCBA -p 2 \
	--block R00-M0 --corner R00-M0-N08-J04 --shape 2x2x1x2x1
part='part 0,1,0,1,1 of 1x1x1x1x1 sub-block'
line="Task 0 of 1 (0,1,0,1,1,0)  R00-M0-N00-J08 $part"
places one_core "$line" "$line" --block R00-M0-N00 --corner R00-M0-N00-J08-C03
printf '1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 1 0 0\n' >"$tmp/map"
part='part 0,0,0,2,1 of 2x1x1x2x1 sub-block'
places by_a_file "Task 0 of 3 (1,0,0,2,1,0)  R00-M0-N02-J22 $part" \
	"Task 2 of 3 (0,0,0,3,1,0)  R00-M0-N02-J07 $part" --np 3 --mapping "$tmp/map" \
	--block R00-M0 --corner R00-M0-N02-J11 --shape 2x1x1x2x1
expect part_beyond_the_block 2 '--part goes beyond the block' "$run" --shape 2x2x2x2x2 \
	--part 1x1x1x2x2+0,0,0,1,0 : "$spi/mpi_corner"
expect part_that_is_none 2 "--part: '2x2': is not of the form" "$run" --part 2x2 : "$spi/mpi_corner"
expect location_that_is_none 2 "--location: 'R00': is not a location" "$run" --location R00 : \
	"$spi/mpi_corner"
summary
