/*
 * kernel/cnk/kernel_impl.h - what every SPI header may count on.
 *
 * Programs of the machine rely on SPI headers to bring in these C headers, and
 * may replace MUSPI_assert before including any of them.  Must never define
 * functions.
 */
#ifndef SPI_KERNEL_CNK_KERNEL_IMPL_H
#define SPI_KERNEL_CNK_KERNEL_IMPL_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/A2_inlines.h>

#ifndef MUSPI_assert
#include <assert.h>
#define MUSPI_assert(x) assert(x)
#endif

#endif
