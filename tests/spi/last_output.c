/* last_output.c - each rank leaves text in buffers of its streams, and does not end: it waits for
 * a word ("wait"), computes ("run"), never comes back ("block", rank 0 only), is ended by a
 * RAS record ("ras"), or has its streams destroyed ("lost").  Arguments: how, and a directory for
 * files. */
#include "mail.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static volatile int flag;
static volatile unsigned long count;
static char buffer[65536];

static FILE *file(const char *directory, const char *name)
{
	char path[1024];

	snprintf(path, sizeof path, "%s/%s.%u", directory, name, Kernel_GetRank());
	FILE *f = fopen(path, "w+");

	CHECK(f);
	return f;
}

static void leave_text(const char *directory)
{
	unsigned rank = Kernel_GetRank();

	FILE *f = file(directory, "full"), *wide = file(directory, "wide");
	FILE *again = file(directory, "again");

	setvbuf(f, buffer, _IOFBF, sizeof buffer);
	for (int i = 0; i < 100; i++)
		fprintf(f, "line %d\n", i);
	fwprintf(wide, L"%ls %u", L"wide", rank);
	fputs("0123456789", again);
	rewind(again);
	CHECK(getc(again) == '0');
	fseek(again, 0, SEEK_CUR);
	fputs("abc", again);
	printf("rank %u: a line\nrank %u: no line\n", rank, rank);
	printf("and its unfinished one, %u", rank);
}

/* Code that nothing counts: its worker does nothing else any more. */
static void never_ends(void)
{
	__asm__ volatile("1: jmp 1b");
}

int main(int argc, char **argv)
{
	CHECK(argc == 3);
	mail_init();
	test_barrier();
	leave_text(argv[2]);
	if (!strcmp(argv[1], "lost"))
		memset(stdout, 0xd8, sizeof *stdout);
	if (!strcmp(argv[1], "block") && Kernel_GetRank() == 0)
		never_ends();
	if (!strcmp(argv[1], "ras"))
		mail_inject_wild();
	if (!strcmp(argv[1], "run"))
		for (;;)
			count++;
	while (!flag)
		;
	return 0;
}
