/*
 * hwi/include/bqc/dcr_names.h - names and numbers of device control registers.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  A program that
 * defines _DCR_NAMES_INCLUDE_LIST in one of its files has the list there: of the
 * registers that DCRReadUser() serves, ended by an entry without a name.
 */
#ifndef _DCR_NAMES_H_
#define _DCR_NAMES_H_

#include <stdint.h>

#include <hwi/include/bqc/l1p_dcr.h>
#include <hwi/include/bqc/l2_dcr.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#include <hwi/include/bqc/wu_dcr.h>

__BEGIN_DECLS

typedef struct BG_DCR_Name_t {
	char *dcrName;
	uint32_t dcrNumber;
	char *comment;
} BG_DCR_Name;

extern const BG_DCR_Name dcrNameList[];

#ifdef _DCR_NAMES_INCLUDE_LIST
#define _DCR_NAME(unit, reg) { (char *)#unit "__" #reg, unit(reg), (char *)0 }
const BG_DCR_Name dcrNameList[] = {
	_DCR_NAME(MU_DCR, IMFIFO_THOLD_INT_EN),
	_DCR_NAME(MU_DCR, IMFIFO_SYSTEM),
	_DCR_NAME(MU_DCR, IMFIFO_RGET),
	_DCR_NAME(MU_DCR, RMFIFO_EN),
	_DCR_NAME(MU_DCR, RMFIFO_THOLD_INT_EN),
	_DCR_NAME(MU_DCR, RMFIFO_PACKET_INT_EN),
	_DCR_NAME(MU_DCR, RMFIFO_SYSTEM),
	_DCR_NAME(MU_DCR, IMU_THOLD),
	_DCR_NAME(MU_DCR, RGET_THOLD),
	_DCR_NAME(MU_DCR, RMU_THOLD),
	_DCR_NAME(MU_DCR, RPUTBASE_SYSTEM0),
	_DCR_NAME(MU_DCR, RPUTBASE_SYSTEM1),
	_DCR_NAME(MU_DCR, SYS_BARRIER),
	_DCR_NAME(MU_DCR, BARRIER_INT_EN),
	_DCR_NAME(MU_DCR, GIP_INT_EN_0_7),
	_DCR_NAME(MU_DCR, GIP_INT_EN_8_15),
	_DCR_NAME(MU_DCR, GIP_INT_EN_16),
	_DCR_NAME(MU_DCR, RESET),
	_DCR_NAME(ND_500_DCR, RESET),
	_DCR_NAME(ND_500_DCR, CTRL_COORDS),
	_DCR_NAME(ND_500_DCR, CTRL_CUTOFFS),
	_DCR_NAME(ND_500_DCR, CTRL_GI_CLASS_00_01),
	_DCR_NAME(ND_500_DCR, CTRL_COLL_CLASS_00_01),
	_DCR_NAME(ND_500_DCR, CTRL_DET_ORDER),
	_DCR_NAME(ND_500_DCR, CTRL_DYNAMIC_ZONE01),
	_DCR_NAME(ND_500_DCR, CTRL_DYNAMIC_ZONE23),
	_DCR_NAME(ND_500_DCR, NON_FATAL_ERR0),
	_DCR_NAME(ND_X2_DCR, RESET),
	{ (char *)0, 0, (char *)0 },
};
#undef _DCR_NAME
#endif

__END_DECLS

#endif
