#!/bin/sh
# test_fortran.sh - programs in Fortran (tests/fortran): bgqgfortran and bgq-mpif90, with GCC's
# library in each rank; what needs no MPI prints what it prints on the host; how ranks end; equal
# output for any number of workers; what is refused.
# Leaves out OpenMP, and the standard's intrinsic functions one by one: they are GCC's.
# Usage: test_fortran.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
cd "$tmp" || exit 1

if ! command -v gfortran >/dev/null || [ ! -e "$(gcc -print-file-name=libgfortran.a)" ]; then
	printf '      end\n' >a.f
	if [ -e "$(gcc -print-file-name=libgfortran.a)" ]; then echo "no gfortran on this host"
	else expect without_gfortran 1 'gfortran of gcc is missing' "$build/bin/bgqgfortran" a.f; fi
	summary
	exit
fi

for source in "$here"/fortran/*; do
	program=${source##*/}
	"$build/bin/bgq-mpif90" -O2 -w -o "${program%.*}" "$source" 2>"$tmp/err" ||
		not_ok "compiles $program"
done

# same_everywhere NAME RANKS: what a worker prints is what two print.
same_everywhere() {
	expect "$1 on $2" 0 '' "$run" --np "$2" --workers 1 : "./$1"
	cp "$tmp/out" out.1
	"$run" --np "$2" --workers 2 : "./$1" >out.2 2>"$tmp/err"
	if [ -s out.1 ] && cmp -s out.1 out.2; then ok "workers $1"; else not_ok "workers $1"; fi
}

# Every rank prints what the host's program does.
for program in formatted allocatables; do
	gfortran -O2 -w -o host "$here/fortran/$program.f90" && ./host >wanted
	expect $program 0 '' "$run" --np 1 : ./$program
	cmp -s out wanted
	if [ $? -eq 0 ] && [ -s wanted ]; then ok "$program as on the host"
	else not_ok "$program as on the host"; fi
	same_everywhere $program 4
	if [ "$(wc -l <out.1)" -eq $((4 * $(wc -l <wanted))) ]
	then ok "all ranks of $program"; else not_ok "all ranks of $program"; fi
done

for ranks in 4 64; do
	same_everywhere collectives $ranks
	if [ "$(grep -c ' T$' out.1)" -eq $ranks ]; then ok "collectives of $ranks"
	else not_ok "collectives of $ranks"; fi
done
for program in calls calls_1 mpi_files; do
	for ranks in 1 16; do
		same_everywhere $program $ranks
		if [ "$(grep -c . out.1)" -eq $ranks ] && ! grep WRONG out.1
		then ok "$program of $ranks"; else not_ok "$program of $ranks"; fi
	done
done
# Each call of mpi.h and mpio.h but conversions of handles, by all names that compilers' options
# make of it.
headers=$here/../include/comm/include
nm "$build/lib/libbgqmpi.a" | awk '$2 ~ /^[TW]$/ { print $3 }' | sort -u >there
sed -n 's/^extern __typeof__(\(MPI_[A-Za-z_0-9]*\)).*/\1/p' \
	"$headers/mpi.h" "$headers/mpio.h" | grep -v -e '_c2f$' -e '_f2c$' |
	tr '[:upper:]' '[:lower:]' |
	awk '{ print $0; print $0 "_"; print $0 "__"; print "p" $0 "_" }' | sort >wanted
expect every_call_has_its_names 0 '' comm -13 there wanted
if [ "$(wc -l <wanted)" -gt 800 ] && ! [ -s out ]; then ok names; else not_ok names; fi
# Each class of errors and each constant of files has the number that C has.
sed -n 's/^#define \(MPI_\(ERR\|MODE\|SEEK\|DISTRIBUTE\|DISPLACEMENT\)_[A-Z_0-9]*\) .*/\1/p' \
	"$headers/mpi.h" "$headers/mpio.h" >constants
{
	echo '#include <mpi.h>'
	echo '#include <stdio.h>'
	echo 'int main(void) {'
	sed 's/.*/printf("%s %d\\n", "&", &);/' constants
	echo 'return 0; }'
} >constants_c.c
{
	echo 'implicit none'
	echo "include 'mpif.h'"
	sed "s/.*/print '(a,i0)', '& ', &/" constants
	echo 'end'
} >constants_f.f90
"$build/bin/bgq-mpicc" -o constants_c constants_c.c &&
	"$run" --np 1 : ./constants_c >wanted
"$build/bin/bgq-mpif90" -o constants_f constants_f.f90
expect constants 0 '' "$run" --np 1 : ./constants_f
if [ "$(wc -l <wanted)" -gt 45 ] && cmp -s wanted out; then ok constants_as_in_c
else not_ok constants_as_in_c; fi
printf 'call mpi_init(i)\ncall mpi_comm_rank(1, me, i)\nprint *, me\ncall mpi_finalize(i)\nend\n' |
	sed 's/^/      /' >names.f
for option in -fsecond-underscore -fno-underscoring; do
	"$build/bin/bgq-mpif90" $option -o names names.f 2>err
	expect "names$option" 0 '' "$run" --np 2 : ./names
done
# Options that widen real numbers leave MPI's as they are.
cat >wide.f <<'END'
      include 'mpif.h'
      real x
      call mpi_init(ierr)
      x = mpi_wtime()
      do while (mpi_wtime() .lt. x + 1e-5)
      end do
      x = (mpi_wtime() - x)*1e6
      if (x .ge. 10 .and. x .lt. 11) print '(f6.3)', mpi_wtick()*1e9
      call mpi_finalize(ierr)
      end
END
for option in '' -fdefault-real-8; do
	"$build/bin/bgq-mpif90" $option -o wide wide.f
	expect "time$option" 0 '' "$run" --np 1 : ./wide
	if [ "$(cat out)" = ' 0.625' ]; then ok "tick$option"; else not_ok "tick$option"; fi
done
# Wider integers are refused where MPI's are declared, and nowhere else.
printf '      use mpi\n      call mpi_finalize(i)\n      end\n' >module.f
printf '      print *, kind(1)\n      end\n' >no_mpi.f
floor=$("$build/bin/bgq-cc" --floor)
for option in -fdefault-integer-8 -finteger-4-integer-8; do
	for file in wide module; do
		expect "$file$option" 1 "bgq-mpif90: $option: the INTEGER of MPI has 4 bytes" \
			"$build/bin/bgq-mpif90" $option -o width $file.f
	done
	expect "header$option" 1 'Kind 0 not supported for type INTEGER' \
		"$build/bin/bgqgfortran" $option "-I$floor/comm/include" -c wide.f
	"$build/bin/bgq-mpif90" $option -o width no_mpi.f
	expect "no_mpi$option" 0 '' "$run" --np 1 : ./width
	if [ "$(tr -d ' ' <out)" = 8 ]; then ok "eight$option"; else not_ok "eight$option"; fi
done
same_everywhere numbers 4
if [ "$(grep -c ' T T T  8     6  1024 abc  7  5.00$' out.1)" -eq 4 ]; then ok exact_numbers
else not_ok exact_numbers; fi
same_everywhere objects 4
if grep -q '^  3  22   72.832  55  3$' out.1 && grep -q '^  0   1    1.000  55  0$' out.1
then ok state_is_each_ranks_own; else not_ok state_is_each_ranks_own; fi
same_everywhere files 4
if grep -q '^  3    45 T  17.28571   3.85714   3.71429 F scratch$' out.1
then ok files_of_ranks; else not_ok files_of_ranks; fi

# 50 steps on 4 slabs of 8 rows, or 1 of 32; 64 slabs have more below.
same_everywhere halo 4
cp out.1 four
sed 's/rows = 8/rows = 32/' "$here/fortran/halo.f90" >one.f90
"$build/bin/bgq-mpif90" -O2 -w -o one one.f90 && "$run" --np 1 : ./one >single
if [ "$(cut -c1-14 four)" = "$(cut -c1-14 single)" ]; then ok halo_of_any_number
else not_ok halo_of_any_number; fi
same_everywhere halo 64

same_everywhere fixed_form 4
sort -o out.1 out.1
if printf '%s\n' '   100     3     3' '   200     1     1' '   300     2     2' \
	'sum    1100.0     2' | cmp -s - out.1; then ok fortran_77; else not_ok fortran_77; fi

printf '3 1.5 2.5 3.5\nword\n&settings level=4, fast=.true. /\n' >input
"$run" --np 4 : ./standard_input <input >out 2>"$tmp/err"
if grep -q '^  3  1.50  2.50  3.50 word      4 T$' out && [ "$(grep -c '  2.50 word' out)" -eq 4 ]
then ok reads_standard_input; else not_ok reads_standard_input; fi

expect stop 7 'STOP 7' "$run" --np 4 --envs FORTRAN_ENDS=seen : ./ends stop
if [ "$(grep -c 'stop seen  1$' out)" -eq 4 ]; then ok arguments_and_environment
else not_ok arguments_and_environment; fi
expect error_stop 1 'ERROR STOP it is wrong' "$run" --np 4 : ./ends error
expect error_of_the_library 2 'Bad integer' "$run" --np 4 : ./ends library
expect unit_is_closed 0 '' "$run" --np 4 : ./ends unit
if [ "$(cat left_open)" = whole ]; then ok unit_is_written; else not_ok unit_is_written; fi

# ---- refused by name
printf 'program c\n  integer :: n[*]\n  n = this_image()\nend program\n' >coarray.f90
expect coarrays 1 'coarrays are not supported' "$build/bin/bgqgfortran" -fcoarray=lib coarray.f90
expect coarrays_alone 1 'fcoarray' "$build/bin/bgqgfortran" coarray.f90
expect coarray_single 1 'coarrays are not supported' "$build/bin/bgqgfortran" \
	-fcoarray=single coarray.f90
expect with_clang 1 'Fortran needs GCC' env BGQ_HOST_CC=clang "$build/bin/bgqgfortran" coarray.f90
printf 'program b\n  use mpi\n  integer :: e\n  call mpi_init(e)
  call mpi_comm_rank(77, i, e)\nend program\n' >handle.f90
"$build/bin/bgq-mpif90" -w -o handle handle.f90 &&
	expect no_such_handle 1 '77 is no communicator' "$run" --np 2 : ./handle

# ---- by the machine's names, in parts
floor=$("$build/bin/bgq-cc" --floor)
printf 'module part\ncontains\nsubroutine tell\nprint *, "told"\nend\nend module\n' >part.f90
printf 'program whole\nuse part\ncall tell\nend program\n' >whole.f90
if "$floor/gnu-linux/bin/powerpc64-bgq-linux-gfortran" -c part.f90 whole.f90 &&
	"$floor/comm/gcc/bin/mpif90" part.o whole.o -o whole && [ -e part.mod ]
then ok names_of_the_machine; else not_ok names_of_the_machine; fi
expect whole 0 '' "$run" --np 1 : ./whole
if "$build/bin/bgq-cc" part.o whole.o -o by_cc -lgfortran; then ok linked_by_bgq_cc
else not_ok linked_by_bgq_cc; fi
expect by_cc 0 '' "$run" --np 1 : ./by_cc
# What -v shows of a link is what configure scripts add to links of C (AC_F77_LIBRARY_LDFLAGS).
"$build/bin/bgqgfortran" -v -o whole part.o whole.o 2>&1 | grep collect2 | tail -1 | tr ' ' '\n' |
	grep -E '^-L|^-lgfortran$|libquadmath.a$|libbgqfortran.a$|libbgqrt.a$' >words
printf 'void __part_MOD_tell(void);\nint main(void) { __part_MOD_tell(); return 0; }\n' >main.c
# shellcheck disable=SC2046 # a list of options
if grep -q lgfortran words && "$build/bin/bgq-cc" -o from_c main.c part.o $(cat words)
then ok what_configure_scripts_keep; else not_ok what_configure_scripts_keep; fi
expect from_c 0 '' "$run" --np 1 : ./from_c
summary
