/*
 * emon/emon2.h - energy of the node board, the second interface to its meters.
 *
 * Public; C99 and C++98.  No power is modelled: each call fails as the machine's do when the
 * board's controller does not answer.  Nothing here may make up a number.  The steps of which
 * the machine's calls are made (EMON2_xi2c_*, EMON2_exec_cmd, ...) are not here.
 */
#ifndef SPI_EMON_EMON2_H
#define SPI_EMON_EMON2_H

#include <stdint.h>

#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/envmon.h>

/* Errors, all less than 0. */
enum {
	EMON2_ERR_SYNC = -1,       /* the controller does not answer in time */
	EMON2_ERR_ENVIF = -2,      /* it refuses a command */
	EMON2_ERR_PERS = -3,       /* no personality */
	EMON2_ERR_MODE = -4,       /* no such mode */
	EMON2_ERR_LEADER = -5,     /* called on a node that does not measure for its board */
	EMON2_ERR_I2C = -6,        /* no transaction was begun in time */
	EMON2_ERR_I2CREAD = -7,    /* none was ended in time */
	EMON2_ERR_ADJUSTMENT = -8, /* an adjustment is too large */
	EMON2_ERR_LIB = -9,
	EMON2_ERR_LIMIT = 9
};

/* Domains beside 1 and 2, which are always measured. */
#define EMON2_DOM_ALL 0x1F
#define EMON2_DOM_3 0x01
#define EMON2_DOM_4 0x02
#define EMON2_DOM_6 0x04
#define EMON2_DOM_8 0x08
#define EMON2_DOM_7 0x10
#define EMON2_DOMAIN_ISSET(d, set) ((d) < 2 || ((set) >> ((d) - 2) & 1))

/* What is measured: the board, each domain, or each domain's voltage and current. */
enum { EMON2_MODE_TOTAL, EMON2_MODE_EACH_DOM, EMON2_MODE_EACH_VA, EMON2_MODE_MAX };

#define EMON2_OPT_SRATE 0x0001
#define EMON2_OPT_TDIFF 0x0002

typedef struct {
	uint8_t is_leader; /* 1 node in 32 measures */
	uint8_t tx_magic;
	uint8_t dom_set;
	uint8_t mode;
	uint32_t i2c_rdata_size;
	uint32_t i2c_rdend;
	uint8_t adjustment[7];
	int options;
	uint32_t rank_id;
} EMON2_context_t;

/* A reading of both converters. */
typedef struct EMON2_measurement_data_t {
	uint64_t api_ctime; /* cycles that reading took */
	struct {
		uint64_t _time_stamp;
		uint32_t _total_ener;
		uint32_t _debug_word;
		uint16_t _magic;
		uint16_t _imon1, _imon2;
		uint16_t _tdiff;
		uint8_t _sample_count;
		uint8_t _parity_syn;
		uint8_t _sample_count_x256;
		struct {
			uint64_t curr_int, volt_int, ener_int;
			uint16_t curr_ts, volt_ts;
			uint16_t curr_adc, volt_adc;
		} _dom_info[7];
	} _dca[2];
} EMON2_measurement_data_t;

/* What lies between two readings: seconds, and joules. */
typedef struct EMON2_parsed_data_t {
	double period[2];
	double total_energy;
	double domain_energy[7];
	uint16_t sample_count[2];
} EMON2_parsed_data_t;

/* Units of readings: seconds, joules, volts, amperes; numbers of domains.  Of the program, which
 * defines EMON2_DEFINE_GLOBALS in one of its files. */
static const double EMON2_DCA_TICK_PERIOD __attribute__((__unused__)) = 0.01 / 9216.0;
static const double EMON2_TOTAL_ENERGY_UNIT __attribute__((__unused__)) =
	8.0 * 4096.0 * 0.001 * .457763671875;

__BEGIN_DECLS

extern EMON2_context_t EMON2_context;
extern const double EMON2_voltage_unit[7], EMON2_current_unit[7], EMON2_energy_unit[7];
extern const uint32_t EMON2_domain_num[7];
extern const uint32_t EMON2_default_adjustment[7], EMON2_no_adjustment[7];

#ifdef EMON2_DEFINE_GLOBALS
EMON2_context_t EMON2_context;
#define _EMON2_VOLT (3.0 / 1024)
const double EMON2_voltage_unit[7] = { _EMON2_VOLT, _EMON2_VOLT, 2 * _EMON2_VOLT,
	2 * _EMON2_VOLT, _EMON2_VOLT, _EMON2_VOLT, _EMON2_VOLT };
#define _EMON2_AMPERE (10.0 / 1024)
const double EMON2_current_unit[7] = { 7 * _EMON2_AMPERE, 3 * _EMON2_AMPERE, _EMON2_AMPERE,
	_EMON2_AMPERE, _EMON2_AMPERE, _EMON2_AMPERE, _EMON2_AMPERE };
#define _EMON2_JOULE (0.001 * .457763671875)
const double EMON2_energy_unit[7] = { _EMON2_JOULE * 280, _EMON2_JOULE * 96, _EMON2_JOULE * 32,
	_EMON2_JOULE * 24, _EMON2_JOULE * 32, _EMON2_JOULE * 40, _EMON2_JOULE * 32 };
const uint32_t EMON2_domain_num[7] = { 1, 2, 3, 4, 6, 8, 7 };
const uint32_t EMON2_default_adjustment[7] = { 1850, 700, 0, 0, 0, 0, 0 };
const uint32_t EMON2_no_adjustment[7] = { 0, 0, 0, 0, 0, 0, 0 };
#endif

/* What an error says; a constant text. */
__INLINE__ char *EMON2_GetErrorMessage(int error)
{
	switch (error) {
	case EMON2_ERR_SYNC: return (char *)"the board's controller does not answer in time";
	case EMON2_ERR_ENVIF: return (char *)"the board's controller refuses a command";
	case EMON2_ERR_PERS: return (char *)"no personality";
	case EMON2_ERR_MODE: return (char *)"no such mode";
	case EMON2_ERR_LEADER: return (char *)"not called on the node that measures";
	case EMON2_ERR_I2C: return (char *)"no transaction begun in time";
	case EMON2_ERR_I2CREAD: return (char *)"no transaction ended in time";
	case EMON2_ERR_ADJUSTMENT: return (char *)"the adjustment is too large";
	case EMON2_ERR_LIB: return (char *)"an error of this library";
	default: return (char *)"no such error";
	}
}

/* On the machine 1 on a node that measures, 0 on the others; here EMON2_ERR_SYNC. */
__INLINE__ int EMON2_SetupPower(void)
{
	return EMON2_ERR_SYNC;
}

/* Domains (EMON2_DOM_*), mode and options of what is measured; 0, or an error: here
 * EMON2_ERR_LEADER, as on all nodes that do not measure. */
__INLINE__ int EMON2_SetTargets(uint8_t domains, int mode, int options)
{
	(void)domains, (void)mode, (void)options;
	return EMON2_ERR_LEADER;
}

/* Of each domain, in milliamperes; the same. */
__INLINE__ int EMON2_SetCurrentAdjustment(const uint32_t adjustment[])
{
	(void)adjustment;
	return EMON2_ERR_LEADER;
}

__INLINE__ int EMON2_CleanUp(void)
{
	return EMON2_ERR_LEADER;
}

/* Reads the meters; the same, and *data stays. */
__INLINE__ int EMON2_GetMeasurementData(EMON2_measurement_data_t *data)
{
	(void)data;
	return EMON2_ERR_LEADER;
}

/* What lies between two readings, and prints it; EMON2_ERR_LIB, as there are no readings. */
__INLINE__ int EMON2_ParseData(EMON2_measurement_data_t *from, EMON2_measurement_data_t *to,
	EMON2_parsed_data_t *parsed)
{
	(void)from, (void)to, (void)parsed;
	return EMON2_ERR_LIB;
}

__INLINE__ int EMON2_Report(EMON2_measurement_data_t *from, EMON2_measurement_data_t *to)
{
	(void)from, (void)to;
	return EMON2_ERR_LIB;
}

__END_DECLS

#endif
