/*
 * kernel/cnk/upci_impl.h - for programs that include this name directly.
 * Everything is in kernel/upci.h; nothing may be added here.
 */
#include <spi/include/kernel/upci.h>
