#!/bin/sh
# run_torture.sh - the compilers' own suites, and random programs of csmith: all that ends with 0
# when the host's compiler alone has made it must do so through bgq-cc and bgq-run, and print the
# same.  Suites are those of Debian's gcc-NN-source, unpacked to BUILD_DIR/torture; nothing of
# them is in the tree.  Results: BUILD_DIR/torture/results.csv.
# Usage: run_torture.sh BUILD_DIR   with, in the environment,
#   SUITES        of the list below, or directories of programs of one's own
#   OPTIONS       sets of options: blanks between sets, commas in them
#   MODES         plain, executed (--parking=off), stress, stress-executed (each check acts)
#   COMPILERS     gcc, clang or both
#   SEEDS, FIRST_SEED   of csmith: how many, from which
#   ONLY          programs whose names match this pattern of grep -E
#   JOBS          at a time
#   WORK          the directory, instead of BUILD_DIR/torture
#   EXCEPTIONS    a list, instead of tests/torture/exceptions
# Never: a program or a part of one of those suites copied into the tree.
set -u
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")/torture" && pwd)
top=${WORK:-$build/torture}
: "${SUITES:=gcc.c-torture/execute gcc.dg/torture g++.dg/torture g++.dg/eh libgomp.c \
libgomp.c++ csmith}"
: "${OPTIONS:=-O0 -O1 -O2 -O3 -Os -Og -O2,-fno-inline -O2,-fno-guess-branch-probability \
-O2,-fno-pic -O2,-fomit-frame-pointer,-march=native -O2,-fstack-protector-all -O2,-flto \
-O2,-fcf-protection}"
: "${MODES:=plain}" "${COMPILERS:=gcc}" "${SEEDS:=1000}" "${FIRST_SEED:=1}" "${ONLY:=.}"
: "${JOBS:=$(nproc)}"
# The levels of random programs, in turn by their seed.
LEVELS="-O0 -O1 -O2 -O3 -Os -Og -O2,-fno-inline -O2,-fno-guess-branch-probability \
-O2,-fomit-frame-pointer,-march=native"
PER_BATCH=20

die() {
	echo "run_torture.sh: $*" >&2
	exit 1
}

# ---- the suites
version=$(gcc -dumpversion) && version=${version%%.*}
unpack() {
	source=$top/gcc-$version
	[ ! -e "$source/.done" ] || return 0
	tarball=$(find "/usr/src/gcc-$version" -name 'gcc-*.tar.xz' 2>/dev/null | head -n 1)
	[ -n "$tarball" ] || die "/usr/src/gcc-$version has no source: install gcc-$version-source"
	echo "unpacking the suites of $tarball"
	mkdir -p "$source"
	tar xJf "$tarball" -C "$source" --strip-components=1 --wildcards \
		'*/gcc/testsuite/gcc.c-torture/execute' '*/gcc/testsuite/gcc.dg/torture' \
		'*/gcc/testsuite/g++.dg/torture' '*/gcc/testsuite/g++.dg/eh' \
		'*/gcc/testsuite/c-c++-common/torture' '*/libgomp/testsuite/libgomp.c*' ||
		die "$tarball: cannot be unpacked"
	touch "$source/.done"
}

# list SUITE LANGUAGE ROOT "DIRECTORIES" RUN [OPTIONS]: the programs below ROOT, a line each
# for batch.sh.
list() {
	(
		cd "$3" || exit 1
		# shellcheck disable=SC2086 # a list of directories
		find $4 -type f \( -name '*.c' -o -name '*.C' -o -name '*.cc' \) | LC_ALL=C sort |
			xargs awk -v run="$5" -f "$here/directives.awk"
	) | awk -F'|' -v OFS='|' -v suite="$1" -v language="$2" -v root="$3" \
		-v more="${6:-}" '{
		program = $1
		sub(/^\.\//, "", program)
		sub(/^[^\/]*testsuite\//, "", program)
		if (index(program, suite "/") == 1)
			program = substr(program, length(suite) + 2)
		n = split($2, source, " ")
		$2 = ""
		for (i = 1; i <= n; i++)
			$2 = $2 " " root "/" source[i]
		print suite, program, language, $2, more " " $3, $4, $5, ""
	}'
}

# Some programs print how many threads there are: as many on the host as on the node.
as_many_threads() {
	awk -F'|' -v OFS='|' '$6 !~ /OMP_(NUM_THREADS|THREAD_LIMIT)/ {
		$6 = "OMP_NUM_THREADS=16" ($6 == "" ? "" : ";") $6
	}
	{ print }'
}

# Each file of builtins comes with a library of its own and a main of all.
list_builtins() {
	no="-fno-tree-dse -fno-tree-loop-distribute-patterns -fno-tracer -fno-inline-functions"
	list "$1" c "$2/gcc/testsuite" "$1/builtins" 1 "$no" |
		awk -F'|' -v OFS='|' '$2 !~ /-lib\.c$|\/lib\// {
			library = $4
			sub(/\.c$/, "-lib.c", library)
			main = $4
			sub(/[^\/]*$/, "lib/main.c", main)
			$4 = $4 library main
			print
		}'
}

list_csmith() {
	[ -e /usr/include/csmith/csmith.h ] || die "csmith is missing: install libcsmith-dev"
	command -v csmith >/dev/null || die "csmith is missing: install it"
	awk -v first="$FIRST_SEED" -v seeds="$SEEDS" -v levels="$LEVELS" 'BEGIN {
		n = split(levels, level, " ")
		for (seed = first; seed < first + seeds; seed++)
			printf "csmith|seed-%d|c|csmith:%d|level:%s|||-O0\n", seed, seed,
				level[seed % n + 1]
	}'
}

list_suite() { # SUITE
	gcc=$top/gcc-$version
	case $1 in
	gcc.c-torture/execute)
		list "$1" c "$gcc/gcc/testsuite" "$1" 1 | grep -v '|builtins/'
		list_builtins "$1" "$gcc"
		;;
	gcc.dg/torture) list "$1" c "$gcc/gcc/testsuite" "$1" '' ;;
	g++.dg/torture | g++.dg/eh) list "$1" c++ "$gcc/gcc/testsuite" "$1" '' ;;
	libgomp.c)
		list "$1" c "$gcc/libgomp/testsuite" "$1 libgomp.c-c++-common" 1 -fopenmp |
			as_many_threads
		;;
	libgomp.c++)
		list "$1" c++ "$gcc/libgomp/testsuite" "$1 libgomp.c-c++-common" 1 -fopenmp |
			as_many_threads
		;;
	csmith) list_csmith ;;
	*)
		[ -d "$1" ] || die "$1: no suite and no directory"
		list "${1##*/}" c "$(cd "$1" && pwd)" . 1 | grep -v '\.C|\|\.cc|'
		list "${1##*/}" c++ "$(cd "$1" && pwd)" . 1 | grep '\.C|\|\.cc|'
		;;
	esac
}

# ---- carrying out
# By the compiler's version and what bgq-cc says to it.
cache_of() { # COMPILER OPTIONS
	sum=$(cksum <"$build/bin/bgq-cc" | tr ' ' -)
	echo "$top/host/$1-$("$1" -dumpversion)-$sum/$2"
}

carry_out() { # LIST COMPILER OPTIONS
	compiler=$2 options=$(echo "$3" | tr ',' ' ') cache=$(cache_of "$2" "$3")
	export compiler options cache
	mkdir -p "$cache"
	ln -sf "$here/language-flags" "$cache/../clang-language-flags"
	lines=$(wc -l <"$1")
	# shellcheck disable=SC2016 # expanded by the shell that xargs starts
	seq 1 $PER_BATCH "$lines" | xargs -P "$JOBS" -I'{}' sh -c '
		sh "$here/batch.sh" "$1" "$2" $(($2 + $4 - 1)) "$3/$2"' \
		sh "$1" '{}' "$parts" $PER_BATCH
	find "$parts" -type f -exec cat {} + >>"$top/results"
	find "$parts" -type f -delete
}

announce() { # LIST WHAT...
	lines=$(wc -l <"$1")
	shift
	echo "$(date +%T) $*: $lines programs"
}

modes=$MODES compile_seconds=120 run_seconds=120
parts=$top/parts
export build here modes compile_seconds host_seconds run_seconds
rm -rf "$parts"
mkdir -p "$parts"
: >"$top/results"
for suite in $SUITES; do
	host_seconds=10
	case $suite in
	gcc* | g++* | libgomp*) unpack ;;
	csmith) host_seconds=2 ;; # some of its programs never end
	esac
	case $suite in
	/*) name=${suite##*/} ;;
	*) name=$(echo "$suite" | tr / _) ;;
	esac
	list_suite "$suite" >"$top/list.all" # not in a pipe: what is missing ends it all
	grep -E "$ONLY" "$top/list.all" >"$top/list.$name"
	for compiler in $COMPILERS; do
		case $suite in csmith) sets=by-seed ;; *) sets=$OPTIONS ;; esac
		for set in $sets; do
			announce "$top/list.$name" "$suite, $compiler, $set"
			carry_out "$top/list.$name" "$compiler" "$set"
		done
	done
done
[ -s "$top/results" ] || die "no program of $SUITES matches $ONLY"
awk -v exceptions="${EXCEPTIONS:-$here/exceptions}" -v csv="$top/results.csv" \
	-f "$here/counts.awk" "$top/results"
