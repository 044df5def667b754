/*
 * kernel/envmon.h - power and voltage readings of the node board.
 *
 * Nothing is measured here: every call returns ENOSYS, or EFAULT for a bad pointer
 * (NULL: not wanted).  Functions of the runtime; must never get bodies here.
 */
#ifndef SPI_KERNEL_ENVMON_H
#define SPI_KERNEL_ENVMON_H

#include <stdint.h>

#include <cnk/include/SPI_syscalls.h>

#define EMON_DCA_N_DOMAINS     7
#define EMON_DCA_N_DOMAINS_OLD 6

/* Readings of the board's two converters (DCA): of each domain the current in, the voltage and
 * of both the current.  Domain 7 is behind those of the first boards. */
#define _EMON_DCA_DATIDS(domain, first, voltage) \
	EMON_DCA_DATID_DCA0_IMON##domain = (first), \
	EMON_DCA_DATID_DCA0_##voltage##domain, \
	EMON_DCA_DATID_DCA1_IMON##domain, \
	EMON_DCA_DATID_DCA1_##voltage##domain, \
	EMON_DCA_DATID_TOTAL_IMON##domain

enum {
	_EMON_DCA_DATIDS(1, 0, VO_INTBUSP),
	_EMON_DCA_DATIDS(2, 5, VO_INTBUSP),
	_EMON_DCA_DATIDS(3, 10, VO_INTBUSP),
	_EMON_DCA_DATIDS(4, 15, VO_INTBUSP),
	_EMON_DCA_DATIDS(6, 20, VO_INTBUSP),
	_EMON_DCA_DATIDS(8, 25, VO_INTBUSP),
	EMON_DCA_DATID_TOTAL_POWER_H = 30,
	EMON_DCA_DATID_TOTAL_POWER_L = 31,
	EMON_DCA_DATID_NUM_OLD = 32,
	_EMON_DCA_DATIDS(7, 30, VBUF),
	EMON_DCA_DATID_NUM = 35
};

#define EMON_DCA_DATID_IMONX(N) (((N) >> 1) * 5 + ((N) & 1) * 2)
#define EMON_DCA_DATID_VO_INTBUSPX(N) (((N) >> 1) * 5 + ((N) & 1) * 2 + 1)
#define EMON_DCA_DATID_TO_DCAID(N) (((N) % 5) >> 1)

/* For mode. */
#define EMON_DCA_USE_VOINTBUS 1
#define USE_VOINTBUS (emon_mode & EMON_DCA_USE_VOINTBUS)

/* What the board's controller is. */
enum {
	EMON_DCA_FV_CTRLONRX0,
	EMON_DCA_FV_CTRLONRX5,
	EMON_DCA_FV_LONG,
	EMON_DCA_FV_INVALID
};

/* For Kernel_SetPowerConsumptionParam(). */
#define DDR_IDLES_PER_ACCESS 1

/* Of the program, which defines EMON_DEFINE_GLOBALS in one of its files. */
extern uint8_t fpga_version;
extern int emon_mode;
#ifdef EMON_DEFINE_GLOBALS
uint8_t fpga_version = EMON_DCA_FV_INVALID;
int emon_mode = 0;
#endif

#ifdef __cplusplus
extern "C" {
#endif

uint64_t Kernel_GetRawEnvmonPowerData(int mode, uint8_t *fpga_version_p,
				      uint64_t raw_v_data[14],
				      uint64_t raw_a_data[14]);
uint64_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value);
uint64_t Kernel_ExecEnvmon2Command(uint64_t command);

#ifdef __cplusplus
}
#endif
#endif
