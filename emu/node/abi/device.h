/*
 * device.h - registers at the addresses that they have on the machine
 * (hwi/include/bqc/PhysicalMap.h), for programs that compute such an address instead of
 * asking for it.
 *
 * Nothing is mapped there, so an access faults, and is done where this emulator has the
 * register: in the pages of mmio_pages.h, in the memory of kernel_l1p.c, or nowhere, because
 * it is a number to ask dcr.c for.  What has no register refuses by name.
 *
 * Never: an address of the host's own; a register of another node.
 */
#ifndef BGQ_EMU_DEVICE_H
#define BGQ_EMU_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

enum device_place {
	DEVICE_NONE,   /* no device's address */
	DEVICE_REFUSED,
	DEVICE_LATER,  /* to be found after device_prepare() */
	DEVICE_MEMORY, /* at *at, which may be loaded from and stored to */
	DEVICE_SHOWN,  /* at *at, which is a register of the message unit */
	DEVICE_DCR,    /* device control register number *at: loads only */
};

/* Where the running thread's node has what the machine has at address.  Does nothing but
 * look, so a signal handler may call it. */
enum device_place device_find(uint64_t address, uint64_t *at);

/* Fills in the registers of the unit that address belongs to, when they are used first. */
void device_prepare(uint64_t address);

/* Why an access to address is not carried out; NULL: it is no device's. */
const char *device_refusal(uint64_t address);

#endif
