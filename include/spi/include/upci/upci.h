/*
 * upci/upci.h - the performance counters' units.
 *
 * Public; C99 and C++98.  Counting is done by <bgpm/include/bgpm.h>; the functions with which
 * the machine's library drives the units are not here.
 */
#ifndef SPI_UPCI_UPCI_H
#define SPI_UPCI_UPCI_H

#include <spi/include/kernel/upc_hw.h>
#include <spi/include/kernel/upci.h>
#include <spi/include/upci/events.h>
#include <spi/include/upci/upc_atomic.h>
#include <spi/include/upci/upc_nw.h>
#include <spi/include/upci/upc_p.h>

/* Counters of a core, of a slice of the L2, and of the I/O units together. */
#define UPC_P_NUM_COUNTERS 24
#define UPC_L2_NUM_COUNTERS 16
#define UPC_C_IOSRAM_NUM_COUNTERS 64

/* Bits of threads' masks. */
#define UPC_APP_HWTID_MASK(thread) (0x8000000000000000ULL >> (thread))
#define UPC_AGENT_HWTID_MASK(thread) \
	((0x8000000000000000ULL >> ((thread) % 64)) * ((thread) / 64))

#endif
