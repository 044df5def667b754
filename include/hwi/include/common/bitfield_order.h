/*
 * hwi/include/common/bitfield_order.h - bit-fields named in the machine's order.
 *
 * Not a header of the driver: it is how the MU headers keep one layout on hosts
 * of either byte order.  It must stay free of types.
 *
 * The rule, valid for every descriptor and packet header of this tree:
 *
 *   A field that the machine documents at byte offset n is at byte offset n here.
 *   A field of 2, 4 or 8 bytes is an integer of the host with the machine's
 *   VALUE; its bytes are therefore reversed on a little-endian host.
 *   Bit-fields share one such unit.  They take the bits of the unit's value that
 *   they take on the machine, so that a unit may be read as a whole or by field.
 *   One exception: Injection_Info.Skip, for what MU_MessageUnitHeader.h says.
 *
 * Compilers for big-endian targets allocate the first declared bit-field at the
 * most significant end, those for little-endian targets at the least significant.
 * BGQEMU_MSB_FIRST_n takes n declarations without semicolons, most significant
 * first, and emits them in the order that puts each where the machine has it:
 *
 *   uint8_t view of 0xa4:   BGQEMU_MSB_FIRST_3(uint8_t Channel : 3,   -> 5
 *                                              uint8_t Zone : 2,      -> 0
 *                                              uint8_t Rest : 3);     -> 4
 */
#ifndef BGQEMU_BITFIELD_ORDER_H
#define BGQEMU_BITFIELD_ORDER_H

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BGQEMU_MSB_FIRST_2(a, b) a; b
#define BGQEMU_MSB_FIRST_3(a, b, c) a; b; c
#define BGQEMU_MSB_FIRST_4(a, b, c, d) a; b; c; d
#define BGQEMU_MSB_FIRST_6(a, b, c, d, e, f) a; b; c; d; e; f
#define BGQEMU_MSB_FIRST_7(a, b, c, d, e, f, g) a; b; c; d; e; f; g
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BGQEMU_MSB_FIRST_2(a, b) b; a
#define BGQEMU_MSB_FIRST_3(a, b, c) c; b; a
#define BGQEMU_MSB_FIRST_4(a, b, c, d) d; c; b; a
#define BGQEMU_MSB_FIRST_6(a, b, c, d, e, f) f; e; d; c; b; a
#define BGQEMU_MSB_FIRST_7(a, b, c, d, e, f, g) g; f; e; d; c; b; a
#else
#error "bgqemu: a host of neither byte order"
#endif

#endif
