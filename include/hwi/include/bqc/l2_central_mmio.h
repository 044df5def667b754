/*
 * hwi/include/bqc/l2_central_mmio.h - registers of the L2 central unit, which hands
 * out speculation ids.
 *
 * Public; C99 and C++98.  Numbers follow the driver header of the same name.
 * Speculation is not modelled; this is here for programs that name its types and
 * masks, and no register is behind the addresses.
 */
#ifndef _L2C_MMIO_H_
#define _L2C_MMIO_H_

#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/common/bgq_bitnumbers.h>

#define L2_CENTRAL_USER_BASE_TLS_ADDRESS PHYMAP_MINADDR_L2
#define L2_CENTRAL_PRIV_BASE_TLS_ADDRESS (PHYMAP_MINADDR_L2 + PHYMAP_PRIVILEGEDOFFSET)
#define L2C_TRYALLOC_OFFSET(groupmask) \
	(L2_CENTRAL_USER_BASE_TLS_ADDRESS + _BN(44) + ((groupmask) << 3))

#ifndef __ASSEMBLY__
#include <stdint.h>

typedef int64_t L2C_SPECID_t;

typedef struct {
	uint64_t DomainAttr;
	L2C_SPECID_t AllocPtr;
	volatile L2C_SPECID_t CommitPtr;
	volatile L2C_SPECID_t ReclaimPtr;
	L2C_SPECID_t PtrTryAlloc;
	L2C_SPECID_t PtrForceCommit;
	L2C_SPECID_t PtrTryCommit;
	uint64_t reserved[9];
} L2Central_Domain_t; /* 128 bytes */

typedef struct {
	uint64_t state;
	uint64_t conflict;
	uint64_t conflictsc;
	L2C_SPECID_t trycommit;
	uint64_t trychangestate;
	uint64_t reserved[11];
} L2Central_ID_t; /* 128 bytes */

typedef struct {
	uint64_t NumDomains;
	uint64_t PrivMap;
	uint64_t reserved1[2];
	uint64_t IDStateTable[4];
	uint64_t reserved2[248];
	L2Central_Domain_t domain[16]; /* 0x800 */
	uint64_t reserved3[3584];
	L2Central_ID_t id[128]; /* 0x8000 */
} L2Central_t;
#endif

/* PrivMap: what user programs may not do. */
#define L2C_PRIVMAP_DISABLEDOMAIN(domain) _BN(domain)
#define L2C_PRIVMAP_DISABLEREADFNC(funcid) _BN((funcid) + 32)
#define L2C_PRIVMAP_DISABLEWRITEFNC(funcid) _BN((funcid) + 48)

#define L2C_PRIVMAP_FUNC_TRYALLOC 0
#define L2C_PRIVMAP_FUNC_NUMDOM 1
#define L2C_PRIVMAP_FUNC_PRIVMAP 2
#define L2C_PRIVMAP_FUNC_IDSTTBL 3
#define L2C_PRIVMAP_FUNC_DOMMODE 4
#define L2C_PRIVMAP_FUNC_ALLOCPTR 5
#define L2C_PRIVMAP_FUNC_COMMPTR 6
#define L2C_PRIVMAP_FUNC_RCLPTR 7
#define L2C_PRIVMAP_FUNC_PTRTRYALLOC 8
#define L2C_PRIVMAP_FUNC_PTRFORCECOM 9
#define L2C_PRIVMAP_FUNC_PTRTRYCOM 10
#define L2C_PRIVMAP_FUNC_IDST 11
#define L2C_PRIVMAP_FUNC_CONFL 12
#define L2C_PRIVMAP_FUNC_CONFLSC 13
#define L2C_PRIVMAP_FUNC_IDTRYCOM 14

/* State of an id; as a predicate of TryChangeState in bits 58 to 61. */
#define L2C_IDSTATE_AVAIL 0
#define L2C_IDSTATE_SPEC 1
#define L2C_IDSTATE_COMMIT 2
#define L2C_IDSTATE_INVAL 3
#define L2C_IDSTATE_PRED_AVAIL _BN(58)
#define L2C_IDSTATE_PRED_SPEC _BN(59)
#define L2C_IDSTATE_PRED_COMMIT _BN(60)
#define L2C_IDSTATE_PRED_INVAL _BN(61)

/* DomainAttr. */
#define L2C_DOMAINATTR_MODE(mode) _B3(63, mode)
#define L2C_DOMAINATTR_MODE_LTLS 0
#define L2C_DOMAINATTR_MODE_STLS 1
#define L2C_DOMAINATTR_MODE_LTM 2
#define L2C_DOMAINATTR_MODE_STM 3
#define L2C_DOMAINATTR_MODE_ROLL 4
#define L2C_DOMAINATTR_INVAL_ON_CNFLT _BN(60)
#define L2C_DOMAINATTR_INT_ON_CNFLT _BN(59)
#define L2C_DOMAINATTR_INT_ON_COMMIT _BN(58)
#define L2C_DOMAINATTR_INT_ON_INVAL _BN(57)
#define L2C_DOMAINATTR_COMMITTO_ID01 _BN(56)

/* Conflict registers.  Bit 52 has two names. */
#define L2C_CONFLICT_ID(n) _B7(63, n)
#define L2C_CONFLICT_SINGLE _BN(56)
#define L2C_CONFLICT_SINGLEA _BN(55)
#define L2C_CONFLICT_MULTI _BN(54)
#define L2C_CONFLICT_NONSPEC _BN(53)
#define L2C_CONFLICT_INVALIDATE _BN(52)
#define L2C_CONFLICT_RESOURCE _BN(52)

#endif
