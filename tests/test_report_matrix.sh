#!/bin/sh
# test_report_matrix.sh - who sends how much to whom in --report: every cell beside what the program
# has sent by its own account, node by node, rank by rank under MPI, and by boxes of nodes on a
# machine with more of them than cells; and the RAS events at the head, which are those listed.
# Leaves out how the page draws them (test_report_page.sh), and packets of collectives.
# Usage: test_report_matrix.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# cells: "from to messages bytes" of the last report, from each run of equal ones.
cells() {
	"$build/tests/json_lines" <"$tmp/r.json" >"$tmp/lines"
	awk -F'[]=[]+' '
	/^matrix.rows/ && NF == 4 { from = $4 }
	/^matrix.rows/ && NF == 5 {
		v[$4] = $5
		if ($4 != 3) next
		for (i = 0; i < v[1]; i++) print from, v[0] + i, v[2], v[3]
	}' "$tmp/lines" | sort >"$tmp/cells"
}

# as_sent NAME: the cells are those of $tmp/sent, in which pairs may be several times.
as_sent() {
	cells
	awk '{ m[$1 " " $2] += $3; b[$1 " " $2] += $4 }
		END { for (k in m) print k, m[k], b[k] }' "$tmp/sent" | sort >"$tmp/sum"
	diff "$tmp/sum" "$tmp/cells" >"$tmp/out"
	if [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/sum")" -ge 16 ]; then ok "$1"
	else not_ok "$1"; fi
}

# pairs STRIDES: what tests/spi/all_pairs sends, by the boxes of the last report.
pairs() {
	"$build/tests/json_lines" <"$tmp/r.json" | awk -F'[]=[]+' -v strides="$1" '
	/^machine.shape/ { shape[$2] = $3 }
	/^matrix.shape/ { boxes[$2] = $3 }
	/^machine.nodes/ { nodes = $2 }
	function box(n, d, c, at, unit) {
		unit = 1
		for (d = 4; d >= 0; d--) {
			c = n % shape[d]
			n = int(n / shape[d])
			at += unit * int(c / (shape[d] / boxes[d]))
			unit *= boxes[d]
		}
		return at
	}
	END {
		for (n = 0; n < nodes; n++)
			for (i = 1; i <= strides; i++) {
				to = (n + int(nodes * i / (strides + 1))) % nodes
				bytes = 1 + (n * 37 + to * 101 + n * to % 113) % 512
				print box(n), box(to), 1, bytes
			}
	}' >"$tmp/sent"
}
expect nodes 0 '' "$run" --np 32 --report="$tmp/r.json" : "$spi/all_pairs" 7
pairs 7
as_sent node_by_node
expect boxes 0 '' "$run" --shape 8x8x4x4x2 --report="$tmp/r.json" : "$spi/all_pairs" 3
pairs 3
as_sent by_boxes_of_nodes
if [ "$(sed -n 's/^matrix.nodes_each=//p' "$tmp/lines")" = 4 ]; then ok of_four_nodes
else not_ok of_four_nodes; fi

# An MPI program that prints what it sends.
cat >"$tmp/counts.c" <<'C'
#include <stdio.h>
#include <mpi.h>
#define COUNT(from, to) (((from) * 7 + (to) * 3) % 5)
int main(int argc, char **argv)
{
	static char out[100], in[100][100];
	MPI_Request request[100];
	int rank, ranks, posted = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	for (int from = 0; from < ranks; from++)
		for (int i = 0; i < COUNT(from, rank); i++, posted++)
			MPI_Irecv(in[posted], 100, MPI_BYTE, from, 1, MPI_COMM_WORLD,
				  &request[posted]);
	for (int to = 0; to < ranks; to++)
		for (int i = 0; i < COUNT(rank, to); i++) {
			MPI_Send(out, 10 * i, MPI_BYTE, to, 1, MPI_COMM_WORLD);
			printf("%d %d 1 %d\n", rank, to, 10 * i);
		}
	MPI_Waitall(posted, request, MPI_STATUSES_IGNORE);
	MPI_Finalize();
	return 0;
}
C
expect compiles 0 '' "$build/bin/bgq-mpicc" -O2 -o "$tmp/counts" "$tmp/counts.c"
expect mpi 0 '' "$run" --np 16 --report="$tmp/r.json" : "$tmp/counts"
cp "$tmp/out" "$tmp/sent"
as_sent rank_by_rank

# The head of a report has all RAS events of links that err, those of packets sent again, too.
expect links_err 0 '' "$run" --np 32 --fault='ber all rate=1e-7' --report="$tmp/r.json" : \
	"$build/bench/spi/alltoall" 2048
cells
all=$(sed -n 's/^faults.events.all=//p' "$tmp/lines")
if [ "${all:-0}" -gt 0 ] && [ "$(sed -n 's/^end.ras=//p' "$tmp/lines")" = "$all" ]
then ok ras_events_are_counted; else not_ok ras_events_are_counted; fi
expect a_record 123 'RAS:' "$run" --shape 4x1x1x1x1 --mesh A --report="$tmp/r.json" : \
	"$spi/collective_wrong" outside
records=$(grep -c RAS: "$tmp/err")
cells
if [ "$(sed -n 's/^end.ras=//p' "$tmp/lines")" = "$records" ]
then ok ras_records_are_counted; else not_ok ras_records_are_counted; fi
summary
