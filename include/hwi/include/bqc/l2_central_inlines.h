/*
 * hwi/include/bqc/l2_central_inlines.h - speculation through the L2 central unit.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name.  Speculative execution is not modelled: programs compile, and a call
 * ends the process with a message that names it.
 */
#ifndef _L2C_INLINE_H_
#define _L2C_INLINE_H_

#include <stddef.h>
#include <stdint.h>

#include <bgqemu/abi.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/l2_central_mmio.h>

__BEGIN_DECLS

/* A function of one to four arguments that cannot be served. */
#define _SPEC0(type, name) \
	__INLINE__ type name(void) { bgqemu_unsupported(#name); }
#define _SPEC1(type, name, a) \
	__INLINE__ type name(a __attribute__((__unused__))) { bgqemu_unsupported(#name); }
#define _SPEC2(type, name, a, b) \
	__INLINE__ type name(a __attribute__((__unused__)), \
			     b __attribute__((__unused__))) \
	{ bgqemu_unsupported(#name); }
#define _SPEC3(type, name, a, b, c) \
	__INLINE__ type name(a __attribute__((__unused__)), \
			     b __attribute__((__unused__)), \
			     c __attribute__((__unused__))) \
	{ bgqemu_unsupported(#name); }
#define _SPEC4(type, name, a, b, c, d) \
	__INLINE__ type name(a __attribute__((__unused__)), \
			     b __attribute__((__unused__)), \
			     c __attribute__((__unused__)), \
			     d __attribute__((__unused__))) \
	{ bgqemu_unsupported(#name); }

_SPEC0(uint64_t, SPEC_GetNumberOfDomains)
_SPEC1(void, SPEC_SetNumberOfDomains, uint64_t value)
_SPEC1(void, SPEC_SetReserved1_0, uint64_t value)
_SPEC1(void, SPEC_SetReserved1_1, uint64_t value)
_SPEC0(uint64_t, SPEC_GetPrivMap)
_SPEC1(void, SPEC_SetPrivMap, uint64_t value)
_SPEC1(uint64_t, SPEC_GetIDStateTable, uint64_t i)
_SPEC0(uint64_t, SPEC_AllAvail)
_SPEC0(uint64_t, SPEC_AllNonSpec)
_SPEC0(uint64_t, SPEC_AllAvailOrInvalid)
_SPEC1(L2C_SPECID_t, SPEC_TryAlloc, uint64_t groupmask)
_SPEC1(uint64_t, SPEC_GetDomainMode, uint64_t domain_id)
_SPEC1(uint64_t, SPEC_GetDomainMode_priv, uint64_t domain_id)
_SPEC2(void, SPEC_SetDomainMode, uint64_t domain_id, uint64_t value)
_SPEC2(void, SPEC_SetDomainMode_priv, uint64_t domain_id, uint64_t value)
_SPEC1(L2C_SPECID_t, SPEC_GetAllocPtr, uint64_t domain_id)
_SPEC1(L2C_SPECID_t, SPEC_GetAllocPtr_priv, uint64_t domain_id)
_SPEC2(void, SPEC_SetAllocPtr, uint64_t domain_id, L2C_SPECID_t spec_id)
_SPEC1(L2C_SPECID_t, SPEC_GetCommitPtr, uint64_t domain_id)
_SPEC2(void, SPEC_SetCommitPtr, uint64_t domain_id, L2C_SPECID_t spec_id)
_SPEC1(L2C_SPECID_t, SPEC_GetReclaimPtr, uint64_t domain_id)
_SPEC2(void, SPEC_SetReclaimPtr, uint64_t domain_id, L2C_SPECID_t spec_id)
_SPEC1(L2C_SPECID_t, SPEC_PtrTryAlloc, uint64_t domain_id)
_SPEC2(void, SPEC_PtrForceCommit, uint64_t domain_id, L2C_SPECID_t spec_id)
_SPEC1(L2C_SPECID_t, SPEC_PtrTryCommit, uint64_t domain_id)
_SPEC0(uint64_t, SPEC_GetL1PFastBase)
_SPEC1(uint64_t, SPEC_GetL2FastBase, uint64_t l1p_base_addr)
_SPEC0(uint64_t, SPEC_GetL2IDBase)
_SPEC1(uint64_t, SPEC_GetL2IDFastBase, uint64_t l2_base_addr)
_SPEC0(uint64_t, SPEC_GetL2AllocBase)
_SPEC2(uint64_t, SPEC_InsertIDBase, L2C_SPECID_t spec_id, uint64_t l2_base_addr)
_SPEC2(uint64_t, SPEC_InsertAllocBase, uint64_t mask, uint64_t l2_base_addr)
_SPEC1(uint64_t, SPEC_GetIDState, L2C_SPECID_t spec_id)
_SPEC2(void, SPEC_SetIDStateBase, uint64_t new_state, uint64_t l2_base_addr)
_SPEC2(void, SPEC_SetIDState, L2C_SPECID_t spec_id, uint64_t new_state)
_SPEC2(void, SPEC_SetIDState_priv, L2C_SPECID_t spec_id, uint64_t new_state)
_SPEC1(uint64_t, SPEC_GetConflictBase, uint64_t l2_base_addr)
_SPEC1(uint64_t, SPEC_GetConflict, L2C_SPECID_t spec_id)
_SPEC1(uint64_t, SPEC_GetConflict_priv, L2C_SPECID_t spec_id)
_SPEC2(void, SPEC_SetConflictBase, uint64_t new_conflict, uint64_t l2_base_addr)
_SPEC2(void, SPEC_SetConflict, L2C_SPECID_t spec_id, uint64_t new_conflict)
_SPEC2(void, SPEC_SetConflict_priv, L2C_SPECID_t spec_id, uint64_t new_conflict)
_SPEC2(void, SPEC_ClearConflictWithMask, L2C_SPECID_t spec_id, uint64_t clearmask)
_SPEC1(L2C_SPECID_t, SPEC_TryCommitBase, uint64_t l2_base_addr)
_SPEC1(L2C_SPECID_t, SPEC_TryCommit, L2C_SPECID_t spec_id)
_SPEC1(uint64_t, SPEC_TryInvalidate, L2C_SPECID_t spec_id)
_SPEC2(void, SPEC_TryChangeState, L2C_SPECID_t spec_id, uint64_t predicate_newstate)
_SPEC2(void, SPEC_TryChangeState_priv, L2C_SPECID_t spec_id, uint64_t predicate_newstate)
_SPEC0(uint64_t, SPEC_GetL1PBase)
_SPEC0(uint64_t, SPEC_GetL1PBase_priv)
_SPEC1(uint64_t, SPEC_GetSpeculationIDSelfBase, uint64_t l1p_base_addr)
_SPEC0(uint64_t, SPEC_GetSpeculationIDSelf)
_SPEC0(uint64_t, SPEC_GetSpeculationIDSelf_priv)
_SPEC2(void, SPEC_SetSpeculationIDSelfBase, uint64_t newspecid, uint64_t l1p_base_addr)
_SPEC1(void, SPEC_SetSpeculationIDSelf, uint64_t newspecid)
_SPEC1(void, SPEC_SetSpeculationIDSelf_priv, uint64_t newspecid)
_SPEC1(uint64_t, SPEC_GetSpeculationID, uint64_t tid)
_SPEC2(void, SPEC_SetSpeculationID, uint64_t tid, uint64_t value)
_SPEC1(void, SPEC_SetSpeculationL1Mode, uint64_t mode)
_SPEC1(uint64_t, SPEC_GetSpeculationL1Mode, uint64_t mode)
_SPEC4(uint64_t, SPEC_Start_Spec_SR_Base,
       uint64_t spec_id, uint64_t l1p_base_addr,
       uint64_t l2_base_addr, uint64_t l1p_fast_base_addr)
_SPEC1(void, SPEC_Start_Spec_SR, uint64_t spec_id)
_SPEC4(uint64_t, SPEC_Start_Spec_SR_Base_Disable_L1P,
       uint64_t spec_id, uint64_t l1p_base_addr,
       uint64_t l2_base_addr, uint64_t l1p_fast_base_addr)
_SPEC1(void, SPEC_Start_Spec_SR_Disable_L1P, uint64_t spec_id)
_SPEC4(uint64_t, SPEC_Start_Spec_LR_Base,
       uint64_t spec_id, uint64_t l1p_base_addr,
       uint64_t l2_base_addr, uint64_t l1p_fast_base_addr)
_SPEC1(void, SPEC_Start_Spec_LR, uint64_t spec_id)

#undef _SPEC0
#undef _SPEC1
#undef _SPEC2
#undef _SPEC3
#undef _SPEC4

__END_DECLS

#endif
