/*
 * kernel/cnk/upc_hw_impl.h - for programs that include this name directly.
 * Everything is in kernel/upc_hw.h; nothing may be added here.
 */
#include <spi/include/kernel/upc_hw.h>
