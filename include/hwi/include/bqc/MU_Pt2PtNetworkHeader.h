/*
 * hwi/include/bqc/MU_Pt2PtNetworkHeader.h - first 12 bytes of a torus packet.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Masks are
 * in place for the byte they belong to.  Byte order and the numbering of
 * bit-fields: common/bitfield_order.h.
 */
#ifndef _MUHWI_PT2PT_NETWORK_HEADER_H_
#define _MUHWI_PT2PT_NETWORK_HEADER_H_

#include <hwi/include/bqc/MU_PacketCommon.h>

__BEGIN_DECLS

/* Byte 0 of every torus packet. */
#define MUHWI_PT2PT_DATA_PACKET_TYPE 0x55

/* Byte 1: directions to take in A to D.  None in a dimension: the network chooses. */
#define MUHWI_PACKET_HINT_A_NONE (0)
#define MUHWI_PACKET_HINT_AP (1 << 6)
#define MUHWI_PACKET_HINT_AM (1 << 7)
#define MUHWI_PACKET_HINT_B_NONE (0)
#define MUHWI_PACKET_HINT_BP (1 << 4)
#define MUHWI_PACKET_HINT_BM (1 << 5)
#define MUHWI_PACKET_HINT_C_NONE (0)
#define MUHWI_PACKET_HINT_CP (1 << 2)
#define MUHWI_PACKET_HINT_CM (1 << 3)
#define MUHWI_PACKET_HINT_D_NONE (0)
#define MUHWI_PACKET_HINT_DP (1 << 0)
#define MUHWI_PACKET_HINT_DM (1 << 1)

/* Byte 2: direction in E, I/O nodes, routing. */
#define MUHWI_PACKET_HINT_E_NONE (0)
#define MUHWI_PACKET_HINT_EP (1 << 6)
#define MUHWI_PACKET_HINT_EM (1 << 7)

#define MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE (0)
#define MUHWI_PACKET_ROUTE_TO_IO_NODE (1 << 5)

#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_TORUS_PORT_6 (1 << 3)
#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_TORUS_PORT_7 (2 << 3)
#define MUHWI_PACKET_RETURN_FROM_IO_NODE_USING_IO_PORT (3 << 3)

#define MUHWI_PACKET_USE_DETERMINISTIC_ROUTING (0)
#define MUHWI_PACKET_USE_DYNAMIC_ROUTING (1 << 2)

#define MUHWI_PACKET_DO_NOT_DEPOSIT (0)
#define MUHWI_PACKET_DEPOSIT (1 << 1)

/* Byte 3: which of the node's four zone masks dynamic routing obeys. */
#define MUHWI_PACKET_ZONE_ROUTING_0 (0 << 3)
#define MUHWI_PACKET_ZONE_ROUTING_1 (1 << 3)
#define MUHWI_PACKET_ZONE_ROUTING_2 (2 << 3)
#define MUHWI_PACKET_ZONE_ROUTING_3 (3 << 3)

typedef struct MUHWI_Pt2PtNetworkHeader {
	uint8_t Data_Packet_Type; /* 0 */
	uint8_t Hints;            /* 1 */
	union {                   /* 2 */
		uint8_t Byte2;
		/* The driver's names of the two E bits are crossed with its masks:
		 * HINT_EM sets Hint_E_plus.  Both are interface; the mask is what
		 * the machine goes by. */
		__extension__ struct {
			BGQEMU_MSB_FIRST_7(uint8_t Hint_E_plus : 1,
					   uint8_t Hint_E_minus : 1,
					   uint8_t Route_To_IO_Node : 1,
					   uint8_t Return_From_IO_Node : 2,
					   uint8_t Dynamic : 1,
					   uint8_t Deposit : 1,
					   uint8_t Interrupt : 1);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Byte2;
	union { /* 3 */
		uint8_t Byte3;
		__extension__ struct {
			BGQEMU_MSB_FIRST_4(uint8_t Virtual_channel : 3,
					   uint8_t Zone_Routing_Id : 2,
					   uint8_t Stay_On_Bubble : 1,
					   uint8_t Reserved1 : 2);
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
} __attribute__((__packed__)) MUHWI_Pt2PtNetworkHeader_t; /* 12 bytes */

__END_DECLS

#endif
