/* empty.c - what it takes to start a program and to end it. */
#include "kernel.h"

int main(void)
{
	kernel_print(0);
	return 0;
}
