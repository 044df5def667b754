/* files.c - loops whose progress is the position in a file, libc's or the kernel's. */
#include "loops.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES 100000
/* Rounds whose calls go to an I/O node and back, some 33,000 cycles each time. */
#define ASKS 200

/* Lines of ten bytes each, at the begin. */
static FILE *open_lines(void)
{
	FILE *f = tmpfile();

	if (!f) {
		perror("tmpfile");
		exit(1);
	}
	for (int i = 0; i < BYTES; i += 10)
		fprintf(f, "%08d\n\n", i);
	rewind(f);
	return f;
}

static uint64_t finish(FILE *f, uint64_t result)
{
	fclose(f);
	return result;
}

static uint64_t until_eof(void)
{
	FILE *f = open_lines();

	while (getc(f) != EOF)
		;
	return finish(f, (uint64_t)ftell(f));
}

static uint64_t until_position(void)
{
	FILE *f = open_lines();

	while (ftell(f) < ASKS)
		getc(f);
	return finish(f, (uint64_t)ftell(f));
}

static uint64_t read_blocks(void)
{
	FILE *f = open_lines();
	char block[50];

	while (fread(block, 1, sizeof block, f) == sizeof block)
		;
	return finish(f, (uint64_t)(ftell(f) + (feof(f) != 0)));
}

static uint64_t read_lines(void)
{
	FILE *f = open_lines();
	char line[20];
	uint64_t empty = 0;

	while (fgets(line, sizeof line, f))
		empty += line[0] == '\n';
	return finish(f, empty);
}

static uint64_t read_numbers(void)
{
	FILE *f = open_lines();
	int n;

	while (fscanf(f, "%d", &n) == 1)
		;
	return finish(f, (uint64_t)n);
}

static uint64_t back_and_forth(void)
{
	FILE *f = open_lines();

	while (getc(f) != EOF && ftell(f) < ASKS) {
		if (ftell(f) % 10 == 5)
			fseek(f, 3, SEEK_CUR);
		else
			ungetc(getc(f), f);
	}
	return finish(f, (uint64_t)ftell(f));
}

static uint64_t until_written(void)
{
	FILE *f = tmpfile();

	if (!f)
		return 0;
	while (ftell(f) < ASKS)
		putc('x', f);
	return finish(f, (uint64_t)ftell(f));
}

static uint64_t kernel_position(void)
{
	FILE *f = open_lines();
	int fd = fileno(f);
	char c[BYTES / ASKS];

	lseek(fd, 0, SEEK_SET);
	while (read(fd, c, sizeof c) > 0)
		;
	return finish(f, (uint64_t)lseek(fd, 0, SEEK_CUR));
}

static uint64_t until_seek(void)
{
	FILE *f = open_lines();
	int fd = fileno(f);

	lseek(fd, 0, SEEK_SET);
	while (lseek(fd, 1, SEEK_CUR) < ASKS)
		;
	return finish(f, (uint64_t)lseek(fd, 0, SEEK_CUR));
}

static uint64_t descriptors(void)
{
	int first = open("/dev/null", O_RDONLY), last = first, n = 0;

	while (last >= 0 && last < first + 100)
		last = dup(first);
	for (int fd = last; fd >= first; fd--)
		n += close(fd) == 0;
	return n == last - first + 1;
}

const struct loop loops_files[] = {
	{ "until_eof", until_eof, BYTES },
	{ "until_position", until_position, ASKS },
	{ "read_blocks", read_blocks, BYTES + 1 },
	{ "read_lines", read_lines, BYTES / 10 },
	{ "read_numbers", read_numbers, BYTES - 10 },
	{ "back_and_forth", back_and_forth, ASKS },
	{ "until_written", until_written, ASKS },
	{ "kernel_position", kernel_position, BYTES },
	{ "until_seek", until_seek, ASKS },
	{ "descriptors", descriptors, 1 },
	{ 0, 0, 0 },
};
