/*
 * kernel/cnk/gi_impl.h - for programs that include this name directly.
 * Everything is in kernel/gi.h; nothing may be added here.
 */
#include <spi/include/kernel/gi.h>
