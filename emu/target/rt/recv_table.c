/*
 * recv_table.c - the functions that a process has registered for reception FIFO
 * packets (spi/include/mu/RecFifo.h).  In the image, so each process has its
 * own; never shared between processes.
 */
#define RECV_FUNCTIONS 256 /* dispatch ids are one byte */

struct muspi_recv_element {
	int (*fn)(void *param, void *packet, unsigned bytes);
	void *param;
};

extern struct muspi_recv_info {
	struct muspi_recv_element table[RECV_FUNCTIONS];
} _muspi_RecvInfo;
extern unsigned _muspi_RecvInfoNextFreeId;

struct muspi_recv_info _muspi_RecvInfo;
unsigned _muspi_RecvInfoNextFreeId;
