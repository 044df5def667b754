/*
 * hwi/include/bqc/MU_Descriptor.h - one message as injected, 64 bytes.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  Programs
 * fill descriptors by the MUSPI_* calls or by hand and copy them as bytes, so the
 * layout is the machine's; byte order and the numbering of bit-fields:
 * common/bitfield_order.h.
 */
#ifndef _MUHWI_DESCRIPTOR_H_
#define _MUHWI_DESCRIPTOR_H_

#include <hwi/include/bqc/MU_PacketCommon.h>
#include <hwi/include/bqc/MU_PacketHeader.h>

__BEGIN_DECLS

#define MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO (0)
#define MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_YES (1)

#define MUHWI_DESCRIPTOR_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL (0)
#define MUHWI_DESCRIPTOR_INTERRUPT_ON_PACKET_ARRIVAL (1)

/* Network injection FIFOs that a message may use; or together. */
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM (1UL << 15)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP (1UL << 14)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM (1UL << 13)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP (1UL << 12)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM (1UL << 11)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP (1UL << 10)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM (1UL << 9)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP (1UL << 8)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM (1UL << 7)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP (1UL << 6)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 (1UL << 5)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1 (1UL << 4)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_PRIORITY (1UL << 3)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_SYSTEM (1UL << 2)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER (1UL << 1)
#define MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CSYSTEM (1UL << 0)

typedef struct MUHWI_Descriptor {
	union { /* 0 */
		uint32_t Half_Word0;
		__extension__ struct {
			/* 1: bring the payload into the L2, send nothing */
			BGQEMU_MSB_FIRST_2(uint32_t Unused1 : 31,
					   uint32_t Prefetch_Only : 1);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Half_Word0;
	union { /* 4 */
		uint32_t Half_Word1;
		__extension__ struct {
			/* 1: interrupt the destination on the last packet */
			BGQEMU_MSB_FIRST_2(uint32_t Unused2 : 31,
					   uint32_t Interrupt : 1);
		} __attribute__((__packed__));
	} __attribute__((__packed__)) Half_Word1;
	uint64_t Pa_Payload;               /* 8 */
	uint64_t Message_Length;           /* 16: bytes */
	uint64_t Torus_FIFO_Map;           /* 24 */
	MUHWI_PacketHeader_t PacketHeader; /* 32: template for every packet */
} __attribute__((__packed__, __aligned__(32))) MUHWI_Descriptor_t;

__END_DECLS

#endif
