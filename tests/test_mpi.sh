#!/bin/sh
# test_mpi.sh - the small MPI for set-up: bgq-mpicc and bgq-mpicxx as a user's Makefile meets
# them, results of all calls on machines of several shapes with 1 to 64 ranks a node, the same
# output for any number of workers, and how jobs end that MPI stops.
# Leaves out how times compare with a machine's.
# Usage: test_mpi.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run spi=$build/tests/spi
mpicc=$build/bin/bgq-mpicc mpicxx=$build/bin/bgq-mpicxx
floor=$("$build/bin/bgq-cc" --floor)

# ---- the compilers
cat >"$tmp/hello.c" <<'END'
#include <mpi.h>
#include <mpix.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	int rank, coords[6];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPIX_Rank2torus(rank, coords);
	printf("%d: %d\n", rank, coords[4]);
	return MPI_Finalize();
}
END
cp "$tmp/hello.c" "$tmp/hello.cc"
strict="-Wall -Wextra -pedantic -Werror"
# shellcheck disable=SC2086 # lists of options, here and below
{
	expect c99_without_a_warning 0 '' "$mpicc" -std=c99 $strict -o "$tmp/c" "$tmp/hello.c"
	expect cxx11_without_a_warning 0 '' "$mpicxx" -std=c++11 $strict -o "$tmp/cc" \
		"$tmp/hello.cc"
	expect compiles_and_links_apart 0 '' sh -c "cd '$tmp' &&
		'$mpicc' $strict -c hello.c && '$mpicc' -o apart hello.o -lmpich-gcc -lpami-gcc\
			/bgsys/drivers/ppcfloor/comm/lib/libmpl-gcc.a"
}
for program in c cc apart; do
	expect "runs_$program" 0 '' "$run" --np 2 : "$tmp/$program"
	[ "$(sort "$tmp/out" | tr '\n' ,)" = '0: 0,1: 1,' ] || not_ok "prints_$program"
done
for name in comm/gcc/bin/mpicc comm/gcc/bin/mpicxx comm/xl/bin/mpixlc_r comm/xl/bin/mpixlcxx \
	comm/bin/gcc/mpicc comm/bin/xl/mpixlc comm/gcc.legacy/bin/mpixlc_r comm/xl/bin/mpicxx \
	comm/xl.ndebug/bin/mpixlcxx_r comm/bin/xl.legacy.ndebug/mpic++; do
	expect "the_floor_has_$name" 0 '' "$floor/$name" -o "$tmp/f" "$tmp/hello.c"
done
# shellcheck disable=SC2046 # a command and its options
set -- $("$mpicc" -show)
expect shown_command_works 0 '' "$1" -o "$tmp/shown" "$tmp/hello.c" "$2" "$3" "$4"
sed 's/MPIX_Rank2torus(rank, coords)/coords[4] = MPI_Win_free(0)/' "$tmp/hello.c" >"$tmp/win.c"
expect what_is_not_there_is_a_link_error 1 'undefined reference to .MPI_Win_free' \
	"$mpicc" -o "$tmp/win" "$tmp/win.c"
expect installs 0 '' make -s -C "$(dirname "$0")/.." B="$build" PREFIX=/usr DESTDIR="$tmp/root" \
	install
expect installed_one_works 0 '' "$tmp/root/usr/lib/bgqemu/floor/comm/gcc/bin/mpicc" \
	-o "$tmp/i" "$tmp/hello.c"
expect installed_program_runs 0 '' "$tmp/root/usr/bin/bgq-run" --np 2 : "$tmp/i"

# ---- results, and the same output for any number of workers
# same NAME PROGRAM options...   with two workers where they share the nodes unevenly, or ranks
# a node are several; LONG=1: everywhere, and with four
same() {
	name=$1 program=$2
	shift 2
	expect "$name" 0 '' "$run" "$@" --workers 1 : "$spi/$program"
	cp "$tmp/out" "$tmp/first"
	case $name in *_5 | *_a_node) two=2 ;; *) two= ;; esac
	for workers in $(usual_or_long "$two" '2 4'); do
		"$run" "$@" --workers "$workers" : "$spi/$program" >"$tmp/out" 2>"$tmp/err"
		if cmp -s "$tmp/first" "$tmp/out"; then ok "${name}_$workers"
		else not_ok "${name}_$workers"; fi
	done
}
for program in mpi_messages mpi_collectives mpi_vary mpi_groups mpi_halo mpi_modes mpi_objects; do
	ranks=32 shape=2x2x2x2x2 half=2x2x2x2x1 many=32
	# Work of collectives grows with the square of the ranks.
	[ $program$(usual_or_long _usual '') = mpi_collectives_usual ] &&
		ranks=8 shape=2x2x2x1x1 half=2x2x1x1x1 many=8
	same ${program}_1 $program --np 1 --shape 1x1x1x1x1
	same ${program}_2 $program --np 2 --shape 1x1x1x1x2
	same ${program}_5 $program --np 5 --shape 5x1x1x1x1
	same ${program}_$ranks $program --np $ranks --shape $shape
	same ${program}_2_a_node $program --np $ranks -p 2 --shape $half --mapping TEDCBA
	same ${program}_many_a_node $program --np $many -p $((many / 2)) --shape 1x1x1x1x2
done
expect mpi_messages_of_one_node 0 '' "$run" -p "$(usual_or_long 32 64)" --shape 1x1x1x1x1 : \
	"$spi/mpi_messages"
expect halo_64_a_node 0 '' "$run" -p 64 --shape "$(usual_or_long 1x1x1x1x1 1x1x1x1x2)" : \
	"$spi/mpi_halo"
seq 0 15 | awk '{ print $1 % 2, 0, 0, 0, 0, int((15 - $1) / 2) }' >"$tmp/map"
expect map_file 0 '' "$run" --np 16 -p 8 --shape 2x1x1x1x1 --mapping "$tmp/map" : \
	"$spi/mpi_collectives"
expect without_a_clock 0 '' "$run" --np 32 --clock off : "$spi/mpi_messages"
expect waits_are_parked_invisibly 0 '' "$run" --np 4 --shape 2x2x1x1x1 : "$spi/mpi_messages"
cp "$tmp/out" "$tmp/first"
"$run" --np 4 --shape 2x2x1x1x1 --parking=off : "$spi/mpi_messages" \
	>"$tmp/out" 2>"$tmp/err"
if cmp -s "$tmp/first" "$tmp/out"; then ok parked_or_executed; else not_ok parked_or_executed; fi

# One rank in four comes 1 ms late; its FIFO is not there before.
cat >"$tmp/late.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <spi/include/kernel/location.h>
int main(int argc, char **argv)
{
	int rank, sum;
	if (Kernel_GetRank() % 4 == (uint32_t)atoi(argv[1]))
		usleep(1000);
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0)
		fprintf(stderr, "sum %d\n", sum);
	return MPI_Finalize();
}
END
"$mpicc" -O2 -o "$tmp/late" "$tmp/late.c"
for p in 1 4 16; do
	for late in 0 1 3; do
		expect "rank_${late}_of_four_is_late_with_${p}_a_node" 0 'sum 496' \
			"$run" --np 32 -p $p : "$tmp/late" $late
	done
done

expect ranks_start_on_demand 0 '' "$run" --np 4 --shape 2x2x1x1x1 --on-demand : \
	"$spi/mpi_messages"

# ---- files, in the working directory: none is left, and one that is not there can end the job
mkdir "$tmp/files" && cd "$tmp/files" || exit 1
same mpi_files_1 mpi_files --np 1
same mpi_files_5 mpi_files --np 5 --shape 5x1x1x1x1
same mpi_files_16 mpi_files --np 16
same mpi_files_many_a_node mpi_files --np 32 -p 16 --shape 1x1x1x1x2
expect files_without_a_clock 0 '' "$run" --np 4 --clock off : "$spi/mpi_files"
expect files_are_gone 0 '' rmdir "$tmp/files"
cd "$tmp" || exit 1
expect fatal_error_of_a_file 1 'MPI_File_open: File does not exist: absent' \
	"$run" --np 4 : "$spi/mpi_files" absent

# ---- ends
ends() { # NAME STATUS PATTERN ARGUMENT
	expect "$1" "$2" "$3" "$run" --np 4 --shape 2x2x1x1x1 : "$spi/mpi_ends" "$4"
}
ends deadlock 125 \
	'rank 3 .*polls an empty .*, in MPI_Recv from rank 0, tag 5, at main.*mpi_ends.c:' deadlock
for ranks in 2 4 16; do
	expect "deadlock_of_${ranks}_ranks_with_two_threads" 125 "$ranks of $ranks ranks wait" \
		"$run" --timeout 10 --np $ranks -p $ranks : "$spi/mpi_ends" threads
done
ends who_is_missing_in_a_barrier 125 \
	'in MPI_Barrier, .*1 of 4 nodes have not contributed, first <1,1,0,0,0>' barrier
ends long_sends_wait_for_receives 125 'rank 3.* in MPI_Send to rank 2, tag 5, at main' long
ends messages_that_no_receive_has_matched 125 \
	'in MPI_Recv from rank 0, tag 5, at .*; not received: from rank 0, tag 6, 12 bytes' tags
ends ranks_of_the_whole_job 125 'rank 1 .*in MPI_Probe from rank 3, any tag, at main' split
ends aborts_with_its_status 37 'rank 3: MPI_Abort with code 37' abort
if [ "$(grep -o lives "$tmp/out" | wc -l)" -eq 4 ]; then ok output_before_an_abort
else not_ok output_before_an_abort; fi
ends aborts_with_another_than_0 1 'rank 3: MPI_Abort with code 0' 'abort 0'
ends truncated 1 'rank 3: MPI_Recv: Message truncated: 8 bytes from rank 0 with tag 6' truncate
ends wrong_rank 1 'rank 3: MPI_Send: Invalid rank: 4, of 4 ranks' rank
ends not_committed 1 'rank 3: MPI_Bcast: Invalid datatype argument: not committed' type
ends no_such_operation 1 'rank [1-3]: MPI_Exscan: .*not defined for this type' exscan
ends no_buffer 1 'rank 3: MPI_Bsend: Invalid buffer pointer: no buffer is attached' 'bsend 0'
ends no_room_in_the_buffer 1 \
	'rank 3: MPI_Bsend: .*no room for 5000 bytes in the attached buffer of 6000' 'bsend 6000'
ends deadlock_of_a_buffer 125 'rank 3.* in MPI_Buffer_detach to rank 2, tag 5' 'bsend 9000'
ends after_finalize 1 'MPI_Barrier: Other error: called after MPI_Finalize' late
ends no_finalize_is_no_error 0 '' return
summary
