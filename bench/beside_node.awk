# beside_node.awk - rows "what threads cycles" of a program that has measured threads of a node,
# beside what was measured on a real one: rows "what,threads,cycles" of the file `measured`.
# Prints a table called `title`, writes it to the file `out`, and fails if a row is missing or one
# is off by more than the bound of its kind: bounds="barrier 10 lock 10", in percent.  Kinds
# without a bound are printed only.
function size(e) { return e < 0 ? -e : e }
BEGIN {
	for (i = split(bounds, word, " "); i > 1; i -= 2)
		bound[word[i - 1]] = word[i]
	while ((getline line < measured) > 0)
		if (line ~ /^[a-z_]+,[0-9]/) {
			split(line, f, ",")
			want[f[1], f[2]] = f[3]
			n++
		}
	print "what,threads,cycles,measured_cycles,error_pct" > out
	print title
	print "          what  threads   cycles  measured   error %"
}
(($1, $2) in want) {
	e = 100 * ($3 / want[$1, $2] - 1)
	if (size(e) > worst[$1]) worst[$1] = size(e)
	rows++
	printf "%14s  %7d  %7.1f  %8.1f  %+8.2f\n", $1, $2, $3, want[$1, $2], e
	printf "%s,%d,%.1f,%.1f,%.2f\n", $1, $2, $3, want[$1, $2], e > out
}
END {
	for (what in bound) {
		printf "%s: worst error %.2f %% (bound %d %%)\n", what, worst[what], bound[what]
		if (worst[what] > bound[what]) bad = 1
	}
	printf "%d of %d rows; written to %s\n", rows, n, out
	exit rows == n && !bad ? 0 : 1
}
