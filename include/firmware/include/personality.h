/*
 * firmware/include/personality.h - what a node is told about itself at boot.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name, version 8 of
 * the structure: 176 bytes, naturally aligned, the offsets of the machine, fields
 * as integers of the host.  Kernel_GetPersonality() fills it.  FW_BIT and the like
 * number bits as IBM does, 0 for the most significant of 64.  It must stay usable
 * without any other header.
 */
#ifndef _PERSONALITY_H_
#define _PERSONALITY_H_

typedef unsigned char fw_uint8_t;
typedef unsigned short fw_uint16_t;
typedef unsigned fw_uint32_t;
typedef unsigned long long fw_uint64_t;

#ifdef __ASSEMBLY__
#define FW_U64(x) x
#else
#define FW_U64(x) x##ul
#endif

/* Bit b; and x cut to n bits, the last of which is bit b. */
#define FW_BIT(b) (FW_U64(1) << (63 - (b)))
#define _FW_BITS(n, b, x) (((x) & ((FW_U64(1) << (n)) - 1)) << (63 - (b)))
#define FW_BIT_x2(b, x) _FW_BITS(2, b, x)
#define FW_BIT_x4(b, x) _FW_BITS(4, b, x)
#define FW_BIT_x5(b, x) _FW_BITS(5, b, x)
#define FW_BIT_x12(b, x) _FW_BITS(12, b, x)
#define FW_BIT_x17(b, x) _FW_BITS(17, b, x)

#define PERSONALITY_VERSION 8
#define PERSONALITY_LEN_NFSDIR 32
#define PERSONALITY_LEN_SECKEY 32
#define DEFAULT_FREQ_MHZ 1600
#define NUM_ND_ZONES 4

#ifndef __ASSEMBLY__

/* Bytes 8 to 47. */
typedef struct Personality_Kernel_t {
	fw_uint64_t UCI;         /* location: hwi/include/common/uci.h */
	fw_uint64_t NodeConfig;  /* PERS_ENABLE_* */
	fw_uint64_t TraceConfig; /* TRACE_* */
	fw_uint32_t RASPolicy;   /* PERS_RASPOLICY_* */
	fw_uint32_t FreqMHz;
	fw_uint64_t ClockStop;
} Personality_Kernel_t;

/* Bytes 48 to 55. */
typedef struct Personality_DDR_t {
	fw_uint32_t DDRFlags;  /* DDR_* */
	fw_uint32_t DDRSizeMB; /* of the node */
} Personality_DDR_t;

/* Bytes 56 to 143. */
typedef struct Personality_Networks_t {
	fw_uint32_t BlockID;
	fw_uint64_t NetFlags;  /* ND_ENABLE_TORUS_DIM_* and what follows it below */
	fw_uint64_t NetFlags2; /* ND_ENABLE_LINK_* and what follows it below */
	/* The block's extent, and this node in it. */
	fw_uint8_t Anodes, Bnodes, Cnodes, Dnodes, Enodes;
	fw_uint8_t Acoord, Bcoord, Ccoord, Dcoord, Ecoord;
	struct PrimordialClassRoute {
		fw_uint16_t GlobIntUpPortInputs;
		fw_uint16_t GlobIntUpPortOutputs;
		fw_uint16_t CollectiveTypeAndUpPortInputs; /* ND_CR_* */
		fw_uint16_t CollectiveUpPortOutputs;
	} PrimordialClassRoute;
	fw_uint32_t ZoneRoutingMasks[NUM_ND_ZONES]; /* ND_*_DYNAMIC_ZONE_MASK */
	fw_uint64_t MuFlags;                        /* MU_ENABLE_GROUP */
	fw_uint8_t cnBridge_A, cnBridge_B, cnBridge_C, cnBridge_D, cnBridge_E;
	fw_uint32_t latencyFromRoot;
} Personality_Networks_t;

typedef struct IP_Addr_t {
	fw_uint8_t octet[16];
} IP_Addr_t;

/* Bytes 144 to 175. */
typedef struct Personality_Ethernet_t {
	fw_uint8_t SecurityKey[PERSONALITY_LEN_SECKEY];
} Personality_Ethernet_t;

typedef struct Personality_t {
	fw_uint16_t CRC;
	fw_uint8_t Version;              /* PERSONALITY_VERSION */
	fw_uint8_t PersonalitySizeWords; /* of 4 bytes */
	Personality_Kernel_t Kernel_Config;
	Personality_DDR_t DDR_Config;
	Personality_Networks_t Network_Config;
	Personality_Ethernet_t Ethernet_Config;
} Personality_t;

#endif

/* ---- RASPolicy ---- */

#define PERS_RASPOLICY_VERBOSITY(x) FW_BIT_x2(33, x)
#define PERS_RASPOLICY_MINIMAL PERS_RASPOLICY_VERBOSITY(0)
#define PERS_RASPOLICY_NORMAL PERS_RASPOLICY_VERBOSITY(1)
#define PERS_RASPOLICY_VERBOSE PERS_RASPOLICY_VERBOSITY(2)
#define PERS_RASPOLICY_EXTREME PERS_RASPOLICY_VERBOSITY(3)
#define PERS_RASPOLICY_FATALEXIT FW_BIT(34)
#define PERS_RASPOLICY_DEFAULT (PERS_RASPOLICY_VERBOSE | PERS_RASPOLICY_FATALEXIT)

/* ---- NodeConfig ---- */

#define PERS_ENABLE_MMU FW_BIT(0)
#define PERS_ENABLE_IsIoNode FW_BIT(1)
#define PERS_ENABLE_TakeCPU FW_BIT(2)
#define PERS_ENABLE_MU FW_BIT(3)
#define PERS_ENABLE_ND FW_BIT(4)
#define PERS_ENABLE_Timestamps FW_BIT(5)
#define PERS_ENABLE_BeDRAM FW_BIT(6)
#define PERS_ENABLE_ClockStop FW_BIT(7)
#define PERS_ENABLE_DrArbiter FW_BIT(8)
#define PERS_ENABLE_DevBus FW_BIT(9)
#define PERS_ENABLE_L1P FW_BIT(10)
#define PERS_ENABLE_L2 FW_BIT(11)
#define PERS_ENABLE_MSGC FW_BIT(12)
#define PERS_ENABLE_TestInt FW_BIT(13)
#define PERS_ENABLE_NodeRepro FW_BIT(14)
#define PERS_ENABLE_PartitionRepro FW_BIT(15)
#define PERS_ENABLE_DD1_Workarounds FW_BIT(16)
#define PERS_ENABLE_A2_Errata FW_BIT(17)
#define PERS_ENABLE_A2_IU_LLB FW_BIT(18)
#define PERS_ENABLE_A2_XU_LLB FW_BIT(19)
#define PERS_ENABLE_DDRCalibration FW_BIT(20)
#define PERS_ENABLE_DDRFastInit FW_BIT(21)
#define PERS_ENABLE_DDRCellTest FW_BIT(22)
#define PERS_ENABLE_DDRAutoSize FW_BIT(23)
#define PERS_ENABLE_MaskLinkErrors FW_BIT(24)
#define PERS_ENABLE_MaskCorrectables FW_BIT(25)
#define PERS_ENABLE_DDRDynamicRecal FW_BIT(26)
#define PERS_ENABLE_DDRNoTerm FW_BIT(27)
#define PERS_ENABLE_DDRBackScrub FW_BIT(28)
#define PERS_ENABLE_DDRDirScrub FW_BIT(29)
#define PERS_ENABLE__RESRVD_30 FW_BIT(30)
#define PERS_ENABLE__RESRVD_31 FW_BIT(31)
#define PERS_ENABLE__RESRVD_32 FW_BIT(32)
#define PERS_ENABLE__RESRVD_33 FW_BIT(33)
#define PERS_ENABLE__RESRVD_34 FW_BIT(34)
#define PERS_ENABLE__RESRVD_35 FW_BIT(35)
#define PERS_ENABLE_AppPreload FW_BIT(36)
#define PERS_ENABLE_IOServices FW_BIT(37)
#define PERS_ENABLE_SpecCapDDR FW_BIT(38)
#define PERS_ENABLE_L2Only FW_BIT(39)
#define PERS_ENABLE_FPGA FW_BIT(40)
#define PERS_ENABLE_DDRINIT FW_BIT(41)
#define PERS_ENABLE_Mailbox FW_BIT(42)
#define PERS_ENABLE_Simulation FW_BIT(43)
#define PERS_ENABLE_Mambo FW_BIT(44)
#define PERS_ENABLE_JTagConsole FW_BIT(45)
#define PERS_ENABLE_JTagLoader FW_BIT(46)
#define PERS_ENABLE_FPU FW_BIT(47)
#define PERS_ENABLE_L2Counters FW_BIT(48)
#define PERS_ENABLE_Wakeup FW_BIT(49)
#define PERS_ENABLE_BIC FW_BIT(50)
#define PERS_ENABLE_DDR FW_BIT(51)
#define PERS_ENABLE__RESRVD_52 FW_BIT(52)
#define PERS_ENABLE__RESRVD_53 FW_BIT(53)
#define PERS_ENABLE_GlobalInts FW_BIT(54)
#define PERS_ENABLE_SerDes FW_BIT(55)
#define PERS_ENABLE_UPC FW_BIT(56)
#define PERS_ENABLE_EnvMon FW_BIT(57)
#define PERS_ENABLE_PCIe FW_BIT(58)
#define PERS_ENABLE__RESRVD_59 FW_BIT(59)
#define PERS_ENABLE__RESRVD_60 FW_BIT(60)
#define PERS_ENABLE_TimeSync FW_BIT(61)
#define PERS_ENABLE__RESRVD_62 FW_BIT(62)
#define PERS_ENABLE_DiagnosticsMode FW_BIT(63)

/* ---- TraceConfig ---- */

#define TRACE_BeDRAM FW_BIT(0)
#define TRACE_DevBus FW_BIT(1)
#define TRACE_DDR FW_BIT(2)
#define TRACE_L2 FW_BIT(3)
#define TRACE_ClockStop FW_BIT(4)
#define TRACE_L1P FW_BIT(5)
#define TRACE_ND FW_BIT(32)
#define TRACE_MU FW_BIT(33)
#define TRACE_PCIe FW_BIT(34)
#define TRACE_Entry FW_BIT(36)
#define TRACE_MChk FW_BIT(40)
#define TRACE_SysCall FW_BIT(41)
#define TRACE_VMM FW_BIT(42)
#define TRACE_Debug FW_BIT(43)
#define TRACE_SerDes FW_BIT(47)
#define TRACE_Process FW_BIT(52)
#define TRACE_Exit_Sum FW_BIT(53)
#define TRACE_Sched FW_BIT(54)
#define TRACE_Futex FW_BIT(57)
#define TRACE_MemAlloc FW_BIT(58)
#define TRACE_Verbose FW_BIT(63)

/* ---- DDRFlags: power-down in the last two bits ---- */

#define DDR_POWER_DOWN_MASK 3
#define DDR_POWER_DOWN_OFF 0
#define DDR_POWER_DOWN_FAST 1
#define DDR_POWER_DOWN_SLOW 2
#define DDR_POWER_DOWN(v) ((v) & DDR_POWER_DOWN_MASK)
#define DDR_GET_POWER_DOWN(flags) DDR_POWER_DOWN(flags)
#define DDR_SET_POWER_DOWN(flags, v) \
	((flags) = ((flags) & ~DDR_POWER_DOWN_MASK) | DDR_POWER_DOWN(v))

#define ND_TORUS_SIZE(net) \
	((net).Anodes * (net).Bnodes * (net).Cnodes * (net).Dnodes * (net).Enodes)

/* ---- NetFlags.  Dimension n: 0 for A to 4 for E; 5 is I/O for loopback ---- */

#define ND_ENABLE_ION_LINK FW_BIT(7)
#define ND_GET_ENABLE_ION_LINK(f) (((f) & ND_ENABLE_ION_LINK) != 0)

#define ND_LOOPBACK_NONE 0
#define ND_LOOPBACK_TORUS_INTERNAL 1
#define ND_LOOPBACK_SERDES 2
#define ND_LOOPBACK_HSS 3
#define ND_DIM_LOOPBACK(n, v) FW_BIT_x2(9 + 2 * (n), v)
#define ND_DIM_A_LOOPBACK(v) ND_DIM_LOOPBACK(0, v)
#define ND_DIM_B_LOOPBACK(v) ND_DIM_LOOPBACK(1, v)
#define ND_DIM_C_LOOPBACK(v) ND_DIM_LOOPBACK(2, v)
#define ND_DIM_D_LOOPBACK(v) ND_DIM_LOOPBACK(3, v)
#define ND_DIM_E_LOOPBACK(v) ND_DIM_LOOPBACK(4, v)
#define ND_DIM_IO_LOOPBACK(v) ND_DIM_LOOPBACK(5, v)
#define ND_GET_LOOPBACK(n, f) (((f) >> (54 - 2 * (n))) & 3)

/* The dimension is a torus, and not a mesh. */
#define ND_ENABLE_TORUS(n) FW_BIT(20 + (n))
#define ND_ENABLE_TORUS_DIM_A ND_ENABLE_TORUS(0)
#define ND_ENABLE_TORUS_DIM_B ND_ENABLE_TORUS(1)
#define ND_ENABLE_TORUS_DIM_C ND_ENABLE_TORUS(2)
#define ND_ENABLE_TORUS_DIM_D ND_ENABLE_TORUS(3)
#define ND_ENABLE_TORUS_DIM_E ND_ENABLE_TORUS(4)
#define ND_GET_TORUS(n, f) (((f) >> (43 - (n))) & 1)
#define ND_GET_ALL_TORUS(f) (((f) >> 39) & 0x1f)

#define ND_ENABLE_TORUS_RAN_HINTS(n) FW_BIT(25 + (n))
#define ND_ENABLE_TORUS_RAN_HINTS_A ND_ENABLE_TORUS_RAN_HINTS(0)
#define ND_ENABLE_TORUS_RAN_HINTS_B ND_ENABLE_TORUS_RAN_HINTS(1)
#define ND_ENABLE_TORUS_RAN_HINTS_C ND_ENABLE_TORUS_RAN_HINTS(2)
#define ND_ENABLE_TORUS_RAN_HINTS_D ND_ENABLE_TORUS_RAN_HINTS(3)
#define ND_ENABLE_TORUS_RAN_HINTS_E ND_ENABLE_TORUS_RAN_HINTS(4)
#define ND_GET_TORUS_RAN_HINTS(n, f) (((f) >> (38 - (n))) & 1)
#define ND_GET_ALL_TORUS_RAN_HINTS(f) (((f) >> 34) & 0x1f)

#define ND_SE_ARB_RE_INJ_RATIO(v) FW_BIT_x4(33, v)
#define ND_GET_SE_ARB_RE_INJ_RATIO(f) (((f) >> 30) & 0xf)

/* Order of dimensions in deterministic routing: five masks of five bits. */
#define ND_DET_ORDER_MASK(n, v) FW_BIT_x5(38 + 5 * (n), v)
#define ND_DET_ORDER_MASK_0(v) ND_DET_ORDER_MASK(0, v)
#define ND_DET_ORDER_MASK_1(v) ND_DET_ORDER_MASK(1, v)
#define ND_DET_ORDER_MASK_2(v) ND_DET_ORDER_MASK(2, v)
#define ND_DET_ORDER_MASK_3(v) ND_DET_ORDER_MASK(3, v)
#define ND_DET_ORDER_MASK_4(v) ND_DET_ORDER_MASK(4, v)
#define ND_GET_DET_ORDER_MASK(n, f) (((f) >> (25 - 5 * (n))) & 0x1f)

/* ---- NetFlags2.  Direction: 0 minus, 1 plus ---- */

#define ND_LINK_ENABLE_MASK(dim, direction) FW_BIT(2 * (dim) + (direction))
#define ND_ENABLE_LINK_A_MINUS ND_LINK_ENABLE_MASK(0, 0)
#define ND_ENABLE_LINK_A_PLUS ND_LINK_ENABLE_MASK(0, 1)
#define ND_ENABLE_LINK_B_MINUS ND_LINK_ENABLE_MASK(1, 0)
#define ND_ENABLE_LINK_B_PLUS ND_LINK_ENABLE_MASK(1, 1)
#define ND_ENABLE_LINK_C_MINUS ND_LINK_ENABLE_MASK(2, 0)
#define ND_ENABLE_LINK_C_PLUS ND_LINK_ENABLE_MASK(2, 1)
#define ND_ENABLE_LINK_D_MINUS ND_LINK_ENABLE_MASK(3, 0)
#define ND_ENABLE_LINK_D_PLUS ND_LINK_ENABLE_MASK(3, 1)
#define ND_ENABLE_LINK_E_MINUS ND_LINK_ENABLE_MASK(4, 0)
#define ND_ENABLE_LINK_E_PLUS ND_LINK_ENABLE_MASK(4, 1)
#define ND_SET_LINK_ENABLE(dim, direction, flags) \
	((flags) |= ND_LINK_ENABLE_MASK(dim, direction))
#define ND_CLEAR_LINK_ENABLE(dim, direction, flags) \
	((flags) &= ~ND_LINK_ENABLE_MASK(dim, direction))
#define ND_GET_LINK_ENABLE(dim, direction, flags) \
	((flags) & ND_LINK_ENABLE_MASK(dim, direction))

/* Serialisers, cabling and the bridge to an I/O node. */
#define SD_ENABLE_T0 FW_BIT(10)
#define SD_ENABLE_T1 FW_BIT(11)
#define SD_ENABLE_T2 FW_BIT(12)
#define SD_ENABLE_T3 FW_BIT(13)
#define SD_ENABLE_T4 FW_BIT(14)
#define SD_ENABLE_T5 FW_BIT(15)
#define SD_ENABLE_T6 FW_BIT(16)
#define SD_ENABLE_T7 FW_BIT(17)
#define SD_ENABLE_T8 FW_BIT(18)
#define SD_ENABLE_T9 FW_BIT(19)
#define SD_ENABLE_TIO FW_BIT(20)
#define SD_ENABLE_HALFSPEED FW_BIT(21)
#define TI_USE_PORT6_FOR_IO FW_BIT(22)
#define TI_USE_PORT7_FOR_IO FW_BIT(23)
#define TI_TORUS_DIM_A_REVERSED FW_BIT(24)
#define TI_TORUS_DIM_B_REVERSED FW_BIT(25)
#define TI_TORUS_DIM_C_REVERSED FW_BIT(26)
#define TI_TORUS_DIM_D_REVERSED FW_BIT(27)
#define TI_TORUS_DIM_E_REVERSED FW_BIT(28)
#define ND_CN_BRIDGE_PORT_6 FW_BIT(29)
#define ND_CN_BRIDGE_PORT_7 FW_BIT(30)
#define ND_CN_BRIDGE_PORT_10 FW_BIT(31)
#define SD_RESET FW_BIT(32)

#define SD_LINK_ENABLE_MASK(dim, direction) FW_BIT(10 + 2 * (dim) + (direction))
#define SD_SET_LINK_ENABLE(dim, direction, flags) \
	((flags) |= SD_LINK_ENABLE_MASK(dim, direction))
#define SD_CLEAR_LINK_ENABLE(dim, direction, flags) \
	((flags) &= ~SD_LINK_ENABLE_MASK(dim, direction))
#define SD_GET_LINK_ENABLE(dim, direction, flags) \
	((flags) & SD_LINK_ENABLE_MASK(dim, direction))

#define TI_TORUS_DIM_REVERSED(v) FW_BIT_x5(28, v)
#define TI_TORUS_DIM_REVERSED_MASK(dim) FW_BIT(24 + (dim))
#define TI_SET_TORUS_DIM_REVERSED(dim, flags) ((flags) |= TI_TORUS_DIM_REVERSED_MASK(dim))
#define TI_CLEAR_TORUS_DIM_REVERSED(dim, flags) \
	((flags) &= ~TI_TORUS_DIM_REVERSED_MASK(dim))
#define TI_GET_TORUS_DIM_REVERSED(dim, flags) (((flags) >> (39 - (dim))) & 1)
#define TI_GET_ALL_TORUS_DIM_REVERSED(flags) (((flags) >> 35) & 0x1f)

/* ---- CollectiveTypeAndUpPortInputs ---- */

#define ND_CR_COLL_TYPE(v) (((v) & 3) << 12)
#define ND_CR_COLL_INPUT(v) ((v) & 0xfff)
#define ND_CR_GET_COLL_TYPE(v) (((v) >> 12) & 3)
#define ND_CR_GET_COLL_INPUT(v) ((v) & 0xfff)
#define ND_CR_SET_COLL_TYPE(v, x) ((x) = ((x) & ~0x3000) | ND_CR_COLL_TYPE(v))
#define ND_CR_SET_COLL_INPUT(v, x) ((x) = ((x) & ~0xfff) | ND_CR_COLL_INPUT(v))

/* ---- ZoneRoutingMasks: for each zone five masks m of five bits ---- */

#define ND_DYNAMIC_ZONE_MASK(m, v) FW_BIT_x5(43 + 5 * (m), v)
#define ND_DYNAMIC_ZONE_MASK0(v) ND_DYNAMIC_ZONE_MASK(0, v)
#define ND_DYNAMIC_ZONE_MASK1(v) ND_DYNAMIC_ZONE_MASK(1, v)
#define ND_DYNAMIC_ZONE_MASK2(v) ND_DYNAMIC_ZONE_MASK(2, v)
#define ND_DYNAMIC_ZONE_MASK3(v) ND_DYNAMIC_ZONE_MASK(3, v)
#define ND_DYNAMIC_ZONE_MASK4(v) ND_DYNAMIC_ZONE_MASK(4, v)
#define ND_SET_DYNAMIC_ZONE_MASK(z, m, v, nc) \
	((nc)->ZoneRoutingMasks[z] = (fw_uint32_t)( \
		 ((nc)->ZoneRoutingMasks[z] & ~ND_DYNAMIC_ZONE_MASK(m, 0x1f)) | \
		 ND_DYNAMIC_ZONE_MASK(m, v)))
#define ND_GET_DYNAMIC_ZONE_MASK(z, m, nc) \
	(((nc)->ZoneRoutingMasks[z] >> (20 - 5 * (m))) & 0x1f)

/* ---- MuFlags: bit n enables FIFO group n ---- */

#define MU_ENABLE_GROUPS(v) FW_BIT_x17(0, v)
#define MU_ENABLE_GROUP(n) FW_BIT(n)
#define MU_IS_GROUP_ENABLED(n, f) (((f) & MU_ENABLE_GROUP(n)) != 0)

#endif
