/*
 * hwi/include/bqc/A2_core.h - registers of the A2 core, by number.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  A
 * user program reads SPRs by mfspr() of A2_inlines.h; those that it cannot read on
 * the machine end it here too.  Bit masks are given for the registers of the user
 * mode only.
 */
#ifndef _A2_CORE_H_
#define _A2_CORE_H_

#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/common/compiler_support.h>

#define L1I_CACHE_LINE_SIZE 64
#define L1D_CACHE_LINE_SIZE 64

/* Contents of the processor version register; the machines in service are DD2. */
#define SPRN_PVR_DD1 0x490000
#define SPRN_PVR_DD2 0x490200

/* Registers that user programs may read. */
#define SPRN_XER 0x001
#define SPRN_LR 0x008
#define SPRN_CTR 0x009
#define SPRN_VRSAVE 0x100
#define SPRN_SPRG3RO 0x103
#define SPRN_SPRG4RO 0x104
#define SPRN_SPRG5RO 0x105
#define SPRN_SPRG6RO 0x106
#define SPRN_SPRG7RO 0x107
#define SPRN_TBLRO 0x10c
#define SPRN_TBRO 0x10c
#define SPRN_TBURO 0x10d
#define SPRN_GSPRG3RO 0x253
/* Other names of three of them. */
#define SPRN_USPRG0 SPRN_VRSAVE
#define SPRN_TBRL SPRN_TBLRO
#define SPRN_TBRU SPRN_TBURO

/* Registers of the kernel. */
#define SPRN_DEC 0x016
#define SPRN_SRR0 0x01a
#define SPRN_SRR1 0x01b
#define SPRN_PID 0x030
#define SPRN_DECAR 0x036
#define SPRN_CSRR0 0x03a
#define SPRN_CSRR1 0x03b
#define SPRN_DEAR 0x03d
#define SPRN_ESR 0x03e
#define SPRN_IVPR 0x03f
#define SPRN_SPRG0 0x110
#define SPRN_SPRG1 0x111
#define SPRN_SPRG2 0x112
#define SPRN_SPRG3 0x113
#define SPRN_SPRG4 0x114
#define SPRN_SPRG5 0x115
#define SPRN_SPRG6 0x116
#define SPRN_SPRG7 0x117
#define SPRN_TBLWO 0x11c
#define SPRN_TBUWO 0x11d
#define SPRN_GPIR 0x11e
#define SPRN_PIR 0x11e
#define SPRN_PVR 0x11f
#define SPRN_DBSR 0x130
#define SPRN_DBSRWR 0x132
#define SPRN_EHCSR 0x133
#define SPRN_DBCR0 0x134
#define SPRN_DBCR1 0x135
#define SPRN_DBCR2 0x136
#define SPRN_MSRP 0x137
#define SPRN_IAC1 0x138
#define SPRN_IAC2 0x139
#define SPRN_IAC3 0x13a
#define SPRN_IAC4 0x13b
#define SPRN_DAC1 0x13c
#define SPRN_DAC2 0x13d
#define SPRN_DVC1 0x13e
#define SPRN_DVC2 0x13f
#define SPRN_TSR 0x150
#define SPRN_LPIDR 0x152
#define SPRN_MAS5 0x153
#define SPRN_TCR 0x154
#define SPRN_MAS8 0x155
#define SPRN_TLB0CFG2 0x158
#define SPRN_LRATCFG2 0x159
#define SPRN_MAS5_MAS6 0x15c
#define SPRN_GSPRG0 0x170
#define SPRN_GSPRG1 0x171
#define SPRN_GSPRG2 0x172
#define SPRN_GSPRG3 0x173
#define SPRN_MAS7_MAS3 0x174
#define SPRN_GSRR0 0x17a
#define SPRN_GSRR1 0x17b
#define SPRN_GEPR 0x17c
#define SPRN_GESR 0x17f
#define SPRN_TENSR 0x1b5
#define SPRN_TENS 0x1b6
#define SPRN_TENC 0x1b7
#define SPRN_GIVPR 0x1bf
#define SPRN_UDEC 0x226
#define SPRN_MCSRR0 0x23a
#define SPRN_MCSRR1 0x23b
#define SPRN_MCSR 0x23c
#define SPRN_SPRG8 0x25c
#define SPRN_MAS0 0x270
#define SPRN_MAS1 0x271
#define SPRN_MAS2 0x272
#define SPRN_MAS3 0x273
#define SPRN_MAS4 0x274
#define SPRN_MAS6 0x276
#define SPRN_LPID 0x27e
#define SPRN_TLB0CFG 0x2b0
#define SPRN_LRATCFG 0x2b1
#define SPRN_EPR 0x2be
#define SPRN_DBCR3 0x350
#define SPRN_DAC3 0x351
#define SPRN_DAC4 0x352
#define SPRN_XUCR1 0x353
#define SPRN_XUCR4 0x355
#define SPRN_IMR 0x370
#define SPRN_IMMR 0x371
#define SPRN_IAR 0x372
#define SPRN_IUCR1 0x373
#define SPRN_IUCR2 0x374
#define SPRN_XUDBG0 0x375
#define SPRN_XUDBG1 0x376
#define SPRN_XUDBG2 0x377
#define SPRN_IUDBG0 0x378
#define SPRN_IUDBG1 0x379
#define SPRN_IUDBG2 0x37a
#define SPRN_IULLCR 0x37c
#define SPRN_MAS7 0x3b0
#define SPRN_EPLC 0x3b3
#define SPRN_EPSC 0x3b4
#define SPRN_AXUCR0 0x3d0
#define SPRN_CCR0 0x3f0
#define SPRN_CCR1 0x3f1
#define SPRN_CCR2 0x3f2
#define SPRN_IUCR0 0x3f3
#define SPRN_MMUCSR0 0x3f4
#define SPRN_CCR3 0x3f5
#define SPRN_XUCR0 0x3f6
#define SPRN_MMUCFG 0x3f7
#define SPRN_XUCR2 0x3f8
#define SPRN_MMUCR0 0x3fc
#define SPRN_MMUCR1 0x3fd
#define SPRN_MMUCR2 0x3fe
#define SPRN_MMUCR3 0x3ff

/* Saved instruction address and saved MSR, by what they hold. */
#define SPRN_SRR0_IP SPRN_SRR0
#define SPRN_SRR1_MSR SPRN_SRR1
#define SPRN_CSRR0_IP SPRN_CSRR0
#define SPRN_CSRR1_MSR SPRN_CSRR1
#define SPRN_GSRR0_IP SPRN_GSRR0
#define SPRN_GSRR1_MSR SPRN_GSRR1
#define SPRN_MCSRR0_IP SPRN_MCSRR0
#define SPRN_MCSRR1_MSR SPRN_MCSRR1

/* Fixed-point exceptions. */
#define XER_SO _BN(32)
#define XER_OV _BN(33)
#define XER_CA _BN(34)
#define XER_SI(x) _B7(63, x)

/* Floating-point status: decimal rounding, exceptions, enables, rounding. */
#define FPSCR_DRN(x) _B3(31, x)
#define FPSCR_DRN_NEAREST_EVEN FPSCR_DRN(0)
#define FPSCR_DRN_ZERO FPSCR_DRN(1)
#define FPSCR_DRN_PLUS_INF FPSCR_DRN(2)
#define FPSCR_DRN_MINUS_INF FPSCR_DRN(3)
#define FPSCR_DRN_NEAREST_NZ FPSCR_DRN(4)
#define FPSCR_DRN_NEAREST_ZERO FPSCR_DRN(5)
#define FPSCR_DRN_NONZERO FPSCR_DRN(6)
#define FPSCR_DRN_SHORTER FPSCR_DRN(7)
#define FPSCR_FX _BN(32)
#define FPSCR_FEX _BN(33)
#define FPSCR_VX _BN(34)
#define FPSCR_OX _BN(35)
#define FPSCR_UX _BN(36)
#define FPSCR_ZX _BN(37)
#define FPSCR_XX _BN(38)
#define FPSCR_VXSNAN _BN(39)
#define FPSCR_VXISI _BN(40)
#define FPSCR_VXIDI _BN(41)
#define FPSCR_VXZDZ _BN(42)
#define FPSCR_VXIMZ _BN(43)
#define FPSCR_VXVC _BN(44)
#define FPSCR_FR _BN(45)
#define FPSCR_FI _BN(46)
#define FPSCR_FPRF _BN(47)
#define FPSCR_FL _BN(48)
#define FPSCR_FG _BN(49)
#define FPSCR_FE _BN(50)
#define FPSCR_FU _BN(51)
#define FPSCR_Rsvd52 _BN(52)
#define FPSCR_VXSOFT _BN(53)
#define FPSCR_VXSQRT _BN(54)
#define FPSCR_VXCVI _BN(55)
#define FPSCR_VE _BN(56)
#define FPSCR_OE _BN(57)
#define FPSCR_UE _BN(58)
#define FPSCR_ZE _BN(59)
#define FPSCR_XE _BN(60)
#define FPSCR_NI _BN(61)
#define FPSCR_RN(x) _B2(63, x)
#define FPSCR_RN_NEAR FPSCR_RN(0)
#define FPSCR_RN_ZERO FPSCR_RN(1)
#define FPSCR_RN_PINF FPSCR_RN(2)
#define FPSCR_RN_MINF FPSCR_RN(3)
#define FPSCR_INIT 0

/* Quad floating-point unit control; two indicator enables per thread. */
#define AXUCR0_LFSR_RESET _BN(15)
#define AXUCR0_SR_ENABLE _BN(16)
#define AXUCR0_ENAB_NAN_IND_0 _BN(20)
#define AXUCR0_ENAB_INF_IND_0 _BN(21)
#define AXUCR0_ENAB_NAN_IND_1 _BN(22)
#define AXUCR0_ENAB_INF_IND_1 _BN(23)
#define AXUCR0_ENAB_NAN_IND_2 _BN(24)
#define AXUCR0_ENAB_INF_IND_2 _BN(25)
#define AXUCR0_ENAB_NAN_IND_3 _BN(26)
#define AXUCR0_ENAB_INF_IND_3 _BN(27)
#define AXUCR0_ENAB_IND_ALL(x) _B8(27, x)
/* x: NaN 2, infinity 1, for the hardware thread th of the core, 0 to 3. */
#define AXUCR0_ENAB_IND(th, x) _B2(21 + 2 * (th), x)

#endif
