#!/bin/sh
# test_machines_page.sh - the page of make paper-machines (bench/machines_page.sh): tables with
# commas and quotes in fields, plots whose names do not meet, parts that have not been made left
# out; and that bench/machine_loads.sh writes what the plots read.
# Leaves out what the figures are: make paper-machines.
# Usage: test_machines_page.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
dir=$tmp/page
mkdir "$dir"

# has NAME PATTERN: in the page.
has() {
	if grep -qE -- "$2" "$dir/machines.html"; then ok "$1"; else not_ok "$1"; fi
}

cat >"$dir/machines.csv" <<'CSV'
machine,claim,where,theirs
bgp,"one, <and> another","l. 1",374.96
CSV
echo 'machine,shape' >"$dir/machines_loads.csv"
for plot in bgl_accepted bgp_latency; do
	echo '<?xml version="1.0"?><!-- gone -->' >"$dir/machines_$plot.svg"
	echo '<svg><path id="p1"/><use xlink:href="#p1"/></svg>' >>"$dir/machines_$plot.svg"
done
expect a_page_is_made 0 '' bench/machines_page.sh "$dir"
has a_comma_within_quotes_is_text '<td>one, &lt;and> another</td><td>l. 1</td><td>374.96</td>'
has a_plot_has_names_of_its_own 'id="machines_bgl_accepted-p1".*#machines_bgl_accepted-p1"'
has another_one_too 'id="machines_bgp_latency-p1"'
has statements_are_there 'an_interrupt_waits_for_no_packet'
if grep -q 'All-to-all, direct' "$dir/machines.html"; then not_ok what_is_missing_is_left_out
else ok what_is_missing_is_left_out; fi

# Columns that bench/plots_machines.gp reads, by a bgq-net that answers at once.
cat >"$tmp/net" <<'NET'
#!/bin/sh
while [ "$1" != --csv ]; do shift; done
{
	echo offered_percent,percent_of_peak,total_percent,hops_mean,time_us,\
latency_mean_ns,latency_p99_ns
	echo 10.00,9.99,8.88,6.01,44.4,700.5,900.5
} >"$2"
NET
chmod +x "$tmp/net"
expect loads_are_written 0 '' bench/machine_loads.sh "$tmp/net" "$dir"
for line in 'machines_loads.csv:bgl,8x8x8,adaptive,10.00,9.99,700.5,900.5,6.01' \
	'machines_loads.csv:snl,27x16x24,source routes,10.00' \
	'machines_alltoall.csv:bgp,16x4x4,two phases,8.88,9.99,44.4'; do
	if grep -qF "${line#*:}" "$dir/${line%%:*}"; then ok "$line"; else not_ok "$line"; fi
done
sed 's/hops_mean/hops/' "$tmp/net" >"$tmp/older"
printf '#!/bin/sh\necho "bgq-net: no memory" >&2\nexit 1\n' >"$tmp/fails"
chmod +x "$tmp/older" "$tmp/fails"
expect a_column_is_missing 1 '^no column hops_mean$' bench/machine_loads.sh "$tmp/older" "$dir"
expect why_a_run_fails_is_said 1 '^bgq-net: no memory$' bench/machine_loads.sh "$tmp/fails" "$dir"
summary
