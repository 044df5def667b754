#!/bin/sh
# test_machine_dma.sh - bgq-net --dma: messages by Blue Gene/P's DMA, beside the plain flows of the
# same pattern; that workers change nothing; options that are wrong.
# Leaves out the DMA itself: test_dma.c, test_dma_fifos.c.
# Usage: test_machine_dma.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# near NAME OPTIONS DMA PLAIN: MB/s with either of two more lists of options, within 6 percent.
near() {
	# shellcheck disable=SC2086 # lists of options
	"$net" $2 $3 >"$tmp/out" 2>"$tmp/err" && "$net" $2 $4 >>"$tmp/out" 2>>"$tmp/err"
	if sed -n 's/.* \([0-9.]*\) MB.s$/\1/p' "$tmp/out" | awk '{ v[NR] = $1 }
		END { exit !(NR == 2 && v[1] > .94 * v[2] && v[1] < 1.06 * v[2]) }'; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

shift='--machine=bgp --shape 4x4x4 --shift 1,1,1 --message 64KiB'
near puts_as_plain_ones "$shift" '--dma put' ''
near gets_as_plain_ones "$shift" '--dma get' '--get'
near third_parties_as_fast_as_gets "$shift" '--dma third' '--get'
near paced_gets_as_plain_ones "$shift" '--dma get --pacing 8KiB --piece 2KiB' \
	'--get --pacing 8KiB --piece 2KiB'
near paced_gets_by_one_fifo_as_plain_ones "$shift" \
	'--dma get --pacing 8KiB --piece 2KiB --injfifos 1' \
	'--get --pacing 8KiB --piece 2KiB --injfifos 1'
near a_link_as_plain "--machine=bgp --shape 4x4x4 --shift 1,0,0 --message 64KiB" '--dma put' ''

# US 7,761,687, l. 164: the same descriptor again, by the head alone.
"$net" --machine=bgp --shape 4x4x4 --shift 1,1,1 --message 480 --dma put --repeat 20 \
	>"$tmp/out" 2>"$tmp/err"
if grep -q '1280 descriptors; 2560 packets of puts with 614400 bytes' "$tmp/out"; then
	ok a_pattern_repeats
else
	not_ok a_pattern_repeats
fi
# l. 226: bytes under way never above the first value of the token counter.
"$net" --machine=bgp --shape 4x4x4 --shift 2,2,2 --message 32KiB --dma get --pacing 6000 \
	--piece 1000 >"$tmp/out" 2>"$tmp/err"
if grep -q 'at most 6000 bytes of a node.s gets under way, of 6000' "$tmp/out"; then
	ok tokens_bound_what_is_under_way
else
	not_ok tokens_bound_what_is_under_way
fi

for use in put get third; do
	for workers in 1 2 4; do
		"$net" --machine=bgp --shape 8x4x4 --shift 3,1,2 --message 8KiB --dma $use \
			--workers $workers >"$tmp/$workers" 2>"$tmp/err" ||
			echo failed >"$tmp/$workers"
	done
	cat "$tmp/1" >"$tmp/out"
	if grep -q 'MB/s' "$tmp/1" && cmp -s "$tmp/1" "$tmp/2" && cmp -s "$tmp/1" "$tmp/4"; then
		ok "workers_change_nothing_in_$use"
	else
		not_ok "workers_change_nothing_in_$use"
	fi
done

some='--shift 1,0,0 --message 1KiB'
# shellcheck disable=SC2086 # a list of options
{
	expect without_a_dma 2 'nodes have none' "$net" --machine=bgl $some --dma put
	expect no_such_use 2 'none of put, get, third' "$net" --machine=bgp $some --dma fetch
	expect no_shift 2 'needs --shift and --message' "$net" --machine=bgp --dma put
	expect repeat_alone 2 '--repeat is for' "$net" --machine=bgp $some --repeat 3
	expect repeated_gets 2 '--repeat is for' "$net" --machine=bgp $some --dma get --repeat 3
	expect paced_puts 2 'are for gets' "$net" --machine=bgp $some --dma put --pacing 1KiB
	expect paced_thirds 2 'which a third node gets' "$net" --machine=bgp $some --dma third \
		--pacing 1KiB
	expect piece_too_long 2 'at most what --pacing' "$net" --machine=bgp $some --dma get \
		--pacing 1KiB --piece 2KiB
	expect off_a_mesh 2 'leads off a mesh' "$net" --machine=bgp $some --dma put --mesh X
	expect nowhere 2 'no node sends' "$net" --machine=bgp --shape 4x4x4 --shift 4,0,0 \
		--message 1KiB --dma put
}
summary
