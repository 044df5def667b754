/*
 * hwi/include/bqc/nd_x2_dcr.h - control registers of the network device, fast part.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  Only
 * the registers that programs and the SPI name are here: numbers (offset, reset
 * value) and field accessors, where _width and _position are in IBM bit numbers.
 * It must list no register that bgqemu_dcr_read() does not know.
 */
#ifndef _ND_X2_DCR_H_
#define _ND_X2_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define ND_X2_DCR_base 0x198000
#define ND_X2_DCR_size 0x0039
#define ND_X2_DCR(reg) _DCR_REG(ND_X2_DCR, reg)

#define ND_X2_DCR__RESET_offset 0x0000
#define ND_X2_DCR__RESET_reset UNSIGNED64(0xffffffff80000000)
#define ND_X2_DCR__RESET__DCRS_OUT_width 1
#define ND_X2_DCR__RESET__DCRS_OUT_position 0
#define ND_X2_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_X2_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_X2_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)

#endif
