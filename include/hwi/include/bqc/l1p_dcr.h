/*
 * hwi/include/bqc/l1p_dcr.h - control registers of the cores' L1 prefetchers, by number.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  A program
 * may read none of them here: bgqemu_dcr_read() ends it with a message.
 */
#ifndef _L1P_DCR_H_
#define _L1P_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define L1P_DCR_base 0x000000
#define L1P_DCR_size 0x4000
#define L1P_DCR_stride 0x4000
#define L1P_DCR_num 17
#define L1P_DCR(i, reg) _DCR_REG__INDEX(L1P_DCR, i, reg)

#define L1P_DCR__Core00_base 0x000000
#define L1P_DCR__Core01_base 0x004000
#define L1P_DCR__Core02_base 0x008000
#define L1P_DCR__Core03_base 0x00C000
#define L1P_DCR__Core04_base 0x010000
#define L1P_DCR__Core05_base 0x014000
#define L1P_DCR__Core06_base 0x018000
#define L1P_DCR__Core07_base 0x01C000
#define L1P_DCR__Core08_base 0x020000
#define L1P_DCR__Core09_base 0x024000
#define L1P_DCR__Core10_base 0x028000
#define L1P_DCR__Core11_base 0x02C000
#define L1P_DCR__Core12_base 0x030000
#define L1P_DCR__Core13_base 0x034000
#define L1P_DCR__Core14_base 0x038000
#define L1P_DCR__Core15_base 0x03C000
#define L1P_DCR__Core16_base 0x040000

#define L1P_DCR__Core00(reg) _DCR_REG__NAME(L1P_DCR, Core00, reg)
#define L1P_DCR__Core01(reg) _DCR_REG__NAME(L1P_DCR, Core01, reg)
#define L1P_DCR__Core02(reg) _DCR_REG__NAME(L1P_DCR, Core02, reg)
#define L1P_DCR__Core03(reg) _DCR_REG__NAME(L1P_DCR, Core03, reg)
#define L1P_DCR__Core04(reg) _DCR_REG__NAME(L1P_DCR, Core04, reg)
#define L1P_DCR__Core05(reg) _DCR_REG__NAME(L1P_DCR, Core05, reg)
#define L1P_DCR__Core06(reg) _DCR_REG__NAME(L1P_DCR, Core06, reg)
#define L1P_DCR__Core07(reg) _DCR_REG__NAME(L1P_DCR, Core07, reg)
#define L1P_DCR__Core08(reg) _DCR_REG__NAME(L1P_DCR, Core08, reg)
#define L1P_DCR__Core09(reg) _DCR_REG__NAME(L1P_DCR, Core09, reg)
#define L1P_DCR__Core10(reg) _DCR_REG__NAME(L1P_DCR, Core10, reg)
#define L1P_DCR__Core11(reg) _DCR_REG__NAME(L1P_DCR, Core11, reg)
#define L1P_DCR__Core12(reg) _DCR_REG__NAME(L1P_DCR, Core12, reg)
#define L1P_DCR__Core13(reg) _DCR_REG__NAME(L1P_DCR, Core13, reg)
#define L1P_DCR__Core14(reg) _DCR_REG__NAME(L1P_DCR, Core14, reg)
#define L1P_DCR__Core15(reg) _DCR_REG__NAME(L1P_DCR, Core15, reg)
#define L1P_DCR__Core16(reg) _DCR_REG__NAME(L1P_DCR, Core16, reg)

/* The registers of l1p_mmio.h, seen by other cores. */
#define L1P_DCR__L1P_MMIO_IMAGE_offset 0x2000
#define L1P_DCR__L1P_MMIO_IMAGE_range 0x2000
#define L1P_DCR__DCR_TEST_offset 0x0001
#define L1P_DCR__INTERRUPT_STATE_A__STATE_offset 0x0123
#define L1P_DCR__INTERRUPT_INTERNAL_ERROR__STATE_offset 0x0190

#endif
