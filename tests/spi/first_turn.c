/* first_turn.c - what a rank finds as it begins: its arguments, environment, variables of every
 * kind, and those of others untouched.  Argument: what FIRST_TURN is in the environment. */
#include "spi_test.h"

#include <string.h>

static unsigned kept = 0x1234567, *to_kept = &kept;
static _Thread_local unsigned own = 77;
static unsigned char zero[20000];

static __attribute__((constructor)) void before_main(void)
{
	kept += own;
}

int main(int argc, char **argv)
{
	const char *said = getenv("FIRST_TURN");

	CHECK(argc == 2 && said && !strcmp(argv[1], said));
	CHECK(*to_kept == 0x1234567 + 77 && own == 77);
	for (unsigned i = 0; i < sizeof zero; i++)
		CHECK(zero[i] == 0);
	kept = own = Kernel_GetRank();
	memset(zero, 1, sizeof zero);
	argv[1][0] = '\0'; /* a copy of its own */
	printf("%u %p\n", kept, (void *)to_kept);
	return 0;
}
