/*
 * kernel/sendx.h - messages from a compute node to its I/O node.
 *
 * There are no I/O nodes: Kernel_Sendx ends the process with a message that names
 * it.  Must never get a body here.
 */
#ifndef SPI_KERNEL_SENDX_H
#define SPI_KERNEL_SENDX_H

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/Config.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/common/compiler_support.h>

struct CNKuserRDMA {
	void *cnk_address;
	uint32_t cnk_bytes;
};

#define MSG_DATA_ONLY 0
#define MSG_DATA_PLUS 1

struct MsgInputs {
	uint8_t version;
	uint8_t options;
	uint16_t type;
	uint32_t recv_length;
	int numberOfRdmaRegions;
	int cnkFileDescriptor[2];
	int data_length;
	char *dataRegion;
	char *recvMessage;
	struct CNKuserRDMA *cnkUserRDMA;
};

#ifdef __cplusplus
extern "C" {
#endif

int Kernel_Sendx(struct MsgInputs *mInputs);

#ifdef __cplusplus
}
#endif
#endif
