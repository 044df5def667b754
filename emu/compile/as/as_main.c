/*
 * as_main.c - bgq-as: takes as's command line, counts time in the text, starts as.
 *
 * BGQ_REAL_AS names another assembler than the as of PATH.  BGQ_AS_MODE is for tests:
 * "off" hands the text on unchanged, "blocks" lets every block pay for itself, "memory"
 * never keeps the budget in a register, "instructions" counts instructions, not cycles.
 * BGQ_AS_VERIFY=1 has the finished text read again, and refuses it if anything of the program
 * could be lost; bgq-as --verify BEFORE AFTER does that with two files.
 */
#include "as_verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void die(const char *what)
{
	fprintf(stderr, "bgq-as: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void assemble(char **argv)
{
	const char *as = getenv("BGQ_REAL_AS");
	execvp(as != NULL && *as != '\0' ? as : "as", argv);
	die("as");
}

/* Options whose argument is the next word. */
static bool takes_word(const char *option)
{
	static const char *const options[] = { "-o", "-I", "--defsym", "--MD",
		"--debug-prefix-map", "--hash-size", "--listing-lhs-width",
		"--listing-lhs-width2", "--listing-rhs-width", "--listing-cont-lines", NULL };
	for (int i = 0; options[i] != NULL; i++)
		if (strcmp(option, options[i]) == 0)
			return true;
	return false;
}

/* True for options of code that is not x86-64 in AT&T syntax, and requests without any code. */
static bool not_ours(const char *option)
{
	static const char *const options[] = { "--32", "--x32", "--version", "--help",
		"--target-help", "-version", "-mmnemonic=intel", "-msyntax=intel", "-mnaked-reg",
		NULL };
	for (int i = 0; options[i] != NULL; i++)
		if (strcmp(option, options[i]) == 0)
			return true;
	return *option == '@';
}

static void read_all(int fd, const char *name, struct out *text)
{
	char buffer[65536];
	for (;;) {
		ssize_t n = read(fd, buffer, sizeof buffer);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			die(name);
		if (n == 0)
			return;
		out_span(text, buffer, buffer + n);
	}
}

/* A marker says what the lines after it are of. */
static void read_file(const char *name, struct out *text)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(name);
	out_text(text, "# 1 \"");
	for (const char *p = name; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\')
			out_text(text, "\\");
		out_span(text, p, p + 1);
	}
	out_text(text, "\"\n");
	read_all(fd, name, text);
	close(fd);
	if (text->size > 0 && text->text[text->size - 1] != '\n')
		out_text(text, "\n");
}

static enum as_mode mode_asked(void)
{
	const char *mode = getenv("BGQ_AS_MODE");
	if (mode == NULL)
		return MODE_FULL;
	return strcmp(mode, "off") == 0 ? MODE_OFF : strcmp(mode, "blocks") == 0 ? MODE_BLOCKS :
		strcmp(mode, "memory") == 0 ? MODE_MEMORY :
		strcmp(mode, "instructions") == 0 ? MODE_INSTRUCTIONS : MODE_FULL;
}

static void instrument(const struct out *in, struct out *o, enum as_mode mode)
{
	struct unit_text f = { .text = { in->text, in->text + in->size }, .mode = mode };
	f.qpx = memmem(in->text, in->size, "/* bgq-qpx */", 13) != NULL;
	if (mode != MODE_OFF)
		text_read(&f);
	if (mode == MODE_OFF || f.strange || f.insns == 0) {
		out_span(o, f.text.at, f.text.end);
		return;
	}
	flow_build(&f);
	live_find(&f);
	target_steps(&f);
	calls_free(&f);
	depend_cost(&f);
	locks_check(&f);
	checks_choose(&f);
	charge_place(&f);
	if (mode == MODE_FULL && f.compiled)
		fetch_find(&f);
	targets_find(&f);
	mix_place(&f);
	emit_text(&f, o);
	const char *asked = getenv("BGQ_AS_VERIFY");
	if (asked != NULL && *asked == '1' && !verify_text(f.text, (struct span){ o->text,
		o->text + o->size }))
		exit(1);
}

/* Behind the line that read_file() puts before a file, and the one that bgq-as has put before
 * another one. */
static struct span text_of(const char *name, bool finished)
{
	struct out o = { 0 };
	read_file(name, &o);
	struct span s = { o.text, o.text + o.size };
	for (bool again = true; again; finished = false) {
		s.at = memchr(s.at, '\n', s.end - s.at) + 1;
		again = finished && span_starts(s, "# 1 \"");
	}
	return s;
}

static int verify_files(const char *before, const char *after)
{
	return !verify_text(text_of(before, false), text_of(after, true));
}

/* The text becomes the assembler's standard input. */
static void feed(const struct out *o)
{
	int fd = memfd_create("bgq-as", MFD_CLOEXEC);
	if (fd < 0)
		die("memfd_create");
	for (size_t done = 0; done < o->size;) {
		ssize_t n = write(fd, o->text + done, o->size - done);
		if (n < 0 && errno != EINTR)
			die("memfd");
		done += n > 0 ? n : 0;
	}
	if (lseek(fd, 0, SEEK_SET) < 0 || dup2(fd, 0) < 0)
		die("memfd");
}

int main(int argc, char **argv)
{
	char **args = as_alloc(argc + 1, sizeof *args);
	struct out in = { 0 }, o = { 0 };
	int n = 0, files = 0;
	if (argc == 4 && strcmp(argv[1], "--verify") == 0)
		return verify_files(argv[2], argv[3]);
	args[n++] = "as";
	for (int i = 1; i < argc; i++)
		if (not_ours(argv[i]))
			assemble(argv);
	for (int i = 1; i < argc; i++) {
		bool option = argv[i][0] == '-' && argv[i][1] != '\0' && strcmp(argv[i], "--") != 0;
		if (option)
			args[n++] = argv[i];
		if (option && takes_word(argv[i]) && i + 1 < argc)
			args[n++] = argv[++i];
		if (option)
			continue;
		files++;
		if (argv[i][0] == '-')
			read_all(0, "standard input", &in);
		else
			read_file(argv[i], &in);
	}
	if (files == 0)
		read_all(0, "standard input", &in);
	versions_drop(&in);
	text_prepare(&in, mode_asked());
	instrument(&in, &o, mode_asked());
	feed(&o);
	assemble(args);
}
