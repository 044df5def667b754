/*
 * kernel/cnk/process_impl.h - for programs that include this name directly.
 * Everything is in kernel/process.h; nothing may be added here.
 */
#include <spi/include/kernel/process.h>
