# beside_node.awk - rows "what threads cycles" of a program that has measured threads of a node,
# beside what was measured on a real one: rows "what,threads,cycles" of the file `measured`.
# Prints a table called `title`, writes it to the file `out`, and fails if a row is missing or one
# is off by more than the bound of its kind: bounds="barrier 10 lock 10", in percent.  Kinds
# without a bound are printed only.  `number` and `unit` name the columns "threads" and "cycles".
function size(e) { return e < 0 ? -e : e }
BEGIN {
	number = number ? number : "threads"
	unit = unit ? unit : "cycles"
	form = unit == "cycles" ? "%.1f" : "%.3f"
	for (i = split(bounds, word, " "); i > 1; i -= 2)
		bound[word[i - 1]] = word[i]
	while ((getline line < measured) > 0)
		if (line ~ /^[a-z_]+,[0-9]/) {
			split(line, f, ",")
			want[f[1], f[2]] = f[3]
			n++
		}
	printf "what,%s,%s,measured_%s,error_pct\n", number, unit, unit > out
	print title
	printf "%14s  %9s  %7s  measured   error %%\n", "what", number, unit
}
(($1, $2) in want) {
	e = 100 * ($3 / want[$1, $2] - 1)
	if (size(e) > worst[$1]) worst[$1] = size(e)
	rows++
	ours = sprintf(form, $3)
	theirs = sprintf(form, want[$1, $2])
	printf "%14s  %9d  %7s  %8s  %+8.2f\n", $1, $2, ours, theirs, e
	printf "%s,%d,%s,%s,%.2f\n", $1, $2, ours, theirs, e > out
}
END {
	for (what in bound) {
		printf "%s: worst error %.2f %% (bound %d %%)\n", what, worst[what], bound[what]
		if (worst[what] > bound[what]) bad = 1
	}
	printf "%d of %d rows; written to %s\n", rows, n, out
	exit rows == n && !bad ? 0 : 1
}
