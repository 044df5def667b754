/*
 * crc.h - the running CRC of what passes a link: CRC-32 of IEEE 802.3, one byte after the other.
 *
 * Never: the code within a packet, which the model takes as never failing (plan.h: escape).
 */
#ifndef BGQ_NET_FAULT_CRC_H
#define BGQ_NET_FAULT_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from crc, which is 0 at first. */
uint32_t net_crc(uint32_t crc, const void *bytes, size_t n);

#endif
