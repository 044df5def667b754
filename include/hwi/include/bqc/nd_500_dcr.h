/*
 * hwi/include/bqc/nd_500_dcr.h - control registers of the network device, 500 MHz part.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.  Only
 * the registers that programs and the SPI name are here: numbers (offset, reset
 * value) and field accessors, where _width and _position are in IBM bit numbers.
 * It must list no register that bgqemu_dcr_read() does not know.
 */
#ifndef _ND_500_DCR_H_
#define _ND_500_DCR_H_

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define ND_500_DCR_base 0x194000
#define ND_500_DCR_size 0x0099
#define ND_500_DCR(reg) _DCR_REG(ND_500_DCR, reg)

#define ND_500_DCR__RESET_offset 0x0000
#define ND_500_DCR__RESET_reset UNSIGNED64(0xfffffffffc000000)
#define ND_500_DCR__RESET__DCRS_OUT_width 1
#define ND_500_DCR__RESET__DCRS_OUT_position 0
#define ND_500_DCR__RESET__DCRS_OUT_get(x) _BGQ_GET(1, 0, x)
#define ND_500_DCR__RESET__DCRS_OUT_set(v) _BGQ_SET(1, 0, v)
#define ND_500_DCR__RESET__DCRS_OUT_insert(x, v) _BGQ_INSERT(1, 0, x, v)

#define ND_500_DCR__CTRL_COORDS_offset 0x0004
#define ND_500_DCR__CTRL_COORDS_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_position 7
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_A_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_position 13
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_get(x) _BGQ_GET(6, 13, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_set(v) _BGQ_SET(6, 13, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_B_insert(x, v) _BGQ_INSERT(6, 13, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_position 19
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_get(x) _BGQ_GET(6, 19, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_set(v) _BGQ_SET(6, 19, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_C_insert(x, v) _BGQ_INSERT(6, 19, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_position 25
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_get(x) _BGQ_GET(6, 25, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_set(v) _BGQ_SET(6, 25, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_D_insert(x, v) _BGQ_INSERT(6, 25, x, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_width 6
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_position 31
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__CTRL_COORDS__NODE_COORD_E_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_position 39
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_A_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_position 45
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_get(x) _BGQ_GET(6, 45, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_set(v) _BGQ_SET(6, 45, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_B_insert(x, v) _BGQ_INSERT(6, 45, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_position 51
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_get(x) _BGQ_GET(6, 51, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_set(v) _BGQ_SET(6, 51, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_C_insert(x, v) _BGQ_INSERT(6, 51, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_position 57
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_get(x) _BGQ_GET(6, 57, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_set(v) _BGQ_SET(6, 57, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_D_insert(x, v) _BGQ_INSERT(6, 57, x, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_width 6
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_position 63
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__CTRL_COORDS__MAX_COORD_E_insert(x, v) _BGQ_INSERT(6, 63, x, v)

#define ND_500_DCR__CTRL_CUTOFFS_offset 0x0005
#define ND_500_DCR__CTRL_CUTOFFS_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_position 7
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_get(x) _BGQ_GET(6, 7, x)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_set(v) _BGQ_SET(6, 7, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_PLUS_insert(x, v) _BGQ_INSERT(6, 7, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_position 13
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_get(x) _BGQ_GET(6, 13, x)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_set(v) _BGQ_SET(6, 13, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_PLUS_insert(x, v) _BGQ_INSERT(6, 13, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_position 19
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_get(x) _BGQ_GET(6, 19, x)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_set(v) _BGQ_SET(6, 19, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_PLUS_insert(x, v) _BGQ_INSERT(6, 19, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_position 25
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_get(x) _BGQ_GET(6, 25, x)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_set(v) _BGQ_SET(6, 25, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_PLUS_insert(x, v) _BGQ_INSERT(6, 25, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_position 31
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_get(x) _BGQ_GET(6, 31, x)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_set(v) _BGQ_SET(6, 31, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_PLUS_insert(x, v) _BGQ_INSERT(6, 31, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_position 39
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_get(x) _BGQ_GET(6, 39, x)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_set(v) _BGQ_SET(6, 39, v)
#define ND_500_DCR__CTRL_CUTOFFS__A_MINUS_insert(x, v) _BGQ_INSERT(6, 39, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_position 45
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_get(x) _BGQ_GET(6, 45, x)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_set(v) _BGQ_SET(6, 45, v)
#define ND_500_DCR__CTRL_CUTOFFS__B_MINUS_insert(x, v) _BGQ_INSERT(6, 45, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_position 51
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_get(x) _BGQ_GET(6, 51, x)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_set(v) _BGQ_SET(6, 51, v)
#define ND_500_DCR__CTRL_CUTOFFS__C_MINUS_insert(x, v) _BGQ_INSERT(6, 51, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_position 57
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_get(x) _BGQ_GET(6, 57, x)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_set(v) _BGQ_SET(6, 57, v)
#define ND_500_DCR__CTRL_CUTOFFS__D_MINUS_insert(x, v) _BGQ_INSERT(6, 57, x, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_width 6
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_position 63
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_get(x) _BGQ_GET(6, 63, x)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_set(v) _BGQ_SET(6, 63, v)
#define ND_500_DCR__CTRL_CUTOFFS__E_MINUS_insert(x, v) _BGQ_INSERT(6, 63, x, v)

/* Class routes: two a register, of classes CLASSnn and the next one; eight registers
 * in a row for barriers, then eight for collectives.  The fields of the first one serve
 * for all. */
#define ND_500_DCR__CTRL_GI_CLASS_00_01_offset 0x000b
#define ND_500_DCR__CTRL_GI_CLASS_00_01_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_02_03_offset 0x000c
#define ND_500_DCR__CTRL_GI_CLASS_02_03_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_04_05_offset 0x000d
#define ND_500_DCR__CTRL_GI_CLASS_04_05_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_06_07_offset 0x000e
#define ND_500_DCR__CTRL_GI_CLASS_06_07_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_08_09_offset 0x000f
#define ND_500_DCR__CTRL_GI_CLASS_08_09_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_10_11_offset 0x0010
#define ND_500_DCR__CTRL_GI_CLASS_10_11_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_12_13_offset 0x0011
#define ND_500_DCR__CTRL_GI_CLASS_12_13_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_14_15_offset 0x0012
#define ND_500_DCR__CTRL_GI_CLASS_14_15_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01_offset 0x0013
#define ND_500_DCR__CTRL_COLL_CLASS_00_01_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_02_03_offset 0x0014
#define ND_500_DCR__CTRL_COLL_CLASS_02_03_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_04_05_offset 0x0015
#define ND_500_DCR__CTRL_COLL_CLASS_04_05_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_06_07_offset 0x0016
#define ND_500_DCR__CTRL_COLL_CLASS_06_07_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_08_09_offset 0x0017
#define ND_500_DCR__CTRL_COLL_CLASS_08_09_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_10_11_offset 0x0018
#define ND_500_DCR__CTRL_COLL_CLASS_10_11_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_12_13_offset 0x0019
#define ND_500_DCR__CTRL_COLL_CLASS_12_13_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_COLL_CLASS_14_15_offset 0x001a
#define ND_500_DCR__CTRL_COLL_CLASS_14_15_reset UNSIGNED64(0x0)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS01_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_position 3
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_get(x) _BGQ_GET(2, 3, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_set(v) _BGQ_SET(2, 3, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_insert(x, v) _BGQ_INSERT(2, 3, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_position 15
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_get(x) _BGQ_GET(12, 15, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_set(v) _BGQ_SET(12, 15, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 15, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_position 31
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_get(x) _BGQ_GET(12, 31, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_set(v) _BGQ_SET(12, 31, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 31, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_width 2
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_position 35
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_get(x) _BGQ_GET(2, 35, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_set(v) _BGQ_SET(2, 35, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_insert(x, v) _BGQ_INSERT(2, 35, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_position 47
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_get(x) _BGQ_GET(12, 47, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_set(v) _BGQ_SET(12, 47, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_I_insert(x, v) _BGQ_INSERT(12, 47, x, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_width 12
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_position 63
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_get(x) _BGQ_GET(12, 63, x)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_set(v) _BGQ_SET(12, 63, v)
#define ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_UP_PORT_O_insert(x, v) _BGQ_INSERT(12, 63, x, v)

#endif
