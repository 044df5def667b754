/*
 * kernel/cnk/MU_impl.h - for programs that include this name directly.
 * Everything is in kernel/MU.h; nothing may be added here.
 */
#include <spi/include/kernel/MU.h>
