/*
 * front_end.c - a program's file that is executed by the host, as ./program: it runs itself by
 * bgq-run as a job of one rank.  Configure scripts and Makefiles run what they have compiled
 * if they are not told that this is another machine.
 *
 * Never: a call of a library, or an address in data.  The host's kernel starts the image at
 * bgqrt_front_end without relocations; bgq-run does not come here.
 */
#include <elf.h>
#include <stddef.h>
#include <sys/syscall.h>

extern const Elf64_Dyn _DYNAMIC[] __attribute__((visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
void bgqrt_front_end(void);
_Noreturn void bgqrt_run_self(char **stack) __attribute__((used, visibility("hidden")));

/* In a loop, so that it stays one: compilers make calls of memcpy or strlen of it. */
#define IS_A_LOOP __asm__ volatile("")

#if defined __x86_64__
__asm__(".pushsection .text.bgqrt_front_end,\"ax\",%progbits\n"
	".globl bgqrt_front_end\n"
	".type bgqrt_front_end, %function\n"
	"bgqrt_front_end:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rsp, %rdi\n"
	"	and $-16, %rsp\n"
	"	call bgqrt_run_self\n"
	"	hlt\n"
	".popsection");

static long host_call(long number, long a, long b, long c)
{
	__asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c)
		: "rcx", "r11", "memory");
	return number;
}
#elif defined __aarch64__
__asm__(".pushsection .text.bgqrt_front_end,\"ax\",%progbits\n"
	".globl bgqrt_front_end\n"
	".type bgqrt_front_end, %function\n"
	"bgqrt_front_end:\n"
	"	mov x29, #0\n"
	"	mov x0, sp\n"
	"	bl bgqrt_run_self\n"
	"	brk #0\n"
	".popsection");

static long host_call(long number, long a, long b, long c)
{
	register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b,
		x2 __asm__("x2") = c;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
	return x0;
}
#endif

/* Appends to text, whose end is at, as far as there is room before limit. */
static char *append(char *at, const char *limit, const char *from, const char *end)
{
	while (at < limit && from != end && *from) {
		IS_A_LOOP;
		*at++ = *from++;
	}
	*at = 0;
	return at;
}

static void execute(char *const *arguments, char *const *environment, const char *from,
	const char *end)
{
	char path[4096], *at = append(path, path + sizeof path - 16, from, end);

	append(at, path + sizeof path - 1, "/bgq-run", NULL);
	host_call(SYS_execve, (long)path, (long)arguments, (long)environment);
}

/* The directories in a list with colons, in turn; the last one only. */
static void execute_in(char *const *arguments, char *const *environment, const char *list,
	int last)
{
	const char *from = list, *at = list;

	for (;; at++) {
		if (*at && *at != ':')
			continue;
		if (!last || !*at)
			execute(arguments, environment, from, at);
		if (!*at)
			return;
		from = at + 1;
	}
}

/* bgq-cc enters the directory of its bgq-run as the last one where libraries are looked for. */
static const char *run_path(void)
{
	unsigned long strings = 0, path = 0;

	for (const Elf64_Dyn *d = _DYNAMIC; d->d_tag != DT_NULL; d++) {
		if (d->d_tag == DT_STRTAB)
			strings = d->d_un.d_ptr;
		else if (d->d_tag == DT_RUNPATH || d->d_tag == DT_RPATH)
			path = d->d_un.d_val;
	}
	return path ? __ehdr_start + strings + path : NULL;
}

void bgqrt_run_self(char **stack)
{
	long count = *(long *)stack;
	char **environment = stack + 1 + count + 1, **e = environment;
	char *self = stack[1], *arguments[count + 6];
	const char *list = NULL, *path = run_path();
	static const char without[] = ": a program for an emulated machine: run it with bgq-run\n";

	for (; *e; e++)
		if ((*e)[0] == 'P' && (*e)[1] == 'A' && (*e)[2] == 'T' && (*e)[3] == 'H' &&
			(*e)[4] == '=')
			list = *e + 5;
	for (Elf64_auxv_t *a = (void *)(e + 1); a->a_type != AT_NULL; a++)
		if (a->a_type == AT_EXECFN)
			self = (char *)a->a_un.a_val;

	arguments[0] = (char *)"bgq-run";
	arguments[1] = (char *)"--np=1";
	arguments[2] = (char *)"--env-all";
	arguments[3] = (char *)":";
	arguments[4] = self;
	for (long i = 1; i < count; i++) {
		IS_A_LOOP;
		arguments[4 + i] = stack[1 + i];
	}
	arguments[count > 0 ? 4 + count : 5] = NULL;
	if (path)
		execute_in(arguments, environment, path, 1);
	if (list)
		execute_in(arguments, environment, list, 0);

	long bytes = 0;
	while (self && self[bytes]) {
		IS_A_LOOP;
		bytes++;
	}
	host_call(SYS_write, 2, (long)self, bytes);
	host_call(SYS_write, 2, (long)without, sizeof without - 1);
	host_call(SYS_exit_group, 126, 0, 0);
	__builtin_unreachable();
}
