#!/bin/sh
# test_ppc_asm.sh - PowerPC assembly in sources: programs that use it give its results and
# times; what is not known ends the compilation; other sources and files that a compiler makes
# on the way are as without it.
# Not here: every instruction; the host's times.
# Usage: test_ppc_asm.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cc=$build/bin/bgq-cc
bin=$($cc --floor)/gnu-linux/bin

expect assembly_computes_and_takes_its_time 0 '' "$run" --np 2 : "$spi/ppc_asm"
expect links_traps_status_and_calls_are_the_machines 0 '' "$run" --np 2 : "$spi/ppc_registers"
if [ "$(grep -c 'by sc' "$tmp/out")" -eq 2 ]; then ok calls_of_the_kernel_are_made
else not_ok calls_of_the_kernel_are_made; fi
expect vectors_are_as_plain_arithmetic 0 '' "$run" --np 1 : "$spi/ppc_qpx"

build=$(cd "$build" && pwd) cc=$build/bin/bgq-cc run=$build/bin/bgq-run
bin=$($cc --floor)/gnu-linux/bin
cd "$tmp" || exit 1

# says NAME STATUS PATTERN command...: a line of either output matches.
says() {
	name=$1 status=$2 pattern=$3
	shift 3
	"$@" >out 2>err
	if [ $? -eq "$status" ] && { [ -z "$pattern" ] || cat out err | grep -Eq -- "$pattern"; }
	then ok "$name"; else
		not_ok "$name"
	fi
}

cat >bad.c <<'END'
int f(int x)
{
	int y;

	asm volatile("lwz %0,0(%1)\n\tfrobnicate %0,%0,%1"
		: "=r"(y) : "r"(x));
	return y;
}
END
says an_unknown_instruction_is_named 1 "bad.c:5: error: .*frobnicate" "$cc" -c bad.c
printf 'int f(void)\n{\n\tasm("add 3,4,5");\n\treturn 0;\n}\n' >unset.c
says a_register_that_nothing_sets_is_named 1 "unset.c:3: error: .*'4' in 'add'" "$cc" -c unset.c
printf 'void f(void)\n{\n\tasm("bne 1f; nop");\n}\n' >label.c
says a_label_that_is_missing_is_named 1 "label.c:3: error: .*'1f'" "$cc" -c label.c
printf 'void f(void)\n{\n\tasm(".long 0x7c0004ac");\n}\n' >word.c
says an_instruction_as_a_number_is_not_known 1 "word.c:3: error: .*'.long'" "$cc" -c word.c

printf 'void f(void)\n{\n\tasm("blr");\n}\n' >back.c
says a_return_from_its_function_is_named 1 "back.c:3: error: .*'blr'" "$cc" -c back.c
printf 'void f(void)\n{\n\tasm("bl puts");\n}\n' >call.c
says a_call_of_a_function_is_named 1 "call.c:3: error: .*'puts'" "$cc" -c call.c
printf '\nregister long x asm("r14");\nlong f(void) { return x; }\n' >pinned.c
says a_register_for_a_whole_file_is_named 1 "pinned.c:2: error: .*outside of functions" \
	"$cc" -c pinned.c
printf 'void f(void)\n{\n\tasm("sc" : : : "cr0");\n}\n' >sc.c
says a_system_call_without_a_number_is_named 1 "sc.c:3: error: .*'sc'" "$cc" -c sc.c
cat >number.c <<'END'
int main(void)
{
	register long r0 asm("r0") = 99;
	asm volatile("sc" : "+r"(r0) : : "cr0", "r3");
	return 0;
}
END
"$cc" -o number number.c
says a_system_call_that_is_not_known_is_named 134 "sc with system call 99" "$run" --np 1 : ./number
printf '\t.globl f\nf:\tmflr %%%%r0\n\tstd %%%%r14,8(%%%%r3)\n\tblr\n' >context.s
says an_instruction_in_a_file_of_assembly_is_named 1 "context.s:2: .*mflr" "$cc" -c context.s

# The host's own, by name alone or beside registers that both processors have.
cat >hosts.c <<'END'
void f(long *p)
{
	asm volatile("cli");
	asm volatile("std");
	asm volatile("fninit");
	asm volatile("vzeroupper");
	asm volatile("fldcw %0" : : "m"(*p));
	asm volatile("wrgsbase %0" : : "r"(p));
	asm volatile("invlpg (%0)" : : "r"(p));
	asm volatile("syscall" : : : "rcx", "r11", "memory");
	asm volatile("call *%0" : : "r"(p) : "rax", "rcx", "r8", "r9", "r10", "r11", "memory");
}
END
says the_hosts_instructions_stay 0 '' "$cc" -c hosts.c
printf 'int f(int x)\n{\n\tasm("addi %%0,%%0,1" : "+r"(x) : : "r11");\n\treturn x;\n}\n' >both.c
says a_register_of_both_decides_nothing 0 '' "$cc" -c both.c

cat >some.h <<'END'
#define barrier() asm volatile("lwsync" ::: "memory")
END
cat >some.c <<'END'
#include "some.h"
int host(int x)
{
	asm("addl $1, %0" : "+r"(x));
	asm volatile("" ::: "memory");
	return x;
}
int alias(void) __asm__("other");
int f(int x) { barrier(); return x; }
END
says the_hosts_assembly_is_the_hosts 0 'addl \$1' "$cc" -O1 -S -o - some.c
says dependencies_are_of_the_source 0 '^some.o: .*some.c.* some.h' \
	sh -c "'$cc' -MD -c some.c && cat some.d"
says preprocessed_text_is_as_written 0 'asm volatile\("lwsync"' "$cc" -E some.c
says lines_are_those_of_the_source 0 '^some.c +[0-9]+ ' sh -c \
	"'$cc' -g -c some.c && readelf --debug-dump=decodedline some.o"
says intermediate_files_compile 0 '' sh -c "'$cc' -save-temps -c some.c && '$cc' -c some.i"
says a_source_on_standard_input 0 '' sh -c "'$cc' -x c -c -o in.o - <some.c"
printf 'int f(void) { barrier; int x = y; }\n' | cat some.h - >twice.c
"$cc" -c twice.c 2>err
if [ "$(grep -c "error: 'y'\|error: ‘y’" err)" -eq 1 ]; then ok messages_come_once; else
	not_ok messages_come_once
fi

cat >inline.c <<'END'
inline int f(int x) { asm("addi %0,%0,1" : "+r"(x)); return x; }
extern inline int g(int x) { asm("addi %0,%0,2" : "+r"(x)); return x; }
static inline int h(double x) { int y; asm("fctiwz 0,%1; li %0,2" : "=r"(y) : "f"(x)); return y; }
int m(int a) { return f(a) + g(a) + h(a); }
END
for std in gnu89 gnu99 c11; do
	says "inline_functions_of_$std" 0 '' "$cc" -std=$std -Dasm=__asm__ -Dinline=__inline__ \
		-Wall -Wextra -Werror -O2 -c inline.c
done

printf '#if !defined __powerpc64__ || !defined _ARCH_QP\n#error\n#endif\n' >macros.c
says macros_of_the_machine_are_asked_for 0 '' "$cc" --powerpc -c macros.c
says macros_of_the_machine_are_not_there_otherwise 1 'error' "$cc" -c macros.c

cat >xl.c <<'END'
#pragma disjoint(*a, *b)
int f(int *p, double *restrict q)
{
	__alignx(32, q);
	__dcbt(q);
	__lwsync();
#pragma unroll(4)
	for (int i = 0; i < 4; i++)
		q[i] = __fmadd(q[i], 2, __cntlz4(*p));
	vec_st(vec_madd(vec_ld(0, q), (vector4double)(2), vec_splats(1)), 0, q);
	vector4double v = (vector4double)(1, 2, 3, 4);
	return __fetch_and_add(p, 3) + (int)v[1];
}
END
says xl_has_its_functions 0 '' "$bin/bgxlc_r" -O5 -qarch=qp -qtune=qp -qmaxmem=-1 -Wall -Werror \
	-c xl.c
printf 'vector4double f(vector4double v) { return vec_neg(v); }\n' >v.c
says vectors_for_gcc_by_an_option 0 '' "$cc" --qpx -c v.c
# A source for bgxlc or bgclang under a name of GCC: the type says so.
cp v.c v.cc
cat >literal.c <<'END'
#include <stdlib.h>
int main(void)
{
	double *p = malloc(sizeof(vector4double) + 31);
	p = (double *)(((size_t)p + 31) & ~31ul);
	*(vector4double *)p = (vector4double)(1, 2, 3, 4);
	asm volatile("mbar" ::: "memory");
	return p[2] == 3 ? 0 : 1;
}
END
says vectors_for_gcc_by_their_type 0 '' "$cc" -c v.c
says vectors_for_gxx_by_their_type 0 '' "$build/bin/bgq-c++" -std=c++11 -c v.cc
says vectors_for_gcc_beside_assembly 0 '' "$cc" -o literal literal.c
expect vectors_for_gcc_run 0 '' "$run" --np 1 : ./literal
# Literals by all names of the type, within each other and where constants are wanted; with bgxlc,
# arrays in registers.
cat >names.c <<'END'
#include <stdio.h>
typedef vector4double vector;
typedef const vector aligned __attribute__((aligned(32))), *pointer;
static vector global = (vector)(1, 2, 3, 4);
static double diagonal(vector *v) { return v[0][0] + v[1][1] + v[2][2]; }
int main(void)
{
	register vector v[3], half = (const vector)(0.5);
	register int k, two = 2, b[2] = { 1, 2 };
	double x = 2;
	for (k = 0; k < 3; k++)
		v[k] = (vector)(k, k + 1, k + 2, k + 3);
	aligned u = vec_add((vector4double)(x),
		(vector)(vec_mul((vector)(3.0), (vector)(x, x, (x), x))));
	vector y = (vector)(((vector)(1, 2, 3, 4))[1], diagonal(v), ((vector)(9))[k = 0, 0],
		b[two - 1]);
	pointer p = &y;
	printf("%g %g %g %g %g %g %g %g\n", half[3], u[0], u[3], (*p)[0], (*p)[1], (*p)[2],
		(*p)[3], global[2]);
	return 0;
}
END
{ cat names.c; echo 'using other = vector; vector same(other v) { return (other)(v); }'; } >names.cc
sed 's/register//' names.c >auto.c
for compiler in bgxlc bgxlC bgq-cc; do
	case $compiler in
	bgxlc) says names_of_vectors_xl 0 '' "$bin/bgxlc" -Wall -o names names.c ;;
	bgxlC) says names_of_vectors_cxx 0 '' "$bin/bgxlC" -std=c++11 -o names names.cc ;;
	bgq-cc) says names_of_vectors_gcc 0 '' "$cc" -Wall -o names auto.c ;;
	esac
	expect names_of_vectors_run 0 '' "$run" --np 1 : ./names
	if [ "$(cat out)" = '0.5 8 8 2 6 9 2 3' ]; then ok "names of $compiler"
	else not_ok "names of $compiler"; fi
done
# A name that an inner scope gives to another type is no vector's there.
cat >shadow.c <<'END'
#include <stdio.h>
typedef vector4double vector;
typedef double (*of_vector)(vector);
vector outer(double x) { return (vector)(x, 2, 3, 4); }
static double inner(double x, double y)
{
	typedef double vector;
	return (vector)(x, y);
}
int main(void)
{
	printf("%g %g\n", inner(5, 7), outer(1)[0]);
	return 0;
}
END
says inner_names 0 '' "$cc" -o shadow shadow.c
expect inner_names_run 0 '' "$run" --np 1 : ./shadow
if [ "$(cat out)" = '7 1' ]; then ok inner_name_is_no_vector
else not_ok inner_name_is_no_vector; fi
# The address of another variable in a register is an error, as for bgxlc; so is an array for GCC.
printf 'int f(int *); int g(void) { register int n; return f(&n); }\n' >address.c
says register_address 1 'address of register variable' "$bin/bgxlc" -c address.c
printf 'int f(int *); int g(void) { register int n[2]; return f(n); }\n' >address.c
says register_array_xl 0 '' "$bin/bgxlc" -c address.c
says register_array_gcc 1 'address of register variable' "$cc" -c address.c
# And functions that bgxlc has built in, if the source does not declare them.
cat >built_in.c <<'END'
static double d[4] __attribute__((aligned(32))) = { 1, 2, 3, 4 };
int main(void)
{
	int n = 3;
	__alignx(32, d);
	__lwsync();
	double x = __fmadd(d[1], 2, 1);
#ifdef VECTORS
	vector4double v = vec_ld(0, d);
	x += v[3] - 4;
#endif
#ifdef __xlC__
	return 1;
#endif
	return __fetch_and_add(&n, 4) == 3 && n == 7 && x == 5 ? 0 : 1;
}
END
cp built_in.c built_in.cc
says functions_of_xl_for_gcc 0 '' "$cc" -Wall -o gcc_xl built_in.c
expect functions_of_xl_for_gcc_run 0 '' "$run" --np 1 : ./gcc_xl
says functions_of_xl_for_gxx 0 '' "$build/bin/bgq-c++" -DVECTORS -o gxx_xl built_in.cc
expect functions_of_xl_for_gxx_run 0 '' "$run" --np 1 : ./gxx_xl
printf 'int __lwsink(void);\nint f(void) { return __lwsink() + __lwdrain(); }\n' >own.c
says other_names_are_the_programs 0 '__lwdrain' "$cc" -c own.c
printf 'vector4double f(vector5double v) { return v; }\n' >v.c
says errors_beside_vectors_are_shown 1 'vector5double' "$cc" -c v.c

# Objects at other addresses than they are said to be at.
cat >moves.cc <<'END'
#include <stdlib.h>
#include <string.h>
struct S { double a[8]; } __attribute__((aligned(32)));
template <class T> struct Base { int base() { return 3; } };
template <class T> struct Derived : Base<T> { int f() { return base(); } };
static char room[400];
int main()
{
	S *s = (S *)(((size_t)room + 63) / 64 * 64 + 8), *t = s + 1;
	size_t n = 5;
	asm volatile("" : "+r"(s), "+r"(t));
	memset(s, 0, sizeof *s);
	s->a[3] = abs(n);
	*t = *s;
	Derived<int> d;
	return t->a[3] == 5 && d.f() == 3 ? 0 : 1;
}
END
says old_cxx_compiles 0 '' "$build/bin/bgq-c++" -O3 -w -o moves moves.cc
expect moves_take_any_alignment 0 '' "$run" --np 1 : ./moves

# A type that its typedef aligns to more than its size is a multiple of: elements follow each
# other, as with GCC 4.
cat >arrays.c <<'END'
typedef struct { char c[40]; } S __attribute__((aligned(32)));
struct W { char c; S s[2]; };
extern S array[];
S array[3];
int main(void)
{
	return sizeof array != 120 || sizeof(struct W) != 128 || (unsigned long)array % 32 != 0;
}
END
says arrays_of_aligned_types_compile 0 '' "$cc" -Wall -Werror -o arrays arrays.c
expect arrays_of_aligned_types_have_no_gaps 0 '' "$run" --np 1 : ./arrays
cp arrays.c arrays.cc
says arrays_of_aligned_types_compile_as_cxx 0 '' \
	"$build/bin/bgq-c++" -Wall -Werror -o arrays arrays.cc
expect arrays_of_aligned_types_have_no_gaps_in_cxx 0 '' "$run" --np 1 : ./arrays
# Calls of member templates without the word.
cat >member.cc <<'END'
template <class T> struct Outer {
	T *c;
	template <class A, class B> int post(int v) { return v + (int)sizeof(A); }
	template <class A> int call(int v) { return c->post<A, T>(v); }
};
struct Inner { template <class A, class B> int post(int v) { return v * (int)sizeof(A); } };
int main()
{
	Inner inner;
	Outer<Inner> o;
	int post = 2, a = 1;
	o.c = &inner;
	return o.call<double>(4) == 32 && a < post ? 0 : 1;
}
END
says member_templates_without_the_word_compile 0 '' \
	"$build/bin/bgq-c++" -o member member.cc
expect member_templates_without_the_word 0 '' "$run" --np 1 : ./member
echo 'int f( { return 1 + ; }' >wrong.cc
says what_stays_wrong_is_reported 1 'wrong.cc:1:.*expected primary-expression' \
	"$build/bin/bgq-c++" -c wrong.cc
summary
