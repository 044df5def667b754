/*
 * fault_places.c - a bad pointer in a call of a library, deep in or shallow: the place that the
 * report names is the line of victim() that makes the call.  Argument: which call.  Old return
 * addresses lie on the stack when it is made.
 * Leaves out damaged stacks.
 */
#include "spi_test.h"

#include <math.h>
#include <search.h>
#include <string.h>

static int which;
static char *volatile bad = (char *)16;

static int compare(const void *a, const void *b)
{
	const char *pa = a, *pb = b;

	return *pa - *pb;
}

static void __attribute__((noinline)) leave_old_addresses(int n)
{
	volatile char block[64] = { (char)n };

	if (n)
		leave_old_addresses(n - 1);
	printf(n == 1 ? "rank has said so\n" : "%s", block[0] == n ? "" : "?");
}

/* Each call has a line of its own, on which CALL n stands. */
static void __attribute__((noinline)) victim(void)
{
	char text[64];
	int numbers[4] = { 3, 1, 2, 4 };
	ENTRY item = { .key = bad };

	leave_old_addresses(20);
	switch (which) {
	case 0: printf("%s\n", bad); break;                                 /* CALL 0 */
	case 1: strtok(bad, ","); break;                                    /* CALL 1 */
	case 2: fputs(bad, stdout); break;                                  /* CALL 2 */
	case 3: numbers[0] = atoi(bad); break;                              /* CALL 3 */
	case 4: qsort(bad, 4, 1, compare); break;                           /* CALL 4 */
	case 5: setvbuf((FILE *)(void *)bad, NULL, _IONBF, 0); break;       /* CALL 5 */
	case 6: numbers[0] = (int)strtoull(bad, NULL, 16); break;          /* CALL 6 */
	case 7: numbers[0] = sscanf(bad, "%d", numbers); break;             /* CALL 7 */
	case 8: setenv(bad, "x", 1); break;                                 /* CALL 8 */
	case 9: numbers[0] = getenv(bad) != NULL; break;                    /* CALL 9 */
	case 10: numbers[0] = hcreate(8) && hsearch(item, ENTER); break;    /* CALL 10 */
	case 11: numbers[0] = vsnprintf(text, 64, bad, *(va_list *)0); break; /* CALL 11 */
	case 12: numbers[0] = (int)strtod(bad, NULL); break;                /* CALL 12 */
	}
	printf("%d %s\n", numbers[0], text);
}

int main(int argc, char **argv)
{
	which = argc > 1 ? atoi(argv[1]) : 0;
	leave_old_addresses(50);
	victim();
	return 0;
}
