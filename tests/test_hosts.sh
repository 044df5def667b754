#!/bin/sh
# test_hosts.sh - hosts that forbid things, or have little: a program runs as anywhere else, or one
# line names cause and remedy.  Root takes file systems away, others' hosts are as they are.
# Leaves out hosts that are slow, and what a rank's own calls meet (test_files.sh).
# Usage: test_hosts.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
deny=$build/tests/deny
there=$(cd "$build/bin" && pwd)/bgq-run # its name is in the ranks' memory, and in their times
program=$(cd "$spi" && pwd)/memfifo
job="$there --np 4 --workers 1 --trace=$tmp/t.json : $program"

# shellcheck disable=SC2086 # a command
$job >"$tmp/as_usual" || not_ok as_usual

# same NAME command...: it prints what is printed as usual.
same() {
	name=$1
	shift
	# shellcheck disable=SC2086 # a command
	timeout -k 5 300 "$@" >"$tmp/out" 2>"$tmp/err"
	if [ $? -eq 0 ] && [ -s "$tmp/out" ] && cmp -s "$tmp/out" "$tmp/as_usual"
	then ok "$name"; else not_ok "$name"; fi
}

# refused NAME PATTERN command...: status 126, and one line.
refused() {
	expect "$@"
	if [ "$(wc -l <"$tmp/err")" -eq 1 ]; then ok "$1: one line"; else not_ok "$1: one line"; fi
}

# Refused as filters of containers do (EPERM), and as an older kernel does (ENOSYS).
for call in io_uring_setup personality memfd_create membarrier sched_getaffinity sched_setaffinity \
	perf_event_open getrandom process_vm_readv timer_create madvise process_madvise; do
	for error in 1 38; do
		# shellcheck disable=SC2086 # a command
		same "no $call, $error" "$deny" -e $error $call -- $job
	done
done
# shellcheck disable=SC2086 # a command
same 'no clone3' "$deny" -e 38 clone3 -- $job
# shellcheck disable=SC2086 # a command
refused 'clone3 by EPERM' 126 'refuses clone3 by EPERM, where ENOSYS is wanted' \
	"$deny" clone3 -- $job
# shellcheck disable=SC2086 # a command
refused 'writable or executable' 126 'forbids memory that is writable and executable .SELinux: ' \
	"$deny" wx -- $job
# shellcheck disable=SC2086 # a command
refused 'few bits of an address' 126 'addresses of this host end below 0x200000000000' \
	"$deny" high -- $job

# A program whose text is mapped from its file has two mappings for each rank: guards of an older
# kernel leave room for them, and one line names the limit where there is none.
cat >"$tmp/text.c" <<'TEXT'
const char text[1 << 18] = { 1 };
int main(int n, char **a) { return text[n + !a]; }
TEXT
"$build/bin/bgq-cc" -O2 -o "$tmp/text" "$tmp/text.c" || not_ok 'a program with much text'
expect 'no madvise at all, mapped text' 0 '' "$deny" -e 38 madvise -- \
	"$deny" -e 38 process_madvise -- "$there" --np 16384 : "$tmp/text"
[ "$(cat /proc/sys/vm/max_map_count)" -gt 65530 ] || refused 'mappings used up' 126 \
	'boot rank 32[0-9]*: .*two of the host.s mappings: raise vm.max_map_count by sysctl' \
	"$there" --np 32768 --workers 1 : "$tmp/text"

# limited KIB command...: of address space.
limited() {
	(ulimit -v "$1" && shift && exec "$@")
}
# shellcheck disable=SC2086 # a command
refused 'ulimit -v, 4 nodes' 126 'ulimit -v is 300000 KiB; a node takes at least 128 MiB: 0 fit' \
	limited 300000 $job
refused 'ulimit -v, 512 nodes' 126 'ulimit -v is 10000000 KiB; a node .*: 64 fit' \
	limited 10000000 "$there" --np 512 : "$program"
# shellcheck disable=SC2086 # a command
same 'ulimit -v, small windows' sh -c 'ulimit -v 10000000; exec "$@"' sh $job
if grep -Eq '^bgq-run: windows of [0-9]+ MiB a node instead of 16384 MiB: .*ulimit -v' "$tmp/err"
then ok windows_are_named; else not_ok windows_are_named; fi

# shellcheck disable=SC2086 # a command
same 'one core' taskset -c "$(taskset -cp $$ | sed 's/.*[: ]\([0-9]*\)[^0-9]*.*/\1/')" $job
# No threads: root may always have more; the other user reads what may lie in root's home.
other=
[ "$(id -u)" -ne 0 ] || other='setpriv --reuid=54321 --regid=54321 --clear-groups
	--inh-caps +dac_override --ambient-caps +dac_override'
# shellcheck disable=SC2086 # a command
refused 'ulimit -u' 126 'cannot start a thread .*: ulimit -u is 1, or pids.max' \
	$other prlimit --nproc=1 "$there" --np 4 --workers 1 : "$program"

# without OPTIONS FOLDER...: another file system over each, and no files of this test's; with
# options a file of a page is in each, if one may be.  What was built is seen in a folder that
# stays.  Two workers, so that cores are claimed.
own=
[ "$(id -u)" -eq 0 ] || own=-r
cat >"$tmp/without" <<LINES
#!/bin/sh
exec unshare $own -m sh -c 'mount --bind "$(cd "$build" && pwd)" /mnt && options=\$1 && shift
	for folder; do
		mount -t tmpfs \$options none "\$folder" || exit
		[ -z "\$options" ] || head -c 4096 /dev/zero 2>/dev/null >"\$folder/page"
	done
	exec /mnt/bin/bgq-run --np 4 --workers 2 : /mnt/tests/spi/memfifo' sh "\$@"
LINES
chmod +x "$tmp/without"
"$tmp/without" '' >"$tmp/as_usual" || not_ok 'a file system bound'
same 'no /proc' "$tmp/without" '' /proc
same 'no /sys' "$tmp/without" '' /sys
same 'no /dev/shm' "$tmp/without" '' /dev/shm
same 'full /dev/shm' "$tmp/without" '-o size=4k' /dev/shm
same 'none of them' "$tmp/without" '' /proc /sys /dev/shm
same 'read-only /tmp' "$tmp/without" '-o ro' /tmp
same 'full /tmp' "$tmp/without" '-o size=4k,nr_inodes=1' /tmp
summary
