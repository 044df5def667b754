#!/bin/sh
# test_deb.sh - what others install: the Debian package, of which lintian finds no error, with a
# maintainer from a variable and a placeholder for the licence; the recipe for a container, which
# names the packages that are needed.  Leaves out that a container is built: no test may load one.
# Usage: test_deb.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
cd "$(dirname "$0")/.." || exit 1

if command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null; then
	cp -a "$build" "$tmp/build" 2>/dev/null
	expect package 0 '' env MAINTAINER='A Name <name@example.org>' emu/tools/make-deb make \
		"$tmp/build" 0.1.0
	deb=$(ls "$tmp"/build/deb/*.deb)
	dpkg-deb -f "$deb" Maintainer >"$tmp/out"
	if [ "$(cat "$tmp/out")" = 'A Name <name@example.org>' ]
	then ok maintainer_from_a_variable; else not_ok maintainer_from_a_variable; fi
	dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/share/doc/bgqemu/copyright >"$tmp/out"
	if grep -q '^License: PLACEHOLDER' "$tmp/out" && grep -q '^Copyright: ' "$tmp/out"
	then ok licence_is_a_placeholder; else not_ok licence_is_a_placeholder; fi
	if command -v lintian >/dev/null; then
		timeout 120 lintian --allow-root "$deb" >"$tmp/out" 2>"$tmp/err"
		if grep -q '^E:' "$tmp/out"; then not_ok no_error_of_lintian
		else ok no_error_of_lintian; fi
	fi
fi

# The recipe: what a build needs, what bgq-run is linked with, and another distribution.
expect recipe 0 '' make -s container-file FILE="$tmp/recipe"
expect other_image 0 '' make -s container-file FILE="$tmp/other" IMAGE=debian:trixie-slim
if [ "$(grep -c '^FROM debian:trixie-slim' "$tmp/other")" = 2 ]
then ok image_is_asked_for; else not_ok image_is_asked_for; fi
sed -n 's/^needed="\(.*\)"$/\1/p' emu/tools/install-deps | tr ' ' '\n' >"$tmp/packages"
if command -v dpkg-query >/dev/null; then
	for name in hwloc jemalloc uring; do
		file=$(ldd "$run" | sed -n "s,.*lib$name\.so[^ ]* => \(/[^ ]*\).*,\1,p")
		dpkg-query -S "$(readlink -f "$file")" 2>/dev/null | sed 's/:.*//'
	done >>"$tmp/packages"
fi
while read -r package; do
	grep -qw -- "$package" "$tmp/recipe" || echo "$package"
done <"$tmp/packages" >"$tmp/out"
if [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/packages")" -lt 5 ]
then not_ok recipe_has_what_is_needed; else ok recipe_has_what_is_needed; fi
summary
