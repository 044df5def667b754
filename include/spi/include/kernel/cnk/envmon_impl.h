/*
 * kernel/cnk/envmon_impl.h - for programs that include this name directly.
 * Everything is in kernel/envmon.h; nothing may be added here.
 */
#include <spi/include/kernel/envmon.h>
