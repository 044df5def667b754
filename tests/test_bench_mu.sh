#!/bin/sh
# test_bench_mu.sh - what make bench-mu compares with: each kind of MPI that the host has, by the
# names that Debian gives their commands or by what mpirun says it is; one that is missing is named.
# Commands here are scripts that print rates.  Leaves out the rates themselves, which are the
# host's.
# Usage: test_bench_mu.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$tmp/fake/bin" "$tmp/path"

# script FILE TEXT
script() {
	printf '#!/bin/sh\n%s\n' "$2" >"$1"
	chmod +x "$1"
}
for name in sh sed grep tr awk mktemp mkdir rm cat tail dirname timeout echo; do
	ln -sf "$(command -v $name)" "$tmp/path/$name"
done
script "$tmp/fake/bin/bgq-run" 'for last; do :; done
case $* in
*rate_put) echo put 2000000 ;;
*rate_rget) echo get 500000 ;;
*rate_fifo) echo fifo 3000000; echo fifo_packets 3000000 ;;
*rate_l2) echo l2_load 9000000 ;;
*put_bandwidth*) echo put_64KiB 8e9 9e9 ;;
esac'
rates='echo put_flush 1000000; echo isend_irecv 6000000; echo put_64KiB 4e9'

# installs SUFFIX VERSION RATES: mpicc and mpirun.
installs() {
	script "$tmp/path/mpicc$1" 'exit 0'
	script "$tmp/path/mpirun$1" "case \$* in --version) echo '$2'; exit ;; esac; $3"
}
bench() {
	env PATH="$tmp/path" bench/message_unit.sh "$tmp/fake" "$tmp/out.csv"
}
row() { # NAME PATTERN
	if grep -Eq "$2" "$tmp/out.csv"; then ok "$1"
	else cat "$tmp/out.csv"; not_ok "$1"; fi
}

expect none 0 '' bench
cp "$tmp/out" "$tmp/said"
if grep -q '^Open MPI is not installed .apt-get install openmpi-bin libopenmpi-dev.' "$tmp/said" &&
	grep -q '^MPICH is not installed .apt-get install mpich.' "$tmp/said"
then ok both_are_named; else not_ok both_are_named; fi
row ours_alone '^put,8,2e\+06,1/s,,,,$'

installs .openmpi 'mpirun (Open MPI) 4.1.4' "$rates"
installs .mpich 'HYDRA build details:' "$(echo "$rates" | sed 's/1000000/4000000/')"
expect both 0 '' bench
row put_beside_open_mpi '^put,8,2e\+06,1/s,OpenMPI put_flush,1e\+06,2.0000,0.5$'
row put_beside_mpich '^put,8,2e\+06,1/s,MPICH put_flush,4e\+06,0.5000,0.5$'
row bandwidth_beside_each '^put,65536,8e\+09,B/s,MPICH put,4e\+09,2.0000,$'
if grep -q 'not installed' "$tmp/out"; then not_ok none_is_missing; else ok none_is_missing; fi

# One alone, without Debian's names.
rm "$tmp"/path/mpi*
installs '' 'HYDRA build details:' "$rates"
expect by_what_it_says 0 '' bench
row mpich_alone '^put,8,2e\+06,1/s,MPICH put_flush,1e\+06,2.0000,0.5$'
if grep -q '^Open MPI is not installed' "$tmp/out" && ! grep -q '^MPICH is' "$tmp/out"
then ok the_other_is_named; else not_ok the_other_is_named; fi

installs '' 'HYDRA build details:' 'echo no network >&2; exit 1'
expect fails 0 '' bench
if grep -q '^mpirun of MPICH fails: no comparison: no network$' "$tmp/out"
then ok why_it_fails; else not_ok why_it_fails; fi
row ours_remain '^put,8,2e\+06,1/s,,,,$'
summary
