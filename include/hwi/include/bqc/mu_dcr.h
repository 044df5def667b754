/*
 * hwi/include/bqc/mu_dcr.h - control registers of the message unit.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  Only
 * the registers that programs and the SPI name are here: numbers (offset, reset
 * value) and field accessors, where _width and _position are in IBM bit numbers.
 * It must list no register that bgqemu_dcr_read() does not know.
 */
#ifndef _MU_DCR_H_
#define _MU_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define MU_DCR_base 0x0E0000
#define MU_DCR_size 0x0F45
#define MU_DCR(reg) _DCR_REG(MU_DCR, reg)

#define MU_DCR__RESET_offset 0x0dcf
#define MU_DCR__RESET_reset UNSIGNED64(0xfff000ffffffffff)
#define MU_DCR__RESET__DCRS_OUT_width 1
#define MU_DCR__RESET__DCRS_OUT_position 0
#define MU_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define MU_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define MU_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)

/* Set-up of FIFOs and tables, one register per group where there is a range. */
#define MU_DCR__IMFIFO_THOLD_INT_EN_offset 0x0d00
#define MU_DCR__IMFIFO_THOLD_INT_EN_range 17
#define MU_DCR__IMFIFO_THOLD_INT_EN_reset UNSIGNED64(0x0)

#define MU_DCR__IMFIFO_SYSTEM_offset 0x0d11
#define MU_DCR__IMFIFO_SYSTEM_range 17
#define MU_DCR__IMFIFO_SYSTEM_reset UNSIGNED64(0xffffffff)

#define MU_DCR__IMFIFO_RGET_offset 0x0d22
#define MU_DCR__IMFIFO_RGET_range 17
#define MU_DCR__IMFIFO_RGET_reset UNSIGNED64(0x0)

#define MU_DCR__IMU_THOLD_offset 0x0d33
#define MU_DCR__IMU_THOLD_reset UNSIGNED64(0x0)

#define MU_DCR__RGET_THOLD_offset 0x0d34
#define MU_DCR__RGET_THOLD_reset UNSIGNED64(0x0)

#define MU_DCR__RMFIFO_EN_offset 0x0d35
#define MU_DCR__RMFIFO_EN_range 17
#define MU_DCR__RMFIFO_EN_reset UNSIGNED64(0x0)

#define MU_DCR__RMFIFO_THOLD_INT_EN_offset 0x0d46
#define MU_DCR__RMFIFO_THOLD_INT_EN_range 17
#define MU_DCR__RMFIFO_THOLD_INT_EN_reset UNSIGNED64(0x0)

#define MU_DCR__RMFIFO_PACKET_INT_EN_offset 0x0d57
#define MU_DCR__RMFIFO_PACKET_INT_EN_range 17
#define MU_DCR__RMFIFO_PACKET_INT_EN_reset UNSIGNED64(0x0)

#define MU_DCR__RMFIFO_SYSTEM_offset 0x0d68
#define MU_DCR__RMFIFO_SYSTEM_range 17
#define MU_DCR__RMFIFO_SYSTEM_reset UNSIGNED64(0xffff)

#define MU_DCR__RMU_THOLD_offset 0x0d79
#define MU_DCR__RMU_THOLD_reset UNSIGNED64(0x0)

#define MU_DCR__RPUTBASE_SYSTEM0_offset 0x0d7a
#define MU_DCR__RPUTBASE_SYSTEM0_reset UNSIGNED64(0xffffffffffffffff)

#define MU_DCR__RPUTBASE_SYSTEM1_offset 0x0d7b
#define MU_DCR__RPUTBASE_SYSTEM1_reset UNSIGNED64(0xf000000000000000)

/* Barrier classes that only the system may use; those whose signals raise interrupts,
 * four bits a class. */
#define MU_DCR__SYS_BARRIER_offset 0x0d7c
#define MU_DCR__SYS_BARRIER_reset UNSIGNED64(0x0)
#define MU_DCR__SYS_BARRIER__VALUE_width 16
#define MU_DCR__SYS_BARRIER__VALUE_position 63
#define MU_DCR__SYS_BARRIER__VALUE_get(x) _BGQ_GET(16, 63, x)
#define MU_DCR__SYS_BARRIER__VALUE_set(v) _BGQ_SET(16, 63, v)
#define MU_DCR__SYS_BARRIER__VALUE_insert(x, v) _BGQ_INSERT(16, 63, x, v)
#define MU_DCR__BARRIER_INT_EN_offset 0x0d7d
#define MU_DCR__BARRIER_INT_EN_reset UNSIGNED64(0x0)

#define MU_DCR__GIP_INT_EN_0_7_offset 0x0dcb
#define MU_DCR__GIP_INT_EN_0_7_reset UNSIGNED64(0x0)

#define MU_DCR__GIP_INT_EN_8_15_offset 0x0dcc
#define MU_DCR__GIP_INT_EN_8_15_reset UNSIGNED64(0x0)

#define MU_DCR__GIP_INT_EN_16_offset 0x0dcd
#define MU_DCR__GIP_INT_EN_16_reset UNSIGNED64(0x0)

#endif
