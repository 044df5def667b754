#!/bin/sh
# test_as.sh - bgq-as: programs compiled through it compute what they compute without it,
# and are charged the same cycles wherever the payments are put and however often a check
# takes its stub; and what compilers ask of an assembler still works.
# Leaves out how fast programs are: that is bench/.
# Usage: test_as.sh BUILD_DIR     LONG=1: more levels of optimisation
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
as=$build/lib/as
if [ ! -x "$as/as" ]; then
	echo "no bgq-as for this host"
	summary
	exit
fi
cd "$tmp" || exit 1
export AS_TOTAL="$tmp/total" BGQ_AS_VERIFY=1
gcc -O2 -Wall -Werror -c "$here/as/harness.c" -o harness.o || exit 1

# compiled NAME compiler option...: NAME.c or .cc into NAME.s, as the compiler writes it
compiled() {
	program=$1
	shift
	own=-fno-ipa-ra
	case $1 in clang*) own=-fno-integrated-as ;; esac
	"$@" $own -w -S "$(ls "$here/as/$program".c*)" -o "$program.s" 2>err
}

# assembled NAME MODE compiler option...: NAME.s into NAME.MODE
assembled() {
	program=$1 mode=$2
	shift 2
	own=
	case $1 in clang*) own=-fno-integrated-as ;; esac
	BGQ_AS_MODE=$mode "$@" $own "-B$as/" -w -c "$program.s" -o "$program.$mode.o" 2>err &&
		"$1" "$program.$mode.o" harness.o "$build/lib/bgqnote.o" -o "$program.$mode" \
			-Wl,-z,now -Wl,--gc-sections -lm 2>>err
}

# Runs a program with a budget; its output and status must be those of mode off, and the
# total, if there is one already, the same.
same() { # PROGRAM MODE BUDGET
	AS_BUDGET=$3 timeout 60 "./$1.$2" >out 2>&1
	echo "status $?" >>out
	cmp -s out expected || { echo "    $1 $2 budget $3: other output"; return 1; }
	if [ -z "$cycles" ]; then
		cycles=$(cat total)
	elif [ "$cycles" != "$(cat total)" ]; then
		echo "    $1 $2 budget $3: $(cat total) cycles instead of $cycles"
		return 1
	fi
}

# Result and cycles are the same, however it is counted.
counts() { # PROGRAM compiler option...
	program=$1
	shift
	name="${program}_$(echo "$*" | tr -c 'a-zA-Z0-9\n' _)"
	cycles= good=1
	compiled "$program" "$@" || good=
	for mode in off blocks memory full; do
		assembled "$program" $mode "$@" || good=
	done
	AS_BUDGET=1000000 "./$program.off" >expected 2>&1
	echo "status $?" >>expected
	for budget in 1000000000 1 100; do
		same "$program" full $budget || good=
	done
	for budget in 1 7; do
		same "$program" memory $budget || good=
		same "$program" blocks $budget || good=
	done
	AS_TIMER=100 same "$program" full 1000 || good=
	[ "${cycles:-0}" -gt 1000 ] || good=
	if [ "$good" ]; then ok "$name"; else not_ok "$name"; fi
}

command -v clang >/dev/null && clang=clang || clang=''
# Level by level; usually with one of the compilers each.
levels() {
	echo "${clang:-gcc} -O0"
	echo 'gcc -O2 -fPIC -g1'
	echo 'gcc -Os'
	echo "${clang:-gcc} -O3 -march=native"
}
levels_of_all() {
	for cc in gcc $clang; do
		for level in -O0 '-O2 -fPIC -g1' '-O3 -march=native' -O1 -Os \
			'-O3 -fno-omit-frame-pointer' '-O2 -fno-inline' \
			'-O2 -fno-guess-branch-probability' \
			'-O2 -ffunction-sections -fno-asynchronous-unwind-tables'; do
			echo "$cc $level"
		done
	done
}
$(usual_or_long levels levels_of_all) >levels
while read -r cc level; do
	cxx=g++
	[ "$cc" = clang ] && cxx=clang++
	# shellcheck disable=SC2086 # a list of options
	for program in control loops noreturn locks; do
		counts $program "$cc" $level
	done
	# Clang takes two seconds for its headers; at -O0 with LONG=1 only.
	# shellcheck disable=SC2086
	[ "$cc $level${LONG:-}" = 'clang -O0' ] || counts exceptions $cxx $level
done <levels

# ---- loops that do nothing are left by checks only
export AS_BUDGET=100 AS_STOP=50
printf 'int main(void) { for (;;); }\n' >for.c
printf '\t.globl main\n\t.type main, @function\nmain:\n\tjmp .\n\t.size main, .-main\n' >dot.s
printf '\t.section .note.GNU-stack,"",@progbits\n' >>dot.s
printf 'int main(int c, char **v) { (void)v; again: if (c) goto again; return 9; }\n' >goto.c
printf 'int f(int), g(int); int (*p)(int) = g; int f(int n) { return p(n + 1); }
int g(int n) { p = f; return p(n - 1); } int main(void) { return f(0); }\n' >tail.c
for cc in gcc $clang; do
	own=
	[ $cc = gcc ] || own=-fno-integrated-as
	for program in for.c dot.s goto.c tail.c; do
		for level in -O0 -O2; do
			$cc $level $own "-B$as/" -w $program harness.o "$build/lib/bgqnote.o" \
				-o endless
			expect "checked_${program%.*}_$cc$level" 0 '' timeout 10 ./endless
		done
	done
done
unset AS_BUDGET AS_STOP

# ---- a loop around a loop has the check of the inner one only
printf '%s\n' '	.text' '	.type f, @function' f: '	movl %esi, %ecx' \
	.L1: '	movl %esi, %eax' .L2: '	movl %eax, (%rdi)' '	subl $1, %eax' '	jne .L2' \
	'	subl $1, %ecx' '	jne .L1' '	ret' '	.size f, .-f' >nest.s
checks() { objdump -d "$1" | grep -c '\<jl\>.*f+'; }
gcc "-B$as/" -c nest.s && [ "$(checks nest.o)" = 1 ] &&
	ok one_check_in_nested_loops || not_ok one_check_in_nested_loops

# ---- what may take a lock has a check before it, and its way back no other one
printf '%s\n' '	.text' '	.type f, @function' f: '	movl $1, %eax' \
	'	lock addl %eax, (%rsi)' '	lock subl $1, (%rsi)' '	jne .L1' \
	'	xchgl %eax, (%rdi)' '	movl %eax, (%rsi)' '	lock cmpxchgl %ecx, (%rdi)' \
	'	je .L1' '	lock cmpxchgl %ecx, (%rdi)' '	movl %edx, %eax' \
	'	xchgl %eax, (%rdi)' \
	'	xorl %eax, %eax' \
	.L1: '	lock xaddl %edx, (%rdi)' '	lock orq $0, (%rsp)' \
	'	subl $1, %ecx' '	jne .L1' \
	'	cmpl %ecx, %edx' '	xchgl %eax, (%rdi)' '	je .L2' \
	'#APP' '	lock xaddl %edx, (%rdi)' '#NO_APP' .L2: '	ret' '	.size f, .-f' \
	'	.ident "GCC: (GNU) 12"' >lock.s
# Instructions with a check right before them, but for what gives the flags back.
checked() {
	objdump -d --no-show-raw-insn lock.o | sed 's/^[^	]*	//' | awk '
		$1 == "jl" { check = 1; next }
		$1 != "popf" && !($1 == "lea" && /\(%rsp\),%rsp/) {
			if (check)
				printf "%s %s;", $1, $2
			check = 0
		}'
}
gcc "-B$as/" -c lock.s
taken="lock subl;xchg %eax,(%rdi);lock cmpxchg;lock xadd;xchg %eax,(%rdi);"
if [ "$(checked)" = "mov \$0x1,%eax;$taken" ]; then # of the entry, as of all with assembly
	ok checks_before_what_may_take_a_lock
else
	not_ok checks_before_what_may_take_a_lock
fi

# ---- names that make the table of names grow, wherever they do
awk 'BEGIN {
	print "\t.text"
	for (i = 0; i < 40000; i++)
		printf "\t.set name_%d, %d\n", i, i
	print "\t.type f, @function\nf:\tret\n\t.size f, .-f"
}' >many.s
if gcc "-B$as/" -c many.s 2>/dev/null; then ok many_aliases; else not_ok many_aliases; fi

# ---- what compilers ask of an assembler
printf '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n' >hello.c
printf 'int two(void) { return 2; }\n' >two.c
printf '#define RET ret\n\t.globl one\none:\tmovl $1, %%eax\n\tRET\n' >one.S
for cc in gcc $clang; do
	own=
	[ $cc = gcc ] || own=-fno-integrated-as
	through="$cc $own -B$as/"
	expect "object_$cc" 0 '' $through -c hello.c
	expect "is_counted_$cc" 0 '' sh -c "objdump -d hello.o | grep -q 'subq .*%gs:0x0'"
	$cc $own -S -o plain.s hello.c
	for syntax in .att_syntax '.att_syntax prefix'; do
		{ printf '\t%s\n' "$syntax" && cat plain.s; } >syntax.s
		expect "is_counted_${cc}_behind $syntax" 0 '' sh -c "$through -c syntax.s &&
			objdump -d syntax.o | grep -q 'subq .*%gs:0x0'"
	done
	expect "pipe_$cc" 0 '' $through -pipe -O2 -c hello.c -o piped.o
	expect "several_files_$cc" 0 '' $through -c hello.c two.c one.S
	expect "assembly_is_the_compilers_$cc" 0 '' \
		sh -c "$through -S hello.c && ! grep gs: hello.s"
	expect "assembly_file_$cc" 0 '' $through -c hello.s -o fromtext.o
	expect "preprocessed_$cc" 0 '' sh -c "$through -E hello.c | grep -q main"
	expect "save_temps_$cc" 0 '' sh -c "$through -save-temps -c hello.c && test -s hello.i"
	expect "dependencies_$cc" 0 '' sh -c "$through -MMD -c hello.c && grep -q hello.c hello.d"
	printf '__thread int v; int *f(void) { return &v; }\n' >tls.c
	expect "threads_variables_$cc" 0 '' sh -c "
		$through -O2 -fPIC -c tls.c 2>&1 | { ! grep .; } &&
		objdump -d tls.o | grep -q '66 48 8d 3d' &&
		objdump -d tls.o | grep -q '66 66 48 e8'"
	printf '\tnop\n\tnop\n\tnonsense %%eax\n' >bad.s
	expect "errors_name_the_line_$cc" 1 'bad.s:3: Error' $through -c bad.s
	printf 'void f(int *p) { while (*p) p++; }\nint g(int n);\n' >l.c
	printf 'int h(int n) { return g(n) +\n\tg(n + 1); }\n' >>l.c
	expect "lines_$cc" 0 '' sh -c "$through -g -O2 -c l.c -o with.o &&
		BGQ_AS_MODE=off $through -g -O2 -c l.c -o without.o &&
		objdump --dwarf=decodedline with.o | awk '\$2 > 0 { print \$2 }' | sort -u >a &&
		objdump --dwarf=decodedline without.o | awk '\$2 > 0 { print \$2 }' | sort -u >b &&
		cmp a b"
done
expect missing_file 1 'none.s' "$as/as" none.s
expect version 0 '' "$as/as" --version

# ---- a check keeps the registers that code of its file may use, of the x87 unit its function
loop='void g(void); void f(int n) { for (int i = 0; i < n; i++) g(); }'
calls() { # CHECK C compiler option...
	printf '%s\n' "$2" >keeps.c
	check=$1
	shift 2
	"$@" -O2 "-B$as/" -c keeps.c && nm keeps.o | grep -q "U $check\$"
}
expect scalar_code_keeps_xmm 0 '' calls bgqemu_check_xmm "$loop" gcc
expect xmm15_is_kept 0 '' calls bgqemu_check_xmm \
	"$loop void k(void) { __asm__(\"pxor %xmm15,%xmm15\"); }" gcc
for code in 's = s * 3 + i' '__asm__("fninit")' '__asm__("paddb %mm0,%mm0")'; do
	expect "x87_is_kept: $code" 0 '' calls bgqemu_check_x87 \
		"void g(void); long double s;
		void f(int n) { for (int i = 0; i < n; i++) { g(); $code; } }" gcc
done
expect alignment_is_no_code 0 '' calls bgqemu_check_xmm \
	"$loop void k(void) { __asm__(\".p2align 4,,10\n.p2align 3\"); }" gcc
expect x87_of_another_function 0 '' calls bgqemu_check_xmm \
	"$loop long double k(long double a) { return a + 1; }" gcc
expect wide_vectors_are_kept 0 '' calls bgqemu_check \
	"$loop typedef double v __attribute__((vector_size(32)));
	v k(v *a) { return *a + *a; }" gcc -mavx
for code in 'vpxord %xmm16,%xmm16,%xmm16' 'kxnorw %k0,%k0,%k0' '.byte 0x90' \
	'.p2align 4,0xc3'; do
	expect "all_is_kept: $code" 0 '' calls bgqemu_check \
		"$loop void k(void) { __asm__(\"$code\"); }" gcc
done

# ---- text that cannot be followed is handed on
printf '.macro twice x\n\t\\x\n\t\\x\n.endm\n\t.globl f\nf:\ttwice nop\n\tret\n' >macro.s
expect macros_are_handed_on 0 '' sh -c "gcc -B$as/ -c macro.s && ! objdump -d macro.o | grep gs:"
summary
