/*
 * fuzz_input.c - what users hand to bgq-run: map files, lists of ranks, program files and
 * command lines, made up or damaged.
 *
 * Whatever comes, no sanitizer may report anything, and what is refused has a message.
 * Not here: programs that run (fuzz_descriptors.c, tests/spi/fuzz_kernel.c).
 *
 * Usage: fuzz_input [CASES [SEED]], from the top folder, after tests/spi/boot has been built
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/node/image/exports.h"
#include "emu/node/image/image.h"
#include "emu/node/machine/mapping.h"
#include "emu/node/machine/options.h"
#include "emu/node/machine/rank_list.h"
#include "fuzz_main.h"
#include "mu_random.h"

#define ROUND_CASES 1000u
#define ROUND_LINES 300u /* of these: command lines */
#define LINES_SECONDS 120 /* none of them hangs */
#define LINES_MAX  24u
#define WORDS_MAX  8u

static struct {
	uint64_t maps, made, lists, images, loaded, lines;
} total;

static void require(bool so, const char *what)
{
	if (so)
		return;
	fprintf(stderr, "fuzz_input: %s\n", what);
	abort();
}

/* ---- text of the kind that is expected, more or less */

static const char *const words[] = {
	"0", "1", "2", "3", "7", "31", "32", "63", "64", "512", "65535", "98304", "4294967295",
	"4294967296", "18446744073709551616", "-1", "+1", "0x10", "1e3", "1.5", "", " ", "\t",
	",", "-", "--", "=", ":", "x", "2x2x2x2x2", "16x16x16x12x2", "0x0x0x0x0", "1x1x1x1x1x1",
	"ABCDET", "TEDCBA", "ABCDE", "AABBCC", "E", "#", "on", "off", "virtual", "first", "all",
	"report", "end", "0-3", "0,4-7", "5-2", "nan", "inf", "/dev/null", "/nowhere", ".",
	"NAME=VALUE", "=", "\xff\xfe", "%s%n",
};

static const char *const options[] = {
	"--np", "-p", "--ranks-per-node", "--mapping", "--shape", "--exe", "--args", "--envs",
	"--exp-env", "--env-all", "--cwd", "--label", "--timeout", "--silence", "--core",
	"--verbose", "--mesh", "--torus", "--clock", "--workers", "--on-demand", "--ras-effect",
	"--trains", "--parking", "--check-stores", "--gdb", "--seed", "--zone", "--order",
	"--counters", "--boot-report", "--io-ratio", ":", "--", "-", "--n", "--help", "--version",
};

static size_t add(char *text, size_t at, size_t room, const char *more)
{
	size_t n = strlen(more);

	if (n > room - at)
		n = room - at;
	memcpy(text + at, more, n);
	return at + n;
}

static void damage(struct rng *g, char *text, size_t bytes)
{
	for (unsigned n = (unsigned)rng_below(g, 4); bytes && n; n--) {
		size_t at = rng_below(g, bytes);

		text[at] = (char)rng_next(g);
	}
}

/* ---- map files and lists of ranks */

static const struct net_shape shape = { { 2, 2, 1, 1, 2 }, { 1, 1, 1, 1, 1 } };
#define PLACES 16u /* of two processes on each node */

/* A good one, in some order of the places. */
static size_t good_map_text(struct rng *g, char *text, size_t room, uint32_t ranks)
{
	uint64_t start = rng_next(g), step = 2 * rng_below(g, 8) + 1;
	size_t at = 0;
	char line[32];

	for (uint32_t i = 0; i < ranks; i++) {
		unsigned p = (unsigned)(start + i * step) % PLACES;

		snprintf(line, sizeof line, "%u %u 0 0 %u %u\n", p & 1, p >> 1 & 1,
			 p >> 2 & 1, p >> 3);
		at = add(text, at, room, line);
	}
	return at;
}

static size_t map_text(struct rng *g, char *text, size_t room)
{
	unsigned lines = (unsigned)rng_below(g, LINES_MAX);
	size_t at = 0;
	char number[24];

	for (unsigned i = 0; i < lines; i++) {
		unsigned fields = rng_percent(g, 85) ? 6 : (unsigned)rng_below(g, 9);

		for (unsigned f = 0; f < fields; f++) {
			snprintf(number, sizeof number, "%u ", (unsigned)rng_below(g, 2));
			at = add(text, at, room, rng_percent(g, 97) ? number : PICK(g, words));
		}
		at = add(text, at, room, rng_percent(g, 95) ? "\n" : "\r\n");
	}
	return at;
}

static void map_file(struct rng *g, int fd, const char *path)
{
	const struct mapping_block block = { &shape, 2, part_whole(&shape) };
	char text[2048], err[256] = "";
	struct mapping m = { .ranks = 0 };
	uint32_t ranks = 1 + (uint32_t)rng_below(g, PLACES);
	size_t bytes = rng_percent(g, 50) ? good_map_text(g, text, sizeof text, ranks)
					  : map_text(g, text, sizeof text);

	damage(g, text, bytes);

	require(ftruncate(fd, 0) == 0 && pwrite(fd, text, bytes, 0) == (ssize_t)bytes, "map file");
	int rc = mapping_make(&m, path, &block, ranks, err, sizeof err);

	require((rc != 0) == (err[0] != '\0'), "a map: a message, or none where there should be");
	total.maps++;
	total.made += rc == 0;
	if (rc == 0)
		mapping_free(&m);
}

static void rank_list(struct rng *g)
{
	char list[64];
	unsigned long beyond;
	size_t at = 0;

	for (unsigned n = (unsigned)rng_below(g, 6); n; n--)
		at = add(list, at, sizeof list - 1, PICK(g, words));
	damage(g, list, at);
	list[at] = '\0';
	if (rank_list_ok(list)) {
		rank_list_below(list, 512, &beyond);
		rank_list_has(list, (uint32_t)rng_below(g, 512));
	}
	total.lists++;
}

/* ---- program files */

static struct {
	uint8_t *bytes;
	size_t length;
} program;

static void program_read(const char *argv0)
{
	char path[4096];
	const char *end = strrchr(argv0, '/');
	FILE *f;

	snprintf(path, sizeof path, "%.*s/spi/boot", end ? (int)(end - argv0) : 1,
		 end ? argv0 : ".");
	f = fopen(path, "rb");
	require(f && fseek(f, 0, SEEK_END) == 0, "tests/spi/boot is not there");
	program.length = (size_t)ftell(f);
	program.bytes = malloc(program.length);
	rewind(f);
	require(program.bytes && fread(program.bytes, 1, program.length, f) == program.length,
		"tests/spi/boot cannot be read");
	fclose(f);
}

/* In the headers and tables rather than in code, which loading does not look at. */
static void damage_program(struct rng *g, uint8_t *p, size_t bytes)
{
	for (unsigned n = (unsigned)rng_below(g, 6); n; n--) {
		size_t most = rng_percent(g, 60) ? 1024 : rng_percent(g, 80) ? 16384 : bytes;
		size_t at = rng_below(g, most < bytes ? most : bytes);
		uint64_t v = rng_next(g) >> rng_below(g, 64);

		memcpy(p + at, &v, bytes - at < 8 ? 1 : rng_percent(g, 50) ? 1 : 8);
	}
}

static void program_file(struct rng *g, int fd, const char *path)
{
	size_t bytes = rng_percent(g, 80) ? program.length : rng_below(g, program.length);
	uint8_t *p = malloc(bytes + 1);
	struct image img = { .file_fd = -1 };
	char err[512] = "";

	require(p != NULL, "memory");
	memcpy(p, program.bytes, bytes);
	if (bytes)
		damage_program(g, p, bytes);
	require(ftruncate(fd, 0) == 0 && pwrite(fd, p, bytes, 0) == (ssize_t)bytes, "program file");
	free(p);
	int rc = image_load(&img, path, exports_find, true, err, sizeof err);

	require((rc != 0) == (err[0] != '\0'),
		"a program: a message, or none where there should be");
	total.images++;
	total.loaded += rc == 0;
	if (rc == 0)
		image_unload(&img);
}

/* ---- command lines: a refused one would end the process */

static jmp_buf refused;

/* Called by exit: of all that is registered, the last first, and it is forgotten by then. */
static void leave_exit(void)
{
	longjmp(refused, 1);
}

static void command_line(struct rng *g)
{
	static char text[WORDS_MAX + 2][64];
	static char *argv[WORDS_MAX + 3];
	static struct options o;
	int argc = 0;

	strcpy(text[argc++], "bgq-run");
	for (unsigned n = (unsigned)rng_below(g, WORDS_MAX); n; n--) {
		size_t at = 0;

		if (rng_percent(g, 60))
			at = add(text[argc], at, 63, PICK(g, options));
		if (at && rng_percent(g, 50))
			at = add(text[argc], at, 63, "=");
		if (!at || rng_percent(g, 60))
			at = add(text[argc], at, 63, PICK(g, words));
		if (rng_percent(g, 10))
			damage(g, text[argc], at);
		text[argc++][at] = '\0';
	}
	strcpy(text[argc++], "./program");
	for (int i = 0; i < argc; i++)
		argv[i] = text[i];
	argv[argc] = NULL;
	memset(&o, 0, sizeof o);
	options_parse(&o, argc, argv);
}

/* In a child, because a line that is refused leaves what it has allocated behind. */
static void command_lines_of_child(uint64_t seed, unsigned lines)
{
	static struct rng g; /* which longjmp leaves alone */
	int null = open("/dev/null", O_WRONLY);

	g = (struct rng){ .state = seed };
	dup2(null, STDOUT_FILENO);
	fuzz_now.running = false;
	if (!getenv("FUZZ_SHOW"))
		dup2(null, STDERR_FILENO);
	alarm(LINES_SECONDS);
	for (volatile unsigned n = 0; n < lines; n++) {
		static bool registered;

		if (!registered)
			registered = atexit(leave_exit) == 0;
		if (setjmp(refused) == 0)
			command_line(&g);
		else
			registered = false;
	}
	_exit(0);
}

static void command_lines(struct rng *g, unsigned lines)
{
	uint64_t seed = rng_next(g);
	pid_t child = fork();
	int status;

	require(child >= 0, "fork");
	if (child == 0)
		command_lines_of_child(seed, lines);
	require(waitpid(child, &status, 0) == child && WIFEXITED(status) &&
		WEXITSTATUS(status) == 0, "a command line ends bgq-run (show it: FUZZ_SHOW=1)");
	total.lines += lines;
}

/* ---- rounds */

static void round_run(uint64_t seed, int fd, const char *path)
{
	struct rng g = { .state = seed };

	command_lines(&g, ROUND_LINES);
	for (unsigned i = 0; i < ROUND_CASES - ROUND_LINES; i++) {
		if (i % 20 == 0)
			program_file(&g, fd, path);
		else if (i % 2)
			map_file(&g, fd, path);
		else
			rank_list(&g);
	}
}

int main(int argc, char **argv)
{
	int fd = memfd_create("fuzz_input", 0);
	char path[64];
	struct fuzz f;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	program_read(argv[0]);
	fuzz_begin(&f, argc, argv, 20000);
	while (f.rounds * ROUND_CASES < f.count)
		round_run(fuzz_next_seed(&f), fd, path);
	fuzz_end(&f, f.rounds * ROUND_CASES);
	printf("  %llu maps (%llu good), %llu lists, %llu programs (%llu loaded), "
	       "%llu command lines\n",
	       (unsigned long long)total.maps, (unsigned long long)total.made,
	       (unsigned long long)total.lists, (unsigned long long)total.images,
	       (unsigned long long)total.loaded, (unsigned long long)total.lines);
	return 0;
}
