/*
 * firmware/include/fwext/fwext_nd.h - the network device as firmware sets it up.
 *
 * Public; C99 and C++98.  Names follow the driver header of the same name.  The
 * emulated network is set up before a program starts; see fwext.h.
 */
#ifndef _BGQ_FW_ND_H_
#define _BGQ_FW_ND_H_

#include <bgqemu/abi.h>
#include <firmware/include/fwext/fwext_lib.h>
#include <firmware/include/personality.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

__INLINE__ int fw_nd_reset_release(Personality_t *p)
{
	(void)p;
	bgqemu_unsupported("fw_nd_reset_release");
}

__INLINE__ int fw_nd_term_check(Personality_t *p)
{
	(void)p;
	bgqemu_unsupported("fw_nd_term_check");
}

__END_DECLS

#endif
