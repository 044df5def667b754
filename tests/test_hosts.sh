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

# limited_data KIB command...: of memory that may be written.
limited_data() {
	(ulimit -d "$1" && shift && exec "$@")
}
# shellcheck disable=SC2086 # a command
refused 'ulimit -d, no block' 126 'gives less than 32 MiB of memory: see ulimit -d' \
	limited_data 10000 $job
# shellcheck disable=SC2086 # a command
refused 'ulimit -d, 4 nodes' 126 'ulimit -d is 100000 KiB; a node takes .*: 0 fit' \
	limited_data 100000 $job
# shellcheck disable=SC2086 # a command
same 'ulimit -d, small windows' sh -c 'ulimit -d 10000000; exec "$@"' sh $job
if grep -Eq '^bgq-run: windows of .*; ulimit -d is 10000000 KiB$' "$tmp/err"
then ok data_is_named; else not_ok data_is_named; fi

# A host that lends no memory: the setting as a file says it, in a mount namespace.
own=
[ "$(id -u)" -eq 0 ] || own=-r
echo 2 >"$tmp/lends_none"
cat >"$tmp/lends_none.sh" <<LINES
exec unshare $own -m sh -c 'mount --bind "$tmp/lends_none" /proc/sys/vm/overcommit_memory &&
	exec "$(cd "${deny%/*}" && pwd)/deny" unbacked -- "\$@"' sh "\$@"
LINES
# shellcheck disable=SC2086 # a command
same 'overcommit_memory 2' sh "$tmp/lends_none.sh" $job
if grep -Eq '^bgq-run: windows of [0-9]+ MiB .*; vm.overcommit_memory is 2: set it to 0 ' "$tmp/err"
then ok overcommit_is_named; else not_ok overcommit_is_named; fi
refused 'overcommit_memory 2, too many' 126 'vm.overcommit_memory is 2: .*: 16 fit' \
	sh "$tmp/lends_none.sh" "$there" --np 512 : "$program"

# shellcheck disable=SC2086 # a command
same 'one core' taskset -c "$(taskset -cp $$ | sed 's/.*[: ]\([0-9]*\)[^0-9]*.*/\1/')" $job
# No threads: root may always have more; the other user reads what may lie in root's home.
other=
[ "$(id -u)" -ne 0 ] || other='setpriv --reuid=54321 --regid=54321 --clear-groups
	--inh-caps +dac_override --ambient-caps +dac_override'
# shellcheck disable=SC2086 # a command
refused 'ulimit -u' 126 'cannot start a thread .*: ulimit -u is 1, or pids.max' \
	$other prlimit --nproc=1 "$there" --np 4 --workers 1 : "$program"

# Without a limit of stacks, as users of large jobs have it, the host's libraries lie elsewhere.
# shellcheck disable=SC2086 # a command
same 'ulimit -s unlimited' prlimit --stack=unlimited $job
# shellcheck disable=SC2086 # a command
same 'ulimit -s, a terabyte' prlimit --stack=1099511627776: $job
# shellcheck disable=SC2086 # a command
same 'old layout of addresses' setarch -L $job
# shellcheck disable=SC2086 # a command
refused 'ulimit -s, too little' 126 'ulimit -s is 64 KiB: it needs 1024 KiB' \
	$other prlimit --stack=65536:65536 "$there" --np 4 --workers 1 : "$program"

# A file that may not grow ends what writes it, and a trace is not taken for a whole one.
# shellcheck disable=SC2086 # a command
same 'ulimit -f, output' sh -c 'ulimit -f 100; exec "$@"' sh "$there" --np 4 --workers 1 \
	: "$program"
expect 'ulimit -f, a trace' 1 '--trace .*t.json: File too large' sh -c 'ulimit -f 100; exec "$@"' \
	sh $job

# A control group that limits memory, of version 2 or 1; where the host lets nobody make one,
# test_supervisor.c has all but the kill.
cat >"$tmp/grow.c" <<'GROW'
#include <stdlib.h>
#include <string.h>
#include <spi/include/kernel/location.h>
int main(void)
{
	if (Kernel_GetRank() == 2)
		memset(malloc(1 << 30), 1, 1 << 30);
	return 0;
}
GROW
"$build/bin/bgq-cc" -O2 -fno-builtin -o "$tmp/grow" "$tmp/grow.c" || not_ok 'a program that grows'
group=
for top in /sys/fs/cgroup /sys/fs/cgroup/memory; do
	mkdir "$top/bgqemu-test-$$" 2>/dev/null || continue
	for limit in memory.max memory.limit_in_bytes; do
		[ -f "$top/bgqemu-test-$$/$limit" ] || continue
		group=$top/bgqemu-test-$$
		trap 'rmdir "$group"; rm -rf "$tmp"' EXIT
		echo 134217728 >"$group/$limit"
	done
	[ -n "$group" ] && break
	rmdir "$top/bgqemu-test-$$"
done
cat >"$tmp/in_group" <<LINES
#!/bin/sh
echo \$\$ >"$group/cgroup.procs" && exec "\$@"
LINES
chmod +x "$tmp/in_group"
if [ -n "$group" ]; then
	killed='killed: the limit of memory of the control group .*, 128 MiB, was reached'
	had='the job had [0-9]* MiB in 4 nodes [0-9]* ms before'
	heap='and rank 2 the longest heap, of 1024 MiB'
	expect 'memory of a group' 137 "^bgq-run: $killed; $had, $heap\$" \
		"$tmp/in_group" "$there" --np 4 --workers 2 : "$tmp/grow"
	# shellcheck disable=SC2086 # a command
	same 'enough memory of a group' "$tmp/in_group" $job
	expect 'a signal in a group' 143 'ended by SIGTERM' \
		"$tmp/in_group" timeout --preserve-status -k 5 2 \
		"$there" --np 4 : "$spi/last_words" endless
else
	echo 'no control group can be made here: see tests/test_supervisor.c'
fi

# Ranks that wait for each other, on many nodes with few threads, none to spare.
for call in io_uring_setup membarrier sched_getaffinity clone3; do
	"$there" --np 64 --workers 2 : "$program" >"$tmp/of_64"
	expect "64 ranks, no $call" 0 '' "$deny" -e 38 $call -- \
		"$there" --np 64 --workers 2 : "$program"
	if [ "$(wc -l <"$tmp/out")" -eq 64 ] && cmp -s "$tmp/out" "$tmp/of_64"
	then ok "64 ranks, no $call: the same"; else not_ok "64 ranks, no $call: the same"; fi
done

# without OPTIONS FOLDER...: another file system over each, and no files of this test's; with
# options a file of a page is in each, if one may be.  What was built is seen in a folder that
# stays.  Two workers, so that cores are claimed.
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
