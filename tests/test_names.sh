#!/bin/sh
# test_names.sh - the names that objects show to the linker: a program of ours meets libraries
# that are linked statically, one of users meets ours, and a name that both have is an error, or
# silently the other's function.  So every global name has a prefix: a word of the name of a
# file or a room, or one of those below; and none is also in a library that bgq-run is linked
# with.  In what is linked into programs, names are the interfaces' or have the library's prefix.
# (Fortran's names of MPI's calls are an interface, too.)
# Leaves out static names, types and macros, which no linker sees.
# Usage: test_names.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1

# Words that are prefixes though no file has them; bgqemu_ and Kernel_ are the interface's.
cat >"$tmp/prefixes" <<WORDS
Kernel bgqemu emu mu net coll
bindings broken corner fd files named own persist plot ranges request safe segment streams
tally value worker
WORDS
# Names of libc that bgq-run takes for itself, on purpose.
cat >"$tmp/taken" <<NAMES
main
malloc calloc realloc free memalign aligned_alloc posix_memalign
_dl_find_object
NAMES
tr -s ' ' '\n' <"$tmp/taken" | sort >"$tmp/ours"

# names FILE...: what they define for others; what compilers add of their own begins with "__".
names() {
	nm -g --defined-only "$@" 2>/dev/null | sed '/[.]o:$/d' |
		awk 'NF == 3 && $2 !~ /[wvV]/ && $3 !~ /^__/ { sub(/@.*/, "", $3); print $3 }' |
		sort -u
}
# verdict NAME: nothing may be in $tmp/out.
verdict() {
	if [ -s "$tmp/out" ]; then not_ok "$1"; else ok "$1"; fi
}

find emu net mu coll -name '*.[chS]' | grep -vE '^emu/(target|compile)/' |
	sed -E 's,^.*/([^/]*)/([^/]*)\.[chS]$,\1_\2,' | tr _ '\n' | sort -u >>"$tmp/prefixes"
tr -s ' ' '\n' <"$tmp/prefixes" | sort -u >"$tmp/words"

find "$build/emu" "$build/net" "$build/mu" "$build/coll" -name '*.o' >"$tmp/objects"
grep -vE '/emu/(target|compile|cmd/(traffic|runjob))/' "$tmp/objects" >"$tmp/run_objects"
# shellcheck disable=SC2046 # a list of names
names $(cat "$tmp/run_objects") >"$tmp/run_names"

expect names_are_found 0 "" [ "$(wc -l <"$tmp/run_names")" -gt 1000 ]

awk 'NR == FNR { word[$1] = 1; next } !/_/ || !(substr($1, 1, index($1, "_") - 1) in word)' \
	"$tmp/words" "$tmp/run_names" | comm -23 - "$tmp/ours" >"$tmp/out"
verdict a_global_name_has_a_prefix

# The other commands are linked with libc alone.
grep -E '/emu/(compile|cmd/(traffic|runjob))/' "$tmp/objects" >"$tmp/other_objects"
# shellcheck disable=SC2046 # a list of names
names $(cat "$tmp/other_objects") | grep -v _ | comm -23 - "$tmp/ours" >"$tmp/out"
verdict no_name_of_the_other_commands_is_one_word

# Libraries that bgq-run is linked with, and what that needs.
capstone=$(${CC:-gcc} -print-file-name=libcapstone.a)
case $capstone in */*) names "$capstone" >"$tmp/capstone" ;; *) : >"$tmp/capstone" ;; esac
ldd "$run" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/lib(asan|ubsan|tsan)\.' >"$tmp/libraries"
while read -r library; do
	nm -D --defined-only "$library" | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }'
done <"$tmp/libraries" | sort -u >"$tmp/shared"
sort -u "$tmp/capstone" "$tmp/shared" | comm -12 "$tmp/run_names" - |
	comm -23 - "$tmp/ours" >"$tmp/out"
verdict no_global_name_is_also_a_librarys
if [ "$(wc -l <"$tmp/shared")" -gt 2000 ]; then ok names_of_libraries_are_found
else not_ok names_of_libraries_are_found; fi

# Names in programs: libc's, which the library takes for itself, those of the interfaces, and
# its own.  Two of libc's are in its static part, and two are not in one before 2.36.
{
	ldd "$run" | awk '/lib[cm]\.so/ { print $3 }' | xargs -n 1 nm -D --defined-only |
		awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }'
	printf '%s\n' atexit at_quick_exit c8rtomb mbrtoc8
	printf 'atomic_%s\n' flag_clear flag_clear_explicit flag_test_and_set \
		flag_test_and_set_explicit signal_fence thread_fence # <stdatomic.h>, libatomic
} | sort -u >"$tmp/libc"
names "$build/lib/libbgqrt.a" |
	grep -vE '^(bgqemu|bgqrt|omprt|GOMP|omp|Bgpm|bgpm|tm|_muspi)_|^_L1P_' |
	comm -23 - "$tmp/libc" >"$tmp/out"
verdict names_of_the_runtime_have_its_prefix
names "$build/lib/libbgqmpi.a" | grep -vE '^(bgqmpi|P?MPIX?)_|^p?mpi_[a-z0-9_]+$' >"$tmp/out"
verdict names_of_mpi_have_its_prefix
cat include/bgqemu/xl/mass*.h | "$build/bin/bgq-cc" -E -P -w - | grep -oE '[a-z0-9]+\(' |
	tr -d '(' | sort -u >"$tmp/mass"
names "$build/lib/libbgqmass.a" | comm -23 - "$tmp/mass" >"$tmp/out"
verdict names_of_mass_are_its_interface
summary
