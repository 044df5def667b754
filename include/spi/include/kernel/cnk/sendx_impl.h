/*
 * kernel/cnk/sendx_impl.h - for programs that include this name directly.
 * Everything is in kernel/sendx.h; nothing may be added here.
 */
#include <spi/include/kernel/sendx.h>
