#!/bin/sh
# test_host_libraries.sh - each rank has its own state of every library that it uses: archives of
# the host become part of the program, shared libraries are refused when a program is linked,
# loaded, or calls dlopen(3), with the library's name; dlsym(3) finds the program's own symbols.
# Leaves out the parts of the C library, whose state is each rank's by other tests
# (tests/spi/private.c).  Usage: test_host_libraries.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(readlink -f "$build")
run=$build/bin/bgq-run cc=$build/bin/bgq-cc
cd "$tmp" || exit 1

# says NAME STATUS PATTERN command...: exit status and, in what it prints, a line.
says() {
	name=$1 status=$2 pattern=$3
	shift 3
	"$@" >out 2>&1
	got=$?
	if [ "$got" -eq "$status" ] && { [ -z "$pattern" ] || grep -Eq -- "$pattern" out; }; then
		ok "$name"
	else
		echo "status $got" >>out
		not_ok "$name"
	fi
}

cat >state.c <<'END'
static int calls;
int state(void) { return ++calls; }
END
cat >uses.c <<'END'
#include <stdio.h>
#include <spi/include/kernel/location.h>
int state(void);
int main(void)
{
	for (unsigned i = 0; i < Kernel_GetRank(); i++)
		state();
	printf("rank %u: %d\n", Kernel_GetRank(), state());
	return 0;
}
END
gcc -shared -fPIC -o libstate.so state.c
says shared_library_is_refused_by_name 1 'bgq-cc: refused: libstate.so: .*archive' \
	"$cc" -o uses uses.c -L. -lstate
says and_leaves_no_program 1 '' test -e uses
says also_by_its_path 1 'bgq-cc: refused: .*libstate.so: ' "$cc" -o uses uses.c "$PWD/libstate.so"
says also_hidden_from_bgq_cc 1 'bgq-cc: refused: libstate.so: ' \
	"$cc" uses.c "-Wl,-L$PWD,-lstate"
says and_leaves_no_a_out 1 '' test -e a.out

# Linked under another name, which bgq-cc takes for a part of the C library.
gcc -shared -fPIC -Wl,-soname,libmvec.so.7 -o libstate.so state.c
"$cc" -o other uses.c -L. -lstate && LC_ALL=C sed -i s/libmvec.so.7/libstate.so7/ other
LD_LIBRARY_PATH=$PWD says refused_when_loaded 126 'needs libstate.so7, a shared library.*archive' \
	"$run" --np 2 : ./other

# An archive that the host's compiler finds by itself is the host's.
mkdir host && gcc -fPIC -c -o host/state.o state.c && ar rc host/libstate.a host/state.o
for np in 1 4; do
	LIBRARY_PATH=$PWD/host "$cc" -o uses uses.c -lstate &&
		says "archive_of_the_host_has_state_of_each_of_$np" 0 "rank $((np - 1)): $np\$" \
			"$run" --np "$np" : ./uses
done
cat >local.c <<'END'
static __thread int calls;
int state(void) { return ++calls; }
END
gcc -fPIE -c -o host/state.o local.c && rm host/libstate.a && ar rc host/libstate.a host/state.o
LIBRARY_PATH=$PWD/host says archive_that_cannot_be_linked_is_refused_by_name 1 \
	'^bgq-cc: refused: libstate.a of the host' "$cc" -o uses uses.c -lstate

cat >open.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int variable = 5;
static __thread int mine = 7;
__thread int of_thread = 8;
int twice(int x) { return 2 * x + 0 * mine; }
static int failures;
static void check(int true, const char *what)
{
	if (!true)
		printf("wrong: %s\n", what);
	failures += !true;
}
static void check_libraries(void)
{
	void *h = dlopen("./libstate.so", RTLD_NOW);
	const char *why = dlerror();

	check(!h, "a shared library is opened");
	check(why && strstr(why, "./libstate.so: "), "not named");
	check(!dlerror(), "an error is told twice");
	check(!dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD), "a library of bgq-run is opened");
	h = dlopen("libm.so.6", RTLD_NOW);
	double (*f)(double) = (double (*)(double))dlsym(h, "exp2");
	check(h && f && f(3) == 8, "libm");
	check(!dlclose(h), "dlclose");
}
static void check_program(void)
{
	void *h = dlopen(NULL, RTLD_NOW);

	check(dlsym(h, "variable") == &variable, "a variable");
	check(dlsym(RTLD_DEFAULT, "twice") == (void *)twice, "a function");
	check(dlsym(h, "of_thread") == &of_thread, "a thread-local");
	check(dlsym(h, "strlen") == (void *)strlen, "a function of libc that is called");
	check(dlsym(RTLD_NEXT, "malloc") == (void *)malloc, "the next malloc");
	check(!dlsym(h, "fdopendir"), "a function of libc that has state in the image");
	check(!dlsym(h, "hwloc_topology_init"), "a function that bgq-run uses");
	check(!dlsym(h, "emu_machine"), "a variable of bgq-run");
}
int main(int argc, char **argv)
{
	check_libraries();
	check_program();
	printf("%d wrong\n", failures + (int)strlen(argv[0]) * 0 * argc);
	return failures;
}
END
"$cc" -std=gnu99 -rdynamic -O1 -o open open.c -ldl -lm
says dlopen_and_dlsym 0 '^0 wrong' "$run" --np 2 : ./open
printf 'extern int hwloc_get_api_version(void) __attribute__((weak));
int main(void) { return hwloc_get_api_version != 0; }\n' >weak.c
"$cc" -o weak weak.c
says weak_names_are_not_found_in_bgq_run 0 '' "$run" --np 1 : ./weak

# Functions whose code is chosen where the program is loaded, as in libatomic.a and, on x86-64, by
# target_clones.
cat >chosen.c <<'END'
static int three(int a) { return 3 * a; }
static int (*choose(void))(int) { return three; }
int thrice(int) __attribute__((ifunc("choose")));
int main(void) { return thrice(4) - 12; }
END
"$cc" -o chosen chosen.c
says functions_chosen_at_load_are_named 126 \
	"chosen: a function's code is chosen when it is loaded \(ifunc or target_clones" \
	"$run" --np 1 : ./chosen

# GCC's library of long numbers, where its headers are installed: state (errno) of each rank.
cat >quad.c <<'END'
#include <errno.h>
#include <quadmath.h>
#include <stdio.h>
#include <spi/include/kernel/location.h>
int main(void)
{
	unsigned rank = Kernel_GetRank();
	char text[64];
	__float128 x = strtoflt128("2.5", NULL) + rank;

	errno = 0;
	__float128 most = strtoflt128(rank == 1 ? "1e9999" : "1", NULL);
	quadmath_snprintf(text, sizeof text, "%.30Qg", sqrtq(x));
	printf("rank %u: %s %d %d\n", rank, text, isinfq(most), errno);
	return 0;
}
END
if printf '#include <quadmath.h>\n' | gcc -fsyntax-only -x c - 2>err; then
	quad=$(gcc -print-file-name=libquadmath.a)
	if [ -e "$quad" ]; then
		"$cc" -o quad quad.c -lquadmath
		says libquadmath_has_errno_of_each_rank 0 \
			'^rank 1: 1.87082869338697069279187436616 1 34$' "$run" --np 2 : ./quad
		says libquadmath_has_errno_of_rank_0 0 \
			'^rank 0: 1.58113883008418966599944677222 0 0$' "$run" --np 2 : ./quad
	fi
	says libquadmath_is_refused_as_a_shared_library 1 'refused: libquadmath.so.0: ' \
		"$cc" -o quad quad.c "$(gcc -print-file-name=libquadmath.so)"
fi

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
