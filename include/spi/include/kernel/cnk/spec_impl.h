/*
 * kernel/cnk/spec_impl.h - for programs that include this name directly.
 * Everything is in kernel/spec.h; nothing may be added here.
 */
#include <spi/include/kernel/spec.h>
