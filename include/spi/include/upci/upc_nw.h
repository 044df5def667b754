/*
 * upci/upc_nw.h - links and virtual channels, as the counters of the network name them.
 *
 * Public; C99 and C++98.  Names and values follow the driver header of the same name.
 */
#ifndef SPI_UPCI_UPC_NW_H
#define SPI_UPCI_UPC_NW_H

typedef enum {
	UPC_NW_VC_USER_DYNAMIC = 0x40,
	UPC_NW_VC_USER_ESCAPE = 0x20, /* deterministic */
	UPC_NW_VC_USER_PRIORITY = 0x10,
	UPC_NW_VC_SYSTEM = 0x08,
	UPC_NW_VC_COL_USER_WORLD = 0x04,
	UPC_NW_VC_COL_USER_SUBCOMM = 0x02,
	UPC_NW_VC_COL_SYSTEM = 0x01,
	UPC_NW_VC_ALL = 0x7F
} UPC_NW_Vchannels;

/* Link 0 is A-, 1 A+, ... 9 E+, 10 the one to an I/O node. */
#define UPC_NW_LINK_bit(b) (1 << (15 - (b)))

typedef enum {
	UPC_NW_LINK_A_MINUS = 0x8000,
	UPC_NW_LINK_A_PLUS = 0x4000,
	UPC_NW_LINK_A = 0xC000,
	UPC_NW_LINK_B_MINUS = 0x2000,
	UPC_NW_LINK_B_PLUS = 0x1000,
	UPC_NW_LINK_B = 0x3000,
	UPC_NW_LINK_C_MINUS = 0x0800,
	UPC_NW_LINK_C_PLUS = 0x0400,
	UPC_NW_LINK_C = 0x0C00,
	UPC_NW_LINK_D_MINUS = 0x0200,
	UPC_NW_LINK_D_PLUS = 0x0100,
	UPC_NW_LINK_D = 0x0300,
	UPC_NW_LINK_E_MINUS = 0x0080,
	UPC_NW_LINK_E_PLUS = 0x0040,
	UPC_NW_LINK_E = 0x00C0,
	UPC_NW_ALL_IO_LINK = 0x0020,
	UPC_NW_ALL_TORUS_LINKS = 0xFFC0,
	UPC_NW_ALL_LINKS = 0xFFE0
} UPC_NW_LinkMasks;

/* Links with counters, the I/O link's too, and registers of each: five counters, one more. */
#define UPC_NW_NUM_LINKS 11
#define UPC_NW_NUM_CTRS 6
/* Counters of a link, from bit 15 down: four of chunks sent, one of packets received. */
#define UPC_NW_CTR_bit(b) (1 << (15 - (b)))
#define UPC_NW_ALL_SEND_CTRS 0xF000
#define UPC_NW_ALL_RCV_CTRS 0x0800
#define UPC_NW_ALL_CTRS 0xF800
#define UPC_NW_ALL_LINKCTRS 0xFFFFFFFFFFFFFE00ULL

#endif
