/*
 * hwi/include/bqc/MU_PacketCommon.h - what both kinds of network header share.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Masks are
 * in place for the byte they belong to: or them into it.  Byte order and the
 * numbering of bit-fields: common/bitfield_order.h.
 */
#ifndef _MUHWI_PACKET_COMMON_H_
#define _MUHWI_PACKET_COMMON_H_

#include <hwi/include/common/bitfield_order.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define MUHWI_PACKET_HEADER_SIZE_IN_BYTES 32
#define MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES 512

/* Byte 2, last bit. */
#define MUHWI_PACKET_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL (0)
#define MUHWI_PACKET_INTERRUPT_ON_PACKET_ARRIVAL (1)

/* Byte 3, first three bits: the virtual channel. */
#define MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC (0 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC (1 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY (2 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_SYSTEM (3 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD (4 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM (5 << 5)
#define MUHWI_PACKET_VIRTUAL_CHANNEL_SYSTEM_COLLECTIVE (6 << 5)

/* Byte 3: wait in the bubble channel once in it. */
#define MUHWI_PACKET_DO_NOT_STAY_ON_BUBBLE (0)
#define MUHWI_PACKET_STAY_ON_BUBBLE (1 << 2)

/* Byte 8, first two bits: what the receiving message unit does with it. */
#define MUHWI_PACKET_TYPE_FIFO (0 << 6)
#define MUHWI_PACKET_TYPE_PUT (1 << 6)
#define MUHWI_PACKET_TYPE_GET (2 << 6)
#define MUHWI_PACKET_TYPE_PACED_GET (3 << 6)

/* A torus address: A<<24 | B<<18 | C<<12 | D<<6 | E.  4 bytes. */
typedef struct MUHWI_Destination {
	union {
		uint32_t Destination;
		__extension__ struct {
			BGQEMU_MSB_FIRST_6(uint32_t Reserved2 : 2,
					   uint32_t A_Destination : 6,
					   uint32_t B_Destination : 6,
					   uint32_t C_Destination : 6,
					   uint32_t D_Destination : 6,
					   uint32_t E_Destination : 6);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Destination;
} __attribute__((__packed__)) MUHWI_Destination_t;

__END_DECLS

#endif
