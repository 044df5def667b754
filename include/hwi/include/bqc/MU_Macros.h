/*
 * hwi/include/bqc/MU_Macros.h - counts and register addresses of the message unit.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Addresses
 * are the machine's privileged ones; subtract PHYMAP_PRIVILEGEDOFFSET for a
 * user's, at which loads and stores of 8 bytes do what they do on the machine.
 * Through the pointers of FIFOs and barriers they take the host less time.
 *
 * One page per subgroup, four subgroups to a group:
 *
 *   +0x000  8 injection FIFOs, 64 bytes each     +0x500  GI control \ group's
 *   +0x200  4 reception FIFOs, 64 bytes each     +0x580  GI status  / first page
 *   +0x300  status and control, 6 registers      +0x600  scan reception FIFOs
 *   +0x400  8 base addresses                     +0x700  scan injection FIFOs
 */
#ifndef _MU_MACROS_H_
#define _MU_MACROS_H_

#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/common/compiler_support.h>

/* How much there is of everything.  Group 16 is the system's. */
#define BGQ_MU_NUM_FIFO_GROUPS 17
#define BGQ_MU_NUM_FIFO_SUBGROUPS 4
#define BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE 68

#define BGQ_MU_NUM_INJ_FIFO_GROUPS 17
#define BGQ_MU_NUM_INJ_FIFO_SUBGROUPS 4
#define BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP 8
#define BGQ_MU_NUM_INJ_FIFOS_PER_GROUP 32
#define BGQ_MU_NUM_INJ_FIFOS 544

#define BGQ_MU_NUM_REC_FIFO_GROUPS 17
#define BGQ_MU_NUM_REC_FIFO_SUBGROUPS 4
#define BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP 4
#define BGQ_MU_NUM_REC_FIFOS_PER_GROUP 16
#define BGQ_MU_NUM_REC_FIFOS 272

#define BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP 8
#define BGQ_MU_NUM_DATA_COUNTERS_PER_GROUP 32

#define BGQ_MU_NUM_GI_CLASSES 16

/* Pages. */
#define _BGQ_BASE_DMA (PHYMAP_MINADDR_MU + PHYMAP_PRIVILEGEDOFFSET)
#define _BGQ_SIZE_DMA 0x110000
#define BGQ_MU_GROUP_SIZE 0x10000
#define BGQ_MU_SUBGROUP_SIZE 0x1000

#define BGQ_MU_GROUP_ADDRESS_OFFSET(g) (_BGQ_BASE_DMA + (g) * BGQ_MU_GROUP_SIZE)
#define BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) \
	(BGQ_MU_GROUP_ADDRESS_OFFSET(g) + (sg) * BGQ_MU_SUBGROUP_SIZE)

/* Parts of a subgroup's page. */
#define BGQ_MU_iDMA_FIFO_REGS_SIZE 0x200
#define BGQ_MU_rDMA_FIFO_REGS_SIZE 0x100
#define BGQ_MU_STATUS_CONTROL_REGS_SIZE 0x28
#define BGQ_MU_COUNTER_REGS_SIZE 0x40

#define BGQ_MU_rDMA_STARTING_OFFSET 0x200
#define BGQ_MU_STATUS_CONTROL_STARTING_OFFSET 0x300
#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET 0x400
#define BGQ_MU_GI_CONTROL_STARTING_OFFSET 0x500
#define BGQ_MU_GI_STATUS_STARTING_OFFSET 0x580
#define BGQ_TRIGGER_rDMA_SCAN_STARTING_OFFSET 0x600
#define BGQ_TRIGGER_iDMA_SCAN_STARTING_OFFSET 0x700

/* Register at an offset of the page; of FIFO i with 64 bytes each. */
#define _BGQ_MU_REG(g, sg, at) (BGQ_MU_SUBGROUP_ADDRESS_OFFSET(g, sg) + (at))
#define _BGQ_MU_IREG(g, sg, i, at) _BGQ_MU_REG(g, sg, (at) + (i) * 0x40)
#define _BGQ_MU_RREG(g, sg, i, at) _BGQ_MU_REG(g, sg, 0x200 + (at) + (i) * 0x40)

#define BGQ_MU_iDMA_GROUP_START_OFFSET(g) BGQ_MU_GROUP_ADDRESS_OFFSET(g)
#define BGQ_MU_iDMA_SUBGROUP_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0)
#define BGQ_MU_iDMA_START_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x00)
#define BGQ_MU_iDMA_SIZE_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x08)
#define BGQ_MU_iDMA_HEAD_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x10)
#define BGQ_MU_iDMA_TAIL_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x18)
#define BGQ_MU_iDMA_DESC_COUNTER_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x20)
#define BGQ_MU_iDMA_FREE_SPACE_OFFSET(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x28)
#define BGQ_MU_iDMA_FREE_HOLE1(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x30)
#define BGQ_MU_iDMA_FREE_HOLE2(g, sg, i) _BGQ_MU_IREG(g, sg, i, 0x38)

#define BGQ_MU_rDMA_SUBGROUP_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x200)
#define BGQ_MU_rDMA_START_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x00)
#define BGQ_MU_rDMA_SIZE_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x08)
#define BGQ_MU_rDMA_HEAD_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x10)
#define BGQ_MU_rDMA_TAIL_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x18)
#define BGQ_MU_rDMA_HOLE1_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x20)
#define BGQ_MU_rDMA_HOLE2_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x28)
#define BGQ_MU_rDMA_HOLE3_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x30)
#define BGQ_MU_rDMA_HOLE4_OFFSET(g, sg, i) _BGQ_MU_RREG(g, sg, i, 0x38)

#define BGQ_MU_STATUS_CONTROL_REGS_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x300)
#define BGQ_MU_iDMA_IS_ENABLED_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x300)
#define BGQ_MU_iDMA_ENABLE_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x308)
#define BGQ_MU_iDMA_DISABLE_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x310)
#define BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x318)
#define BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x320)
#define BGQ_MU_CLEAR_INT_STATUS_REGISTER_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x328)

#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x400)
#define BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(g, sg, c) \
	_BGQ_MU_REG(g, sg, 0x400 + (c) * 8)

#define BGQ_MU_GI_CONTROL_OFFSET(g, r) _BGQ_MU_REG(g, 0, 0x500 + (r) * 8)
#define BGQ_MU_GI_STATUS_OFFSET(g, r) _BGQ_MU_REG(g, 0, 0x580 + (r) * 8)

#define BGQ_MU_TRIGGER_rDMA_SCAN_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x600)
#define BGQ_MU_TRIGGER_iDMA_SCAN_START_OFFSET(g, sg) _BGQ_MU_REG(g, sg, 0x700)

/* Control registers, as addresses in the DCR range. */
#define BGQ_MU_DCR_USE_NEW_MAPPING 1
#define BGQ_MU_DCR_MEM_MAPPED_START_OFFSET() \
	(PHYMAP_MINADDR_DCR + PHYMAP_PRIVILEGEDOFFSET)
#define _BGQ_MU_DCR_AT(number) (BGQ_MU_DCR_MEM_MAPPED_START_OFFSET() + (number) * 8)
#define _BGQ_MU_DCR(reg, g) _BGQ_MU_DCR_AT(MU_DCR(reg) + (g))

#define BGQ_MU_DCR_iDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g) \
	_BGQ_MU_DCR(IMFIFO_THOLD_INT_EN, g)
#define BGQ_MU_DCR_iDMA_SYSTEM_FIFO_OFFSET(g) _BGQ_MU_DCR(IMFIFO_SYSTEM, g)
#define BGQ_MU_DCR_iDMA_FIFO_AVAILABLE_REMOTE_GET_OFFSET(g) _BGQ_MU_DCR(IMFIFO_RGET, g)
#define BGQ_MU_DCR_iDMA_THRESHOLD_OFFSET _BGQ_MU_DCR(IMU_THOLD, 0)
#define BGQ_MU_DCR_iDMA_RGET_THRESHOLD_OFFSET _BGQ_MU_DCR(RGET_THOLD, 0)
#define BGQ_MU_DCR_rDMA_ENABLED_OFFSET(g) _BGQ_MU_DCR(RMFIFO_EN, g)
#define BGQ_MU_DCR_rDMA_THRESHOLD_INTERRUPT_ENABLE_OFFSET(g) \
	_BGQ_MU_DCR(RMFIFO_THOLD_INT_EN, g)
#define BGQ_MU_DCR_rDMA_PACKET_RECEIVED_INTERRUPT_ENABLE_OFFSET(g) \
	_BGQ_MU_DCR(RMFIFO_PACKET_INT_EN, g)
#define BGQ_MU_DCR_rDMA_SYSTEM_FIFO_OFFSET(g) _BGQ_MU_DCR(RMFIFO_SYSTEM, g)
#define BGQ_MU_DCR_rDMA_THRESHOLD_OFFSET _BGQ_MU_DCR(RMU_THOLD, 0)
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_0_7_OFFSET() _BGQ_MU_DCR(GIP_INT_EN_0_7, 0)
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_8_15_OFFSET() _BGQ_MU_DCR(GIP_INT_EN_8_15, 0)
#define BGQ_MU_DCR_GEA_INTERRUPT_ENABLE_16_OFFSET() _BGQ_MU_DCR(GIP_INT_EN_16, 0)
#define BGQ_MU_DCR_BAT_MODE0_OFFSET(g) _BGQ_MU_DCR(RPUTBASE_SYSTEM0, 0)
#define BGQ_MU_DCR_BAT_MODE1_OFFSET(g) _BGQ_MU_DCR(RPUTBASE_SYSTEM1, 0)

/* Needs <hwi/include/bqc/nd_500_dcr.h> where it is used. */
#define BGQ_MU_DCR_CLASS_ROUTE_OFFSET(id) \
	_BGQ_MU_DCR_AT(ND_500_DCR(CTRL_COLL_CLASS_00_01) + ((id) >> 1))

#endif
