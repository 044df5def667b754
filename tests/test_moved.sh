#!/bin/sh
# test_moved.sh - an installed tree works after it has been moved, with the source's build out
# of its reach: C, C++ with OpenMP, inline PowerPC and MPI, a run, its report, pkg-config.
# Leaves out what the compilers accept, which tests/test_bgq_cc.sh has.
# Usage: test_moved.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

source=$(cd "$(dirname "$0")/.." && pwd)
expect installs 0 '' make -s -C "$source" B="$build" PREFIX="$tmp/there/usr" install
mv "$tmp/there/usr" "$tmp/here"
bin=$tmp/here/bin

cat >"$tmp/hello.c" <<'C'
#include <stdio.h>
#include <spi/include/kernel/location.h>
int main(void)
{
	__asm__ volatile("sync");
	printf("rank %u\n", Kernel_GetRank());
	return 0;
}
C
cat >"$tmp/team.cc" <<'C'
#include <iostream>
#include <omp.h>
int main()
{
	int sum = 0;
#pragma omp parallel for num_threads(4) reduction(+ : sum)
	for (int i = 0; i < 100; i++)
		sum += i;
	std::cout << sum << std::endl;
	return sum != 4950;
}
C
expect compiles_c 0 '' "$bin/bgq-cc" -o "$tmp/hello" "$tmp/hello.c"
expect compiles_cxx 0 '' "$bin/bgq-c++" -fopenmp -o "$tmp/team" "$tmp/team.cc"
expect compiles_mpi 0 '' "$bin/bgq-mpicc" -o "$tmp/halo" "$source/tests/spi/mpi_halo.c"
expect runs_c 0 '' "$bin/bgq-run" --np 2 --report="$tmp/page.html" : "$tmp/hello"
if [ "$(sort "$tmp/out" | tr '\n' ' ')" = 'rank 0 rank 1 ' ] && [ -s "$tmp/page.html" ]
then ok its_output_and_page; else not_ok its_output_and_page; fi
expect runs_cxx 0 '' "$bin/bgq-run" --np 1 : "$tmp/team"
expect runs_mpi 0 '' "$bin/runjob" --np 4 : "$tmp/halo"
expect runs_the_network_alone 0 '' "$bin/bgq-net" --shape 2x2x1x1x1 --time 2us
expect the_floor_is_there 0 '' test -d "$("$bin/bgq-cc" --floor)/spi/include"
case $("$bin/bgq-cc" --floor) in
"$tmp/here"/*) ok the_floor_is_its_own ;;
*) not_ok the_floor_is_its_own ;;
esac
if command -v pkg-config >/dev/null; then
	cc=$(PKG_CONFIG_PATH=$tmp/here/share/pkgconfig pkg-config --variable=cc bgqemu)
	expect compiles_by_pkg_config 0 '' "$cc" -o "$tmp/again" "$tmp/hello.c"
fi
summary
