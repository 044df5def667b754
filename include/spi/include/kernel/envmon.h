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
