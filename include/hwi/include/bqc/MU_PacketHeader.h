/*
 * hwi/include/bqc/MU_PacketHeader.h - the 32 bytes in front of every payload.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Byte 0
 * says which network the packet is for, and with that which view holds.
 */
#ifndef _MUHWI_PACKET_HEADER_H_
#define _MUHWI_PACKET_HEADER_H_

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>
#include <hwi/include/bqc/MU_MessageUnitHeader.h>
#include <hwi/include/bqc/MU_Pt2PtNetworkHeader.h>

__BEGIN_DECLS

typedef struct MUHWI_PacketHeader {
	union {
		MUHWI_Pt2PtNetworkHeader_t pt2pt;
		MUHWI_CollectiveNetworkHeader_t collective;
	} __attribute__((__packed__)) NetworkHeader;  /* 0 */
	MUHWI_MessageUnitHeader_t messageUnitHeader; /* 12 */
} __attribute__((__packed__)) MUHWI_PacketHeader_t;

__END_DECLS

#endif
