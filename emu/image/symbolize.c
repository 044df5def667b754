/*
 * symbolize.c - symbolizer: from an image offset to function and source line.
 * Functions come from the program's symbol table; lines from addr2line, when
 * it is installed and the program has line tables (bgq-cc adds them).
 */
#include "elf_file.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWERS 31

static const char *function_at(const struct image *img, uint64_t off, uint64_t *start)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);
	const char *best = NULL;

	for (unsigned i = 0; i < count; i++) {
		if (sh[i].sh_type != SHT_SYMTAB && sh[i].sh_type != SHT_DYNSYM)
			continue;
		size_t symbols;
		const ElfW(Sym) *s = elf_symbols(img, &sh[i], &symbols);

		for (size_t k = 0; k < symbols; k++) {
			if (ELF64_ST_TYPE(s[k].st_info) != STT_FUNC ||
			    s[k].st_shndx == SHN_UNDEF || s[k].st_value > off ||
			    off >= s[k].st_value + (s[k].st_size ? s[k].st_size : 1))
				continue;
			best = elf_string_of(img, sh[i].sh_link, s[k].st_name);
			*start = s[k].st_value;
		}
	}
	return best;
}

/* "file.c:12" through addr2line; false if it cannot tell. */
static int line_at(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	char address[32];
	char *argv[] = { "addr2line", "-s", "-e", img->path, address, NULL };
	posix_spawn_file_actions_t fa;
	int fd[2], status;
	pid_t pid;

	snprintf(address, sizeof address, "0x%llx", (unsigned long long)off);
	if (pipe(fd) != 0)
		return 0;
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, fd[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&fa, fd[0]);
	posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", 1, 0);
	int rc = posix_spawnp(&pid, argv[0], &fa, NULL, argv, (char *[]){ NULL });

	posix_spawn_file_actions_destroy(&fa);
	close(fd[1]);
	ssize_t n = rc == 0 ? read(fd[0], buf, bytes - 1) : 0;

	close(fd[0]);
	if (rc == 0)
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	buf[n > 0 ? n : 0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	return n > 0 && buf[0] != '?' && buf[0] != ':';
}

static void describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	uint64_t start = 0;
	const char *name = function_at(img, off, &start);
	char line[160];

	if (name)
		snprintf(buf, bytes, "%s+0x%llx", name, (unsigned long long)(off - start));
	else
		snprintf(buf, bytes, "program offset 0x%llx", (unsigned long long)off);
	if (line_at(img, off, line, sizeof line)) {
		size_t n = strlen(buf);

		snprintf(buf + n, bytes - n, " (%s)", line);
	}
}

/* Ranks tend to fail at the same places: answers are kept. */
void image_describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	static __thread struct answer {
		uint64_t off;
		char text[256];
	} kept[ANSWERS];
	struct answer *a = &kept[off % ANSWERS];

	if (off != a->off || !*a->text)
		describe(img, off, a->text, sizeof a->text);
	a->off = off;
	snprintf(buf, bytes, "%s", a->text);
}
