/*
 * hwi/include/bqc/dcr_support.h - device control registers, by number.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  A DCR
 * number is what ENTITY_DCR(REGISTER) yields, e.g. ND_500_DCR(CTRL_CUTOFFS).  On
 * the machine it indexes an array at PHYMAP_MINADDR_DCR; here reads ask the
 * runtime (bgqemu/abi_regs.h) and writes end the program, because no register
 * that this emulator has can be written by a user program.
 */
#ifndef _DCR_SUPPORT_H_
#define _DCR_SUPPORT_H_

#include <hwi/include/bqc/PhysicalMap.h>

#ifndef __ASSEMBLY__

#include <bgqemu/abi.h>
#include <bgqemu/abi_regs.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define _DCR_USER_BASE PHYMAP_MINADDR_DCR
#define _DCR_PRIV_BASE (_DCR_USER_BASE + PHYMAP_PRIVILEGEDOFFSET)

/* Any thread; does not wait.  Costs an MMIO load. */
__INLINE__ uint64_t DCRReadUser(uint64_t dcr)
{
	return bgqemu_dcr_read(dcr);
}

__INLINE__ uint64_t DCRReadPriv(uint64_t dcr)
{
	return bgqemu_dcr_read(dcr);
}

__INLINE__ void DCRWriteUser(uint64_t dcr, uint64_t v)
{
	(void)dcr;
	(void)v;
	bgqemu_unsupported("DCRWriteUser");
}

__INLINE__ void DCRWritePriv(uint64_t dcr, uint64_t v)
{
	(void)dcr;
	(void)v;
	bgqemu_unsupported("DCRWritePriv");
}

__END_DECLS

#endif

/* Where an entity's register numbers begin.  Two live outside the DCR range and
 * are counted from it all the same. */
#define _DCR_SPACE_OF(range) ((PHYMAP_MINADDR_##range - PHYMAP_MINADDR_DCR) / 8)

#define GEA_DCR_space _DCR_SPACE_OF(INTAG)
#define UPC_C_DCR_space _DCR_SPACE_OF(UPC)
#define BEDRAM_DCR_space 0
#define CS_DCR_space 0
#define DC_ARBITER_DCR_space 0
#define DEVBUS_DCR_space 0
#define DR_ARB_DCR_space 0
#define EN_DCR_space 0
#define L1P_DCR_space 0
#define L2_CENTRAL_DCR_space 0
#define L2_COUNTER_DCR_space 0
#define L2_DCR_space 0
#define MS_GENCT_DCR_space 0
#define MU_DCR_space 0
#define ND_500_DCR_space 0
#define ND_RESE_DCR_space 0
#define ND_X2_DCR_space 0
#define PE_DCR_space 0
#define SERDES_LEFT_DCR_space 0
#define SERDES_RIGHT_DCR_space 0
#define TESTINT_DCR_space 0
#define WU_DCR_space (-1)

/* Number of a register of the only, a named and an indexed instance. */
#define _DCR_BASE(e) (e##_space + e##_base)
#define _DCR_BASE__NAME(e, name) (e##_space + e##__##name##_base)
#define _DCR_BASE__INDEX(e, index) (_DCR_BASE(e) + (index) * (e##_stride))

#define _DCR_REG_OFFSET(e, reg) (e##__##reg##_offset)
#define _DCR_REG(e, reg) (_DCR_BASE(e) + _DCR_REG_OFFSET(e, reg))
#define _DCR_REG__NAME(e, name, reg) (_DCR_BASE__NAME(e, name) + _DCR_REG_OFFSET(e, reg))
#define _DCR_REG__INDEX(e, index, reg) \
	(_DCR_BASE__INDEX(e, index) + _DCR_REG_OFFSET(e, reg))

#endif
