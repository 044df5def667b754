#!/bin/sh
# test_install_deps.sh - which manager of packages is called, and how, by what the host says that it
# is; and that a plain make says what is missing.  Managers here are scripts that install nothing.
# Leaves out whether their repositories have packages of these names.
# Usage: test_install_deps.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
tool=$top/emu/tools/install-deps
mkdir -p "$tmp/bin" "$tmp/root/etc"
for name in sh sed tr sort grep head tail mktemp rm cat id env echo; do
	ln -s "$(command -v $name)" "$tmp/bin/$name"
done

# has_managers NAME...: these are all that the host has.
has_managers() {
	for name in apt-get dnf pacman zypper apk; do rm -f "$tmp/bin/$name"; done
	for name; do
		printf '#!/bin/sh\necho "%s $*" >>"%s"\n' "$name" "$tmp/calls" >"$tmp/bin/$name"
		chmod +x "$tmp/bin/$name"
	done
}

# calls NAME OS-RELEASE PATTERN: the last call of a manager.
calls() {
	name=$1 pattern=$3
	printf '%b' "$2" >"$tmp/root/etc/os-release"
	: >"$tmp/calls"
	PATH=$tmp/bin DEPS_ROOT=$tmp/root "$tool" >"$tmp/out" 2>"$tmp/err"
	got=$?
	head -n 2 "$tmp/calls" >>"$tmp/out"
	if [ $got -eq 0 ] && grep -qxE "$pattern" "$tmp/calls" && [ "$(wc -l <"$tmp/err")" -eq 1 ]
	then ok "$name"; else not_ok "$name"; fi
}
has_managers apt-get dnf pacman zypper apk
deb='libbenchmark-dev libc6-dev libcapstone-dev libcmocka-dev libhwloc-dev libjemalloc-dev'
calls debian 'ID=debian\n' "apt-get install -y --no-install-recommends binutils g\+\+ gcc $deb .*"
calls mint 'ID=linuxmint\nID_LIKE="ubuntu debian"\n' 'apt-get update'
rpm='binutils gcc gcc-c\+\+ glibc-devel make'
for library in benchmark capstone cmocka hwloc jemalloc liburing mpfr; do
	rpm="$rpm pkgconfig\\($library\\)"
done
calls fedora 'ID=fedora\n' "dnf install -y $rpm"
calls rocky 'ID="rocky"\nID_LIKE="rhel centos fedora"\n' "dnf install -y $rpm"
calls arch 'ID=arch\n' "pacman -Sy --noconfirm --needed benchmark binutils capstone cmocka gcc \
glibc hwloc jemalloc liburing make mpfr"
calls suse 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n' \
	"zypper --non-interactive install $rpm"
calls alpine 'ID=alpine\n' "apk add benchmark-dev binutils capstone-dev cmocka-dev g\+\+ gcc \
hwloc-dev jemalloc-dev liburing-dev make mpfr-dev musl-dev"
has_managers zypper
calls another_one 'ID=nameless\n' 'zypper --non-interactive install .*'
rm "$tmp/root/etc/os-release"
has_managers pacman
PATH=$tmp/bin DEPS_ROOT=$tmp/root "$tool" gnuplot-nox csmith >"$tmp/out" 2>"$tmp/err"
if grep -q 'pacman .* gnuplot' "$tmp/calls" && ! grep -q csmith "$tmp/calls" &&
	grep -q '^could not install: .*csmith .pacman failed.; install with: .*pacman' "$tmp/err"
then ok no_os_release; else not_ok no_os_release; fi

# no_network MANAGER LINE: what the manager says then; it is said at once, after one try.
no_network() {
	has_managers "$1"
	: >"$tmp/calls"
	printf 'echo "%s" >&2\nexit 100\n' "$2" >>"$tmp/bin/$1"
	expect "no_network_for_$1" 0 "^could not install: .*no network for $1.; install with: " \
		env PATH="$tmp/bin" DEPS_ROOT="$tmp/root" "$tool"
	if [ "$(grep -c binutils "$tmp/calls")" -le 1 ]; then ok at_once; else not_ok at_once; fi
}
no_network apt-get "W: Failed to fetch: Temporary failure resolving 'deb.debian.org'"
no_network dnf 'Error: Curl error (6): Could not resolve host: mirrors.fedoraproject.org'
no_network pacman 'error: failed retrieving file: Could not resolve host: geo.mirror.pkgbuild.com'
no_network zypper 'Could not resolve host: download.opensuse.org'
no_network apk 'WARNING: Ignoring https://dl-cdn.alpinelinux.org: DNS lookup error'

# One source of several cannot be reached, and one package is not known: all others are installed.
has_managers apt-get
: >"$tmp/calls"
cat >>"$tmp/bin/apt-get" <<'END'
[ "$1" = update ] && echo "W: Failed to fetch: Temporary failure resolving 'one.example'" &&
	exit
echo 'E: Unable to locate package csmith' >&2
exit 100
END
expect one_source_of_several 0 '^could not install: .*E: Unable to locate package csmith.; ' \
	env PATH="$tmp/bin" DEPS_ROOT="$tmp/root" "$tool" csmith
if [ "$(grep -c binutils "$tmp/calls")" -eq 2 ]; then ok each_alone; else not_ok each_alone; fi
has_managers
expect no_manager 0 'no manager of packages.; there is none of apt-get, dnf' \
	env PATH="$tmp/bin" DEPS_ROOT="$tmp/root" "$tool"

# Needs of a build, in one line; a library by its header, wherever the compiler finds it.
has_managers dnf
pattern="^missing: .*libhwloc-dev .*; install with: .*dnf install -y .*'pkgconfig.hwloc.' "
expect check 1 "$pattern" \
	env PATH="$tmp/bin" DEPS_ROOT="$tmp/root" "$tool" --check
expect check_here 0 '' "$tool" --check
expect make_says_it 2 '^missing: .*libcapstone-dev' env DEPS_ROOT="$tmp/root" \
	make -C "$top" B="$tmp/build" all
if [ ! -e "$tmp/build/emu" ]; then ok make_stops; else not_ok make_stops; fi
summary
