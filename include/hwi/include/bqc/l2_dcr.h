/*
 * hwi/include/bqc/l2_dcr.h - control registers of the 16 slices of the L2 cache, by number.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  A program
 * may read none of them here: bgqemu_dcr_read() ends it with a message.
 */
#ifndef _L2_DCR_H_
#define _L2_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define L2_DCR_base 0x100000
#define L2_DCR_size 0x0111
#define L2_DCR_stride 0x4000
#define L2_DCR_num 16
#define L2_DCR(i, reg) _DCR_REG__INDEX(L2_DCR, i, reg)

#define L2_DCR__Core00_base 0x100000
#define L2_DCR__Core01_base 0x104000
#define L2_DCR__Core02_base 0x108000
#define L2_DCR__Core03_base 0x10C000
#define L2_DCR__Core04_base 0x110000
#define L2_DCR__Core05_base 0x114000
#define L2_DCR__Core06_base 0x118000
#define L2_DCR__Core07_base 0x11C000
#define L2_DCR__Core08_base 0x120000
#define L2_DCR__Core09_base 0x124000
#define L2_DCR__Core10_base 0x128000
#define L2_DCR__Core11_base 0x12C000
#define L2_DCR__Core12_base 0x130000
#define L2_DCR__Core13_base 0x134000
#define L2_DCR__Core14_base 0x138000
#define L2_DCR__Core15_base 0x13C000

#define L2_DCR__Core00(reg) _DCR_REG__NAME(L2_DCR, Core00, reg)
#define L2_DCR__Core01(reg) _DCR_REG__NAME(L2_DCR, Core01, reg)
#define L2_DCR__Core02(reg) _DCR_REG__NAME(L2_DCR, Core02, reg)
#define L2_DCR__Core03(reg) _DCR_REG__NAME(L2_DCR, Core03, reg)
#define L2_DCR__Core04(reg) _DCR_REG__NAME(L2_DCR, Core04, reg)
#define L2_DCR__Core05(reg) _DCR_REG__NAME(L2_DCR, Core05, reg)
#define L2_DCR__Core06(reg) _DCR_REG__NAME(L2_DCR, Core06, reg)
#define L2_DCR__Core07(reg) _DCR_REG__NAME(L2_DCR, Core07, reg)
#define L2_DCR__Core08(reg) _DCR_REG__NAME(L2_DCR, Core08, reg)
#define L2_DCR__Core09(reg) _DCR_REG__NAME(L2_DCR, Core09, reg)
#define L2_DCR__Core10(reg) _DCR_REG__NAME(L2_DCR, Core10, reg)
#define L2_DCR__Core11(reg) _DCR_REG__NAME(L2_DCR, Core11, reg)
#define L2_DCR__Core12(reg) _DCR_REG__NAME(L2_DCR, Core12, reg)
#define L2_DCR__Core13(reg) _DCR_REG__NAME(L2_DCR, Core13, reg)
#define L2_DCR__Core14(reg) _DCR_REG__NAME(L2_DCR, Core14, reg)
#define L2_DCR__Core15(reg) _DCR_REG__NAME(L2_DCR, Core15, reg)

#define L2_DCR__CTRL_offset 0x0014
#define L2_DCR__CTRL_reset UNSIGNED64(0x00000000000009F3)
#define L2_DCR__STATUS_offset 0x0015
#define L2_DCR__REPLPOL_offset 0x0016
#define L2_DCR__REPLPOL_reset UNSIGNED64(0x00000000000001E1)
#define L2_DCR__REFCTRL_offset 0x0017
#define L2_DCR__REFCTRL_reset UNSIGNED64(0x0000204000020100)
#define L2_DCR__LRUCTRL0_offset 0x0018
#define L2_DCR__LRUCTRL0_reset UNSIGNED64(0x2020202020202020)

#endif
