#!/bin/sh
# test_machine_tree.sh - bgq-net's operations over all nodes of Blue Gene/L and /P: patterns reduce,
# broadcast, allreduce and barrier.  Each compares results with the host's; here: that it does for
# each operation, that workers change nothing, what long ones reach, and options that are wrong.
# Leaves out the network itself: test_tree_network.c, test_tree_operand.c, test_tree_signal.c.
# Usage: test_machine_tree.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# says NAME TEXT OPTION...: status 0, and the text in its output.
says() {
	name=$1 text=$2
	shift 2
	if "$net" "$@" >"$tmp/out" 2>"$tmp/err" && grep -q -- "$text" "$tmp/out"; then
		ok "$name"
	else
		not_ok "$name"
	fi
}

for op in add sub max min or and xor double; do
	for pattern in reduce allreduce; do
		says "${pattern}_${op}" "of 64 bytes, $op: [0-9]" --machine=bgp --shape 4x4x4 \
			--pattern $pattern --op $op --message 64
	done
done
says broadcast_from_a_leaf 'until the last node has the result' --machine=bgl --shape 4x4x4 \
	--pattern broadcast --from 63 --message 3000
says barrier 'until the last node has seen it' --machine=bgl --shape 4x4x4 --pattern barrier
# What IBM's overviews of Blue Gene/L have for the whole machine: 2.5 us one way, 1.3 us both ways.
says one_way_over_65536_nodes '^broadcast of 8 bytes: 2500.86 ns' --machine=bgl --shape 64x32x32 \
	--pattern broadcast
says barrier_of_65536_nodes '^barrier: 1301.20 ns' --machine=bgl --shape 64x32x32 --pattern barrier
says of_one_node '0 links deep' --machine=bgp --shape 1x1x1 --pattern allreduce
says other_trees 'with 3 links down each, 6 links deep' --machine=bgp --shape 4x4x4 \
	--pattern allreduce --set tree_children=3

for pattern in reduce broadcast allreduce barrier; do
	for workers in 1 2 4; do
		"$net" --machine=bgp --shape 8x8x4 --pattern $pattern --workers $workers \
			>"$tmp/$workers" 2>"$tmp/err" || echo failed >"$tmp/$workers"
	done
	cat "$tmp/1" >"$tmp/out"
	if grep -q 'ns until' "$tmp/1" && cmp -s "$tmp/1" "$tmp/2" && cmp -s "$tmp/1" "$tmp/4"; then
		ok "workers_change_nothing_in_$pattern"
	else
		not_ok "workers_change_nothing_in_$pattern"
	fi
done

# A long message beside what a link can carry: no less than 95 percent, and no more.
for machine in bgl bgp; do
	"$net" --machine=$machine --shape 4x4x4 --pattern allreduce --message 64KiB \
		>"$tmp/out" 2>"$tmp/err"
	if awk '/MB.s of payload/ { n++; good = $1 < $8 && $1 > .95 * $8 }
		END { exit !(n == 1 && good) }' "$tmp/out"; then
		ok "long_messages_fill_links_of_$machine"
	else
		not_ok "long_messages_fill_links_of_$machine"
	fi
done

expect only_where_there_is_one 2 'no collective network of its own' "$net" --pattern allreduce
expect no_interrupts_there 2 'no global interrupts of its own' "$net" --machine=snl \
	--pattern barrier
expect op_without_reduction 2 '--op is for the patterns' "$net" --machine=bgp --op max
expect no_such_op 2 'none of add, sub' "$net" --machine=bgp --pattern reduce --op mul
expect no_such_sender 2 'not a number from 0 to 511' "$net" --machine=bgp --pattern broadcast \
	--from 512
expect odd_message 2 'not a multiple of 8' "$net" --machine=bgp --pattern reduce --message 12
expect too_many_doubles 2 'at most 128 bytes of doubles' "$net" --machine=bgp --pattern reduce \
	--op double --message 136
expect too_many_ports 2 '1 to 4 links down' "$net" --machine=bgp --pattern reduce \
	--set tree_children=5
expect nothing_to_plot 2 'for other patterns' "$net" --machine=bgp --pattern reduce \
	--plot "$tmp/plot.svg"
summary
