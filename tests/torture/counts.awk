# counts.awk - counts what batch.sh has recorded, by suite, compiler, options and mode, and lists
# what has failed.  -v exceptions=FILE: lines SUITE/PROGRAM OPTIONS REASON; OPTIONS as in the
# results, or * for all.  Prints the lines again with their verdicts to -v csv=FILE.
# Ends with 1 if a program failed that is no exception, or none passed.
# Never: an exception by suite or pattern of names: each is a program of its own.
BEGIN {
	FS = ","
	while ((getline line < exceptions) > 0) {
		if (line ~ /^#/ || split(line, part, /[ \t]+/) < 3)
			continue
		reason = line
		sub(/^[^ \t]+[ \t]+[^ \t]+[ \t]+/, "", reason)
		excepted[part[1], part[2]] = reason
	}
	print "suite,program,compiler,options,mode,verdict,why" > csv
}

function exception_of(name, options) {
	return ((name, options) in excepted) ? excepted[name, options] : excepted[name, "*"]
}

{
	name = $1 "/" $2
	if ($6 == "failed" && exception_of(name, $4) != "") {
		$6 = "exception"
		reasons[name] = exception_of(name, $4)
	}
	if ($6 == "passed" && exception_of(name, $4) != "")
		passes[name] = 1
	group = sprintf("%-24s %-6s %-34s %s", $1, $3, $1 == "csmith" ? "(by seed)" : $4, $5)
	if (!(group in programs))
		groups[++n] = group
	programs[group]++
	count[group, $6]++
	total[$6]++
	print $1 "," $2 "," $3 "," $4 "," $5 "," $6 "," $7 > csv
	if ($6 == "failed")
		failures[++failed] = sprintf("%s %s %s %s: %s", name, $3, $4, $5, $7)
}

END {
	printf "%8s %8s %8s %8s %8s   %s\n", "programs", "left out", "passed", "failed", \
		"excepted", "suite, compiler, options, mode"
	for (i = 1; i <= n; i++)
		printf "%8d %8d %8d %8d %8d   %s\n", programs[groups[i]], \
			count[groups[i], "left out"], count[groups[i], "passed"], \
			count[groups[i], "failed"], count[groups[i], "exception"], groups[i]
	for (name in reasons)
		printf "exception: %s: %s\n", name, reasons[name] | "sort"
	close("sort")
	for (name in passes)
		if (!(name in reasons))
			print "passes, though it is an exception: " name
	for (i = 1; i <= failed; i++)
		print "failed: " failures[i]
	printf "%d passed, %d failed, %d exceptions, %d left out (the host's own fails)\n", \
		total["passed"], failed, total["exception"], total["left out"]
	exit failed > 0 || !total["passed"]
}
