/*
 * firmware/include/Firmware.h - what programs may know of the node's firmware.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  Its
 * services belong to kernels and are left out: there is no firmware under an
 * emulated node.
 */
#ifndef _FIRMWARE_H_
#define _FIRMWARE_H_

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <firmware/include/VirtualMap.h>
#include <firmware/include/personality.h>
#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/bgq_alignment.h>
#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/common/compiler_support.h>

#define NUM_CORES 17
#define THREADS_PER_CORE 4
#define NUM_HW_THREADS (THREADS_PER_CORE * NUM_CORES)

#define FW_STACK_SIZE 1024

/* Address translation entries that an extension may use. */
#define FWEXT_DERAT_INDX_FIRST 4
#define FWEXT_DERAT_INDX_COUNT 4
#define FWEXT_DERAT_INDX_LAST 7

typedef struct FW_State_t {
	uint8_t fw_Core_Ready;
	uint8_t fw_BQC_Ready;
	uint16_t fw_Pad0;
	uint32_t fw_ResetCount;
	uint32_t fw_CRC;
} FW_State_t;

#endif
