/*
 * ppc_main.c - bgq-ppc: runs GCC's compiler proper on a source with PowerPC assembly in it.
 *
 * Usage: bgq-ppc LIBRARY PROLOGUE cc1 argument...
 * LIBRARY is loaded into the compiler (floor_open.c); PROLOGUE is a file (prologue.i).  The
 * source is preprocessed, translated, and compiled with the options that are left.
 */
#include "ppc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[PATH_MAX], before[PATH_MAX + 8], after[PATH_MAX + 8], words[PATH_MAX + 8];

static void leave(int status)
{
	unlink(before);
	unlink(after);
	unlink(words);
	rmdir(directory);
	exit(status);
}

static void die(const char *what)
{
	fprintf(stderr, "bgq-ppc: %s: %s\n", what, strerror(errno));
	leave(1);
}

static void temporary(void)
{
	const char *tmp = getenv("TMPDIR");
	if (snprintf(directory, sizeof directory, "%s/bgq-ppc.XXXXXX",
		tmp != NULL && *tmp != '\0' ? tmp : "/tmp") >= (int)sizeof directory ||
		mkdtemp(directory) == NULL)
		die("TMPDIR");
	snprintf(before, sizeof before, "%s/in.i", directory);
	snprintf(after, sizeof after, "%s/out.i", directory);
	snprintf(words, sizeof words, "%s/words", directory);
}

static void read_whole(const char *name, struct out *o)
{
	char buffer[65536];
	ssize_t n;
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(name);
	while ((n = read(fd, buffer, sizeof buffer)) != 0) {
		if (n < 0 && errno != EINTR)
			die(name);
		if (n > 0)
			out_span(o, buffer, buffer + n);
	}
	close(fd);
}

static void write_whole(const char *name, const struct out *o)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		die(name);
	for (size_t done = 0; done < o->size;) {
		ssize_t n = write(fd, o->text + done, o->size - done);
		if (n < 0 && errno != EINTR)
			die(name);
		done += n > 0 ? n : 0;
	}
	close(fd);
}

/* said: a file for the compiler's words, or NULL: standard error. */
static int run(char **argv, const char *library, const char *said)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		int fd = said != NULL ? open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600) : 2;
		if (fd < 0 || dup2(fd, 2) < 0)
			_exit(127);
		setenv("LD_PRELOAD", library, 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* ---- the compiler's options */

static bool is_any(const char *option, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcmp(option, *list) == 0)
			return true;
	return false;
}

/* The preprocessor's, with the next word; and all others with one. */
static const char *const of_preprocessor[] = { "-I", "-D", "-U", "-A", "-include", "-imacros",
	"-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore",
	"-imultilib", "-imultiarch", "-isysroot", "-MD", "-MMD", "-MF", "-MT", "-MQ", NULL };
static const char *const with_word[] = { "-o", "-dumpbase", "-dumpbase-ext", "-dumpdir",
	"-auxbase", "-auxbase-strip", "-aux-info", "--param", "-G", "-x", "-T", NULL };

static bool is_preprocessors(const char *option)
{
	static const char *const alone[] = { "-MP", "-MG", "-MM", "-M", "-E", "-H", "-undef",
		"-nostdinc", "-nostdinc++", "-fpch-preprocess", "-fworking-directory", "-lang-asm",
		NULL };
	return is_any(option, alone) || strncmp(option, "-D", 2) == 0 ||
		strncmp(option, "-U", 2) == 0 || strncmp(option, "-I", 2) == 0;
}

struct command {
	int argc;
	char **argv;
	int input, output;   /* their places, or 0 */
	bool preprocessed;
};

static void understand(struct command *c)
{
	for (int i = 1; i < c->argc; i++) {
		const char *a = c->argv[i];
		if (strcmp(a, "-o") == 0 && i + 1 < c->argc)
			c->output = i + 1;
		if (strcmp(a, "-fpreprocessed") == 0)
			c->preprocessed = true;
		if (is_any(a, of_preprocessor) || is_any(a, with_word))
			i++;
		else if (*a != '-' || a[1] == '\0')
			c->input = i;
	}
}

/* Are all errors about tokens that are pasted to what is no token?  The preprocessor leaves
 * them two, as XL does. */
static bool pastes_only(struct out *said)
{
	static const char what[] = "error: pasting ";
	bool any = false;
	out_span(said, "", &""[1]);
	for (const char *p = said->text; (p = strstr(p, "error: ")) != NULL; p++, any = true)
		if (strncmp(p, what, sizeof what - 1) != 0)
			return false;
	return any;
}

/* Preprocesses with BGQ_PASTES in the environment: for C++, which has no -lang-asm. */
static int preprocess_pasting(char **argv, const char *library)
{
	struct out said = { 0 };
	int status = run(argv, library, words);
	read_whole(words, &said);
	if (status != 0 && pastes_only(&said))
		return 0;
	fwrite(said.text, 1, strnlen(said.text, said.size), stderr);
	return status;
}

static int preprocess(const struct command *c, const char *library)
{
	char **argv = as_alloc(c->argc + 4, sizeof *argv);
	int n = 0;
	argv[n++] = c->argv[0];
	argv[n++] = "-E";
	for (int i = 1; i < c->argc; i++)
		if (i != c->output && i + 1 != c->output)
			argv[n++] = c->argv[i];
	argv[n++] = "-o";
	argv[n++] = before;
	return getenv("BGQ_PASTES") != NULL ? preprocess_pasting(argv, library)
					    : run(argv, library, NULL);
}

static int compile(const struct command *c, const char *library, const char *said)
{
	char **argv = as_alloc(c->argc + 2, sizeof *argv);
	int n = 0;
	argv[n++] = c->argv[0];
	if (!c->preprocessed)
		argv[n++] = "-fpreprocessed";
	for (int i = 1; i < c->argc; i++) {
		if (is_any(c->argv[i], of_preprocessor))
			i++;
		else if (!is_preprocessors(c->argv[i]))
			argv[n++] = i == c->input ? after : c->argv[i];
	}
	return run(argv, library, said);
}

/* Compiles as long as the compiler misses names that could be members of dependent bases; if some
 * are not, its first words stand. */
static int compile_bases(const struct command *c, const char *library, struct out *text)
{
	struct out first = { 0 }, last = { 0 };
	int status;
	for (;;) {
		struct out more = { 0 };
		status = compile(c, library, words);
		last.size = 0;
		read_whole(words, &last);
		if (first.size == 0)
			out_span(&first, last.text, last.text + last.size);
		if (status == 0 || !base_names((struct span){ text->text, text->text +
			text->size }, (struct span){ last.text, last.text + last.size }, &more))
			break;
		*text = more;
		write_whole(after, text);
	}
	fwrite(status == 0 ? last.text : first.text, 1, status == 0 ? last.size : first.size,
		stderr);
	return status;
}

int main(int argc, char **argv)
{
	struct out text = { 0 }, prologue = { 0 }, o = { 0 };
	if (argc < 5) {
		fputs("usage: bgq-ppc LIBRARY PROLOGUE compiler argument...\n", stderr);
		return 2;
	}
	struct command c = { .argc = argc - 3, .argv = argv + 3 };
	const char *compiler = strrchr(argv[3], '/');
	understand(&c);
	temporary();
	int status = c.preprocessed || c.input == 0 ? 0 : preprocess(&c, argv[1]);
	if (status != 0)
		leave(status);
	read_whole(c.preprocessed ? c.argv[c.input] : before, &text);
	read_whole(argv[2], &prologue);
	out_span(&prologue, "", &""[1]);
	struct rewrite r = { .text = { text.text, text.text + text.size },
		.xl = getenv("BGQ_XL") != NULL,
		.transactions = getenv("BGQ_TM") != NULL && strcmp(getenv("BGQ_TM"), "1") == 0,
		.cxx = strcmp(compiler != NULL ? compiler + 1 : argv[3], "cc1plus") == 0 };
	rewrite_text(&r, prologue.text, &o);
	if (r.errors > 0)
		leave(1);
	struct out *source = o.size > 0 ? &o : &text;
	write_whole(after, source);
	if (r.cxx && getenv("BGQ_BASES") != NULL)
		leave(compile_bases(&c, argv[1], source));
	leave(compile(&c, argv[1], NULL));
}
