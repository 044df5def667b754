/*
 * mu/Reset.h - reset of the message unit and the network after a job.
 *
 * The emulator starts every job on new hardware, so this is declared only: every
 * call ends the process with a message that names it.
 */
#ifndef SPI_MU_RESET_H
#define SPI_MU_RESET_H

#include <bgqemu/abi.h>
#include <hwi/include/common/compiler_support.h>
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

__INLINE__ int32_t MUSPI_InitReset(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_InitReset");
}

__INLINE__ int32_t MUSPI_InitResetHold(MUSPI_RESET_t *reset, uint64_t subgroup,
					  uint64_t link)
{
	(void)reset;
	(void)subgroup;
	(void)link;
	bgqemu_unsupported("MUSPI_InitResetHold");
}

__INLINE__ int32_t MUSPI_InitResetRelease(MUSPI_RESET_t *reset, uint64_t subgroup,
					  uint64_t link)
{
	(void)reset;
	(void)subgroup;
	(void)link;
	bgqemu_unsupported("MUSPI_InitResetRelease");
}

__INLINE__ int32_t MUSPI_ResetIdle(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetIdle");
}

__INLINE__ int32_t MUSPI_ResetCleanupStuckRmes(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCleanupStuckRmes");
}

__INLINE__ int32_t MUSPI_ResetDisableUserReception(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetDisableUserReception");
}

__INLINE__ int32_t MUSPI_ResetEnableUserRmes(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetEnableUserRmes");
}

__INLINE__ int32_t MUSPI_ResetNDTokens(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetNDTokens");
}

__INLINE__ int32_t MUSPI_ResetDisableNDSenders(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetDisableNDSenders");
}

__INLINE__ int32_t MUSPI_ResetCollectiveUnit(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveUnit");
}

__INLINE__ int32_t MUSPI_ResetCollectiveVC(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveVC");
}

__INLINE__ int32_t MUSPI_ResetCollectiveTokens(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveTokens");
}

__INLINE__ int32_t MUSPI_ResetCollectiveLoopback(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveLoopback");
}

__INLINE__ int32_t MUSPI_ResetCollectiveUnitRelease(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetCollectiveUnitRelease");
}

__INLINE__ int32_t MUSPI_ResetWaitCollectiveClear(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetWaitCollectiveClear");
}

__INLINE__ int32_t MUSPI_ResetReleaseVC(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetReleaseVC");
}

__INLINE__ int32_t MUSPI_ResetPermitNDSenders(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetPermitNDSenders");
}

__INLINE__ int32_t MUSPI_ResetRestoreMU(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetRestoreMU");
}

__INLINE__ int32_t MUSPI_ResetRestoreND(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_ResetRestoreND");
}

__INLINE__ int32_t MUSPI_Reset(MUSPI_RESET_t *reset)
{
	(void)reset;
	bgqemu_unsupported("MUSPI_Reset");
}

#ifdef __cplusplus
}
#endif
#endif
