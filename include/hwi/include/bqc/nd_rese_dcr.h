/*
 * hwi/include/bqc/nd_rese_dcr.h - control registers of the network links.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  Only
 * the registers that programs and the SPI name are here: numbers (offset, reset
 * value) and field accessors, where _width and _position are in IBM bit numbers.
 * It must list no register that bgqemu_dcr_read() does not know.
 */
#ifndef _ND_RESE_DCR_H_
#define _ND_RESE_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

/* One instance per link: A-, A+ ... E-, E+, I/O. */
#define ND_RESE_DCR_base 0x168000
#define ND_RESE_DCR_size 0x0059
#define ND_RESE_DCR_stride 0x4000
#define ND_RESE_DCR_num 11

#define ND_RESE_DCR__T0_base (ND_RESE_DCR_base + 0 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T1_base (ND_RESE_DCR_base + 1 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T2_base (ND_RESE_DCR_base + 2 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T3_base (ND_RESE_DCR_base + 3 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T4_base (ND_RESE_DCR_base + 4 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T5_base (ND_RESE_DCR_base + 5 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T6_base (ND_RESE_DCR_base + 6 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T7_base (ND_RESE_DCR_base + 7 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T8_base (ND_RESE_DCR_base + 8 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__T9_base (ND_RESE_DCR_base + 9 * ND_RESE_DCR_stride)
#define ND_RESE_DCR__IO_base (ND_RESE_DCR_base + 10 * ND_RESE_DCR_stride)

#define ND_RESE_DCR(i, reg) _DCR_REG__INDEX(ND_RESE_DCR, i, reg)
#define ND_RESE_DCR__T0(reg) _DCR_REG__NAME(ND_RESE_DCR, T0, reg)
#define ND_RESE_DCR__T1(reg) _DCR_REG__NAME(ND_RESE_DCR, T1, reg)
#define ND_RESE_DCR__T2(reg) _DCR_REG__NAME(ND_RESE_DCR, T2, reg)
#define ND_RESE_DCR__T3(reg) _DCR_REG__NAME(ND_RESE_DCR, T3, reg)
#define ND_RESE_DCR__T4(reg) _DCR_REG__NAME(ND_RESE_DCR, T4, reg)
#define ND_RESE_DCR__T5(reg) _DCR_REG__NAME(ND_RESE_DCR, T5, reg)
#define ND_RESE_DCR__T6(reg) _DCR_REG__NAME(ND_RESE_DCR, T6, reg)
#define ND_RESE_DCR__T7(reg) _DCR_REG__NAME(ND_RESE_DCR, T7, reg)
#define ND_RESE_DCR__T8(reg) _DCR_REG__NAME(ND_RESE_DCR, T8, reg)
#define ND_RESE_DCR__T9(reg) _DCR_REG__NAME(ND_RESE_DCR, T9, reg)
#define ND_RESE_DCR__IO(reg) _DCR_REG__NAME(ND_RESE_DCR, IO, reg)

#define ND_RESE_DCR__RESET_offset 0x0000
#define ND_RESE_DCR__RESET_reset UNSIGNED64(0xffff000000000000)
#define ND_RESE_DCR__RESET__DCRS_OUT_width 1
#define ND_RESE_DCR__RESET__DCRS_OUT_position 0
#define ND_RESE_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_RESE_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_RESE_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)

#endif
