/*
 * test_rt.c - pins that the support library of images (emu/target/rt/) behaves as
 * glibc does for one process, and that two images share none of it.  The
 * library is linked into a shared object as bgq-cc does, with a border that
 * calls back here, and each test loads copies of its own.  Leaves out all of bgq-run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <getopt.h>
#include <gnu/lib-names.h>
#include <locale.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "emu/target/rt/rt.h"
#include "budget_cell.h"

/* An image's memory goes with its window; it is not freed piece by piece. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

/* ---- a border for images: what bgq-run would be */

enum end { RUNNING = 1, EXITED, KILLED };

struct ops {
	ssize_t (*write)(int fd, const void *buf, size_t n);
	ssize_t (*read)(int fd, void *buf, size_t n);
	void (*exit)(int status);
	void (*abort)(int sig, const char *text);
	void *(*host)(const char *name);
};

static const char border[] =
	"#define _GNU_SOURCE\n#include <sys/types.h>\n"
	"struct { ssize_t (*write)(int, const void *, size_t);\n"
	"	ssize_t (*read)(int, void *, size_t);\n"
	"	void (*exit)(int); void (*abort)(int, const char *);\n"
	"	void *(*host)(const char *); } ops;\n"
	"#include <errno.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
	/* what is behind 0, 1 and 2: nothing, this test, or a file */
	"enum { CLOSED = -2, TEST = -1 }; int behind[3] = { TEST, TEST, TEST };\n"
	"static int find(int f) { return f >= 0 && f < 3 ? behind[f] : f; }\n"
	"ssize_t bgqemu_write(int f, const void *b, size_t n)\n"
	"{ int to = find(f);\n"
	"	if (to == TEST) return ops.write(f, b, n);\n"
	"	return syscall(SYS_write, to, b, n); }\n"
	"ssize_t bgqemu_read(int f, void *b, size_t n)\n"
	"{ int from = find(f);\n"
	"	if (from == TEST) return ops.read(f, b, n);\n"
	"	return syscall(SYS_read, from, b, n); }\n"
	"int bgqemu_close(int f) { int was = find(f);\n"
	"	if (f >= 0 && f < 3) behind[f] = CLOSED;\n"
	"	return was == TEST ? 0 : (int)syscall(SYS_close, was); }\n"
	"int close(int f) { return bgqemu_close(f); }\n"
	"ssize_t write(int f, const void *b, size_t n) { return bgqemu_write(f, b, n); }\n"
	"ssize_t read(int f, void *b, size_t n) { return bgqemu_read(f, b, n); }\n"
	"int dup2(int from, int to)\n"
	"{ bgqemu_close(to); behind[to] = dup(from); return to; }\n"
	"void bgqemu_process_exit(int s) { ops.exit(s); for (;;); }\n"
	"void bgqemu_process_abort(int s, const char *t) { ops.abort(s, t); for (;;); }\n"
	/* faults, too: tests/spi/faults.c */
	"void bgqemu_fault_handlers() {}\n"
	"void bgqemu_fault_stack() {}\n"
	/* threads are bgq-run's business: tests/spi/threads.c */
	/* streams, and functions of libc behind names of the library */
	"#include <dlfcn.h>\n#include <gnu/lib-names.h>\n#include <stdio.h>\n"
	"FILE *bgqemu_fopencookie(void *c, const char *mode, const cookie_io_functions_t *io)\n"
	"{ return fopencookie(c, mode, *io); }\n"
	"FILE *bgqemu_fopencookie_at(void *c, const char *mode, const cookie_io_functions_t *io,\n"
	"\tvoid *room, size_t bytes)\n"
	"{ (void)room, (void)bytes; return fopencookie(c, mode, *io); }\n"
	"long bgqemu_apart(long (*fn)(long, ...), long a, long b, long c, long d, long e)\n"
	"{ return fn(a, b, c, d, e); }\n"
	"int bgqemu_thread_create() { __builtin_trap(); }\n"
	"void bgqemu_thread_exiting() { __builtin_trap(); }\n"
	"void bgqemu_thread_destructors() { __builtin_trap(); }\n"
	"void bgqemu_thread_end() { __builtin_trap(); }\n"
	"int bgqemu_thread_cancel() { __builtin_trap(); }\n"
	"int bgqemu_thread_signal() { __builtin_trap(); }\n"
	"#include <time.h>\n"
	"time_t bgqemu_mktime(struct tm *tm, struct tm *last)\n"
	"{ time_t t = mktime(tm); *last = *tm; return t; }\n"
	"void bgqemu_stack_left() {}\n"
	"void bgqemu_call_check() {}\n"
	"int bgqemu_timer_create() { return -38; }\n"
	"int bgqemu_timer_set() { __builtin_trap(); }\n"
	"int bgqemu_timer_get() { __builtin_trap(); }\n"
	"int bgqemu_timer_overruns() { __builtin_trap(); }\n"
	"int bgqemu_timer_delete() { __builtin_trap(); }\n"
	"_Bool bgqemu_timer_info() { return 0; }\n"
	"void bgqemu_signal_kept() { __builtin_trap(); }\n"
	"void bgqemu_pause() { __builtin_trap(); }\n"
	"void bgqemu_broken_pipe() {}\n"
	"void bgqemu_signal_interrupts() {}\n"
	/* there is no locale but C */
	"void *bgqemu_newlocale() { return 0; }\n"
	"void bgqemu_process_locale() { __builtin_trap(); }\n"
	"int bgqemu_ppoll() { __builtin_trap(); }\n"
	"int bgqemu_pselect() { __builtin_trap(); }\n"
	"void bgqemu_unsupported() { __builtin_trap(); }\n"
	"_Bool bgqemu_once_begin() { __builtin_trap(); }\n"
	"void bgqemu_once_end() { __builtin_trap(); }\n"
	"void *bgqemu_host_function(const char *n) { return ops.host(n); }\n"
	"void *bgqemu_own_code(void *fn) { return fn; }\n"
	"_Bool bgqemu_models_caches() { return 0; }\n"
	"void bgqemu_core_counts() { __builtin_trap(); }\n"
	"int bgqemu_interrupted_pc() { __builtin_trap(); }\n"
	"int bgqemu_count_note() { __builtin_trap(); }\n"
	"int bgqemu_timer_seen() { __builtin_trap(); }\n"
	"_Bool bgqemu_library_is_given() { __builtin_trap(); }\n"
	"void *bgqemu_symbol() { __builtin_trap(); }\n"
	"unsigned Kernel_ProcessorCount(void) { __builtin_trap(); }\n"
	"unsigned Kernel_ProcessorID(void) { __builtin_trap(); }\n"
	"unsigned long bgqemu_count() { __builtin_trap(); }\n"
	"unsigned long bgqemu_timebase() { __builtin_trap(); }\n"
	"unsigned bgqemu_count_take() { __builtin_trap(); }\n"
	/* nor is translated assembly */
	"unsigned long bgqemu_load_reserved() { __builtin_trap(); }\n"
	"int bgqemu_store_conditional() { __builtin_trap(); }\n"
	"void bgqemu_wait() { __builtin_trap(); }\n"
	"unsigned long bgqemu_mfspr() { __builtin_trap(); }\n"
	"void bgqemu_charge() { __builtin_trap(); }\n"
	/* nor are system calls made by number */
	"#define T(name) long name() { __builtin_trap(); }\n"
	"T(Kernel_AllocateBaseAddressTable) T(Kernel_AllocateCollectiveClassRoute)\n"
	"T(Kernel_AllocateGlobalInterruptClassRoute) T(Kernel_AllocateInjFifos)\n"
	"T(Kernel_AllocateRecFifos) T(Kernel_ConfigureInjFifoInterrupts)\n"
	"T(Kernel_ConfigureInjFifoThresholds) T(Kernel_ConfigureRecFifoInterrupts)\n"
	"T(Kernel_ConfigureRecFifoThreshold) T(Kernel_Configure_MU_GEA)\n"
	"T(Kernel_CreateMemoryRegion) T(Kernel_DeallocateBaseAddressTable)\n"
	"T(Kernel_DeallocateCollectiveClassRoute)\n"
	"T(Kernel_DeallocateGlobalInterruptClassRoute) T(Kernel_DeallocateInjFifos)\n"
	"T(Kernel_DeallocateRecFifos) T(Kernel_ExecEnvmon2Command) T(Kernel_GetAXUCR0)\n"
	"T(Kernel_GetJobID) T(Kernel_GetMapping) T(Kernel_GetMemorySize) T(Kernel_GetPVR)\n"
	"T(Kernel_GetPersonality) T(Kernel_GetRank) T(Kernel_GetRawEnvmonPowerData)\n"
	"T(Kernel_InjectASCIIRAS) T(Kernel_InjectRAWRAS) T(Kernel_JobCoords)\n"
	"T(Kernel_L1pGetCurrentPatternAddress) T(Kernel_L1pSetCurrentPatternAddress)\n"
	"T(Kernel_L1pSetPatternAddress) T(Kernel_L2AtomicsAllocate)\n"
	"T(Kernel_QueryBaseAddressTable) T(Kernel_QueryCollectiveClassRoutes)\n"
	"T(Kernel_QueryGlobalInterruptClassRoutes) T(Kernel_QueryInjFifos)\n"
	"T(Kernel_QueryRecFifos) T(Kernel_RanksToCoords) T(Kernel_RecFifoEnable)\n"
	"T(Kernel_SetAXUCR0) T(Kernel_SetCollectiveClassRoute)\n"
	"T(Kernel_SetGlobalInterruptClassRoute) T(Kernel_SetPowerConsumptionParam)\n"
	"T(Kernel_SetRollbackIndicator)\n";

static char dir[64];
static int copies;

/* Output, input and end of the running image. */
static char out[1 << 16], errors[1 << 16];
static size_t out_bytes, errors_bytes;
static const char *input;
static jmp_buf ended;
static int end_status;
static char end_text[64];

static ssize_t border_write(int fd, const void *buf, size_t n)
{
	if (fd != 1 && fd != 2)
		return write(fd, buf, n);
	char *to = fd == 1 ? out : errors;
	size_t *at = fd == 1 ? &out_bytes : &errors_bytes;

	assert_true(*at + n < sizeof out);
	memcpy(to + *at, buf, n);
	*at += n;
	to[*at] = '\0';
	return (ssize_t)n;
}

static ssize_t border_read(int fd, void *buf, size_t n)
{
	if (fd != 0)
		return read(fd, buf, n);
	size_t have = input ? strlen(input) : 0;

	n = n < have ? n : have;
	memcpy(buf, input, n);
	input += n;
	return (ssize_t)n;
}

static void border_exit(int status)
{
	end_status = status;
	longjmp(ended, EXITED);
}

static void border_abort(int sig, const char *text)
{
	end_status = sig;
	snprintf(end_text, sizeof end_text, "%s", text ? text : "");
	longjmp(ended, KILLED);
}

static void *border_host(const char *name)
{
	return dlsym(dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD), name);
}

static void shell(const char *fmt, ...)
{
	char command[2000];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	if (system(command))
		fail_msg("failed: %s", command);
}

/* libbgqrt.a lies in ../lib as seen from this program. */
static int image_build(void **state)
{
	char self[512], path[600];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	FILE *f;

	(void)state;
	assert_true(n > 0);
	self[n] = '\0';
	*strrchr(self, '/') = '\0';
	strcpy(dir, "/tmp/test_rt.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/border.c", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(border, f);
	fclose(f);
	shell("${CC:-cc} -shared -fPIC -w -Wl,-Bsymbolic -o %s/image.so %s/border.c "
	      "-Wl,--whole-archive %s/../lib/libbgqrt.a -Wl,--no-whole-archive -lm", dir, dir,
	      self);
	return 0;
}

static int image_remove(void **state)
{
	(void)state;
	shell("rm -rf %s", dir);
	return 0;
}

/* An image whose process has not begun. */
static void *image_new(void)
{
	static const struct ops ops = { border_write, border_read, border_exit,
		border_abort, border_host };
	char path[128];
	void *image;

	shell("cp %s/image.so %s/%d.so", dir, dir, ++copies);
	snprintf(path, sizeof path, "%s/%d.so", dir, copies);
	image = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!image)
		fail_msg("%s", dlerror());
	memcpy(dlsym(image, "ops"), &ops, sizeof ops);
	out_bytes = errors_bytes = 0;
	out[0] = errors[0] = '\0';
	input = NULL;
	return image;
}

static void *image_symbol(void *image, const char *name)
{
	Dl_info info, own;
	void *p = dlsym(image, name);

	if (!p || !dladdr(p, &info) || !dladdr(dlsym(image, "ops"), &own) ||
	    info.dli_fbase != own.dli_fbase)
		fail_msg("%s is not in the image", name);
	return p;
}

/* The image's own function or variable of a name that libc has, too. */
#define FN(image, name)  ((__typeof__(&name))image_symbol(image, #name))
#define VAR(image, name) (*(__typeof__(name) *)image_symbol(image, #name))

static void *now; /* the image whose main runs */

static char *no_env[] = { "HOME=/", "LANG=C", NULL };
static char *some_args[] = { "/path/to/prog", NULL };

/* Runs a process to its end. */
static int image_run_boot(void *image, struct bgqrt_boot *boot)
{
	int how = setjmp(ended);

	now = image;
	if (how == 0)
		((__typeof__(&bgqrt_start))image_symbol(image, "bgqrt_start"))(boot);
	return how;
}

static int image_run(void *image, int (*main)(int, char **, char **))
{
	static struct bgqrt_boot boot;

	boot = (struct bgqrt_boot){ .argc = 1, .argv = some_args, .envp = no_env,
		.main = main };
	return image_run_boot(image, &boot);
}

static int main_leave(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	longjmp(ended, RUNNING);
}

/* An image whose process is running; its functions are called from here. */
static void *image_started(void)
{
	void *image = image_new();

	assert_int_equal(image_run(image, main_leave), RUNNING);
	return image;
}

/* How the call ends the process; 0: it returned. */
#define ENDS(call) ({ \
	int how_ = setjmp(ended); \
	if (!how_) \
		call; \
	how_; \
})

/* ---- exit */

static char trace[64];

static void note(char c)
{
	size_t n = strlen(trace);

	trace[n] = c;
	trace[n + 1] = '\0';
}

static void note_a(void) { note('a'); }
static void note_b(void) { note('b'); }
static void note_arg(void *arg) { note(*(char *)arg); }
static void note_f1(void) { note('1'); }
static void note_f2(void) { note('2'); }

static void note_status(int status, void *arg)
{
	note((char)('0' + status));
	note_arg(arg);
}

static void note_init(int argc, char **argv, char **envp)
{
	note((char)('0' + argc));
	note(argv[0][0]);
	note(envp[0][0]);
}

static void note_and_register(void)
{
	note('r');
	FN(now, atexit)(note_b);
}

static void exits_again(void)
{
	note('x');
	FN(now, exit)(9);
}

static int main_registers(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	note('m');
	FN(now, atexit)(note_a);
	FN(now, atexit)(note_and_register);
	FN(now, on_exit)(note_status, "o");
	FN(now, printf)("unfinished");
	return 5;
}

static void process_starts_and_ends_in_order(void **state)
{
	(void)state;
	static void (*init[])(int, char **, char **) = { note_init };
	static void (*fini[])(void) = { note_f1, note_f2 };
	struct bgqrt_boot boot = { 1, some_args, no_env, init, 1, fini, 2,
		main_registers };

	trace[0] = '\0';
	assert_int_equal(image_run_boot(image_new(), &boot), EXITED);
	assert_int_equal(end_status, 5);
	assert_string_equal(trace, "1/Hm5orba21");
	assert_string_equal(out, "unfinished");
}

static void exit_inside_a_handler_runs_the_rest_once(void **state)
{
	(void)state;
	void *i = image_started();

	trace[0] = '\0';
	FN(i, atexit)(note_a);
	FN(i, atexit)(exits_again);
	FN(i, atexit)(note_b);
	assert_int_equal(ENDS(FN(i, exit)(3)), EXITED);
	assert_int_equal(end_status, 9);
	assert_string_equal(trace, "bxa");
}

static void many_handlers_run_last_to_first(void **state)
{
	(void)state;
	static char letters[60];
	void *i = image_started();
	int (*add)(void (*)(void *), void *, void *) = image_symbol(i, "__cxa_atexit");

	trace[0] = '\0';
	for (int k = 0; k < 60; k++) {
		letters[k] = (char)('0' + k);
		assert_int_equal(add(note_arg, &letters[k], NULL), 0);
	}
	assert_int_equal(ENDS(FN(i, exit)(0)), EXITED);
	assert_int_equal(strlen(trace), 60);
	for (int k = 0; k < 60; k++)
		assert_int_equal(trace[k], letters[59 - k]);
}

static void finalize_runs_the_handlers_of_one_object(void **state)
{
	(void)state;
	static char a[] = "a", b[] = "b", c[] = "c";
	void *i = image_started();
	int (*add)(void (*)(void *), void *, void *) = image_symbol(i, "__cxa_atexit");
	void (*finalize)(void *) = image_symbol(i, "__cxa_finalize");

	trace[0] = '\0';
	add(note_arg, a, a);
	add(note_arg, b, b);
	add(note_arg, c, a);
	add(note_arg, b, b);
	finalize(a);
	assert_string_equal(trace, "ca");
	finalize(a);
	assert_string_equal(trace, "ca");
	assert_int_equal(ENDS(FN(i, exit)(0)), EXITED);
	assert_string_equal(trace, "cabb");
}

static void quick_ends_run_their_own_handlers_only(void **state)
{
	(void)state;
	void *i = image_started();

	trace[0] = '\0';
	FN(i, atexit)(note_a);
	FN(i, at_quick_exit)(note_b);
	assert_int_equal(ENDS(FN(i, quick_exit)(4)), EXITED);
	assert_int_equal(end_status, 4);
	assert_string_equal(trace, "b");
	FN(i, printf)("lost, as on any system");
	assert_int_equal(ENDS(FN(i, _exit)(6)), EXITED);
	assert_int_equal(end_status, 6);
	assert_string_equal(trace, "b");
	assert_string_equal(out, "");
}

static void thread_local_destructors_come_first(void **state)
{
	(void)state;
	static char t[] = "t";
	void *i = image_started();
	int (*add)(void (*)(void *), void *, void *) =
		image_symbol(i, "__cxa_thread_atexit_impl");

	trace[0] = '\0';
	add(note_arg, t, NULL);
	FN(i, atexit)(note_a);
	assert_int_equal(ENDS(FN(i, exit)(0)), EXITED);
	assert_string_equal(trace, "ta");
}

static void failed_assertion_says_so_and_aborts(void **state)
{
	(void)state;
	void *i = image_started();
	void (*failed)(const char *, const char *, unsigned, const char *) =
		image_symbol(i, "__assert_fail");

	FN(i, printf)("before");
	assert_int_equal(ENDS(failed("x == 1", "file.c", 12, "f")), KILLED);
	assert_int_equal(end_status, SIGABRT);
	assert_string_equal(out, "before");
	assert_string_equal(errors, "prog: file.c:12: f: Assertion `x == 1' failed.\n");
	void (*perror_failed)(int, const char *, unsigned, const char *) =
		image_symbol(i, "__assert_perror_fail");

	errors_bytes = 0;
	assert_int_equal(ENDS(perror_failed(ENOENT, "file.c", 3, "g")), KILLED);
	assert_string_equal(errors,
		"prog: file.c:3: g: Unexpected error: No such file or directory.\n");
	assert_int_equal(ENDS(((void (*)(void))image_symbol(i, "__stack_chk_fail"))()),
		KILLED);
	assert_string_equal(end_text, "stack smashing detected");
}

/* ---- environment */

static void environment_is_private(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();
	static char put[] = "PUT=1";

	assert_string_equal(FN(a, getenv)("HOME"), "/");
	assert_null(FN(a, getenv)("HOM"));
	assert_int_equal(FN(a, setenv)("HOME", "/a", 1), 0);
	assert_int_equal(FN(a, setenv)("HOME", "/never", 0), 0);
	assert_int_equal(FN(b, setenv)("NEW", "b", 0), 0);
	assert_string_equal(FN(a, getenv)("HOME"), "/a");
	assert_string_equal(FN(b, getenv)("HOME"), "/");
	assert_null(FN(a, getenv)("NEW"));
	assert_string_equal(FN(b, getenv)("NEW"), "b");
	assert_string_equal(no_env[0], "HOME=/");
	assert_int_equal(FN(a, putenv)(put), 0);
	put[4] = '2';
	assert_string_equal(FN(a, getenv)("PUT"), "2");
	assert_int_equal(FN(a, unsetenv)("LANG"), 0);
	assert_null(FN(a, getenv)("LANG"));
	assert_string_equal(VAR(a, environ)[0], "HOME=/a");
	assert_string_equal(VAR(a, environ)[1], "PUT=2");
	assert_null(VAR(a, environ)[2]);
	assert_int_equal(FN(a, setenv)("A=B", "", 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(FN(a, clearenv)(), 0);
	assert_null(FN(a, getenv)("HOME"));
	for (int i = 0; i < 100; i++) {
		char name[16];

		snprintf(name, sizeof name, "V%d", i);
		assert_int_equal(FN(a, setenv)(name, name, 1), 0);
	}
	assert_string_equal(FN(a, getenv)("V0"), "V0");
	assert_string_equal(FN(a, getenv)("V99"), "V99");
	assert_null(getenv("V99"));
}

/* ---- random numbers */

static void random_sequences_are_glibcs_and_private(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();
	static char mine[64], its[64];

	for (unsigned seed = 1; seed < 2000; seed = seed * 7 + 1) {
		if (seed > 1) { /* 1 is what a process begins with */
			FN(a, srand)(seed);
			srand(seed);
		}
		for (int i = 0; i < 100; i++) {
			assert_int_equal(FN(a, rand)(), rand());
			assert_int_equal(FN(a, random)(), random());
		}
	}
	FN(b, srandom)(5);
	long first = FN(b, random)();

	FN(b, srandom)(5);
	FN(a, srandom)(77);
	FN(a, random)();
	assert_int_equal(FN(b, random)(), first);
	char *old = initstate(9, mine, 64), *old_its = FN(a, initstate)(9, its, 64);

	assert_int_equal(random(), FN(a, random)());
	assert_ptr_equal(setstate(old), mine);
	assert_ptr_equal(FN(a, setstate)(old_its), its);
	srandom(77);
	FN(a, srandom)(77);
	assert_int_equal(random(), FN(a, random)());
}

static void drand48_family_is_glibcs_and_private(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();
	unsigned short x[3] = { 1, 2, 3 }, y[3] = { 1, 2, 3 };
	unsigned short param[7] = { 1, 2, 3, 4, 5, 6, 7 };

	assert_true(FN(a, drand48)() == drand48());
	srand48(4), FN(a, srand48)(4);
	FN(b, srand48)(99);
	assert_int_equal(FN(a, lrand48)(), lrand48());
	FN(b, lrand48)();
	assert_int_equal(FN(a, mrand48)(), mrand48());
	assert_int_equal(FN(a, nrand48)(x), nrand48(y));
	assert_int_equal(FN(a, jrand48)(x), jrand48(y));
	assert_true(FN(a, erand48)(x) == erand48(y));
	assert_memory_equal(FN(a, seed48)(x), seed48(y), 6);
	assert_true(FN(a, drand48)() == drand48());
	lcong48(param), FN(a, lcong48)(param);
	assert_true(FN(a, drand48)() == drand48());
}

/* ---- getopt */

static const struct option longs[] = {
	{ "alpha", no_argument, NULL, 'a' },
	{ "alphabet", required_argument, NULL, 'A' },
	{ "beta", required_argument, NULL, 'b' },
	{ "gamma", optional_argument, NULL, 'g' },
	{ "gammon", optional_argument, NULL, 'g' },
	{ "c", no_argument, NULL, 'C' },
	{ NULL, 0, NULL, 0 }
};

typedef int getopt_fn(int, char *const[], const char *, const struct option *, int *);

/* libc's, or the image's; looked up once, which takes longer than parsing. */
struct parser {
	getopt_fn *fn;
	int *ind, *err, *opt;
	char **arg;
};

static void getopt_differs(int argc, char *const *argv, const char *shorts,
	const char *name, int c, int d)
{
	for (int i = 0; i < argc; i++)
		print_error("%s ", argv[i]);
	fail_msg("%s \"%s\" gives %d, not %d", name, shorts, d, c);
}

/* libc and the image parse the same words; all that can be seen is equal. */
static void getopt_compare(const struct parser *libc, const struct parser *image, int argc,
	char *const *argv, const char *shorts, const char *name)
{
	char *mine[16], *its[16];
	int c, index, its_index;

	memcpy(mine, argv, sizeof mine);
	memcpy(its, argv, sizeof its);
	*libc->ind = *image->ind = 0;
	*libc->err = *image->err = 0;
	*libc->opt = *image->opt = 0;
	do {
		index = its_index = -1;
		c = libc->fn(argc, mine, shorts, longs, &index);
		int d = image->fn(argc, its, shorts, longs, &its_index);

		if (d != c)
			getopt_differs(argc, argv, shorts, name, c, d);
		assert_int_equal(its_index, index);
		assert_int_equal(*image->ind, *libc->ind);
		/* Otherwise libc's is what an earlier error has left. */
		if ((c == '?' || c == ':') && *image->opt != *libc->opt)
			getopt_differs(argc, argv, shorts, name, *libc->opt, *image->opt);
		assert_ptr_equal(*image->arg, *libc->arg);
		assert_memory_equal(mine, its, (size_t)argc * sizeof *mine);
	} while (c != -1);
}

static void getopt_parses_as_glibc_does(void **state)
{
	(void)state;
	static char *const words[] = { "-a", "-b", "-bx", "-ab", "-c", "-z", "--alpha", "--al",
		"--alphabet=1", "--alphab", "--beta", "--b=2", "--gam", "--gamma=3", "--no",
		"--alpha=4", "-", "--", "plain", "other", "-gopt", "-g", "-alpha", "-be", "-W",
		"beta=5", "-Walpha", "-W;", "-:", "-c", "--c", "" };
	enum { WORDS = sizeof words / sizeof *words };
	static const char *const shorts[] = { "ab:cg::", "+ab:cg::", "-ab:cg::",
		":ab:cg::W;", "ab:cW;", "" };
	static const char *const names[] = { "getopt", "getopt_long", "getopt_long_only" };
	void *i = image_started();
	struct parser libc[3], image[3];
	unsigned seed = 1;

	for (int k = 0; k < 3; k++) {
		libc[k] = (struct parser){ (getopt_fn *)dlsym(RTLD_DEFAULT, names[k]),
					   &optind, &opterr, &optopt, &optarg };
		image[k] = (struct parser){ (getopt_fn *)image_symbol(i, names[k]),
					    &VAR(i, optind), &VAR(i, opterr), &VAR(i, optopt),
					    &VAR(i, optarg) };
	}
	for (int round = 0; round < 60000; round++) {
		char *argv[16] = { "prog" };
		int argc = 1 + rand_r(&seed) % 7;

		for (int k = 1; k < argc; k++)
			argv[k] = words[(size_t)rand_r(&seed) % WORDS];
		unsigned way = rand_r(&seed) % 6, which = rand_r(&seed) % 3;

		getopt_compare(&libc[which], &image[which], argc, argv, shorts[way],
			       names[which]);
	}
}

static void getopt_messages_are_glibcs(void **state)
{
	(void)state;
	static char *argv[] = { "prog", "-z", "--nope=1", "--alpha=1", "--al", "-b", NULL };
	void *i = image_started();

	while (FN(i, getopt_long)(6, argv, "b:", longs, NULL) != -1)
		;
	assert_string_equal(errors, "prog: invalid option -- 'z'\n"
		"prog: unrecognized option '--nope=1'\n"
		"prog: option '--alpha' doesn't allow an argument\n"
		"prog: option '--al' is ambiguous; possibilities: '--alpha' '--alphabet'\n"
		"prog: option requires an argument -- 'b'\n");
}

static void getopt_state_is_private(void **state)
{
	(void)state;
	char *argv[2][4] = { { "a", "-xy", "-z", NULL }, { "b", "-z", "-yx", NULL } };
	void *i[2] = { image_started(), image_started() };

	assert_int_equal(FN(i[0], getopt)(3, argv[0], "xyz"), 'x');
	assert_int_equal(FN(i[1], getopt)(3, argv[1], "xyz"), 'z');
	assert_int_equal(FN(i[0], getopt)(3, argv[0], "xyz"), 'y');
	assert_int_equal(FN(i[1], getopt)(3, argv[1], "xyz"), 'y');
	assert_int_equal(FN(i[0], getopt)(3, argv[0], "xyz"), 'z');
	assert_int_equal(FN(i[1], getopt)(3, argv[1], "xyz"), 'x');
}

/* ---- static buffers */

static void strtok_and_calendar_buffers_are_private(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();
	char s[] = "1 2", t[] = "3 4";
	time_t zero = 0, day = 86400;
	struct tm *tm;
	char *text;

	assert_string_equal(FN(a, strtok)(s, " "), "1");
	assert_string_equal(FN(b, strtok)(t, " "), "3");
	assert_string_equal(FN(a, strtok)(NULL, " "), "2");
	assert_string_equal(FN(b, strtok)(NULL, " "), "4");
	tm = FN(a, gmtime)(&zero);
	assert_int_equal(FN(b, gmtime)(&day)->tm_mday, 2);
	assert_int_equal(tm->tm_mday, 1);
	text = FN(a, asctime)(tm);
	FN(b, ctime)(&day);
	assert_string_equal(text, "Thu Jan  1 00:00:00 1970\n");
	assert_non_null(FN(a, localtime)(&zero));
}

/* ---- output */

static void stdout_goes_line_by_line_and_stderr_at_once(void **state)
{
	(void)state;
	void *i = image_started();

	FN(i, printf)("one %d", 1);
	assert_string_equal(out, "");
	FN(i, puts)("!");
	assert_string_equal(out, "one 1!\n");
	fprintf(VAR(i, stderr), "now");
	assert_string_equal(errors, "now");
	FN(i, putchar)('x');
	fputs("y", VAR(i, stdout));
	assert_string_equal(out, "one 1!\n");
	((void (*)(void))image_symbol(i, "bgqrt_flush"))();
	assert_string_equal(out, "one 1!\nxy");
}

static void pending_output_is_private(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();

	FN(a, printf)("from a");
	FN(b, printf)("from b");
	FN(b, fflush)(NULL);
	assert_string_equal(out, "from b");
	FN(a, fflush)(VAR(a, stdout));
	assert_string_equal(out, "from bfrom a");
}

static int fortified(void *i, const char *fmt, ...)
{
	int (*f)(int, const char *, va_list) = image_symbol(i, "__vprintf_chk");
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = f(1, fmt, ap);
	va_end(ap);
	return n;
}

static void every_way_to_print_reaches_the_process(void **state)
{
	(void)state;
	void *i = image_started();
	char large[3000];

	assert_int_equal(FN(i, printf)("%s\n", "printf"), 7);
	assert_int_equal(fortified(i, "%s\n", "chk"), 4);
	assert_int_equal(((int (*)(int, const char *, ...))image_symbol(i,
		"__printf_chk"))(1, "%d\n", 3), 2);
	assert_int_equal(FN(i, dprintf)(1, "fd %d\n", 1), 5);
	assert_int_equal(FN(i, write)(1, "write\n", 6), 6);
	assert_int_equal(FN(i, wprintf)(L"wide %ls\n", L"w"), 7);
	assert_int_equal(FN(i, fputws)(L"fputws\n", VAR(i, stdout)), 1);
	assert_int_equal(FN(i, putwchar)(L'\n'), L'\n');
	assert_string_equal(out, "printf\nchk\n3\nfd 1\nwrite\nwide w\nfputws\n\n");
	out_bytes = 0;
	memset(large, 'l', sizeof large);
	large[sizeof large - 1] = '\0';
	assert_int_equal(FN(i, dprintf)(1, "%s", large), 2999);
	assert_string_equal(out, large);
}

static void messages_go_to_the_process_under_its_name(void **state)
{
	(void)state;
	void *i = image_started();

	errno = ENOENT;
	FN(i, perror)("what");
	assert_int_equal(errno, ENOENT);
	FN(i, perror)(NULL);
	FN(i, warn)("%d", 1);
	FN(i, warnx)("%d", 2);
	assert_int_equal(ENDS(FN(i, errx)(7, "bye")), EXITED);
	assert_int_equal(end_status, 7);
	((void (*)(int, int, const char *, ...))image_symbol(i, "error"))(0, EPERM, "e");
	FN(i, psignal)(SIGSEGV, "sig");
	assert_string_equal(errors, "what: No such file or directory\n"
		"No such file or directory\nprog: 1: No such file or directory\nprog: 2\n"
		"prog: bye\n/path/to/prog: e: Operation not permitted\n"
		"sig: Segmentation fault\n");
}

/* ---- input */

static void input_comes_from_the_process(void **state)
{
	(void)state;
	static const char *const names[] = { "scanf", "__isoc99_scanf" };
	void *i = image_started();
	char line[20];

	for (int k = 0; k < 2; k++) {
		int (*scan)(const char *, ...) = image_symbol(i, names[k]);
		int n = 0;

		input = "42 rest\nnext\n";
		assert_int_equal(scan("%d", &n), 1);
		assert_int_equal(n, 42);
		assert_int_equal(FN(i, getchar)(), ' ');
		assert_non_null(fgets(line, sizeof line, VAR(i, stdin)));
		assert_string_equal(line, "rest\n");
		assert_ptr_equal(((char *(*)(char *))image_symbol(i, "gets"))(line), line);
		assert_string_equal(line, "next");
	}
	assert_int_equal(FN(i, getchar)(), EOF);
	clearerr(VAR(i, stdin));
	input = "w";
	assert_int_equal(FN(i, getwchar)(), L'w');
	input = "raw";
	assert_int_equal(FN(i, read)(0, line, sizeof line), 3);
}

static void reading_shows_the_prompt_first(void **state)
{
	(void)state;
	void *i = image_started();

	FN(i, printf)("name? ");
	assert_string_equal(out, "");
	input = "x\n";
	assert_int_equal(FN(i, getchar)(), 'x');
	assert_string_equal(out, "name? ");
}

/* ---- files */

static void assert_file(const char *path, const char *text)
{
	char buf[200] = "";
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0);
	assert_true(read(fd, buf, sizeof buf - 1) >= 0);
	close(fd);
	assert_string_equal(buf, text);
}

static void exit_writes_out_what_files_hold(void **state)
{
	(void)state;
	void *i = image_started();
	char path[12][100];

	for (int k = 0; k < 12; k++) {
		snprintf(path[k], sizeof path[k], "%s/f%d", dir, k);
		fprintf(FN(i, fopen)(path[k], "w"), "%d", k);
	}
	FILE *f = FN(i, fopen64)(path[3], "a");

	fputs("more", f);
	assert_int_equal(FN(i, fclose)(f), 0);
	assert_file(path[3], "more");
	assert_int_equal(ENDS(FN(i, exit)(0)), EXITED);
	assert_file(path[0], "0");
	assert_file(path[11], "11");
}

static void standard_streams_can_be_reopened_and_closed(void **state)
{
	(void)state;
	void *i = image_started();
	char path[100], word[10] = "";

	snprintf(path, sizeof path, "%s/reopened", dir);
	assert_int_equal(FN(i, fileno)(VAR(i, stdout)), 1);
	FN(i, printf)("terminal");
	assert_ptr_equal(FN(i, freopen)(path, "w", VAR(i, stdout)), VAR(i, stdout));
	assert_string_equal(out, "terminal");
	FN(i, printf)("to file\n");
	assert_int_equal(FN(i, fileno)(VAR(i, stdout)), 1);
	assert_int_equal(FN(i, fclose)(VAR(i, stdout)), 0);
	assert_file(path, "to file\n");
	assert_int_equal(FN(i, puts)("nowhere"), EOF);
	assert_int_equal(FN(i, fclose)(VAR(i, stdout)), EOF);
	assert_ptr_equal(FN(i, freopen)(path, "r", VAR(i, stdin)), VAR(i, stdin));
	assert_int_equal(fscanf(VAR(i, stdin), "%9s", word), 1);
	assert_string_equal(word, "to");
	assert_int_equal(ENDS(FN(i, exit)(0)), EXITED);
	assert_string_equal(out, "terminal");
}

/* ---- signals */

static void note_signal(int sig)
{
	note((char)('A' + sig));
}

static void signals_stay_inside_the_process(void **state)
{
	(void)state;
	void *a = image_started(), *b = image_started();
	struct sigaction before, host;
	sigset_t set, mask;

	trace[0] = '\0';
	assert_int_equal(sigaction(SIGINT, NULL, &before), 0); /* ignored in the background */
	assert_ptr_equal(FN(a, signal)(SIGINT, note_signal), SIG_DFL);
	assert_int_equal(FN(a, raise)(SIGINT), 0);
	assert_string_equal(trace, "C");
	assert_int_equal(sigaction(SIGINT, NULL, &host), 0);
	assert_ptr_equal(host.sa_handler, before.sa_handler);
	assert_int_equal(ENDS(FN(b, raise)(SIGINT)), KILLED);
	assert_int_equal(end_status, SIGINT);
	assert_int_equal(FN(b, raise)(SIGCHLD), 0);
	assert_int_equal(FN(b, raise)(0), -1);
	assert_ptr_equal(FN(b, signal)(SIGINT, SIG_IGN), SIG_DFL);
	assert_int_equal(FN(b, kill)(getpid(), SIGINT), 0);
	assert_int_equal(FN(b, kill)(getpid() + 1, SIGINT), -1);
	assert_int_equal(errno, ESRCH);

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	assert_int_equal(FN(a, sigprocmask)(SIG_BLOCK, &set, NULL), 0);
	FN(a, raise)(SIGINT);
	assert_string_equal(trace, "C");
	assert_int_equal(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
	assert_int_equal(sigismember(&mask, SIGINT), 0);
	assert_int_equal(FN(a, sigprocmask)(SIG_UNBLOCK, &set, &mask), 0);
	assert_int_equal(sigismember(&mask, SIGINT), 1);
	assert_string_equal(trace, "CC");
	FN(a, sysv_signal)(SIGINT, note_signal);
	FN(a, raise)(SIGINT);
	assert_int_equal(ENDS(FN(a, raise)(SIGINT)), KILLED);
	assert_string_equal(trace, "CCC");
}

static void abort_runs_the_handler_and_ends(void **state)
{
	(void)state;
	void *i = image_started();

	trace[0] = '\0';
	FN(i, signal)(SIGABRT, note_signal);
	FN(i, printf)("kept");
	assert_int_equal(ENDS(FN(i, abort)()), KILLED);
	assert_int_equal(end_status, SIGABRT);
	assert_string_equal(trace, "G");
	assert_string_equal(out, "kept");
}

/* ---- the rest */

static void other_processes_are_not_available(void **state)
{
	(void)state;
	static char *const argv[] = { "true", NULL };
	void *i = image_started();
	int status;

	errno = 0;
	assert_int_equal(FN(i, fork)(), -1);
	assert_int_equal(errno, ENOSYS);
	errno = 0;
	assert_int_equal(FN(i, system)("true"), -1);
	assert_int_equal(errno, ENOSYS);
	assert_int_equal(FN(i, system)(NULL), 0);
	assert_int_equal(FN(i, execv)("/bin/true", argv), -1);
	assert_int_equal(FN(i, waitpid)(-1, &status, 0), -1);
	errno = 0;
	assert_null(FN(i, popen)("true", "r"));
	assert_int_equal(errno, ENOSYS);
}

static void locale_is_c_and_stays_so(void **state)
{
	(void)state;
	void *i = image_started();

	assert_string_equal(FN(i, setlocale)(LC_ALL, ""), "C");
	assert_string_equal(FN(i, setlocale)(LC_NUMERIC, NULL), "C");
	assert_null(FN(i, setlocale)(LC_ALL, "de_DE.UTF-8"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_sequences_are_glibcs_and_private),
		cmocka_unit_test(process_starts_and_ends_in_order),
		cmocka_unit_test(exit_inside_a_handler_runs_the_rest_once),
		cmocka_unit_test(many_handlers_run_last_to_first),
		cmocka_unit_test(finalize_runs_the_handlers_of_one_object),
		cmocka_unit_test(quick_ends_run_their_own_handlers_only),
		cmocka_unit_test(thread_local_destructors_come_first),
		cmocka_unit_test(failed_assertion_says_so_and_aborts),
		cmocka_unit_test(environment_is_private),
		cmocka_unit_test(drand48_family_is_glibcs_and_private),
		cmocka_unit_test(getopt_parses_as_glibc_does),
		cmocka_unit_test(getopt_messages_are_glibcs),
		cmocka_unit_test(getopt_state_is_private),
		cmocka_unit_test(strtok_and_calendar_buffers_are_private),
		cmocka_unit_test(stdout_goes_line_by_line_and_stderr_at_once),
		cmocka_unit_test(pending_output_is_private),
		cmocka_unit_test(every_way_to_print_reaches_the_process),
		cmocka_unit_test(messages_go_to_the_process_under_its_name),
		cmocka_unit_test(input_comes_from_the_process),
		cmocka_unit_test(reading_shows_the_prompt_first),
		cmocka_unit_test(exit_writes_out_what_files_hold),
		cmocka_unit_test(standard_streams_can_be_reopened_and_closed),
		cmocka_unit_test(signals_stay_inside_the_process),
		cmocka_unit_test(abort_runs_the_handler_and_ends),
		cmocka_unit_test(other_processes_are_not_available),
		cmocka_unit_test(locale_is_c_and_stays_so),
	};

	budget_cell_use();
	return cmocka_run_group_tests_name("rt", tests, image_build, image_remove);
}
