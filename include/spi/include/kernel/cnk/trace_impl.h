/*
 * kernel/cnk/trace_impl.h - for programs that include this name directly.
 * Everything is in kernel/trace.h; nothing may be added here.
 */
#include <spi/include/kernel/trace.h>
