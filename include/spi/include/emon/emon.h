/*
 * emon/emon.h - power of the node board.
 *
 * Public; C99 and C++98.  No power is modelled: each call fails as the machine's do when the
 * board does not answer.  Nothing here may make up a number.
 */
#ifndef SPI_EMON_EMON_H
#define SPI_EMON_EMON_H

#include <stdio.h>

#include <spi/include/kernel/envmon.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/* 0; -1, with a line on the standard output: power cannot be measured. */
__INLINE__ int EMON_SetupPowerMeasurement2(int mode)
{
	uint8_t version;

	if (Kernel_GetRawEnvmonPowerData(mode, &version, NULL, NULL) == 0)
		return 0;
	printf("EMON_SetupPowerMeasurement2: error: the node board does not tell its power\n");
	return -1;
}

#define EMON_SetupPowerMeasurement() EMON_SetupPowerMeasurement2(0)

/* Watts; less than 0: an error. */
__INLINE__ double EMON_GetPower(void)
{
	return -1;
}

/* The same, and prints what it is made of. */
__INLINE__ double EMON_ReportPower(void)
{
	return EMON_GetPower();
}

__END_DECLS

#endif
