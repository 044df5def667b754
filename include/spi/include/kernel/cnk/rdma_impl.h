/*
 * kernel/cnk/rdma_impl.h - for programs that include this name directly.
 * Everything is in kernel/rdma.h; nothing may be added here.
 */
#include <spi/include/kernel/rdma.h>
