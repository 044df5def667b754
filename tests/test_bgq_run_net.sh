#!/bin/sh
# test_bgq_run_net.sh - what bgq-run lets a user say and see of the network: order of
# dimensions, zones, seed, counters.  Leaves out how packets move (test_net.c).
# Usage: test_bgq_run_net.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"

# holds NAME PATTERN FILE: a line of it matches.
holds() {
	if grep -Eq -- "$2" "$3"; then ok "$1"; else
		echo "    no line matches: $2"
		not_ok "$1"
	fi
}

# ---- options that make no sense
while read -r name option text; do
	expect "$name" 2 "$text" "$run" --np 32 "$option" : "$spi/boot"
	if [ -s "$tmp/out" ]; then not_ok nothing_has_run; else ok nothing_has_run; fi
done <<-END
	zone_beyond_3 --zone=4=ABCDE --zone: '4=ABCDE': not of the form N=MASKS
	zone_without_masks --zone=1 --zone: '1': not of the form N=MASKS
	zone_that_is_empty --zone=0= --zone: '0=': does not name each of A, B, C, D and E
	zone_that_lacks_one --zone=0=AB,DE --zone: '0=AB,DE': does not name each
	zone_with_one_twice --zone=0=AB,BCDE --zone: '0=AB,BCDE': names a dimension twice
	zone_with_a_hole --zone=0=AB,,CDE --zone: '0=AB,,CDE': an empty group
	zone_of_other_letters --zone=0=ABCDEF --zone: '0=ABCDEF': not a list of dimensions
	order_that_lacks_one --order=ABCD --order: 'ABCD': does not name each
	order_with_one_twice --order=A,B,C,D,E,A --order: 'A,B,C,D,E,A': names a dimension twice
	mesh_with_one_twice --mesh=ABA --mesh: 'ABA' names A twice
	no_such_figure --set=speed=3 --set: 'speed=3' names no figure
	another_router --set=dynamic_vcs=2 --set: 'dynamic_vcs=2': Blue Gene/Q's router has
	another_payload --set=payload_bytes=256 --set: 'payload_bytes=256': message units have
	seed_that_is_no_number --seed=x --seed: 'x' is not a number
	counters_nowhere --counters=/nonexistent/file --counters /nonexistent/file: No such file
END

# ---- which way packets go: from rank 0, <0,0,0,0,0>, to rank 7, <1,1,1,0,0>.
# path NAME EXPECTED WAY COUNT OPTIONS...: links and packets on them, in the CSV's order.
path() {
	test=$1 links=$2 way=$3 count=$4
	shift 4
	expect "${test}_runs" 0 '' "$run" --shape 2x2x2x1x1 --mesh ABC --counters="$tmp/csv" \
		"$@" : "$spi/routes" "$way" "$count"
	got=$(awk -F, 'NR > 1 && $8 { printf "%s%d%s=%d", sep, $1, $7, $8; sep = " " }' "$tmp/csv")
	if [ "$got" = "$links" ]; then ok "$test"; else
		echo "    $got instead of $links"
		not_ok "$test"
	fi
}
path longest_first_of_equals '0A+=5 4B+=5 6C+=5' deterministic 5
path order_c_b_a '0C+=5 1B+=5 3A+=5' deterministic 5 --order C,B,A,D,E
path order_without_commas '0B+=5 2C+=5 3A+=5' deterministic 5 --order bcaed
path zone_3_is_a_to_e '0A+=1 4B+=1 6C+=1' 3 1
path zone_of_one_at_a_time '0C+=1 1A+=1 5B+=1' 3 1 --zone 3=C,A,DB,E
path zone_masks_are_zones '0C+=1 1A+=1 5B+=1' 3 1 --zone-masks 3=C,A,DB,E
path zone_of_another_id '0A+=1 4B+=1 6C+=1' 3 1 --zone 1=C,A,DB,E
path zone_1_as_set '0C+=1 1A+=1 5B+=1' 1 1 --zone 1=C,A,DB,E
# A packet that finds the way by C busy escapes by A, and comes back to the zone; or not.
path back_from_the_bubble '0A+=2 0C+=3 1B+=3 3A+=3 4C+=2 5B+=2' 0 5 --zone 0=C,B,ADE
path stay_on_the_bubble '0A+=2 0C+=3 1B+=3 3A+=3 4B+=2 6C+=2' 0+bubble 5 --zone 0=C,B,ADE
expect zone_1_takes_all 0 '' \
	"$run" --shape 2x2x2x1x1 --mesh ABC --counters="$tmp/csv" : "$spi/routes" 1 40
if [ "$(awk -F, '$1 == 0 && $8' "$tmp/csv" | wc -l)" -eq 3 ]
then ok three_links_at_once; else not_ok three_links_at_once; fi

# ---- what programs read of it
expect masks_in_registers 0 '' "$run" --np 32 : "$spi/conformance_zones"
expect masks_as_set 0 '' "$run" --np 32 --order EDCBA --zone 0=A,BCD,E --zone 3=DE,CBA : \
	"$spi/conformance_zones" 111110 1070400 1f00000 1041041 3e0000

# ---- broadcasts along lines
for workers in 1 3; do
	expect "deposits_with_${workers}_workers" 0 '' "$run" --shape 6x1x2x1x2 --workers $workers \
		--counters="$tmp/csv" : "$spi/deposit"
	# 8 packets (2000 bytes, twice) over three links of each of four lines.
	if [ "$(awk -F, '$7 == "A+" && $8 { if ($8 != 8 || $2 > 2) bad = 1; n++ }
		$7 != "A+" && $8 ~ /^[1-9]/ { bad = 1 }
		END { print n + 0, bad + 0 }' "$tmp/csv")" = '12 0' ]
	then ok deposits_cross_each_link_once; else not_ok deposits_cross_each_link_once; fi
done
expect deposits_on_a_mesh 0 '' "$run" --shape 5x2x1x2x2 --mesh ABCDE : "$spi/deposit"
expect deposits_clock_off 0 '' "$run" --shape 6x1x2x1x2 --clock off : "$spi/deposit"
expect deposits_clock_off_with_2_workers 0 '' "$run" --shape 6x1x2x1x2 --clock off --workers 2 : \
	"$spi/deposit"

# ---- counters: the table, the file, and both the same for any number of workers
expect counters_table 0 '' \
	"$run" --shape 2x2x2x1x1 --mesh ABC --counters : "$spi/routes" deterministic 5
holds table_has_the_sender '^  <0,0,0,0,0> +A\+ +5 +0 +0 +0 +1\.423 +[0-9.]+ +0 +0\.0000$' \
	"$tmp/err"
holds table_has_the_receiver '^  <1,0,0,0,0> +A- +0 +0 +0 +0 +0\.000 +0\.00 +5 +0\.[0-9]+$' \
	"$tmp/err"
holds table_has_sums '^ +C\+ +5 +0 +0 +0 +1\.423 ' "$tmp/err"
share='([0-9.]+) % of the time on average'
holds summary_names_the_busiest \
	"bgq-run: 3 of 80 links used in [0-9.]+ us, $share; busiest: A\\+ of <0,0,0,0,0>, \\1 %" \
	"$tmp/err"
if [ "$(grep -c '^  <' "$tmp/err")" -eq 6 ]
then ok idle_links_are_left_out; else not_ok idle_links_are_left_out; fi
expect counters_of_nothing 0 'no link has carried a packet' \
	"$run" --np 32 --counters : "$spi/private" argument
expect counters_file 0 '' \
	"$run" --shape 2x2x2x1x1 --counters="$tmp/csv" : "$spi/routes" deterministic 5
head='node,a,b,c,d,e,link,normal,priority,system,collective,busy_ps,received,waiting_packet_ps'
head=$head,bad,lost,sent_again,bits_corrected
holds csv_head "^$head\$" "$tmp/csv"
if [ "$(wc -l <"$tmp/csv")" -eq 81 ]; then ok csv_has_every_link; else not_ok csv_has_every_link; fi
expect counters_disk_full 1 'counters /dev/full: No space' \
	"$run" --np 32 --counters=/dev/full : "$spi/memfifo"

for workers in $all_workers; do
	expect "counters_with_${workers}_workers" 0 '' "$run" --np "$(usual_or_long 32 128)" \
		--workers $workers --counters="$tmp/csv" : "$spi/memfifo"
	cat "$tmp/csv" >>"$tmp/err"
	[ $workers -eq 1 ] && cp "$tmp/err" "$tmp/one"
	if cmp -s "$tmp/one" "$tmp/err"; then ok same_counters; else not_ok same_counters; fi
done
# All that left every node has come to its neighbours.
if awk -F, 'NR > 1 { sent += $8 + $9 + $10 + $11; got += $13 }
	END { exit !(sent > 0 && sent == got) }' \
	"$tmp/csv"; then ok nothing_is_lost; else not_ok nothing_is_lost; fi

# ---- seed: another one, other choices; the same one, the same
for seed in 1 1 2; do
	"$run" --np "$(usual_or_long 64 128)" --seed $seed --counters="$tmp/csv" : \
		"$build/bench/spi/alltoall" 1024 >"$tmp/out" 2>"$tmp/err"
	cat "$tmp/csv" "$tmp/err" "$tmp/out" >"$tmp/now"
	if [ ! -f "$tmp/before" ]; then
		cp "$tmp/now" "$tmp/before"
	elif [ $seed -eq 1 ]; then
		if cmp -s "$tmp/before" "$tmp/now"
		then ok same_seed_same_counters; else not_ok same_seed_same_counters; fi
	elif cmp -s "$tmp/before" "$tmp/now"; then not_ok another_seed; else ok another_seed; fi
done

# ---- figures of the machine: half a link's time a byte is half of what links are busy
"$run" --np 32 --counters="$tmp/one" : "$build/bench/spi/alltoall" 512 >"$tmp/out" 2>"$tmp/err"
"$run" --np 32 --set link_rate=250 --set link_overhead_bytes=25 --counters="$tmp/half" : \
	"$build/bench/spi/alltoall" 512 >"$tmp/out" 2>"$tmp/err"
awk -F, 'FNR > 1 { busy[FILENAME] += $12; n[FILENAME] += $8 }
	END { print busy[ARGV[1]], busy[ARGV[2]], n[ARGV[1]], n[ARGV[2]]
	exit !(n[ARGV[1]] == n[ARGV[2]] && busy[ARGV[1]] == 2 * busy[ARGV[2]]) }' \
	"$tmp/one" "$tmp/half" >"$tmp/out"
if [ $? -eq 0 ]; then ok twice_the_link_rate; else not_ok twice_the_link_rate; fi
expect figures_need_the_clock 2 '--set needs the clock' "$run" --np 2 --clock off \
	--set link_rate=250 : "$spi/boot"

summary
