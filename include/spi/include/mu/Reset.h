/*
 * mu/Reset.h - reset of the message unit and the network after a job.
 *
 * The emulator starts every job on new hardware, so this is declared only: every
 * call ends the process with a message that names it.  The comments say what a call is
 * for on the machine, where it takes the settings and the state of one reset in *reset
 * and returns 0, or EAGAIN for a reset that has more steps.
 *
 * Source: the driver's list of the steps.
 */
#ifndef SPI_MU_RESET_H
#define SPI_MU_RESET_H

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <hwi/include/bqc/nd_rese_dcr.h>
#include <hwi/include/bqc/nd_x2_dcr.h>
#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/bqc/classroute.h>
#include <spi/include/mu/Util.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MUSPI_RESET {
	uint64_t sequence;
	uint64_t old_classroutes[BGQ_COLL_CLASS_MAX_CLASSROUTES / 2];
	uint64_t nd_linkmask;
	uint64_t nd_holdreset;
	uint64_t skip_collectives;
	uint64_t clear_user;
	uint64_t clear_system;
	uint64_t clear_allsubgroups;
	uint64_t clear_subgroup;
	uint64_t lastSequenceID;
} MUSPI_RESET_t;

/* ---- A whole reset. */

/* The next step of the reset that *reset describes. */
__INLINE__ int32_t MUSPI_Reset(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_Reset");
}

/* Prepares one of all that is the user's, on all links. */
__INLINE__ int32_t MUSPI_InitReset(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_InitReset");
}

/* Prepares one of a single subgroup and link, the user's and the system's, without
 * collectives: the steps that stop its traffic. */
__INLINE__ int32_t MUSPI_InitResetHold(MUSPI_RESET_t *reset, uint64_t subgroup,
					  uint64_t link)
{
	(void)reset;
	(void)subgroup;
	(void)link;
	bgqemu_unsupported("MUSPI_InitResetHold");
}

/* Prepares the other steps of that, which let it run again. */
__INLINE__ int32_t MUSPI_InitResetRelease(MUSPI_RESET_t *reset, uint64_t subgroup,
					  uint64_t link)
{
	(void)reset;
	(void)subgroup;
	(void)link;
	bgqemu_unsupported("MUSPI_InitResetRelease");
}

/* ---- Waiting for traffic to end. */

/* For the system's collectives. */
__INLINE__ int32_t MUSPI_ResetIdle(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetIdle");
}

/* For everything of the user in message unit and network. */
__INLINE__ int32_t MUSPI_ResetWaitCollectiveClear(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetWaitCollectiveClear");
}

/* ---- Message unit: FIFOs, and the engines that receive (rMEs). */

/* FIFOs off. */
__INLINE__ int32_t MUSPI_ResetDisableUserReception(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetDisableUserReception");
}

/* Engines that wait for a FIFO go idle. */
__INLINE__ int32_t MUSPI_ResetCleanupStuckRmes(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCleanupStuckRmes");
}

/* Engines on. */
__INLINE__ int32_t MUSPI_ResetEnableUserRmes(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetEnableUserRmes");
}

/* Registers as after boot. */
__INLINE__ int32_t MUSPI_ResetRestoreMU(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetRestoreMU");
}

/* ---- Links of the torus (ND). */

/* Senders drop the user's packets from then on. */
__INLINE__ int32_t MUSPI_ResetDisableNDSenders(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetDisableNDSenders");
}

/* Senders send again. */
__INLINE__ int32_t MUSPI_ResetPermitNDSenders(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetPermitNDSenders");
}

/* Tokens of the system's channels of I/O links. */
__INLINE__ int32_t MUSPI_ResetNDTokens(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetNDTokens");
}

/* Registers as after boot; class routes of the system as before. */
__INLINE__ int32_t MUSPI_ResetRestoreND(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetRestoreND");
}

/* ---- Collective logic, and its virtual channels on the links. */

/* Holds the logic in reset. */
__INLINE__ int32_t MUSPI_ResetCollectiveUnit(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveUnit");
}

/* Lets it go. */
__INLINE__ int32_t MUSPI_ResetCollectiveUnitRelease(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveUnitRelease");
}

/* Each class route becomes one of this node alone. */
__INLINE__ int32_t MUSPI_ResetCollectiveLoopback(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveLoopback");
}

/* Holds the receivers' channels in reset. */
__INLINE__ int32_t MUSPI_ResetCollectiveVC(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveVC");
}

/* Lets them go. */
__INLINE__ int32_t MUSPI_ResetReleaseVC(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetReleaseVC");
}

/* Tokens of the senders' channels. */
__INLINE__ int32_t MUSPI_ResetCollectiveTokens(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveTokens");
}

#ifdef __cplusplus
}
#endif
#endif
