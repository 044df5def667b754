/*
 * cnk/include/SPRG_Usage.h - what the compute node kernel keeps in SPRGs.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  User
 * programs read mfspr(SPRG_SPIinfo_ro) and shift by SPRG_SPIinfo_*: from there on
 * up, four bits hold the core counts and eight the others.
 */
#ifndef _SPRG_USAGE_H_
#define _SPRG_USAGE_H_

#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/common/compiler_support.h>

#define SPRG_pHWThread SPRN_SPRG6
#define SPRG_SPIinfo SPRN_SPRG7
#define SPRG_SPIinfo_ro SPRN_SPRG7RO

/* Which SPRG is for what, inside the kernel. */
#define SPRG_Index_CritR3 0
#define SPRG_Index_CritR4 1
#define SPRG_Index_CritR5 2
#define SPRG_Index_StdR3 3
#define SPRG_Index_StdR4 4
#define SPRG_Index_StdR5 5
#define SPRG_Index_HWThread 6
#define SPRG_Index_SPIinfo 7

#define SPRG_SPIinfo_AppLeaderCore 36 /* first core of the job */
#define SPRG_SPIinfo_NumCores 32      /* cores of the job */
#define SPRG_SPIinfo_Runnable 24      /* runnable software threads here */
#define SPRG_SPIinfo_NumThds 16       /* software threads here */
#define SPRG_SPIinfo_NumProcs 8       /* processes of the job on the node */
#define SPRG_SPIinfo_HWTindex 0       /* this hardware thread, core * 4 + thread */

#endif
