/*
 * firmware/include/fwext/fwext_lib.h - small library of firmware extensions.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  What
 * the C library does as well is passed to it; the rest is as in fwext.h.
 */
#ifndef FWEXT_LIB_HEADER
#define FWEXT_LIB_HEADER

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <firmware/include/Firmware.h>
#include <firmware/include/fwext/fwext.h>
#include <firmware/include/personality.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/* A machine register's address for the user, and for the supervisor. */
__INLINE__ void *MMIO2Usr(void *addr)
{
	return (void *)((uintptr_t)addr & ~(uintptr_t)PHYMAP_PRIVILEGEDOFFSET);
}

__INLINE__ void *MMIO2Sup(void *addr)
{
	return (void *)((uintptr_t)addr | (uintptr_t)PHYMAP_PRIVILEGEDOFFSET);
}

__INLINE__ unsigned long fwext_strtoul(const char *s, char **endp, int base)
{
	return strtoul(s, endp, base);
}

__INLINE__ long fwext_strtol(const char *s, char **endp, int base)
{
	return strtol(s, endp, base);
}

__INLINE__ int fwext_strcmp(const char *s1, const char *s2)
{
	return strcmp(s1, s2);
}

__INLINE__ char *fwext_getenv(const char *name)
{
	return getenv(name);
}

/* Busy for that many microseconds.  Parks. */
__INLINE__ void fwext_udelay(uint64_t usecs)
{
	DelayTimeBase(usecs * DEFAULT_FREQ_MHZ);
}

__INLINE__ void Bgmemset(void *addr, char val, int size)
{
	memset(addr, val, (size_t)size);
}

__INLINE__ int fwext_termCheck(void)
{
	bgqemu_unsupported("fwext_termCheck");
}

__END_DECLS

#endif
