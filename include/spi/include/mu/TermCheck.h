/*
 * mu/TermCheck.h - is the network in order at the end of a job?
 *
 * Errors can be asked for.  What looks at the state of the hardware is for the
 * kernel and ends the process with a message that names the call.
 */
#ifndef SPI_MU_TERM_CHECK_H
#define SPI_MU_TERM_CHECK_H

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/GIBarrier.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or not 0 if a link has failed. */
__INLINE__ int32_t MUSPI_ND_TermCheck_FatalErrors(void)
{
	return Kernel_MU_TermCheck();
}

__INLINE__ int32_t MUSPI_ND_TermCheck_StateMachine(void)
{
	bgqemu_unsupported("MUSPI_ND_TermCheck_StateMachine");
}

__INLINE__ int32_t MUSPI_ND_TermCheck(MUSPI_GIBarrier_t *barrier, int jobRc)
{
	(void)barrier;
	(void)jobRc;
	bgqemu_unsupported("MUSPI_ND_TermCheck");
}

#ifdef __cplusplus
}
#endif
#endif
