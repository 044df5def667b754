/*
 * hwi/include/bqc/MU_CollectiveNetworkHeader.h - first 12 bytes of a collective
 * packet.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Masks are
 * in place for the byte they belong to.  Byte order and the numbering of
 * bit-fields: common/bitfield_order.h.
 */
#ifndef _MUHWI_COLLECTIVE_NETWORK_HEADER_H_
#define _MUHWI_COLLECTIVE_NETWORK_HEADER_H_

#include <hwi/include/bqc/MU_PacketCommon.h>

__BEGIN_DECLS

/* Byte 0 of every collective packet. */
#define MUHWI_COLLECTIVE_DATA_PACKET_TYPE 0x5a

/* Byte 1, high nibble: the operation, grouped by kind of number.  3, 7, 11 and 15
 * are no operations. */
#define MUHWI_COLLECTIVE_OP_CODE_AND (0 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_OR (1 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_XOR (2 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD (4 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN (5 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX (6 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD (8 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN (9 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX (10 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD (12 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN (13 << 4)
#define MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX (14 << 4)

/* Byte 3, bits 3 and 4. */
#define MUHWI_COLLECTIVE_TYPE_BROADCAST (0 << 3)
#define MUHWI_COLLECTIVE_TYPE_ALLREDUCE (2 << 3)
#define MUHWI_COLLECTIVE_TYPE_REDUCE (3 << 3)

typedef struct MUHWI_CollectiveNetworkHeader {
	uint8_t Data_Packet_Type; /* 0 */
	union {                   /* 1 */
		uint8_t Byte1;
		__extension__ struct {
			BGQEMU_MSB_FIRST_2(uint8_t OpCode : 4,
					   /* words are of 4 << Word_Length bytes */
					   uint8_t Word_Length : 4);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Byte1;
	union { /* 2 */
		uint8_t Byte2;
		__extension__ struct {
			BGQEMU_MSB_FIRST_3(uint8_t Class_Route : 4,
					   uint8_t Reserved1 : 3,
					   uint8_t Interrupt : 1);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Byte2;
	union { /* 3 */
		uint8_t Byte3;
		__extension__ struct {
			BGQEMU_MSB_FIRST_3(uint8_t Virtual_channel : 3,
					   uint8_t Collective_Type : 2,
					   uint8_t Reserved2 : 3);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Byte3;
	MUHWI_Destination_t Destination; /* 4 */
	union {                          /* 8 */
		uint8_t Byte8;
		__extension__ struct {
			BGQEMU_MSB_FIRST_3(uint8_t Packet_Type : 2,
					   uint8_t Reserved3 : 1,
					   /* payload in units of 32 bytes, 0 to 16 */
					   uint8_t Size : 5);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Byte8;
	union { /* 9 */
		uint8_t Injection_Info[3];
		__extension__ struct {
			/* Skip: 4-byte words left out of the checksum; byte 11 of the
			 * machine, 9 here: see Rec_FIFO_Id in MU_MessageUnitHeader.h */
			BGQEMU_MSB_FIRST_2(uint16_t Reserved4, uint8_t Skip);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Injection_Info;
} __attribute__((__packed__)) MUHWI_CollectiveNetworkHeader_t; /* 12 bytes */

__END_DECLS

#endif
