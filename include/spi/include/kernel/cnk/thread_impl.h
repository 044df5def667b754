/*
 * kernel/cnk/thread_impl.h - for programs that include this name directly.
 * Everything is in kernel/thread.h; nothing may be added here.
 */
#include <spi/include/kernel/thread.h>
