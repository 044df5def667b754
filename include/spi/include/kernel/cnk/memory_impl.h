/*
 * kernel/cnk/memory_impl.h - for programs that include this name directly.
 * Everything is in kernel/memory.h; nothing may be added here.
 */
#include <spi/include/kernel/memory.h>
