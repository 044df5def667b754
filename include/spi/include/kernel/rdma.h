/*
 * kernel/rdma.h - RDMA (remote direct memory access) to an I/O node.
 *
 * There are no I/O nodes: every call ends the process with a message that names
 * it.  Must never get bodies here.
 */
#ifndef SPI_KERNEL_RDMA_H
#define SPI_KERNEL_RDMA_H

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/Config.h>
#include <cnk/include/SPI_syscalls.h>
#include <spi/include/kernel/memory.h>
#include <hwi/include/common/compiler_support.h>

#define USER_MAX_RDMA_REGIONS 4

typedef struct Kernel_RDMAWorkCompletion {
	void *buf;
	uint32_t len;
	uint32_t opcode;
	uint32_t status;
	uint32_t flags;
	uint64_t reserved;
} Kernel_RDMAWorkCompletion_t;

typedef struct Kernel_RDMARegion {
	void *address;
	size_t length;
	uint32_t lkey;
} Kernel_RDMARegion_t;

#ifdef __cplusplus
extern "C" {
#endif

int Kernel_RDMAOpen(int *socket);
int Kernel_RDMAConnect(int RDMA_fd, int destination_port);
int Kernel_RDMASend(int RDMA_fd, const void *buf, size_t len, uint32_t lkey);
int Kernel_RDMARecv(int RDMA_fd, const void *buf, size_t len, uint32_t key);
int Kernel_RDMAPollCQ(int RDMA_fd, int *num_entries,
		      Kernel_RDMAWorkCompletion_t *WorkCompletionList);
int Kernel_RDMARegisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA);
int Kernel_RDMADeregisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA);

#ifdef __cplusplus
}
#endif
#endif
