/*
 * firmware/include/fwext/fwext_mu.h - the message unit as firmware sets it up.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  The
 * emulated unit is set up before a program starts; see fwext.h.
 */
#ifndef _BGQ_FW_MU_H_
#define _BGQ_FW_MU_H_

#include <bgqemu/abi.h>
#include <firmware/include/fwext/fwext_lib.h>
#include <firmware/include/personality.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

#define FW_MU_NELEMS(array) (sizeof(array) / sizeof((array)[0]))

/* No torus port of a compute node stands in for the I/O link. */
__INLINE__ int fw_mu_get_use_port6_for_io(void)
{
	return 0;
}

__INLINE__ int fw_mu_get_use_port7_for_io(void)
{
	return 0;
}

__INLINE__ int fw_mu_get_use_port67_for_io(void)
{
	return 0;
}

__INLINE__ int fw_mu_reset_release(Personality_t *p)
{
	(void)p;
	bgqemu_unsupported("fw_mu_reset_release");
}

__INLINE__ int fw_mu_term_check(Personality_t *p)
{
	(void)p;
	bgqemu_unsupported("fw_mu_term_check");
}

__END_DECLS

#endif
