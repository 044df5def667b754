#!/bin/sh
# test_torture.sh - what runs the compilers' suites (run_torture.sh) reads their directives,
# gives both compilers the same language, sees each kind of failure, and leaves out what
# the host's own compiler fails.  With programs of our own; the suites: make test-torture.
# Usage: test_torture.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")" && pwd)
export WORK="$tmp/work" OPTIONS=-O1,-fwrapv EXCEPTIONS="$tmp/exceptions" JOBS=2
suite=$tmp/suite
mkdir -p "$suite" "$WORK"

program() { # FILE DIRECTIVE... and the text of main
	file=$1
	shift
	: >"$suite/$file"
	while [ $# -gt 1 ]; do
		echo "/* { $1 } */" >>"$suite/$file"
		shift
	done
	printf '#include <stdio.h>\n#include <stdlib.h>\nextern int two(void);\nint main(void)\n' \
		>>"$suite/$file"
	printf '{\n\t%s\n}\n' "$1" >>"$suite/$file"
}

program good.c 'return (char)-1 < 0;'
program good_cxx.cc 'dg-do run { target c++11 }' 'auto x = 0; return x;'
program other_host_fails.c 'return 1;'
program varies.c 'printf("%d\n", open_time());'
sed -i 's/extern int two.*/#include <unistd.h>\n#define open_time() getpid()/' "$suite/varies.c"
program for_arm.c 'dg-do run { target { arm*-*-* || { ! lp64 } } }' 'return 1;'
program for_us.c 'dg-do run { target { { i?86-*-* x86_64-*-* } \&\& { ! ia32 } } }' 'return 0;'
program two.c 'dg-additional-sources "more/two_more.c"' 'return two() - 2;'
mkdir "$suite/more"
printf '/* { dg-do compile } */\nint two(void) { return 2; }\n' >"$suite/more/two_more.c"
program options.c 'dg-options "-DX=3 -O2"' 'dg-additional-options "-DY=4" { target lp64 }' \
	'return X != 3 || Y != 4;'
program variable.c 'dg-set-target-env-var COLOUR "red"' 'return getenv("COLOUR")[0] != 0x72;'
program not_with_O1.c 'dg-skip-if "" { *-*-* } { "-O1" } { "" }' 'return 1;'
bgq='
#ifdef __bgqemu__'
program bad_status.c "$bgq
abort();
#endif
return 0;"
program bad_output.c "$bgq
puts(\"ours\");
#endif
puts(\"all\"); return 0;"
program bad_build.c "$bgq
return two();
#endif
return 0;"
program excepted.c "$bgq
return 7;
#endif
return 0;"
echo "suite/excepted.c * it is made so" >"$EXCEPTIONS"
echo "suite/good.c -O1+-fwrapv it was so once" >>"$EXCEPTIONS"

SUITES=$suite sh "$here/run_torture.sh" "$build" >"$tmp/out" 2>"$tmp/err"
status=$?
verdicts() { # STATUS...: those of the programs, in order of their names
	awk -F, 'NR > 1 { print $2, $6 }' "$WORK/results.csv" | LC_ALL=C sort
}
verdicts >"$tmp/verdicts"
cat >"$tmp/wanted" <<'END2'
bad_build.c failed
bad_output.c failed
bad_status.c failed
excepted.c exception
for_us.c passed
good.c passed
good_cxx.cc passed
options.c passed
other_host_fails.c left out
two.c passed
variable.c passed
varies.c passed
END2
if diff "$tmp/wanted" "$tmp/verdicts" >"$tmp/difference"; then
	ok verdict_of_each_program
else
	cat "$tmp/difference"
	not_ok verdict_of_each_program
fi
says() { # NAME PATTERN
	if grep -Eq -- "$2" "$tmp/out"; then ok "$1"; else not_ok "$1"; fi
}
says counts '^ +12 +1 +7 +3 +1 +suite +gcc +-O1\+-fwrapv +plain$'
says failures_say_how_status '^failed: suite/bad_status.c gcc .*: status 134'
says failures_say_how_output '^failed: suite/bad_output.c gcc .*: output: .*ours'
says failures_say_how_build '^failed: suite/bad_build.c gcc .*: compile: .*two'
says exceptions_have_reasons '^exception: suite/excepted.c: it is made so$'
says exceptions_that_pass_are_named '^passes, though it is an exception: suite/good.c$'
if [ "$status" -eq 1 ]; then ok ends_with_a_failure; else not_ok ends_with_a_failure; fi

ONLY='good|options' SUITES=$suite MODES='plain executed stress stress-executed' \
	sh "$here/run_torture.sh" "$build" >"$tmp/out" 2>"$tmp/err"
status=$?
says all_modes '^12 passed, 0 failed, 0 exceptions'
if [ "$status" -eq 0 ]; then ok ends_well; else not_ok ends_well; fi

# What passes hides no suite that is not there.
expect a_missing_suite_ends_it 1 'no_such_suite: no suite and no directory' env ONLY=good \
	SUITES="$suite no_such_suite" sh "$here/run_torture.sh" "$build"
# Nor does nothing pass for something.
expect no_such_program_ends_it 1 'no program of .* matches no_such_program' \
	env ONLY=no_such_program SUITES="$suite" sh "$here/run_torture.sh" "$build"
summary
