/*
 * kernel/cnk/debug_impl.h - for programs that include this name directly.
 * Everything is in kernel/debug.h; nothing may be added here.
 */
#include <spi/include/kernel/debug.h>
