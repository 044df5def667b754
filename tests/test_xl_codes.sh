#!/bin/sh
# test_xl_codes.sh - what sources for bgxlc are as texts, in their language, headers and options,
# that no other test has: found by compiling and running programs of others.
# Leaves out: functions and vectors (test_xl_calls.sh), PowerPC assembly (test_ppc_asm.sh), and
# what bgq-cc accepts as such (test_bgq_cc.sh).
# Usage: test_xl_codes.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
bin=$("$build/bin/bgq-cc" --floor)/gnu-linux/bin

# ---- bgxlc: tokens that are pasted to no token stay two; the same where there is assembly
cat >"$tmp/paste.c" <<'END'
#include <inttypes.h>
#include <spi/include/kernel/location.h>
#define MEMBER(s, m) s.##m
#define OF(p, m) p->##m
struct point { int x, y; };
int sum(struct point p, struct point *q)
{
#ifdef ASSEMBLY
	asm volatile("msync" : : : "memory");
#endif
	return MEMBER(p, x) - -OF(q, y) + 'a' - 'a';
}
int main(void)
{
	struct point p = { 1, 2 };
	return sum(p, &p) - 3;
}
END
for o in '' -DASSEMBLY; do
	expect "compiles_pastes_$o" 0 '' "$bin/bgxlc_r" -O2 -Wall $o -o "$tmp/paste" "$tmp/paste.c"
	expect "pastes_$o" 0 '' "$run" --np 1 : "$tmp/paste"
	expect "gcc_refuses_pastes_$o" 1 'paste.c:3:.*pasting' "$build/bin/bgq-cc" $o -c \
		-o "$tmp/paste.o" "$tmp/paste.c"
done

# ---- bgxlC is lenient in every standard: names are found where a template is used
cat >"$tmp/lenient.cc" <<'END'
template <class T> T twice(T x) { return again(x, x); }
int again(int x, int y) { return x + y; }
int main() { auto n = twice(2); return n - 4; }
END
expect bgxlC_is_lenient 0 '' "$bin/bgxlC_r" -qlanglvl=extended0x -c -o "$tmp/lenient.o" \
	"$tmp/lenient.cc"

# ---- bgxlC finds members of bases that depend on a parameter; what is none stays an error, in
# the words that the compiler had for the source as it is
cat >"$tmp/base.h" <<'END'
template <class T> struct counted {
	T n;
	int width, *at;
	enum { ROOM = 4 };
	int of(int k) const { return k * width; }
};
namespace other { int width = 100; }
END
cat >"$tmp/base.cc" <<'END'
#include "base.h"
#define BOTH (n + width)
template <class T> struct table : counted<T> {
	int held;
	table(int k) : held(k) { n = k; n += 1; width = 2; at = &held; }
	int spread()
	{
		int s = 0;
		for (int i = 0; i < n; i++) {
			if (i < width)
				s += n * width;
			s += ROOM;
		}
		while (n > 3)
			n--;
		{
			using other::width;
			s += width;
		}
		return s + BOTH + *at + at[0] + of(3) + (n) + this->n;
	}
	int apart() const;
	int never() { return wrong; }
};
template <class T> int table<T>::apart() const { return n ? width : -n; }
int main()
{
	table<int> t(4);
	return t.spread() != 5 * 4 + 2 * 10 + 100 + 5 + 8 + 6 + 6 || t.apart() != 2;
}
END
sed 's/t\.apart() !=/t.apart() + t.never() !=/' "$tmp/base.cc" >"$tmp/wrong.cc"
sed '/never/d; s/int s = 0;/& asm volatile("msync");/' "$tmp/base.cc" >"$tmp/msync.cc"
for s in base msync; do
	expect "bgxlC_finds_members_of_dependent_bases_$s" 0 '' "$bin/bgxlC_r" -O2 -o "$tmp/base" \
		"$tmp/$s.cc"
	expect "they_are_those_of_the_base_$s" 0 '' "$run" --np 1 : "$tmp/base"
done
expect what_is_no_member_is_an_error 1 'wrong.cc:23:.*(error|warning): .wrong. was not declared' \
	"$bin/bgxlC_r" -c -o "$tmp/base.o" "$tmp/wrong.cc"
grep -q 'this->wrong\|no member' "$tmp/err" && not_ok its_words_are_of_the_source
expect gcc_does_not_find_members 1 'base.cc:5:.*(error|warning): .n. was not declared' \
	"$build/bin/bgq-c++" -c -o "$tmp/base.o" "$tmp/base.cc"

# ---- bgxlC takes .c for C, unless told by -+ what all sources are; options as CMake gives them
cat >"$tmp/lang.c" <<'END'
#ifdef __cplusplus
struct pair { int a, b; pair() : a(1), b(2) {} };
int main() { return pair().b - 2; }
#else
int main(void) { int new = 0, class[2] = { new, 0 }; return class[1]; }
#endif
END
cp "$tmp/lang.c" "$tmp/lang.inl"
echo "-DNAME='a b'" "-I$tmp -qlanglvl=extended0x" >"$tmp/options"
cat >"$tmp/options.cc" <<'END'
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
int main() { auto n = sizeof TEXT_OF(NAME); return n - 4; }
END
expect bgxlC_takes_c_for_c 0 '' "$bin/bgxlC_r" -Wall -Werror -O2 -o "$tmp/lang" "$tmp/lang.c"
expect it_runs_as_c 0 '' "$run" --np 1 : "$tmp/lang"
for c in bgxlC bgxlc; do
	expect "${c}_takes_all_for_cxx" 0 '' "$bin/$c" -+ -qthreaded -qhalt=e -g9 -Q -c \
		-o "$tmp/lang.o" "$tmp/lang.inl"
	expect "${c}_does_so_with_c" 0 '' "$bin/$c" -c "$tmp/lang.c" -+ -o "$tmp/lang2.o" \
		-MF "$tmp/lang.d" -qmakedep=gcc
done
expect bgxlC_links 0 '' "$bin/bgxlC" -+ -o "$tmp/lang" "$tmp/lang.o"
expect its_c_runs_as_cxx 0 '' "$run" --np 1 : "$tmp/lang"
[ -s "$tmp/lang.d" ] || not_ok bgxlc_makes_dependencies
expect options_from_a_file 0 '' "$bin/bgxlC" "-qoptfile=$tmp/options" -o "$tmp/options.x" \
	"$tmp/options.cc"
expect with_their_quotes 0 '' "$run" --np 1 : "$tmp/options.x"
if command -v cmake >/dev/null; then
	mkdir "$tmp/cmake" "$tmp/cmake/bld"
	cat >"$tmp/cmake/CMakeLists.txt" <<-'END'
	cmake_minimum_required(VERSION 2.8.12...3.20)
	project(lang C CXX)
	find_package(OpenMP)
	find_package(Threads REQUIRED)
	add_library(part STATIC part.c)
	add_executable(lang lang.cc)
	target_link_libraries(lang part ${CMAKE_THREAD_LIBS_INIT})
	END
	echo 'int part(void) { int new = 3; return new; }' >"$tmp/cmake/part.c"
	echo 'extern "C" int part(); int main() { return part() - 3; }' >"$tmp/cmake/lang.cc"
	expect cmake_knows_xl 0 'CXX compiler identification is XL 12\.1' sh -c 'cd "$1" &&
		cmake -DCMAKE_C_COMPILER="$2/bgxlc_r" -DCMAKE_CXX_COMPILER="$2/bgxlC_r" .. >&2 &&
		make' - "$tmp/cmake/bld" "$bin"
	expect what_cmake_built_runs 0 '' "$run" --np 1 : "$tmp/cmake/bld/lang"
fi

# ---- headers of XL by their paths on the machine, or at a site
cat >"$tmp/path.c" <<'END'
#include "/opt/ibmcmp/vacpp/bg/12.1/include/builtins.h"
#define IBMCMP_BUILTINS </soft/compilers/ibmcmp-may2012/vacpp/bg/12.1/include/builtins.h>
#include IBMCMP_BUILTINS
#include </opt/ibmcmp/xlmass/bg/7.3/include/mass_simd.h>
vector4double f(vector4double x) { return expd4(x); }
END
expect headers_of_xl_by_path 0 '' "$bin/bgxlc_r" -MMD -c -o "$tmp/path.o" "$tmp/path.c"
expect their_dependencies_exist 0 '' sh -c 'ls $(sed "s/.*://; s/[\\]$//" "$0")' "$tmp/path.d"
expect headers_that_xl_lacks 1 'nosuch.h: No such file' "$bin/bgxlc_r" -c -o "$tmp/path.o" \
	-include /opt/ibmcmp/vacpp/bg/12.1/include/nosuch.h "$tmp/path.c"

# ---- declarations of what is built in, alone and in a block; C has them, too
cat >"$tmp/declared.cc" <<'END'
extern
#ifdef __cplusplus
"builtin"
#endif
void __alignx(int n, const void *p);
extern "builtin" {
void __dcbt(void *);
double __fsel(double, double, double);
}
#if __cplusplus && WRONG
extern "builtin" int no_such_function(int);
int f() { return no_such_function(1); }
#endif
int main()
{
	double d[4];
	__alignx(32, d);
	__dcbt(d);
	return __LINE__ != 19 || __fsel(-1, 2, 0);
}
END
sed '/^extern "builtin" {/,/^}/d' "$tmp/declared.cc" >"$tmp/declared.c"
for c in bgxlC_r:declared.cc powerpc64-bgq-linux-g++:declared.cc bgxlc_r:declared.c; do
	expect "${c%:*}_takes_built_in_declarations" 0 '' "$bin/${c%:*}" -O2 -Wall -Werror \
		-o "$tmp/declared" "$tmp/${c#*:}"
done
expect built_in_declarations_declare 0 '' "$bin/bgxlC_r" -o "$tmp/declared" "$tmp/declared.cc"
expect what_is_built_in_runs 0 '' "$run" --np 1 : "$tmp/declared"
expect what_is_not_built_in_is_named 1 "declared.cc:12:.*no_such_function.*not declared" \
	"$bin/bgxlC_r" -DWRONG -c -o "$tmp/declared.o" "$tmp/declared.cc"

# ---- what a name of XL says it is: to scripts, and to sources
for c in bgxlc_r bgxlC; do
	"$bin/$c" -qversion >"$tmp/out"
	"$bin/$c" --version >>"$tmp/out"
	if [ "$(grep -c '^IBM XL C/C++ for Blue Gene/Q, V12.1' "$tmp/out")" -eq 2 ] &&
		[ "$(grep -c '^Version: 12\.01\.' "$tmp/out")" -eq 2 ] &&
		! grep -qi 'gcc\|Free Software' "$tmp/out"
	then ok "${c}_says_its_version"; else not_ok "${c}_says_its_version"; fi
done
cat >"$tmp/which.c" <<'END'
#if !defined __xlC__ || __xlC__ != 0x0c01 || !__64BIT__ || !__bgq__ || !__VECTOR4DOUBLE__
#error not bgxlc
#endif
#ifdef __cplusplus
#if __IBMCPP__ != 1210 || defined __IBMC__ || defined __xlc__
#error not bgxlC
#endif
#elif __IBMC__ != 1210 || defined __IBMCPP__
#error not bgxlc
#else
const char *version = __xlc__;
#endif
struct __align(32) s { double d[4]; };
char is_aligned[__alignof__(struct s) == 32 ? 1 : -1];
END
cp "$tmp/which.c" "$tmp/which.cc"
expect bgxlc_is_xl 0 '' "$bin/bgxlc_r" -c -o "$tmp/which.o" "$tmp/which.c"
expect bgxlC_is_xl_of_cxx 0 '' "$bin/bgxlC_r" -c -o "$tmp/which.o" "$tmp/which.cc"
expect gcc_is_not 1 'not bgxlc' "$build/bin/bgq-cc" -c -o "$tmp/which.o" "$tmp/which.c"
summary
