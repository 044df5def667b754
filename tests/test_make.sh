#!/bin/sh
# test_make.sh - what make does beside building and testing: installing and removing, the manuals as
# a site, and how files are compiled for editors.
# Leaves out what is installed (test_moved.sh), packages (test_install_deps.sh).
# Usage: test_make.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
build=$(cd "$build" && pwd)
cd "$(dirname "$0")/.." || exit 1

# all that is installed goes, and nothing else
for prefix in /usr/local /opt/bgq; do
	expect "install $prefix" 0 '' make -s B="$build" install DESTDIR="$tmp/$prefix" \
		PREFIX=$prefix
	if [ -x "$tmp/$prefix$prefix/bin/bgq-run" ]; then ok "is_there $prefix"
	else not_ok "is_there $prefix"; fi
	for file in bin/other lib/other share/man/man1/other.1; do
		: >"$tmp/$prefix$prefix/$file"
	done
	expect "uninstall $prefix" 0 '' make -s B="$build" uninstall DESTDIR="$tmp/$prefix" \
		PREFIX=$prefix
	if [ "$(find "$tmp/$prefix" ! -type d | grep -c .)" -eq 3 ] &&
		[ "$(find "$tmp/$prefix" -name other -o -name other.1 | grep -c .)" -eq 3 ]
	then ok "others_stay $prefix"; else not_ok "others_stay $prefix"; fi
done

# A program of the tests by itself is made of what is there: its own flags are not the tree's.
expect one_test_again 0 '' make B="$build" "$build/tests/test_alu.o"
if grep -q " CC " "$tmp/out"; then not_ok nothing_else_is_made; else ok nothing_else_is_made; fi

# compile_commands.json: the commands work, for each kind of source.
expect commands 0 '' make -s B="$build" compile_commands.json
if "$build/tests/json_lines" <"$build/compile_commands.json" >/dev/null
then ok commands_are_json; else not_ok commands_are_json; fi
for file in emu/cmd/run/room.c emu/target/rt/stdio_list.c emu/target/mass/scalar.c \
	tests/test_alu.c tests/spi/boot.c; do
	command=$(grep -A 1 "\"file\": \"$file\"" "$build/compile_commands.json" |
		sed -n 's/^   "command": "\(.*\)"}.*/\1/p' | sed 's/\\\(.\)/\1/g')
	if [ "$command" ]; then expect "compiles $file" 0 '' sh -c "$command"
	else not_ok "no command for $file"; fi
done

# The site: a page for each manual, and a link that leads nowhere is an error.
if command -v mandoc >/dev/null; then
	expect site 0 '' make -s B="$tmp/site" site
	if [ "$(ls "$tmp/site/site" | grep -c 'html$')" -eq "$(($(ls man | wc -l) + 1))" ] &&
		grep -q 'href="bgq-run.1.html"' "$tmp/site/site/bgqemu.7.html" &&
		grep -q 'href="index.html"' "$tmp/site/site/bgq-run.1.html" &&
		! grep -q 'href="addr2line' "$tmp/site/site/bgq-run.1.html"
	then ok pages_and_links; else not_ok pages_and_links; fi
	expect site_with_a_picture 0 '' emu/tools/make-site man "$tmp/pictures" \
		"$build/bin/bgq-net"
	if ! command -v gnuplot >/dev/null
	then echo "no gnuplot on this host: no picture"
	elif grep -q '<img src="loads.svg"' "$tmp/pictures/bgq-net.1.html" &&
		grep -q '<img src="loads.svg"' "$tmp/pictures/index.html" &&
		grep -q '</svg>' "$tmp/pictures/loads.svg"
	then ok picture; else not_ok picture; fi
	mkdir "$tmp/man"
	cp man/runjob.1 man/bgqemu-tutorial.7 "$tmp/man"
	expect broken_link 1 'runjob.1.html: bgq-run.1.html leads nowhere' \
		emu/tools/make-site "$tmp/man" "$tmp/broken"
else
	expect site_without_mandoc 2 'make site needs mandoc' make -s B="$tmp/site" site
fi
summary
