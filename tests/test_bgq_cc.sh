#!/bin/sh
# test_bgq_cc.sh - bgq-cc and bgq-c++ as a user's Makefile meets them: what they
# accept, define, find and refuse, and what the images that they link are made of.
# Leaves out running programs: that is test_bgq_run.sh.
# Usage: test_bgq_cc.sh BUILD_DIR
set -u
build=$(cd "${1:-build}" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
cc=$build/bin/bgq-cc
run=$build/bin/bgq-run
cxx=$build/bin/bgq-c++
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
passed=0 failed=0

verdict() { # STATUS NAME
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "[       OK ] $2"
	else
		failed=$((failed + 1))
		echo "[  FAILED  ] $2"
		head -20 log 2>/dev/null | sed 's/^/    /'
	fi
}

# silent NAME command...: ends with 0 and prints nothing.
silent() {
	name=$1
	shift
	"$@" >log 2>&1 && [ ! -s log ]
	verdict $? "$name"
}

# says NAME PATTERN command...: ends with 0, a line of its output matches.
says() {
	name=$1 pattern=$2
	shift 2
	"$@" >log 2>&1 && grep -Eq -- "$pattern" log
	verdict $? "$name"
}

# refuses NAME PATTERN command...: does not end with 0, a line matches.
refuses() {
	name=$1 pattern=$2
	shift 2
	if "$@" >log 2>&1; then false; else grep -Eq -- "$pattern" log; fi
	verdict $? "$name"
}

holds() { # NAME command...: ends with 0, output is only for failures
	name=$1
	shift
	"$@" >log 2>&1
	verdict $? "$name"
}

relocations() { readelf -rW "$1" | awk '$3 ~ /^R_/ { print $3 }' | sort -u; }
only_clonable() { # exactly the types that emu/node/image/image.c knows how to clone
	relocations "$1"
	! relocations "$1" |
		grep -Ev 'RELATIVE|_64$|_ABS64|GLOB_DAT|JUMP_SLOT|DTPMOD|DTPOFF|DTPREL|TLS_DTP'
}
needs_only() { # IMAGE PATTERN: shared libraries
	readelf -dW "$1" | grep NEEDED
	! readelf -dW "$1" | grep NEEDED | grep -Ev "$2"
}

# ---- a program
cat >hello.c <<'END'
#include <errno.h>
#include <stdio.h>
__thread int shared_counter = 3;
static __thread char own[64];
int *counter(void) { return &shared_counter; }
int main(int argc, char **argv)
{
	own[argc] = argv[0][0];
	errno = 0;
	return printf("%d %c\n", ++*counter(), own[1]) < 0;
}
END
silent compiles_and_links "$cc" -O2 -Wall -o hello hello.c
says pg_names_what_there_is "-pg has no effect: bgq-run --profile=FILE" "$cc" -pg -o hello hello.c
says carries_the_abi_note 'bgqemu' readelf -nW hello
says exports_main ' main$' sh -c "nm -D --defined-only hello"
says exports_the_start ' bgqrt_start$' sh -c "nm -D --defined-only hello"
holds exports_nothing_else sh -c \
	"! nm -D --defined-only hello | grep -Ev ' (main|bgqrt_(start|flush|streams))$'"
says thread_locals_are_dynamic 'DTPMOD' readelf -rW hello
holds relocations_can_be_cloned only_clonable hello
holds needs_libbgqemu_and_libc needs_only hello 'libbgqemu.so.1|libc.so|ld-linux'
says has_source_lines 'hello.c:' sh -c \
	"addr2line -e hello 0x\$(nm hello | awk '\$3 == \"main\" { print \$1 }')"
silent separate_compilation sh -c "'$cc' -c hello.c && '$cc' hello.o && test -s a.out"
printf 'int two(void);\nint main(void) { return two(); }\n' >one.c
printf 'int two(void) { return 0; }\n' >two.c
silent several_sources "$cc" -o several one.c two.c

# ---- time is counted in loops, whatever the optimization; other hosts call a hook
printf 'void wait(volatile int *p) { while (*p); }\n' >spin.c
for level in -O0 -O2 -O5; do
	"$cc" $level -c spin.c -o spin.o
	objdump -d spin.o >log
	if [ -x "$build/lib/as/as" ]; then
		grep -q 'sub.*%gs:0x0' log && grep -q '\<jl\>' log
	else
		grep -q trace_pc log || objdump -dr spin.o | grep -q trace_pc
	fi
	verdict $? "raw_spin_is_counted_at$level"
done
says assembly_text_is_the_compilers 'main:' sh -c "'$cc' -S -o - hello.c && ! '$cc' -S -o - \
	hello.c | grep gs:"

# ---- only what was asked for
says preprocess_only 'int own' sh -c "echo 'int own;' | '$cc' -E -"
says dependencies_only '^hello.o: hello.c' "$cc" -M hello.c
silent assembly_only "$cc" -S -o hello.s hello.c
silent syntax_only "$cc" -fsyntax-only hello.c
silent dependencies_beside "$cc" -c -MMD -MP -MF hello.d -MT x hello.c
says source_from_standard_input . sh -c \
	"echo 'int main(void) { return 0; }' | '$cc' -x c - -o piped && echo linked"
says version_names_both 'bgq-cc \(bgqemu\) [0-9]' "$cc" --version
says dumpversion_is_the_hosts '^[0-9.]+$' "$cc" -dumpversion
says print_file_name 'libgcc.a' "$cc" -print-libgcc-file-name
says commands_shown 'cc1' "$cc" '-###' hello.c

# ---- every spelling of an include
for header in spi/include/kernel/location.h kernel/location.h spi/include/kernel/MU.h \
	kernel/memory.h location_impl.h spi/include/mu/InjFifo.h mu/Descriptor_inlines.h \
	spi/include/l2/atomic.h l2/barrier.h spi/include/wu/wait.h \
	hwi/include/bqc/A2_inlines.h hwi/include/common/uci.h \
	firmware/include/personality.h; do
	echo "#include <$header>" >include.c
	silent "includes_$header" "$cc" -c include.c
done
echo '#include <spi/include/kernel/location.h>' >include.c
silent driver_paths_lead_to_the_floor "$cc" -c -I/bgsys/drivers/ppcfloor \
	-I /bgsys/drivers/V1R2M0/ppc64/spi/include -isystem /bgsys/drivers/ppcfloor/none include.c

# ---- what the machine's compilers define and mean
"$cc" -dM -E -x c /dev/null >macros
for macro in __bgq__ __bg__ __bgqemu__ __CHAR_UNSIGNED__; do
	grep -q "define $macro " macros
	verdict $? "defines_$macro"
done
for macro in __powerpc__ __PPC__ __VECTOR4DOUBLE__ __xlC__; do
	! grep -q "define $macro " macros
	verdict $? "does_not_define_$macro"
done
printf 'int shared;\nint main(void) { return shared; }\n' >t1.c
printf 'int shared;\n' >t2.c
silent tentative_definitions_merge "$cc" t1.c t2.c
printf 'inline int f(void) { return 0; }\nint main(void) { return f(); }\n' >inline.c
silent inline_without_static_at_O0 "$cc" -O0 inline.c
says undeclared_call_is_a_warning 'warning: implicit' "$cc" -c -x c - <<'END'
int f(void) { return puts("x"); }
END
# Since GCC 14 some of that are errors.
says what_gcc_4_warned_of_is_a_warning 'warning: ' "$cc" -c -x c - <<'END'
typedef int bool;
enum { false, true };
int twice();
static g(a) { if (a) return; return true; }
void h(void) { return 1; }
int f(void) { char *p = malloc(4); int *q = p, i = p; int (*other)(char *) = twice;
	h(); return g(*q + i) + twice(7) + other(p); }
int twice(x) int x; { return 2 * x; }
END
printf 'int main() { for (int i = 0; i < 1; i++) ; return 0; }\n' >c99.c
silent c99_by_default "$cc" c99.c

# ---- options of such Makefiles
silent gcc_options "$cc" -O3 -g -std=gnu99 -mcpu=a2 -mtune=a2 -m64 -mabi=elfv1 -maltivec \
	-mminimal-toc -static -dynamic -fPIE -pie -rdynamic -fvisibility=hidden \
	-o options hello.c -L/bgsys/drivers/ppcfloor/spi/lib -L "$("$cc" --floor)/spi/lib" \
	-l SPI -l SPI_cnk -lSPI -lSPI_cnk -lSPI_upci_cnk -lSPI_l1p -lpthread -lrt -lm -ldl \
	/bgsys/drivers/ppcfloor/spi/lib/libSPI.a /bgsys/drivers/V1R2M2/ppc64/bgpm/lib/libbgpm.a \
	/bgsys/drivers/ppcfloor/gnu-linux/powerpc64-bgq-linux/lib/librt.a -Wl,-Bstatic
says hidden_main_is_found ' main$' sh -c "nm -D --defined-only options"
silent xl_options "$cc" -O5 -qarch=qp -qtune=qp -qlanglvl=extc99 -qlist -qsource -qreport \
	-qstrict -qhot -qsimd=auto -qnoipa -qmaxmem=-1 -qthreaded -qnostaticlink -c hello.c
says xl_openmp '_OPENMP' sh -c "'$cc' -qsmp=omp -dM -E -x c /dev/null"
says xl_signed_char 'signed' sh -c \
	"'$cc' -qchars=signed -dM -E -x c /dev/null | grep -q CHAR_UNSIGNED || echo signed"
says xl_name_is_xl '__TOS_BGQ__' sh -c \
	"'$("$cc" --floor)/gnu-linux/bin/bgxlc_r' -dM -E -x c /dev/null"

# ---- libraries
mkdir lib
printf 'int two(void) { static int calls; return calls++; }\n' >two.c
gcc -shared -fPIC -o lib/libtwo.so two.c && "$cc" -c two.c && ar rc lib/libtwo.a two.o
silent archive_before_shared_library "$cc" -o archive one.c -Llib -ltwo
holds archive_is_inside_the_image needs_only archive 'libbgqemu.so.1|libc.so|ld-linux'

# ---- C++
cat >hello.cc <<'END'
#include <iostream>
#include <stdexcept>
#include <vector>
#include <spi/include/kernel/location.h>
struct Before { std::vector<int> v; Before() : v(3) {} ~Before() {} } before;
int main()
{
	try {
		if (before.v.at(Kernel_GetRank()))
			throw std::runtime_error("x");
	} catch (const std::exception &e) {
		std::cout << e.what() << std::endl;
	}
	return 0;
}
END
silent cxx_links "$cxx" -O2 -o hellocc hello.cc
holds cxx_relocations_can_be_cloned only_clonable hellocc
holds cxx_library_is_inside_the_image needs_only hellocc \
	'libbgqemu.so.1|libc.so|libm.so|ld-linux'
says cxx_is_98_by_default '__cplusplus 199711L' sh -c "'$cxx' -dM -E -x c++ /dev/null"
cat >lenient.cc <<'END'
template <class T> struct Caller { static int call() { return later(7); } };
int later(int x) { return x - 7; }
int main() { return Caller<int>::call(); }
END
for std in '' -std=gnu++98 -std=c++98 -std=c++03 -ansi; do
	holds "cxx_98_is_lenient$std" "$cxx" -w $std -c lenient.cc
done
refuses cxx_11_is_not later "$cxx" -std=c++11 -c lenient.cc
silent cxx_11_on_request "$cxx" -std=c++11 -c hello.cc
silent cxx_source_given_to_bgq_cc "$cc" -o hellocc2 hello.cc -lstdc++

# ---- OpenMP
cat >omp.c <<'END'
#include <omp.h>
#include <stdio.h>
int main(void)
{
	int n = 0;
#pragma omp parallel reduction(+ : n)
	n++;
	return n != omp_get_max_threads();
}
END
silent openmp_links "$cc" -fopenmp -O2 -o omp omp.c
silent openmp_links_separately sh -c "'$cc' -fopenmp -c omp.c && '$cc' -o omp2 omp.o -lgomp"
holds openmp_is_inside_the_image needs_only omp 'libbgqemu.so.1|libc.so|ld-linux'
holds openmp_relocations_can_be_cloned only_clonable omp
says xl_openmp_links GOMP_parallel sh -c \
	"'$("$cc" --floor)/gnu-linux/bin/bgxlc_r' -qsmp=omp -o omp3 omp.c &&
	nm omp3"
holds openmp_only_on_request sh -c "! nm hello | grep -E 'GOMP_|omprt_'"
holds openmp_tasks_only_where_used sh -c "! nm omp | grep -E 'omprt_task_run|GOMP_task'"

# ---- clear refusals
printf 'int nowhere(void);\nint main(void) { return nowhere(); }\n' >undefined.c
refuses undefined_symbol_at_link_time 'nowhere' "$cc" undefined.c
"$cc" -c -o other.o hello.c && sed -i 's/bgqemu_abi_[0-9][0-9]/bgqemu_abi_xx/' other.o
refuses object_of_another_abi 'bgqemu_abi_xx_compile_anew' "$cc" other.o
refuses no_main 'main' "$cc" two.c
# lld has no --require-defined; this stands for one that may not be there.
mkdir lld
cat >lld/ld.lld <<'EOF'
#!/bin/sh
case " $* " in *" --require-defined"*) echo "unknown argument" >&2; exit 1 ;; esac
exec ld "$@"
EOF
chmod +x lld/ld.lld
silent other_linker env PATH="$PWD/lld:$PATH" "$cc" -fuse-ld=lld -o of_lld hello.c
refuses no_main_by_other_linker 'main' env PATH="$PWD/lld:$PATH" "$cc" -fuse-ld=lld two.c
refuses no_such_file 'none.c' "$cc" none.c
refuses shared_library 'archive' "$cc" -shared -o lib.so two.c
# Those that are there: what they link is what the usual one links.
for linker in lld mold; do
	command -v ld.$linker >/dev/null || continue
	silent "links_$linker" "$cc" -O2 -fuse-ld=$linker -o of_linker hello.c
	"$cc" -O2 -o of_ld hello.c && "$build/bin/bgq-run" --np 4 : ./of_ld >ld.out &&
		"$build/bin/bgq-run" --np 4 : ./of_linker >linker.out && [ -s ld.out ] &&
		cmp -s ld.out linker.out
	verdict $? "runs_$linker"
	refuses "no_main_$linker" 'main' "$cc" -fuse-ld=$linker two.c
done
for option in -m32 -mx32 -fsplit-stack -fsanitize=address -fsanitize=undefined,thread \
	-fuse-ld=gold -fsanitize=dataflow -fsanitize=safe-stack -fsanitize-coverage=trace-pc; do
	refuses "what_cannot_work_$option" "^bgq-cc: $option: " "$cc" $option hello.c
done
# A message would need a runtime, of GCC's or Clang's own.
printf '#include <limits.h>\nint main(int n, char **v)\n{\n\t(void)v;
\treturn INT_MAX - 1 + n + n < 0;\n}\n' >overflow.c
for host in gcc $(command -v clang >/dev/null && echo clang); do
	for checked in undefined signed-integer-overflow null,signed-integer-overflow; do
		silent "undefined_behaviour_${host}_$checked" env BGQ_HOST_CC=$host "$cc" -g -O1 \
			-fsanitize=$checked -o overflow overflow.c
		refuses "is_told_${host}_$checked" 'signal 4 .*overflow.c:5' \
			"$build/bin/bgq-run" --np 1 : ./overflow
	done
done
silent undefined_behaviour_needs_no_runtime "$cc" -fsanitize=undefined -o undefined hello.c
refuses powerpc_assembly "PowerPC" sh -c "echo ' lwsync' >a.s; '$cc' -c a.s"
silent bgq_run_name_is_known sh -c "echo 'int Kernel_GetRank(void);
int main(void) { return Kernel_GetRank(); }' >rank.c; '$cc' rank.c"

# ---- a Makefile of the machine, with its variables overridden
cat >Makefile <<'END'
CC = /bgsys/drivers/ppcfloor/gnu-linux/bin/powerpc64-bgq-linux-gcc
FLOOR = /bgsys/drivers/ppcfloor
CFLAGS = -O3 -g -I$(FLOOR) -I $(FLOOR)/spi/include/kernel/cnk
rank.cnk: rank.o
	$(CC) -o $@ $^ -lpthread -static -L $(FLOOR)/spi/lib -l SPI -l SPI_cnk
rank.o: include.c rank.c
	$(CC) $(CFLAGS) -c include.c
	$(CC) $(CFLAGS) -c rank.c
END
floor=$("$cc" --floor)
holds makefile_with_cc_and_floor make CC="$cc" FLOOR="$floor"
rm -f ./*.o
holds makefile_with_the_floors_compiler make -B FLOOR="$floor" \
	CC="$floor/gnu-linux/bin/powerpc64-bgq-linux-gcc"
cpp=$floor/gnu-linux/bin/powerpc64-bgq-linux-cpp
printf '#ifdef __bgq__\nmodule m;\n#endif\n' >m.ci
says cpp_takes_a_file_of_any_name '^module m;$' "$cpp" -P m.ci
says cpp_reads_its_input '^module m;$' sh -c "'$cpp' -P <m.ci"
says cpp_writes_a_second_file '^module m;$' sh -c "'$cpp' -P m.ci m.out && cat m.out"
says cpp_names_no_directory '^0$' sh -c "'$cpp' m.ci | grep -c '//\"'; true"

# counted_runs NAME TOOL option...: four ranks add up in one file of counts beside the program.
counted_runs() {
	name=$1 tool=$2
	shift 2
	rm -rf counts && mkdir counts
	printf '%s\n' '#include <stdio.h>' 'int main(int c, char **v)' '{' \
		'	for (int i = 0; i < 7; i++)' '		printf("%d%c", c, *v[0]);' \
		'	return 0;' '}' >counts/counted.c
	(cd counts && "$cc" "$@" -c -o counted.o counted.c && "$cc" "$@" -o counted counted.o &&
		"$run" --np 4 : ./counted >out && $tool counted.c >gcov.out &&
		grep -q ' 28[*]*:    5:' counted.c.gcov) >log 2>&1
	verdict $? "$name"
}
# Files of a GCC are read by its own gcov, where several are installed.
version=$(gcc -dumpversion)
gcov=$(command -v "gcov-${version%%.*}" || echo gcov)
counted_runs coverage_is_written "$gcov" --coverage
counted_runs coverage_of_optimized_code "$gcov" -fprofile-arcs -ftest-coverage
silent profile_is_compiled "$cc" -fprofile-generate -o profiled hello.c
"$run" --np 2 : ./profiled >log 2>&1
verdict $? profiled_program_ends
[ -s profiled-hello.gcda ] || [ -s hello.gcda ]
verdict $? profile_is_written

# ---- other host compiler, other place
if command -v clang >/dev/null; then
	export BGQ_HOST_CC=clang
	silent clang_links "$cc" -O2 -o clanged hello.c
	holds clang_relocations_can_be_cloned only_clonable clanged
	silent clang_openmp_links "$cc" -fopenmp -o clanged_omp omp.c
	gcov=$(command -v llvm-cov || find /usr/bin -name 'llvm-cov*' | head -n 1)
	[ -z "$gcov" ] || counted_runs clang_coverage_is_written "$gcov gcov" --coverage
	silent clang_cxx_links "$cxx" -O2 -o clangedcc hello.cc
	unset BGQ_HOST_CC
fi
(cd "$source" && make -s install B="$build" PREFIX=/usr DESTDIR="$tmp/root") >log 2>&1
verdict $? installs
silent installed_compiler_works "$tmp/root/usr/bin/bgq-cc" -o installed rank.c include.c
silent installed_floor_works "$tmp/root/usr/lib/bgqemu/floor/gnu-linux/bin/bgxlc" -c rank.c
says installed_floor_is_its_own "^$tmp/root/usr" "$tmp/root/usr/bin/bgq-cc" --floor

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
