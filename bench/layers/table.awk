# table.awk - the table of layers.sh, from addresses with their files, and what count.c wrote.
# Variables: name, packets, reference (ns), cpu (s, of the whole run without counting), out.
function layer_of(file) {
	if (file ~ /(^|\/)bench\/layers\//) return "counting"
	if (file ~ /(^|\/)net\/base\/[^\/]*$/) return "event queue"
	if (file ~ /(^|\/)net\/(machine\/)?[^\/]*$/) return "network"
	if (file ~ /(^|\/)coll\/[^\/]*$/) return "collectives"
	if (file ~ /(^|\/)mu\/l2\.c$/) return "L2 tags"
	if (file ~ /(^|\/)mu\/[^\/]*$/) return "message unit"
	if (file ~ /(^|\/)emu\/core\/engine\/[^\/]*$/) return "engine"
	if (file ~ /(^|\/)emu\/core\/(follow|wait|check)\/[^\/]*$/) return "waits"
	if (file ~ /(^|\/)emu\/[a-z]+\/[a-z]+\/[^\/]*$/) return "rest of emu"
	return "libraries"
}
FNR == NR { layer[$1] = layer_of($2); function_at[$1] = $3; next }
$1 == "cpu_ns" { cpu_ns = $2 }
$1 == "misses" { missed = missed sprintf(", %s %.3f", $2, $3 / packets) }
$1 == "event" && $2 ~ /^light:/ {
	split("tokens free head received injected", light)
	kind = substr($2, 7) + 1
	if ($3) add("network", (kind in light) ? "light " light[kind] : $2, $3)
}
$1 == "event" && $2 == "thread" { add("engine", "thread goes on", $3) }
$1 == "event" && $2 ~ /^0x/ { add(layer[$2], function_at[$2], $3) }
$1 == "sample" {
	l = "programs"
	if ($2 ~ /^0x/) l = layer[$2]
	if ($2 == "kernel") l = "host's kernel"
	if ($2 == "library") l = "libraries"
	if (l != "counting") { time[l] += $3; all += $3 }
	everything += $3
}
function add(l, what, n) {
	events[l] += n; sum += n
	if (n >= packets / 1000) list = list sprintf("%s %s %.3f", list ? "," : "", what, n / packets)
}
# Counting is left out of the sum.
function row(l,   ns, e) {
	ns = l == "all" ? total : all ? total * time[l] / all : 0
	e = l == "all" ? sum : events[l]
	if (!ns && !e) return
	printf "%-14s %8.3f %8.1f %8.2f %7.1f\n", l, e / packets, ns, ns / reference,
		total ? 100 * ns / total : 0
	printf "%s,%s,%.4f,%.2f,%.4f,%.2f\n", name, l, e / packets, ns, ns / reference,
		total ? 100 * ns / total : 0 >> out
}
END {
	total = everything ? cpu_ns / packets * all / everything : 0
	printf "\n%s: %d packets; whole run of bgq-run %.2f s; %d samples%s\n", name, packets,
		cpu, everything, missed
	printf "%-14s %8s %8s %8s %7s\n", "per packet", "events", "ns", "refs", "%"
	n = split("programs,rest of emu,waits,engine,event queue,message unit,L2 tags,network," \
		"collectives,libraries,host's kernel,all", order, ",")
	for (i = 1; i <= n; i++) row(order[i])
	print "events:" list
}
