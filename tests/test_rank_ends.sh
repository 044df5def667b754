#!/bin/sh
# test_rank_ends.sh - ways in which a rank ends: each has its exit status and a line that names the
# rank, what it had buffered is written, and the other ranks go on; also with --check-stores.
# Leaves out places in reports (test_places.sh) and assembly's flags (test_host_asm.sh).
# Usage: test_rank_ends.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# name | status | what the line says | C of rank 1, which has written "kept "
cat >"$tmp/ends" <<'END'
trap | 132 | signal 4 .*, in main | __builtin_trap();
trapped | 136 | signal 8 .*, in main | feenableexcept(FE_DIVBYZERO); trapped /= zero;
null | 139 | signal 11 .*address 0x8, in main | *(volatile int *)8 = 1;
wide_address | 139 | an address of more than 48 bits | *(volatile int *)(zero + WIDE) = 1;
text | 139 | signal 11 .*, in main | *(volatile char *)main = 0;
constant | 139 | signal 11 .*, in main | *(volatile char *)"abc" = 0;
libc | 139 | signal 11 .*, in main | *(volatile char *)((long)strlen & -4096L) = 0;
jump_to_null | 139 | signal 11 .*the address that it called has no code | ((void (*)(void))zero)();
overwritten_return | 139 | address 0x41, at pc 0x41 outside the program | return smash();
stack | 139 | in deep.*: stack overflow | sink = deep(0);
terabyte | 139 | stack overflow | *(volatile char *)__builtin_alloca(zero + (1L << 40)) = 1;
threads_stack | 139 | thread 1 .*in deep.*: stack overflow | thread((void *(*)(void *))deep);
abort | 134 | signal 6 | abort();
abort_at_exit | 134 | signal 6 | atexit(abort); exit(0);
abort_ignored | 134 | signal 6 | signal(SIGABRT, SIG_IGN); abort();
fault_ignored | 139 | signal 11 .*address 0x8 | signal(SIGSEGV, SIG_IGN); *(volatile int *)8 = 1;
fault_blocked | 139 | signal 11 .*address 0x8 | block(); *(volatile int *)8 = 1;
fault_in_handler | 139 | address 0x10, in handler | signal(SIGSEGV, handler); raise(SIGSEGV);
alarm | 142 | signal 14 | alarm(1); for (;;) pause();
killed | 137 | signal 9 | kill(getpid(), SIGKILL); for (;;) pause();
terminated | 143 | signal 15 | kill(getpid(), SIGTERM); for (;;) pause();
of_all | 143 | signal 15 | kill(-1, SIGTERM); for (;;) pause();
by_a_thread | 143 | signal 15 | thread(raises);
without_error_stream | 139 | signal 11 .*address 0x8 | close(2); *(volatile int *)8 = 1;
stream_functions | 134 | 6 .*in main.*in a function | TMP; WORD(sizeof *f) = 8; PUT;
stream_twice_closed | 134 | in main.*: free\(.*: double free | TMP; fclose(f); fclose(f);
stream_freed | 134 | signal 6 .*: free\(.* | TMP; free(f); exit(0);
stream_in_memory | 139 | main.*a function | f = fmemopen(b, 99, "w"); DAMAGE(f); fclose(f);
stream_that_grows | 139 | main.*a function | f = open_memstream(&p, &n); PUT; MIDDLE(f); fflush(f);
stream_of_errors | 139 | main.*a function | memset(f = stderr, 0x77, sizeof *f); PUT;
stream_at_exit | 139 | signal 11 | TMP; DAMAGE(f); exit(0);
stream_lock | 139 | in main.*in a function | TMP; WORD(0x88) = 8; PUT; fclose(f);
END
{
	for header in fenv pthread signal stdio stdlib string unistd spi/include/kernel/location; do
		echo "#include <$header.h>"
	done
	cat <<'END'
#define WIDE 0xdead000000000000
#define TMP f = tmpfile()
#define PUT fputs("x", f)
#define DAMAGE(stream) memset(stream, 0xd8, sizeof *stream)
#define MIDDLE(stream) memset((char *)stream + 32, 0x11, 64)
#define WORD(offset) *(long *)((char *)f + (offset))
static volatile long zero, sink;
static volatile double trapped = 1;
static char b[99], *p;
static FILE *f;
static size_t n;
static void block(void) { sigset_t s; sigfillset(&s); sigprocmask(SIG_BLOCK, &s, 0); }
static long deep(volatile char *p)
{
	volatile char t[4096];
	*t = p ? *p : 1;
	return deep(t) + *t;
}
static int smash(void)
{
	__asm__ volatile("movq $0x41, 8(%%rbp)" : : : "memory");
	return 0;
}
static void *raises(void *p) { raise(SIGTERM); return p; }
static void handler(int sig) { *(volatile int *)16 = sig; }
static void thread(void *(*of)(void *))
{
	pthread_t t;
	pthread_create(&t, 0, of, 0);
	pthread_join(t, 0);
}
int main(int argc, char **argv)
{
	int way = atoi(argv[argc - 1]);
	usleep(100);
	if (Kernel_GetRank() == 1) {
		printf("kept ");
		setvbuf(stdout, 0, _IOFBF, 1000);
END
	awk -F ' *[|] *' '{ print "if (way == " NR ") { " $4 " }" }' "$tmp/ends"
	cat <<'END'
	}
	usleep(3000000);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
END
} >"$tmp/ends.c"
"$build/bin/bgq-cc" -g -w -O1 -fno-omit-frame-pointer -fno-inline -o "$tmp/ends.bin" "$tmp/ends.c" \
	2>"$tmp/err" || not_ok compiled
n=0
while IFS='|' read -r way status says _; do
	n=$((n + 1))
	for options in '--workers 2' --check-stores; do
		# shellcheck disable=SC2086 # a list of options
		expect "$way$options" $status "rank 1 .*$(echo "$says" | sed 's/^ //; s/ $//')" \
			timeout -k 5 100 "$run" --np 4 $options : "$tmp/ends.bin" $n
		[ "$(grep -c 'rank [023] lives' "$tmp/out")" -eq 3 ] &&
			[ "$(grep -c 'kept ' "$tmp/out")" -eq 1 ]
		if [ $? -eq 0 ]; then ok "$way$options: output"
		else not_ok "$way$options: output"; fi
	done
done <"$tmp/ends"
summary
