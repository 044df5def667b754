#!/bin/sh
# test_faces.sh - the compilers under the names of the machine's: what configure scripts and
# sources see of them.  Tokens that are pasted to none, macros of the host's processor, pragmas
# of GCC, -show, -qflttrap, XLSMPOPTS, MPI's C++ bindings.
# Leaves out options and macros that test_bgq_cc.sh and test_xl_codes.sh have.
# Usage: test_faces.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
cc=$build/bin/bgq-cc
floor=$("$cc" --floor)
bin=$floor/gnu-linux/bin
cd "$tmp" || exit 1
gcc_host=1
case ${BGQ_HOST_CC:-gcc} in *clang*) gcc_host= ;; esac
# judge NAME command...: the command's status
judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

# ---- C++ of XL: tokens that are pasted to no token stay two
cat >paste.C <<'END'
#define CAT(a, b) a ## b
#define CALL(x) CAT(f, (x))
#define MEMBER(o, n) o.##n
#define FAR(p, n) p->##n
static int f(int x) { return x; }
struct s { int m; };
int main() { s v = { 3 }, *p = &v; FENCE return CALL(0) + MEMBER(v, m) + FAR(p, m) - 6; }
END
if [ "$gcc_host" ]; then
	for fence in '' 'asm volatile ("sync");'; do
		for o in -O0 -O2; do
			expect "pastes_$o$fence" 0 '' "$bin/bgxlC" $o "-DFENCE=$fence" \
				-o paste paste.C
			expect "pasted_$o$fence" 0 '' "$run" --np 1 : ./paste
		done
	done
	expect preprocesses_pastes 0 '' "$bin/bgxlC" -DFENCE= -E paste.C
	judge preprocessed grep -q 'v\. m' out
	echo '#error not a paste' >>paste.C
	expect other_errors_stand 1 'not a paste' "$bin/bgxlC" -DFENCE= -c paste.C
	expect gcc_refuses_pastes 1 'pasting' "$bin/powerpc64-bgq-linux-g++" -DFENCE= -c paste.C
fi

# ---- pragmas of GCC mean nothing to XL
cat >pragma.c <<'END'
#pragma GCC poison strange
# pragma	GCC error "no"
#pragma GCC target ("nonsense")
#define UNROLL _Pragma("GCC unroll 99999999")
int strange(int n) { int s = 0; UNROLL for (int i = 0; i < n; i++) s += i; return s; }
int main(void) { FENCE return strange(3) - 3; }
END
cp pragma.c pragma.C
if [ "$gcc_host" ]; then
	for pair in bgxlc:pragma.c bgxlC_r:pragma.C; do
		for fence in '' 'asm volatile ("sync");'; do
			expect "ignores_pragmas_${pair%:*}$fence" 0 '' "$bin/${pair%:*}" \
				"-DFENCE=$fence" -o pragma "${pair#*:}"
			judge "says_nothing_${pair%:*}$fence" test ! -s err
			expect "runs_${pair%:*}$fence" 0 '' "$run" --np 1 : ./pragma
		done
	done
	expect gcc_has_pragmas 1 'error: no' "$cc" -DFENCE= -c pragma.c
fi

# ---- files of assembly: what XL has built in is none of theirs
cat >data.S <<'END'
#ifndef __xlC__
#error not XL
#endif
	.data
	.globl datum
datum:	.long 42
END
printf '\t.text\n\tmflr 0\n\tblr\n' >saves.S
for face in bgxlc bgxlc_r; do
	expect "assembles_data_$face" 0 '' "$bin/$face" -c data.S
	expect "assembles_data_with_traps_$face" 0 '' "$bin/$face" -qflttrap=zerodivide:enable \
		-c data.S
	judge "says_nothing_of_data_$face" test ! -s "$tmp/err"
	expect "refuses_assembly_by_line_$face" 1 'saves.S:2: Error: .*mflr' "$bin/$face" -c saves.S
	judge "nothing_but_that_$face" test "$(grep -c Error: "$tmp/err")" -eq 2
done

# ---- macros of the host's processor are not beside PowerPC's, but where its headers are read
cat >host.h <<'END'
#if defined __x86_64__ || defined __amd64 || defined __SSE2__ || defined __MMX__ || \
	defined __AVX2__ || defined __k8 || !defined __powerpc64__
#error macros of the host
#endif
END
cat >host.c <<'END'
#include "host.h"
#include <complex.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/InjFifo.h>
#include "host.h"
int main(void)
{
	struct stat s;
	jmp_buf b;

	printf("%zu %zu %zu\n", sizeof s, sizeof b, sizeof(pthread_mutex_t));
	return sizeof(size_t) != 8 || stat("/", &s) != 0 || !S_ISDIR(s.st_mode) ||
	       setjmp(b) != 0 || sqrt(4.0) != 2.0;
}
END
cat >host.C <<'END'
#include "host.h"
#include <algorithm>
#include <complex>
#include <fstream>
#include <iostream>
#include <map>
#include <vector>
#include "host.h"
int main()
{
	std::vector<int> v(3, 4);
	std::map<int, double> m;
	m[1] = std::abs(std::complex<double>(3, 4));
	std::cout << std::count(v.begin(), v.end(), 4) + m[1] << std::endl;
}
END
cat >vectors.c <<'END'
#include "host.h"
#include <stdio.h>
int main(void)
{
	double d[4] __attribute__((aligned(32)));
	vector4double two = vec_splats(2.0);

	vec_st(vec_mul(two, two), 0, d);
	return d[3] != 4;
}
END
if [ "$gcc_host" ] && [ "$(uname -m)" = x86_64 ]; then
	sed '/host.h/d' host.c >plain.c
	"$cc" -o plain plain.c && "$run" --np 1 : ./plain >sizes
	for o in -O0 '-O2 -march=x86-64-v3'; do
		# shellcheck disable=SC2086 # words
		expect "no_host_macros $o" 0 '' "$cc" --powerpc $o -Wall -o host host.c
		judge "no_words_about_it $o" test ! -s err
		expect "runs_so $o" 0 '' "$run" --np 1 : ./host
		judge "types_have_their_sizes $o" cmp -s out sizes
	done
	expect no_host_macros_in_cxx 0 '' "$build/bin/bgq-c++" --powerpc -O2 -o host host.C
	expect cxx_runs_so 0 '' "$run" --np 1 : ./host
	judge cxx_prints grep -qx 8 out
	expect no_host_macros_with_vectors 0 '' "$bin/bgxlc" --powerpc -O2 -o vectors vectors.c
	expect vectors_run_so 0 '' "$run" --np 1 : ./vectors
	printf '#if !defined __x86_64__\n#error\n#endif\n' >without.c
	expect host_macros_stay_without_it 0 '' "$cc" -c without.c
fi

# ---- -show: the machine's names
shows() {
	name=$1 path=$2 expected=$3
	shift 3
	line=$("$floor/comm/$path" "$@")
	if [ "$line" = "$expected" ]; then ok "$name"; else
		echo "    $line"
		not_ok "$name"
	fi
}
include=-I$floor/comm/include library="-L$floor/comm/lib -lbgqmpi"
shows of_mpicc gcc/bin/mpicc "powerpc64-bgq-linux-gcc $include $library" -show
expect mpicc_is_asked_and_links_nothing 0 'version' "$floor/comm/gcc/bin/mpicc" -v
expect gcc_says_the_machine 0 '' "$bin/powerpc64-bgq-linux-gcc" -dumpmachine
judge its_name_is_known grep -qx powerpc64-bgq-linux "$tmp/out"
echo 'int main(void) { return 0; }' >from_stdin.c
expect libraries_behind_x_are_no_sources 0 '' sh -c \
	"'$floor/comm/gcc/bin/mpicc' -x c - -o from_stdin <from_stdin.c"
shows of_mpicxx gcc/bin/mpicxx "powerpc64-bgq-linux-g++ $include $library" -show
shows of_mpixlc xl/bin/mpixlc "bgxlc $include $library" -show
shows of_mpixlc_r xl/bin/mpixlc_r "bgxlc_r $include $library" -link_info
shows of_mpixlcxx xl.ndebug/bin/mpixlcxx "bgxlC $include" -compile_info
shows of_mpixlcxx_r bin/xl/mpixlcxx_r "bgxlC_r -O3 -c a.C $include" -O3 -show -c a.C

# ---- -qflttrap
cat >trap.c <<'END'
#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
void caught(int sig) { printf("signal %d\n", sig); exit(7); }
static volatile double zero = 0, one = 1, large = 1e300;
static void *divide(void *p) { printf("%g\n", one / zero); return p; }
int main(int argc, char **argv)
{
	pthread_t t;
	switch (argc > 1 ? *argv[1] : 'd') {
	case 'd': divide(NULL); break;
	case 'o': printf("%g\n", large * large); break;
	case 'i': printf("%g\n", zero / zero); break;
	case 'u': printf("%g\n", one / large / large); break;
	case 'x': printf("%g\n", one / 3); break;
	case 'e': feenableexcept(FE_DIVBYZERO); divide(NULL); break;
	case 't': pthread_create(&t, NULL, divide, NULL); pthread_join(t, NULL); break;
	}
	return 0;
}
END
traps() { # NAME STATUS OPTION ARGUMENT
	"$bin/bgxlc" -O2 $3 -c trap.c 2>err && "$bin/bgxlc" -o trap trap.o || not_ok "compiles_$1"
	expect "$1" "$2" '' "$run" --np 1 : ./trap "$4"
}
if [ "$(uname -m)" = x86_64 ]; then
	traps division_traps 133 -qflttrap=zerodivide:enable d
	judge place_is_named grep -q 'signal 5 .*in .*trap.c' err
	traps in_other_threads 133 -qflttrap=zero:en t
	traps overflow_traps 133 -qflttrap=OVerflow:ENable o
	traps invalid_traps 133 -qflttrap=inv,en i
	traps underflow_traps 133 -qflttrap=und:imp:en u
	traps inexact_traps 133 -qflttrap=inex:en x
	traps others_do_not 0 -qflttrap=ov:inv:en d
	traps not_without_enable 0 -qflttrap=zerodivide d
	traps what_the_program_enables_traps 133 -qflttrap e
	traps nothing_without_the_option 0 -qnoflttrap d
	traps and_a_signal_of_its_own_then 136 -O2 e
	traps last_option_stands 0 '-qflttrap=zero:en -qnoflttrap' d
	traps handler_is_called 7 '-qflttrap=zero:en -qsigtrap=caught' d
	judge handler_has_the_signal grep -qx 'signal 5' out
	expect unknown_is_named 0 'nanq has no effect' "$bin/bgxlc" -qflttrap=nanq:en -c trap.c
fi

# ---- XLSMPOPTS
cat >smp.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <spi/include/kernel/location.h>
int main(void)
{
	int at[64], n = 0, chunk;
	omp_sched_t s;
#pragma omp parallel
	{
		at[omp_get_thread_num()] = (int)Kernel_ProcessorID();
#pragma omp master
		n = omp_get_num_threads();
	}
	omp_get_schedule(&s, &chunk);
	printf("%d threads on", n);
	for (int i = 0; i < n && n < 8; i++)
		printf(" %d", at[i]);
	printf(", schedule %d %d\n", (int)s, chunk);
	return 0;
}
END
smp() { # NAME EXPECTED_LINE STDERR_PATTERN variable...
	name=$1 line=$2 pattern=$3
	shift 3
	for variable; do
		set -- "$@" --envs "$variable"
		shift
	done
	expect "$name" 0 "$pattern" "$run" --np 1 "$@" : ./smp
	judge "$name.line" grep -qx "$line" out
	[ "$pattern" ] || judge "$name.silent" test ! -s err
}
if [ "$gcc_host" ]; then
	"$bin/bgxlc_r" -qsmp=omp -o smp smp.c || not_ok compiles_smp
	smp as_many_threads '4 threads on 0 4 8 12, schedule 1 0' '' XLSMPOPTS=parthds=4
	smp with_blanks '3 threads on 0 4 8, schedule 1 0' '' \
		'XLSMPOPTS=" PARTHDS = 3 : STACK = 99999 "'
	smp openmp_prevails '2 threads on 0 4, schedule 3 9' '' \
		XLSMPOPTS=parthds=4:spins=0:yields=0 OMP_NUM_THREADS=2 OMP_SCHEDULE=guided,9
	smp schedules '4 threads on .*, schedule 2 5' \
		'schedule is for loops with schedule.runtime' \
		XLSMPOPTS=schedule=dynamic=5:parthds=4
	smp binds '4 threads on 8 10 12 14, schedule 1 0' '' \
		XLSMPOPTS=parthds=4:startproc=8:stride=2
	smp binds_to_a_list '3 threads on 5 1 5, schedule 1 0' '' XLSMPOPTS=procs=5,1:parthds=3
	smp names_others '2 threads on 0 4, schedule 1 0' 'XLSMPOPTS: delays has no effect' \
		XLSMPOPTS=parthds=2:delays=500
	smp names_waits '2 threads on 0 4, schedule 1 0' 'XLSMPOPTS: spins has no effect' \
		XLSMPOPTS=parthds=2:spins=500
	smp names_wrong_ones '64 threads on, schedule 1 0' 'invalid value for XLSMPOPTS: parthds' \
		XLSMPOPTS=parthds=many
	smp names_what_is_not_there '2 threads on 0 4, schedule 1 0' 'has not' \
		XLSMPOPTS=parthds=2:startproc=64
	"$bin/powerpc64-bgq-linux-gcc" -fopenmp -o smp smp.c || not_ok compiles_by_gcc
	smp gcc_has_no_such_variable '64 threads on, schedule 2 1' '' XLSMPOPTS=parthds=4
fi

# ---- what -E has made, under the name of a source
cat >pre.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	printf("%d\n", abs(-3));
	return 0;
}
END
sed 's/abs(-3)/std::abs(-3) + std::abs(4u)/' pre.c >pre.cc
# twice TITLE COMPILER SOURCE options...: once to text, and again from that, with lines or without
twice() {
	title=$1 compiler=$2 source=$3
	shift 3
	for plain in '' -P; do
		# shellcheck disable=SC2086 # no option, or one
		"$compiler" "$@" -E $plain "$source" >"again.$source" 2>err
		expect "$title preprocessed $plain" 0 '' "$compiler" "$@" -o again "again.$source"
		expect "$title preprocessed $plain: runs" 0 '' "$run" --np 1 : ./again
	done
}
xl=$("$build/bin/bgq-cc" --floor)/comm/xl/bin
twice C "$build/bin/bgq-cc" pre.c
twice C++98 "$build/bin/bgq-c++" pre.cc
cp pre.c int.cc
twice C++11 "$build/bin/bgq-c++" int.cc -std=gnu++11
twice XL "$xl/mpixlc_r" pre.c
twice flttrap "$xl/mpixlc_r" pre.c -qflttrap=zerodivide:enable
twice 'XL C++' "$xl/mpixlcxx_r" pre.cc

# ---- MPI's C++ bindings
for workers in $all_workers; do
	expect "bindings.$workers" 0 '' "$run" --np 8 --workers "$workers" : "$spi/mpi_bindings"
done
printf '#define MPICH_SKIP_MPICXX 1\n#include <mpi.h>\nnamespace MPI { int INT; }\n' >skip.C
expect bindings_can_be_left_out 0 '' "$build/bin/bgq-mpicxx" -c skip.C
for std in gnu++98 gnu++11 gnu++17; do
	expect "bindings_in_$std" 0 '' "$build/bin/bgq-mpicxx" -std=$std -Wall -Wextra -Werror -c \
		-o x.o "$OLDPWD/tests/spi/mpi_bindings.cc"
done
# ---- the machine's Clang: the host's, or a word and the usual compiler
cat >clang.c <<'END'
#ifdef __cplusplus
#define STANDARD __cplusplus
#else
#define STANDARD __STDC_VERSION__
#endif
#ifdef __clang__
const char *compiler = "by clang";
#else
const char *compiler = "by another";
#endif
#include <stdio.h>
int main(void)
{
	printf("%s, %ld\n", compiler, (long)STANDARD);
	return 0;
}
END
cp clang.c clang.cc
mkdir without && ln -s /usr/bin/* /usr/local/bin/* /bin/* without 2>/dev/null
rm -f without/clang*
# clang_is NAME STANDARD SOURCE: compiled by whom, and as what.
clang_is() {
	expect "$1" 0 '' env -u BGQ_HOST_CC -u BGQ_HOST_CXX "$bin/$1" -o clang "$3"
	expect "$1: runs" 0 '' "$run" --np 1 : ./clang
	who=another
	if command -v clang >/dev/null && command -v clang++ >/dev/null; then who=clang; fi
	[ "$gcc_host" ] || who=clang
	judge "$1: by $who, $2" grep -q "^by $who, $2\$" out
	expect "$1: none" 0 "bgclang.*: the host has no clang.*usual" \
		env -u BGQ_HOST_CC -u BGQ_HOST_CXX PATH="$PWD/without" "$bin/$1" -o clang "$3"
}
clang_is bgclang 199901 clang.c
clang_is bgclang++ 199711 clang.cc
clang_is bgclang++11 201103 clang.cc
# Vectors, in a source or in a header of its, are compiled by GCC, and what else is wrong is said.
cat >vectors.h <<'END'
typedef vector4double vector;
END
cat >vectors.c <<'END'
#include <stdio.h>
#include "vectors.h"
int main(void)
{
	vector v = vec_madd((vector)(1, 2, 3, 4), vec_splats(2), vec_splats(0.5));
#ifdef __VECTOR4DOUBLE__
	printf("%g %g\n", vec_extract(v, 0), vec_extract(v, 3));
#endif
	return 0;
}
END
sed 's/vec_splats(2)/vec_no_such(2)/' vectors.c >wrong.c
cp vectors.c vectors.cc
cp wrong.c wrong.cc
for compiler in bgclang bgclang++11; do
	[ "$gcc_host" ] || break
	case $compiler in *++*) suffix=cc ;; *) suffix=c ;; esac
	said='the host has no clang'
	[ "$who" != clang ] || said='vector4double: the host.s usual compiler is used'
	set -- env -u BGQ_HOST_CC -u BGQ_HOST_CXX "$bin/$compiler" -o vectors
	expect "$compiler: vectors" 0 "$said" "$@" vectors.$suffix
	expect "$compiler: vectors run" 0 '' "$run" --np 1 : ./vectors
	[ "$who" != clang ] || judge "$compiler: numbers" grep -q '^2.5 8.5$' out
	expect "$compiler: errors beside vectors" 1 vec_no_such "$@" wrong.$suffix
done
for wrapper in mpiclang mpiclang++ mpiclang++11; do
	expect "$wrapper: shown" 0 '' "$floor/comm/xl/bin/$wrapper" -show clang.cc
	judge "$wrapper: its compiler" grep -q "^bg${wrapper#mpi} clang.cc -I" out
done
summary
