# batch.sh - carries out some programs of a list for run_torture.sh: each is compiled by the
# host's compiler and run; if it ends with 0 there, it is compiled by bgq-cc and run by bgq-run
# in each of the modes, which must end with 0 and print the same, unless the host's own prints
# something else each time.
# Usage: batch.sh LIST FIRST LAST RESULTS   with, in the environment,
#   build, here   directories: of the build, of this script
#   cache         directory: what the host's programs have printed with these options
#   compiler      gcc or clang
#   options       of the compilers
#   modes         names of ways to run, see run_options()
#   compile_seconds, host_seconds, run_seconds   limits, of processor time
# A line of LIST is SUITE|PROGRAM|LANGUAGE|SOURCES|OPTIONS|ENVIRONMENT|UNLESS|HOST_OPTIONS.
# A line of RESULTS is SUITE,PROGRAM,COMPILER,OPTIONS,MODE,VERDICT,WHY.
# Never: a verdict from what stands in a program; only from what it does.
# shellcheck disable=SC2046,SC2086,SC2154 # lists of options; what the environment has
set -u
# shellcheck disable=SC3045 # bash, dash and busybox have it
ulimit -c 0
list=$1 first=$2 last=$3 results=$4
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

case $compiler in
*clang*) export BGQ_HOST_CC="$compiler" flags_of="$cache/../clang-language-flags" ;;
*) export BGQ_HOST_CC="$compiler" flags_of="$here/language-flags" ;;
esac

# limited SECONDS command...: of processor time; ten times as long by the clock, because the host
# may have much else to do.
limited() {
	seconds=$1
	shift
	# shellcheck disable=SC3045
	(
		ulimit -t "$seconds"
		timeout -k 5 "$((seconds * 10))" "$@"
		exit $? # so that it is this shell that says how it ended
	) 2>/dev/null
}

# Words that a mode adds to bgq-run's command line.
run_options() {
	case $1 in
	plain) ;;
	executed) echo --parking=off ;;
	stress) echo --stress-checks ;;
	stress-executed) echo --stress-checks --parking=off ;;
	esac
}

is_cxx() { [ "$language" = c++ ]; }

host_compiler() {
	is_cxx || { echo "$compiler"; return; }
	echo "$compiler" | sed 's/clang/clang++/; s/gcc/g++/'
}

bgq_compiler() {
	if is_cxx; then echo "$build/bin/bgq-c++"; else echo "$build/bin/bgq-cc"; fi
}

record() { # MODE VERDICT WHY
	why=$(printf '%s' "$3" | tr ',\n' ';;' | cut -c 1-160)
	printf '%s,%s,%s,%s,%s,%s,%s\n' "$suite" "$program" "$compiler" "$shown" "$1" "$2" \
		"$why" >>"$results"
}

# csmith's programs are made here, of their seed.
make_sources() {
	case $sources in
	csmith:*)
		timeout 30 csmith --seed "${sources#csmith:}" --output "$dir/random.c" \
			>/dev/null 2>&1 || return 1
		sources=$dir/random.c
		;;
	esac
}

# ---- the host: its verdict is a word in $kept, its output in $kept.out
compile_host() {
	language_flags=$(BGQ_HOST_CC=$flags_of BGQ_HOST_CXX=$flags_of \
		$(bgq_compiler) -c $wanted any."$ending")
	case " $wanted " in # compilers of distributions link position-independent programs
	*" -fno-pic "*) language_flags="$language_flags -no-pie" ;;
	esac
	limited "$compile_seconds" $(host_compiler) $language_flags $wanted -w $sources \
		-o host -lm -lpthread >host.err
}

run_host() { # OUTPUT
	(
		set_environment
		limited "$host_seconds" ./host >"$1" </dev/null
	)
}

# Threads of OpenMP that spin take the host's processors from each other.
set_environment() {
	export OMP_WAIT_POLICY=passive
	IFS=';'
	for entry in $environment; do
		export "${entry?}"
	done
	unset IFS
}

judge_host() {
	if ! compile_host; then
		echo compile
	elif ! run_host host.out; then
		echo run
	else
		[ ! -s host.out ] || cp host.out "$kept.out"
		echo passed
	fi >"$kept"
}

host_passes() {
	kept=$cache/$(printf '%s' "$suite/$program" | tr / _)
	if [ ! -s "$kept" ]; then
		mkdir -p "$cache"
		wanted="${host_options:-$options} $extra"
		judge_host
	fi
	verdict=$(cat "$kept")
	[ "$verdict" = passed ] && return
	for mode in $modes; do
		record "$mode" "left out" "the host's own fails to $verdict"
	done
	return 1
}

# ---- ours
# The line of what was said that says most: the first one of the pattern, or the last one.
said() { # PATTERN
	grep -Em1 "$1" err || tail -n 1 err
}

compile_ours() {
	limited "$compile_seconds" sh -c '"$@" >err 2>&1' \
		sh $(bgq_compiler) $wanted -w $sources -o ours -lm
}

run_ours() { # MODE
	environments=
	IFS=';'
	for entry in $environment; do
		environments="$environments --envs $entry"
	done
	unset IFS
	limited "$run_seconds" sh -c '"$@" >out 2>err </dev/null' sh \
		"$build/bin/bgq-run" --np 1 --workers 1 $(run_options "$1") $environments : ./ours
}

# True if the host's program prints something else each time.
host_varies() {
	wanted="${host_options:-$options} $extra"
	[ -x host ] || compile_host
	run_host host.again
	! cmp -s host.again expected
}

# Lines of threads may come in any order.
is_expected() {
	cmp -s out expected && return
	case $suite in libgomp*) ;; *) return 1 ;; esac
	sort out >out.sorted
	sort expected | cmp -s - out.sorted
}

run_mode() { # MODE
	run_ours "$1"
	status=$?
	if [ "$status" -ne 0 ]; then
		record "$1" failed "status $status: $(said 'rank 0 <[0-9,]*>: |internal')"
	elif is_expected; then
		record "$1" passed ""
	elif host_varies; then
		record "$1" passed "by its status: the host's own output varies"
	else
		record "$1" failed "output: $(diff expected out | sed -n 2,3p)"
	fi
}

judge_ours() {
	wanted="$options $extra"
	if ! compile_ours; then
		for mode in $modes; do
			record "$mode" failed "compile: $(said 'undefined reference|: error|^bgq-')"
		done
		return
	fi
	if [ -e "$kept.out" ]; then cp "$kept.out" expected; else : >expected; fi
	for mode in $modes; do
		run_mode "$mode"
	done
}

# Options with which a program is not to be run.
is_unless() {
	for option in $unless; do
		case " $options " in
		*" $option "*) return 0 ;;
		esac
	done
	return 1
}

given_options=$options
# Field by field: one may be empty.
sed -n "$first,${last}p" "$list" | while IFS='|' read -r suite program language sources extra \
	environment unless host_options; do
	options=$given_options ending=c
	case $extra in
	level:*) # csmith: a level of its own instead
		options=$(echo "${extra#level:}" | tr ',' ' ') extra='-I/usr/include/csmith'
		case $compiler in # an option that it does not have
		*clang*) options=${options%-fno-guess-branch-probability} ;;
		esac
		;;
	esac
	shown=$(echo $options | tr ' ' '+')
	! is_cxx || ending=cc
	rm -rf "$dir/work" && mkdir "$dir/work" && cd "$dir/work" || exit 1
	is_unless && continue
	make_sources || { echo "csmith fails: $program" >&2; continue; }
	if host_passes; then
		judge_ours
	fi
done
