/*
 * kernel/cnk/location_impl.h - for programs that include this name directly.
 * Everything is in kernel/location.h; nothing may be added here.
 */
#include <spi/include/kernel/location.h>
