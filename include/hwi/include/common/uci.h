/*
 * hwi/include/common/uci.h - universal component identifiers: places in the machine.
 *
 * Public; C99 and C++98.  Names and numbers follow the driver header of the same
 * name.  An identifier is 64 bits: the kind of component first, then the numbers
 * that its kind has.
 */
#ifndef _UCI_H_
#define _UCI_H_

#include <hwi/include/common/bgq_bitnumbers.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

typedef uint64_t BG_UniversalComponentIdentifier;

/* Kinds of component. */
#define BG_UCI_Component_ComputeRack 1
#define BG_UCI_Component_IoRack 2
#define BG_UCI_Component_Midplane 3
#define BG_UCI_Component_BulkPowerSupplyOnComputeRack 4
#define BG_UCI_Component_PowerModuleOnComputeRack 5
#define BG_UCI_Component_PowerModuleOnIoRack 6
#define BG_UCI_Component_ClockCardOnComputeRack 7
#define BG_UCI_Component_ClockCardOnIoRack 8
#define BG_UCI_Component_IoDrawerOnComputeRack 9
#define BG_UCI_Component_IoDrawerOnIoRack 10
#define BG_UCI_Component_NodeBoard 11
#define BG_UCI_Component_FanAssemblyOnIoRack 12
#define BG_UCI_Component_ComputeCardOnNodeBoard 13
#define BG_UCI_Component_ComputeCardOnIoBoardOnIoRack 14
#define BG_UCI_Component_ComputeCardCoreOnNodeBoard 15
#define BG_UCI_Component_ComputeCardCoreOnIoBoard 16
#define BG_UCI_Component_ServiceCard 17
#define BG_UCI_Component_LinkModuleOnNodeBoard 18
#define BG_UCI_Component_LinkModuleOnIoBoard 19
#define BG_UCI_Component_OpticalModuleOnNodeBoard 20
#define BG_UCI_Component_OpticalModuleOnIoBoard 21
#define BG_UCI_Component_DcaOnNodeBoard 22
#define BG_UCI_Component_PciAdapterCard 23
#define BG_UCI_Component_BulkPowerSupplyOnIoRack 24
#define BG_UCI_Component_DcaOnIoBoard 25
#define BG_UCI_Component_FanAssemblyOnComputeRack 26
#define BG_UCI_Component_FanOnComputeRack 27
#define BG_UCI_Component_FanOnIoRack 28
#define BG_UCI_Component_LeakDetectorOnComputeRack 29
#define BG_UCI_Component_ComputeCardOnIoBoardOnComputeRack 30

/* How each is written: one asterisk per digit. */
#define BG_UCI_Pattern_ComputeRack "R**"
#define BG_UCI_Pattern_IoRack "Q**"
#define BG_UCI_Pattern_Midplane "R**-M*"
#define BG_UCI_Pattern_BulkPowerSupplyOnComputeRack "R**-B*"
#define BG_UCI_Pattern_PowerModuleOnComputeRack "R**-B*-P*"
#define BG_UCI_Pattern_PowerModuleOnIoRack "Q**-B-P*"
#define BG_UCI_Pattern_ClockCardOnComputeRack "R**-K"
#define BG_UCI_Pattern_ClockCardOnIoRack "Q**-K*"
#define BG_UCI_Pattern_IoDrawerOnComputeRack "R**-I*"
#define BG_UCI_Pattern_IoDrawerOnIoRack "Q**-I*"
#define BG_UCI_Pattern_NodeBoard "R**-M*-N**"
#define BG_UCI_Pattern_FanAssemblyOnIoRack "Q**-I*-H*"
#define BG_UCI_Pattern_ComputeCardOnNodeBoard "R**-M*-N**-J**"
#define BG_UCI_Pattern_ComputeCardOnIoBoardOnIoRack "Q**-I*-J**"
#define BG_UCI_Pattern_ComputeCardCoreOnNodeBoard "R**-M*-N**-J**-C**"
#define BG_UCI_Pattern_ComputeCardCoreOnIoBoard "Q**-I*-J**-C**"
#define BG_UCI_Pattern_ServiceCard "R**-M*-S"
#define BG_UCI_Pattern_LinkModuleOnNodeBoard "R**-M*-N**-U**"
#define BG_UCI_Pattern_LinkModuleOnIoBoard "Q**-I*-U**"
#define BG_UCI_Pattern_OpticalModuleOnNodeBoard "R**-M*-N**-O**"
#define BG_UCI_Pattern_OpticalModuleOnIoBoard "Q**-I*-O**"
#define BG_UCI_Pattern_DcaOnNodeBoard "R**-M*-N**-D*"
#define BG_UCI_Pattern_PciAdapterCard "Q**-I*-A*"
#define BG_UCI_Pattern_BulkPowerSupplyOnIoRack "Q**-B"
#define BG_UCI_Pattern_DcaOnIoBoard "Q**-I*-D*"
#define BG_UCI_Pattern_FanAssemblyOnComputeRack "R**-I*-H*"
#define BG_UCI_Pattern_FanOnComputeRack "R**-I*-H*-F*"
#define BG_UCI_Pattern_FanOnIoRack "Q**-I*-H*-F*"
#define BG_UCI_Pattern_LeakDetectorOnComputeRack "R**-L"
#define BG_UCI_Pattern_ComputeCardOnIoBoardOnComputeRack "R**-I*-J**"

/* Fields.  Those that no component has together share bits. */
#define BG_UCI_SET_COMPONENT(x) _B6(5, x)
#define BG_UCI_SET_ROW(x) _B5(10, x)
#define BG_UCI_SET_COLUMN(x) _B5(15, x)
#define BG_UCI_SET_MIDPLANE(x) _B1(16, x)
#define BG_UCI_SET_CLOCK_CARD(x) _B1(16, x)
#define BG_UCI_SET_BULK_POWER_SUPPLY(x) _B2(17, x)
#define BG_UCI_SET_IO_DRAWER(x) _B4(19, x)
#define BG_UCI_SET_NODE_BOARD(x) _B4(20, x)
#define BG_UCI_SET_PCI_ADAPTER(x) _B1(20, x)
#define BG_UCI_SET_POWER_MODULE(x) _B4(21, x)
#define BG_UCI_SET_FAN_ASSEMBLY(x) _B2(21, x)
#define BG_UCI_SET_DCA(x) _B1(21, x)
#define BG_UCI_SET_FAN(x) _B2(23, x)
#define BG_UCI_SET_LINK_MODULE(x) _B4(24, x)
#define BG_UCI_SET_COMPUTE_CARD(x) _B5(25, x)
#define BG_UCI_SET_OPTICAL_MODULE(x) _B6(26, x)
#define BG_UCI_SET_CORE(x) _B5(30, x)

#define BG_UCI_GET_COMPONENT(x) _G6(x, 5)
#define BG_UCI_GET_ROW(x) _G5(x, 10)
#define BG_UCI_GET_COLUMN(x) _G5(x, 15)
#define BG_UCI_GET_MIDPLANE(x) _G1(x, 16)
#define BG_UCI_GET_CLOCK_CARD(x) _G1(x, 16)
#define BG_UCI_GET_BULK_POWER_SUPPLY(x) _G2(x, 17)
#define BG_UCI_GET_IO_DRAWER(x) _G4(x, 19)
#define BG_UCI_GET_NODE_BOARD(x) _G4(x, 20)
#define BG_UCI_GET_PCI_ADAPTER(x) _G1(x, 20)
#define BG_UCI_GET_POWER_MODULE(x) _G4(x, 21)
#define BG_UCI_GET_FAN_ASSEMBLY(x) _G2(x, 21)
#define BG_UCI_GET_DCA(x) _G1(x, 21)
#define BG_UCI_GET_FAN(x) _G2(x, 23)
#define BG_UCI_GET_LINK_MODULE(x) _G4(x, 24)
#define BG_UCI_GET_COMPUTE_CARD(x) _G5(x, 25)
#define BG_UCI_GET_OPTICAL_MODULE(x) _G6(x, 26)
#define BG_UCI_GET_CORE(x) _G5(x, 30)

/* The identifier's pattern; a null pointer for a kind that is none. */
__INLINE__ const char *_bgqemu_uci_pattern(BG_UniversalComponentIdentifier uci)
{
	switch (BG_UCI_GET_COMPONENT(uci)) {
	case BG_UCI_Component_ComputeRack:
		return BG_UCI_Pattern_ComputeRack;
	case BG_UCI_Component_IoRack:
		return BG_UCI_Pattern_IoRack;
	case BG_UCI_Component_Midplane:
		return BG_UCI_Pattern_Midplane;
	case BG_UCI_Component_BulkPowerSupplyOnComputeRack:
		return BG_UCI_Pattern_BulkPowerSupplyOnComputeRack;
	case BG_UCI_Component_PowerModuleOnComputeRack:
		return BG_UCI_Pattern_PowerModuleOnComputeRack;
	case BG_UCI_Component_PowerModuleOnIoRack:
		return BG_UCI_Pattern_PowerModuleOnIoRack;
	case BG_UCI_Component_ClockCardOnComputeRack:
		return BG_UCI_Pattern_ClockCardOnComputeRack;
	case BG_UCI_Component_ClockCardOnIoRack:
		return BG_UCI_Pattern_ClockCardOnIoRack;
	case BG_UCI_Component_IoDrawerOnComputeRack:
		return BG_UCI_Pattern_IoDrawerOnComputeRack;
	case BG_UCI_Component_IoDrawerOnIoRack:
		return BG_UCI_Pattern_IoDrawerOnIoRack;
	case BG_UCI_Component_NodeBoard:
		return BG_UCI_Pattern_NodeBoard;
	case BG_UCI_Component_FanAssemblyOnIoRack:
		return BG_UCI_Pattern_FanAssemblyOnIoRack;
	case BG_UCI_Component_ComputeCardOnNodeBoard:
		return BG_UCI_Pattern_ComputeCardOnNodeBoard;
	case BG_UCI_Component_ComputeCardOnIoBoardOnIoRack:
		return BG_UCI_Pattern_ComputeCardOnIoBoardOnIoRack;
	case BG_UCI_Component_ComputeCardCoreOnNodeBoard:
		return BG_UCI_Pattern_ComputeCardCoreOnNodeBoard;
	case BG_UCI_Component_ComputeCardCoreOnIoBoard:
		return BG_UCI_Pattern_ComputeCardCoreOnIoBoard;
	case BG_UCI_Component_ServiceCard:
		return BG_UCI_Pattern_ServiceCard;
	case BG_UCI_Component_LinkModuleOnNodeBoard:
		return BG_UCI_Pattern_LinkModuleOnNodeBoard;
	case BG_UCI_Component_LinkModuleOnIoBoard:
		return BG_UCI_Pattern_LinkModuleOnIoBoard;
	case BG_UCI_Component_OpticalModuleOnNodeBoard:
		return BG_UCI_Pattern_OpticalModuleOnNodeBoard;
	case BG_UCI_Component_OpticalModuleOnIoBoard:
		return BG_UCI_Pattern_OpticalModuleOnIoBoard;
	case BG_UCI_Component_DcaOnNodeBoard:
		return BG_UCI_Pattern_DcaOnNodeBoard;
	case BG_UCI_Component_PciAdapterCard:
		return BG_UCI_Pattern_PciAdapterCard;
	case BG_UCI_Component_BulkPowerSupplyOnIoRack:
		return BG_UCI_Pattern_BulkPowerSupplyOnIoRack;
	case BG_UCI_Component_DcaOnIoBoard:
		return BG_UCI_Pattern_DcaOnIoBoard;
	case BG_UCI_Component_FanAssemblyOnComputeRack:
		return BG_UCI_Pattern_FanAssemblyOnComputeRack;
	case BG_UCI_Component_FanOnComputeRack:
		return BG_UCI_Pattern_FanOnComputeRack;
	case BG_UCI_Component_FanOnIoRack:
		return BG_UCI_Pattern_FanOnIoRack;
	case BG_UCI_Component_LeakDetectorOnComputeRack:
		return BG_UCI_Pattern_LeakDetectorOnComputeRack;
	case BG_UCI_Component_ComputeCardOnIoBoardOnComputeRack:
		return BG_UCI_Pattern_ComputeCardOnIoBoardOnComputeRack;
	}
	return 0;
}

/* The number that follows a letter of a pattern. */
__INLINE__ unsigned _bgqemu_uci_number(BG_UniversalComponentIdentifier uci, char letter)
{
	switch (letter) {
	case 'A': return (unsigned)BG_UCI_GET_PCI_ADAPTER(uci);
	case 'B': return (unsigned)BG_UCI_GET_BULK_POWER_SUPPLY(uci);
	case 'C': return (unsigned)BG_UCI_GET_CORE(uci);
	case 'D': return (unsigned)BG_UCI_GET_DCA(uci);
	case 'F': return (unsigned)BG_UCI_GET_FAN(uci);
	case 'H': return (unsigned)BG_UCI_GET_FAN_ASSEMBLY(uci);
	case 'I': return (unsigned)BG_UCI_GET_IO_DRAWER(uci);
	case 'J': return (unsigned)BG_UCI_GET_COMPUTE_CARD(uci);
	case 'K': return (unsigned)BG_UCI_GET_CLOCK_CARD(uci);
	case 'M': return (unsigned)BG_UCI_GET_MIDPLANE(uci);
	case 'N': return (unsigned)BG_UCI_GET_NODE_BOARD(uci);
	case 'O': return (unsigned)BG_UCI_GET_OPTICAL_MODULE(uci);
	case 'P': return (unsigned)BG_UCI_GET_POWER_MODULE(uci);
	case 'U': return (unsigned)BG_UCI_GET_LINK_MODULE(uci);
	default: return 0;
	}
}

/*
 * Writes a location such as R00-M0-N05-J12 and a terminating zero to buf, which has
 * room for 32 characters.  Rows, columns and single digits go on from 9 with A;
 * two-digit numbers are decimal.  Returns 0, or -1 for an unknown kind of
 * component, and then leaves buf alone.
 */
__INLINE__ int bg_uci_toString(BG_UniversalComponentIdentifier uci, char *buf)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *p = _bgqemu_uci_pattern(uci);
	char letter = 0;

	if (p == 0)
		return -1;
	for (; *p; p++) {
		if (*p != '*') {
			letter = *buf++ = *p;
			continue;
		}
		if (letter == 'R' || letter == 'Q') {
			*buf++ = digits[BG_UCI_GET_ROW(uci)];
			*buf++ = digits[BG_UCI_GET_COLUMN(uci)];
			p++;
		} else if (p[1] == '*') {
			*buf++ = digits[_bgqemu_uci_number(uci, letter) / 10];
			*buf++ = digits[_bgqemu_uci_number(uci, letter) % 10];
			p++;
		} else {
			*buf++ = digits[_bgqemu_uci_number(uci, letter)];
		}
	}
	*buf = 0;
	return 0;
}

__INLINE__ unsigned bg_decodeComponent(BG_UniversalComponentIdentifier uci)
{
	return (unsigned)BG_UCI_GET_COMPONENT(uci);
}

/*
 * For each kind of component bg_encode<Kind>UCI(row, column, ...), the identifier of one with
 * these numbers, and bg_decode<Kind>UCI(uci, &row, &column, ...), which takes it apart, looks
 * at no other bits and returns 0.
 */
#define _BG_UCI_KIND(kind, component, parameters, set, pointers, get) \
	__INLINE__ BG_UniversalComponentIdentifier bg_encode##kind##UCI parameters \
	{ \
		return BG_UCI_SET_COMPONENT(BG_UCI_Component_##component) | \
			BG_UCI_SET_ROW(row) | BG_UCI_SET_COLUMN(column) set; \
	} \
	__INLINE__ int bg_decode##kind##UCI pointers \
	{ \
		*row = (unsigned)BG_UCI_GET_ROW(uci); \
		*column = (unsigned)BG_UCI_GET_COLUMN(uci); \
		get return 0; \
	}
#define _BG_UCI_GET(field, to) *to = (unsigned)BG_UCI_GET_##field(uci);
#define _BG_UCI_KIND_2(kind) \
	_BG_UCI_KIND(kind, kind, (unsigned row, unsigned column), , \
		     (BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column), )
#define _BG_UCI_KIND_3(kind, f) \
	_BG_UCI_KIND(kind, kind, (unsigned row, unsigned column, unsigned n0), \
		     | BG_UCI_SET_##f(n0), \
		     (BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column, \
		      unsigned *n0), _BG_UCI_GET(f, n0))
#define _BG_UCI_KIND_4(kind, component, f, g) \
	_BG_UCI_KIND(kind, component, \
		     (unsigned row, unsigned column, unsigned n0, unsigned n1), \
		     | BG_UCI_SET_##f(n0) | BG_UCI_SET_##g(n1), \
		     (BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column, \
		      unsigned *n0, unsigned *n1), _BG_UCI_GET(f, n0) _BG_UCI_GET(g, n1))
#define _BG_UCI_KIND_5(kind, f, g, h) \
	_BG_UCI_KIND(kind, kind, \
		     (unsigned row, unsigned column, unsigned n0, unsigned n1, unsigned n2), \
		     | BG_UCI_SET_##f(n0) | BG_UCI_SET_##g(n1) | BG_UCI_SET_##h(n2), \
		     (BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column, \
		      unsigned *n0, unsigned *n1, unsigned *n2), \
		     _BG_UCI_GET(f, n0) _BG_UCI_GET(g, n1) _BG_UCI_GET(h, n2))
#define _BG_UCI_KIND_6(kind, f, g, h, i) \
	_BG_UCI_KIND(kind, kind, \
		     (unsigned row, unsigned column, unsigned n0, unsigned n1, unsigned n2, \
		      unsigned n3), \
		     | BG_UCI_SET_##f(n0) | BG_UCI_SET_##g(n1) | BG_UCI_SET_##h(n2) | \
			     BG_UCI_SET_##i(n3), \
		     (BG_UniversalComponentIdentifier uci, unsigned *row, unsigned *column, \
		      unsigned *n0, unsigned *n1, unsigned *n2, unsigned *n3), \
		     _BG_UCI_GET(f, n0) _BG_UCI_GET(g, n1) _BG_UCI_GET(h, n2) \
			     _BG_UCI_GET(i, n3))

_BG_UCI_KIND_2(ComputeRack)
_BG_UCI_KIND_2(IoRack)
_BG_UCI_KIND_2(BulkPowerSupplyOnIoRack)
_BG_UCI_KIND_2(ClockCardOnComputeRack)
_BG_UCI_KIND_2(LeakDetectorOnComputeRack)
_BG_UCI_KIND_3(Midplane, MIDPLANE)
_BG_UCI_KIND_3(ServiceCard, MIDPLANE)
_BG_UCI_KIND_3(BulkPowerSupplyOnComputeRack, BULK_POWER_SUPPLY)
_BG_UCI_KIND_3(PowerModuleOnIoRack, POWER_MODULE)
_BG_UCI_KIND_3(ClockCardOnIoRack, CLOCK_CARD)
_BG_UCI_KIND_3(IoDrawerOnComputeRack, IO_DRAWER)
_BG_UCI_KIND_3(IoDrawerOnIoRack, IO_DRAWER)
_BG_UCI_KIND_4(PowerModuleOnComputeRack, PowerModuleOnComputeRack, BULK_POWER_SUPPLY,
	       POWER_MODULE)
_BG_UCI_KIND_4(NodeBoard, NodeBoard, MIDPLANE, NODE_BOARD)
_BG_UCI_KIND_4(FanAssemblyOnIoRack, FanAssemblyOnIoRack, IO_DRAWER, FAN_ASSEMBLY)
_BG_UCI_KIND_4(FanAssemblyOnComputeRack, FanAssemblyOnComputeRack, IO_DRAWER, FAN_ASSEMBLY)
_BG_UCI_KIND_4(ComputeCardOnIoBoardOnIoRack, ComputeCardOnIoBoardOnIoRack, IO_DRAWER,
	       COMPUTE_CARD)
_BG_UCI_KIND_4(ComputeCardOnIoBoardOnComputeRack, ComputeCardOnIoBoardOnComputeRack, IO_DRAWER,
	       COMPUTE_CARD)
_BG_UCI_KIND_4(LinkModuleOnIoBoard, LinkModuleOnIoBoard, IO_DRAWER, LINK_MODULE)
_BG_UCI_KIND_4(OpticalModuleOnIoBoard, OpticalModuleOnIoBoard, IO_DRAWER, OPTICAL_MODULE)
_BG_UCI_KIND_4(DcaOnIoBoard, DcaOnIoBoard, IO_DRAWER, DCA)
_BG_UCI_KIND_4(PciAdapter, PciAdapterCard, IO_DRAWER, PCI_ADAPTER)
_BG_UCI_KIND_5(FanOnIoRack, IO_DRAWER, FAN_ASSEMBLY, FAN)
_BG_UCI_KIND_5(FanOnComputeRack, IO_DRAWER, FAN_ASSEMBLY, FAN)
_BG_UCI_KIND_5(ComputeCardOnNodeBoard, MIDPLANE, NODE_BOARD, COMPUTE_CARD)
_BG_UCI_KIND_5(ComputeCardCoreOnIoBoard, IO_DRAWER, COMPUTE_CARD, CORE)
_BG_UCI_KIND_5(LinkModuleOnNodeBoard, MIDPLANE, NODE_BOARD, LINK_MODULE)
_BG_UCI_KIND_5(OpticalModuleOnNodeBoard, MIDPLANE, NODE_BOARD, OPTICAL_MODULE)
_BG_UCI_KIND_5(DcaOnNodeBoard, MIDPLANE, NODE_BOARD, DCA)
_BG_UCI_KIND_6(ComputeCardCoreOnNodeBoard, MIDPLANE, NODE_BOARD, COMPUTE_CARD, CORE)

/* The identifier with the number n behind a letter of a pattern; 0: n is too large. */
__INLINE__ BG_UniversalComponentIdentifier _bgqemu_uci_with(char letter, unsigned n, int *ok)
{
	static const char letters[] = "ABCDFHIJKMNOPU";
	static const unsigned char most[] = { 7, 3, 16, 1, 1, 2, 15, 31, 1, 1, 15, 35, 8, 8 };
	unsigned i;

	for (i = 0; letters[i]; i++)
		if (letters[i] == letter && n > most[i])
			*ok = 0;
	switch (letter) {
	case 'A': return BG_UCI_SET_PCI_ADAPTER(n);
	case 'B': return BG_UCI_SET_BULK_POWER_SUPPLY(n);
	case 'C': return BG_UCI_SET_CORE(n);
	case 'D': return BG_UCI_SET_DCA(n);
	case 'F': return BG_UCI_SET_FAN(n);
	case 'H': return BG_UCI_SET_FAN_ASSEMBLY(n);
	case 'I': return BG_UCI_SET_IO_DRAWER(n);
	case 'J': return BG_UCI_SET_COMPUTE_CARD(n);
	case 'K': return BG_UCI_SET_CLOCK_CARD(n);
	case 'M': return BG_UCI_SET_MIDPLANE(n);
	case 'N': return BG_UCI_SET_NODE_BOARD(n);
	case 'O': return BG_UCI_SET_OPTICAL_MODULE(n);
	case 'P': return BG_UCI_SET_POWER_MODULE(n);
	case 'U': return BG_UCI_SET_LINK_MODULE(n);
	default: return 0;
	}
}

/* A digit of that base, which goes on with A behind 9; -1 if c is none. */
__INLINE__ int _bgqemu_uci_digit(char c, int base)
{
	int n = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;

	return n < base ? n : -1;
}

/* Reads str by the pattern of a kind: 0, a number out of range: not 0, or -1 if str is not
 * written that way. */
__INLINE__ int _bgqemu_uci_read(const char *str, BG_UniversalComponentIdentifier *uci)
{
	const char *p = _bgqemu_uci_pattern(*uci);
	char letter = 0;
	int ok = 1;

	for (; *p && *str; p++, str++) {
		if (*p != '*') {
			if (*p != *str)
				return -1;
			letter = *p;
			continue;
		}
		int rack = letter == 'R' || letter == 'Q', two = p[1] == '*';
		int n = _bgqemu_uci_digit(*str, rack ? 32 : two ? 10 : 36);

		if (two) {
			int low = _bgqemu_uci_digit(*++str, rack ? 32 : 10);

			if (*str == 0)
				return -1;
			if (rack && n >= 0 && low >= 0)
				*uci |= BG_UCI_SET_ROW((unsigned)n) |
					BG_UCI_SET_COLUMN((unsigned)low);
			ok = ok && n >= 0 && low >= 0;
			n = n * 10 + low;
			p++;
		}
		if (n < 0)
			ok = 0;
		else if (!rack)
			*uci |= _bgqemu_uci_with(letter, (unsigned)n, &ok);
	}
	return *p || *str ? -1 : !ok;
}

/* *uci = what bg_uci_toString() writes as str.  Returns 0; not 0, if str is no location. */
__INLINE__ int bg_string_to_uci(char *str, BG_UniversalComponentIdentifier *uci)
{
	unsigned kind;

	for (kind = BG_UCI_Component_ComputeRack;
	     kind <= BG_UCI_Component_ComputeCardOnIoBoardOnComputeRack; kind++) {
		*uci = BG_UCI_SET_COMPONENT(kind);
		int rc = _bgqemu_uci_read(str, uci);

		if (rc >= 0)
			return rc;
	}
	*uci = 0;
	return -1;
}

__END_DECLS

#endif
