/*
 * deny.c - runs a command on a host that forbids something: system calls of the given names fail
 * with an error (EPERM, or -e NUMBER).  "wx" is memory that is writable and executable, "high"
 * memory between 45 bits of an address and shared libraries, "unbacked" 4 GiB and more that may be
 * written, which a host that lends no memory refuses (vm.overcommit_memory 2).
 * Usage: deny [-e NUMBER] name... -- command...
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RULES_MAX 200
#define WINDOWS   0x200000000000 /* emu/node/image/space.h */
#define LIBRARIES 0x700000000000

static struct sock_filter rule[RULES_MAX];
static unsigned short rules;
static unsigned error = EPERM;

static const struct {
	const char *name;
	unsigned nr;
} calls[] = {
#define CALL(name) { #name, SYS_##name }
	CALL(io_uring_setup), CALL(personality), CALL(memfd_create), CALL(membarrier),
	CALL(sched_getaffinity), CALL(sched_setaffinity), CALL(perf_event_open), CALL(clone3),
	CALL(getrandom), CALL(process_vm_readv), CALL(timer_create), CALL(madvise),
	CALL(process_madvise),
};

static void add(unsigned code, unsigned k, unsigned yes, unsigned no)
{
	rule[rules++] = (struct sock_filter){ (unsigned short)code, (unsigned char)yes,
					      (unsigned char)no, k };
}

static void load(size_t offset)
{
	add(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void refuse(void)
{
	add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

static void call(unsigned nr)
{
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1);
	refuse();
}

/* Both bits are in the third argument. */
static void writable_code(unsigned nr)
{
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 4);
	load(offsetof(struct seccomp_data, args[2]));
	add(BPF_ALU | BPF_AND | BPF_K, PROT_WRITE | PROT_EXEC, 0, 0);
	add(BPF_JMP | BPF_JEQ | BPF_K, PROT_WRITE | PROT_EXEC, 0, 1);
	refuse();
}

/* mmap() where windows of nodes lie, and of more than there would be: ENOMEM. */
static void high(void)
{
	for (int arg = 0; arg < 2; arg++) {
		load(offsetof(struct seccomp_data, nr));
		add(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4);
		load(offsetof(struct seccomp_data, args[arg]) + 4);
		add(BPF_JMP | BPF_JGE | BPF_K, LIBRARIES >> 32, 2, 0);
		add(BPF_JMP | BPF_JGE | BPF_K, WINDOWS >> 32, 0, 1);
		add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM, 0, 0);
	}
}

/* mmap() of 4 GiB and more that is private and writable: ENOMEM. */
static void unbacked(void)
{
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 7);
	load(offsetof(struct seccomp_data, args[1]) + 4);
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 5, 0);
	load(offsetof(struct seccomp_data, args[2]));
	add(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 0, 3);
	load(offsetof(struct seccomp_data, args[3]));
	add(BPF_JMP | BPF_JSET | BPF_K, MAP_PRIVATE, 0, 1);
	add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM, 0, 0);
}

static void forbid(const char *name)
{
	if (!strcmp(name, "wx")) {
		writable_code(SYS_mmap);
		writable_code(SYS_mprotect);
		return;
	}
	if (!strcmp(name, "high")) {
		high();
		return;
	}
	if (!strcmp(name, "unbacked")) {
		unbacked();
		return;
	}
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!strcmp(calls[i].name, name)) {
			call(calls[i].nr);
			return;
		}
	fprintf(stderr, "deny: what is %s?\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	int i = 1;

	if (argc > 2 && !strcmp(argv[1], "-e")) {
		error = (unsigned)atoi(argv[2]);
		i = 3;
	}
	for (; i < argc && strcmp(argv[i], "--"); i++)
		forbid(argv[i]);
	if (i + 1 >= argc)
		return 2;
	add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	struct sock_fprog all = { rules, rule };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) != 0) {
		perror("deny");
		return 2;
	}
	execvp(argv[i + 1], argv + i + 1);
	perror(argv[i + 1]);
	return 2;
}
