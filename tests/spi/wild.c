/* wild.c - rank 3 injects a descriptor whose payload lies nowhere. */
#include "mail.h"

#include <unistd.h>

int main(void)
{
	mail_init();
	test_barrier();
	if (Kernel_GetRank() == 3)
		mail_inject_wild();
	usleep(100);
	return 0;
}
