/*
 * hwi/include/bqc/MU_MessageUnitHeader.h - the 20 bytes of a packet header that
 * are for the receiving message unit.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Which view
 * holds is said by the packet type in byte 8 of the network header.  Byte order
 * and the numbering of bit-fields: common/bitfield_order.h.
 *
 * A put offset is 37 bits: Put_Offset_MSB << 32 | Put_Offset_LSB.
 *
 * Rec_FIFO_Id is also taken from where it lands when a program ORs it, shifted by 22,
 * into the 64-bit word at byte 8 of the packet header, as IBM's PAMI does for its
 * all-to-all.  On a little-endian host that is bytes 10 and 11; Skip has byte 9 for that,
 * and bytes 10 and 11 are 0 otherwise.  The message unit ORs both into one number.
 */
#ifndef _MUHWI_MESSAGE_UNIT_HEADER_H_
#define _MUHWI_MESSAGE_UNIT_HEADER_H_

#include <hwi/include/common/bitfield_order.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED 0
#define MUHWI_PACKET_DIRECT_PUT_IS_PACED 1

typedef struct MUHWI_MessageUnitHeader {
	union {
		/* Append the packet to a reception FIFO.  The put offset is where in
		 * the message this packet's payload begins. */
		struct {
			__extension__ struct { /* 0 */
				BGQEMU_MSB_FIRST_4(uint16_t Reserved1 : 1,
						   uint16_t Rec_FIFO_Id : 9,
						   uint16_t Unused1 : 1,
						   uint16_t Put_Offset_MSB : 5);
			} __attribute__((__packed__));
			uint32_t Put_Offset_LSB; /* 2 */
			uint8_t Unused2[14];     /* 6: software's own, byte 18 of the packet */
		} __attribute__((__packed__)) Memory_FIFO;

		/* Store the payload at base[payload id] + put offset and count its
		 * bytes down at base[counter id] + counter offset. */
		struct {
			__extension__ struct { /* 0 */
				BGQEMU_MSB_FIRST_3(
					uint16_t Rec_Payload_Base_Address_Id : 10,
					uint16_t Pacing : 1,
					uint16_t Put_Offset_MSB : 5);
			} __attribute__((__packed__));
			uint32_t Put_Offset_LSB; /* 2 */
			__extension__ struct {   /* 6 */
				BGQEMU_MSB_FIRST_2(
					uint16_t Unused1 : 6,
					uint16_t Rec_Counter_Base_Address_Id : 10);
			} __attribute__((__packed__));
			uint16_t Valid_Bytes_In_Payload; /* 8 */
			uint16_t Unused2;                /* 10 */
			uint64_t Counter_Offset;         /* 12 */
		} __attribute__((__packed__)) Direct_Put;

		/* Append the payload, descriptors, to an injection FIFO. */
		struct {
			__extension__ struct { /* 0 */
				BGQEMU_MSB_FIRST_2(uint16_t Rget_Inj_FIFO_Id : 10,
						   uint16_t Unused1 : 6);
			} __attribute__((__packed__));
			uint8_t Unused2[18]; /* 2 */
		} __attribute__((__packed__)) Remote_Get;
	} __attribute__((__packed__)) Packet_Types;
} __attribute__((__packed__)) MUHWI_MessageUnitHeader_t; /* 20 bytes */

__END_DECLS

#endif
