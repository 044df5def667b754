/*
 * kernel/cnk/collective_impl.h - for programs that include this name directly.
 * Everything is in kernel/collective.h; nothing may be added here.
 */
#include <spi/include/kernel/collective.h>
