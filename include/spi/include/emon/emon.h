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

/* What readings of a domain mean, in volts and amperes, and its transformer's ratio.  Of the
 * program, which defines EMON_DEFINE_GLOBALS in one of its files. */
extern struct domain_info {
	double imon_unit;
	double vo_intbus_unit;
	double vbuf_unit;
	unsigned vbuf_shift;
	unsigned domain_id;
	unsigned k_const;
} domain_info[EMON_DCA_N_DOMAINS];

#ifdef EMON_DEFINE_GLOBALS
#define _EMON_VO_INTBUS (0.004 * (52 / 2.1))
struct domain_info domain_info[EMON_DCA_N_DOMAINS] = {
	{ 0.128, _EMON_VO_INTBUS, 0.002, 1, 1, 40 }, /* 0.8 V */
	{ 0.032, _EMON_VO_INTBUS, 0.004, 0, 2, 32 }, /* 1.4 V */
	{ 0.016, _EMON_VO_INTBUS, 0.004, 1, 3, 16 }, /* 2.5 V */
	{ 0.016, _EMON_VO_INTBUS, 0.008, 0, 4, 12 }, /* 3.3 V */
	{ 0.016, _EMON_VO_INTBUS, 0.004, 0, 6, 32 }, /* 1.5 V */
	{ 0.016, _EMON_VO_INTBUS, 0.002, 1, 8, 40 }, /* 1.0 V */
	{ 0, 0, 0, 0, 7, 32 },                       /* 0.9 V */
};
#endif

__BEGIN_DECLS

/* 0; -1, with a line on the standard output: power cannot be measured. */
__INLINE__ int EMON_SetupPowerMeasurement2(int mode)
{
	emon_mode = mode;
	if (fpga_version != EMON_DCA_FV_INVALID ||
	    Kernel_GetRawEnvmonPowerData(mode, &fpga_version, NULL, NULL) == 0)
		return 0;
	printf("EMON_SetupPowerMeasurement2: error: the node board does not tell its power\n");
	return -1;
}

#define EMON_SetupPowerMeasurement() EMON_SetupPowerMeasurement2(0)

/* Watts; less than 0: an error.  volt and amps: of 14 converters, if there is no error. */
__INLINE__ double EMON_GetPower_impl(double volt[], double amps[])
{
	(void)volt;
	(void)amps;
	return -1;
}

__INLINE__ double EMON_GetPower(void)
{
	return EMON_GetPower_impl(NULL, NULL);
}

/* The same, and prints what it is made of. */
__INLINE__ double EMON_ReportPower(void)
{
	return EMON_GetPower();
}

__INLINE__ double EMON_ReportPower_vointbus(void)
{
	return EMON_GetPower();
}

__END_DECLS

#endif
