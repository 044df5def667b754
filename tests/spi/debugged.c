/* debugged.c - a global variable that each rank changes, and its address: for --gdb. */
#include "spi_test.h"

int debugged = 41;

__attribute__((noinline)) static void change(void)
{
	debugged += 100 * (int)Kernel_GetRank();
}

int main(void)
{
	change();
	printf("rank %u has %d at %p\n", Kernel_GetRank(), debugged, (void *)&debugged);
	return 0;
}
