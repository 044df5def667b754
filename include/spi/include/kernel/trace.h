/*
 * kernel/trace.h - the kernel's flight recorder.
 *
 * The kernel here keeps no log: Kernel_GetFlightLog says so.  The others are for
 * kernels and end the process with a message that names them.  Functions of the
 * runtime; must never get bodies here.
 */
#ifndef SPI_KERNEL_TRACE_H
#define SPI_KERNEL_TRACE_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/common/compiler_support.h>

typedef struct BG_FlightRecorderLog {
	uint64_t timestamp;
	uint32_t hwthread;
	uint32_t id;
	uint64_t data[4];
} BG_FlightRecorderLog_t;

typedef enum {
	FLIGHTRECORDER_PRINTF = 0x100,
	FLIGHTRECORDER_FUNC
} BG_FlightRecorderFormatterType_t;

typedef void (*BG_FlightRecorderFunc_t)(size_t bufsize, char *buffer,
					const BG_FlightRecorderLog_t *logentry,
					void *extraDataPtr);

typedef struct BG_FlightRecorderFormatter {
	const char *id_str;
	BG_FlightRecorderFormatterType_t type;
	const char *formatString;
	BG_FlightRecorderFunc_t formatFunction;
	void *anchorPtr;
} BG_FlightRecorderFormatter_t;

typedef struct BG_FlightRecorderRegistry {
	BG_FlightRecorderLog_t *flightlog;
	uint64_t flightsize;
	uint64_t *flightlock;
	BG_FlightRecorderFormatter_t *flightformatter;
	uint32_t num_ids;
	uint32_t lastStateSet;
	uint32_t lastState;
	uint32_t lastStateTotal;
	uint64_t lastOffset;
	const char *registryName;
} BG_FlightRecorderRegistry_t;

#ifdef __cplusplus
extern "C" {
#endif

uint64_t Kernel_WriteFlightLog(uint64_t *flightlock, BG_FlightRecorderLog_t flightlog[],
			       uint64_t flightsize, uint32_t ID, uint64_t data0,
			       uint64_t data1, uint64_t data2, uint64_t data3);
int Kernel_DecodeFlightLogs(uint32_t numlogs, BG_FlightRecorderRegistry_t *logregistry,
			    size_t bufferSize, char *buffer, uint64_t *moreData);

/* Returns EINVAL for less than 1024 bytes; EFAULT; otherwise ENOSYS. */
int Kernel_GetFlightLog(size_t bufferSize, char *buffer);

#ifdef __cplusplus
}
#endif
#endif
