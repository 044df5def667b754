/*
 * hwi/include/bqc/A2_inlines.h - instructions of the A2 core, as functions.
 *
 * Public; C99 and C++98.  Names and signatures follow the driver header of the
 * same name; on x86-64 and AArch64 they become compiler builtins, and calls into
 * the runtime where simulated time is concerned.  Time base values and delays are
 * in core cycles of 0.625 ns.  Any thread may call anything here; what may let
 * simulated time pass says so.  It must never touch host time.
 */
#ifndef _A2_INLINES_H_
#define _A2_INLINES_H_

#include <stdint.h>

#include <bgqemu/abi.h>
#include <bgqemu/abi_mmio.h>
#include <bgqemu/abi_regs.h>
#include <bgqemu/abi_wakeup.h>
#include <bgqemu/call_cost.h>
#include <hwi/include/bqc/A2_core.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

/* ---- time ---- */

/* Core cycles since boot.  Never the same in two calls of a loop: reading it costs
 * cycles. */
__INLINE__ uint64_t GetTimeBase(void)
{
	return bgqemu_timebase();
}

/* Busy for at least tb_delta cycles.  Parks. */
__INLINE__ void DelayTimeBase(uint64_t tb_delta)
{
	bgqemu_delay_until(bgqemu_timebase() + tb_delta);
}

/* Busy for as long as a loop of pclks empty iterations, at two cycles each: one to
 * decrement, one to branch.  Parks. */
__INLINE__ void Delay(uint64_t pclks)
{
	uint64_t now = bgqemu_timebase();
	uint64_t most = (UINT64_MAX - now) / 2;

	bgqemu_delay_until(now + 2 * (pclks < most ? pclks : most));
}

/* Delay() with as many iterations as nsecs has cycles of core_freq MHz, plus one:
 * twice the time asked for, as on the machine. */
__INLINE__ void Delay_ns(uint64_t nsecs, uint64_t core_freq)
{
	Delay(nsecs * core_freq / 1000 + 1);
}

#define Kernel_GetTimeBase GetTimeBase

/* ---- special purpose registers ---- */

/* The register as bgqemu_mfspr() describes; the time base without a detour. */
__INLINE__ uint64_t _bgqemu_spr(unsigned spr)
{
	if (spr == SPRN_TBRO)
		return bgqemu_timebase();
	if (spr == SPRN_TBURO)
		return bgqemu_timebase() >> 32;
	return bgqemu_mfspr(spr);
}

#define mfspr(SPRN) _bgqemu_spr(SPRN)

/* No register that a user program may write is modelled. */
#define mtspr(SPRN, value) ((void)(SPRN), (void)(value), bgqemu_unsupported("mtspr"))

/* ---- order of memory accesses ---- */

/* Full fence for the compiler, which is enough for threads of a node, since they take turns on
 * one of the host's; costs the core a round trip to the L2. */
__INLINE__ void ppc_msync(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	BGQEMU_CALL_BEGIN(1);
	bgqemu_charge(BGQEMU_OP_SYNC, 1);
	BGQEMU_CALL_END();
}

__INLINE__ void mbar(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	bgqemu_charge(BGQEMU_OP_ORDER, 1);
}

__INLINE__ void isync(void)
{
	mbar();
}

/* ---- waiting ---- */

/* The last word reserved by this thread.  Shared by the reservations below and
 * ppc_waitrsv; each object file has its own, which a program cannot notice as long
 * as it reserves and stores in one. */
struct _bgqemu_reservation {
	const volatile void *word; /* NULL: none */
	uint64_t value;            /* what the load returned */
	unsigned bytes;            /* 4 or 8 */
};

__INLINE__ struct _bgqemu_reservation *_bgqemu_reserved(void)
{
	static __thread struct _bgqemu_reservation mine;

	return &mine;
}

__INLINE__ int _bgqemu_reservation_held(const struct _bgqemu_reservation *r)
{
	if (r->word == 0)
		return 0;
	if (r->bytes == 4)
		return __atomic_load_n((const volatile uint32_t *)r->word,
				       __ATOMIC_ACQUIRE) == (uint32_t)r->value;
	return __atomic_load_n((const volatile uint64_t *)r->word, __ATOMIC_ACQUIRE) ==
	       r->value;
}

/* Returns when the reservation is lost, or at the first delivery to the node; at once without
 * a reservation.  Parks.  Like the instruction it may return early:
 * callers look again. */
__INLINE__ void ppc_waitrsv(void)
{
	struct _bgqemu_reservation *r = _bgqemu_reserved();

	if (r->word != 0)
		bgqemu_wait(BGQEMU_WAIT_MEMORY, r->word, r->bytes, r->value, UINT64_MAX);
	r->word = 0;
}

/* Return at what the wakeup unit is armed for (spi/include/wu/wait.h) or the next
 * delivery to the node.  Park. */
__INLINE__ void ppc_wait(void)
{
	bgqemu_wakeup_wait();
}

__INLINE__ void ppc_waitimpl(void)
{
	ppc_wait();
}

#define bgq_wait_bit9 ppc_waitimpl
#define bgq_wait_bit10 ppc_waitrsv

/* ---- reservations and atomic updates ---- */

/* What the functions below are made of; what they cost is between their marks. */
__INLINE__ uint64_t _bgqemu_reserve(volatile void *pVar, unsigned bytes)
{
	struct _bgqemu_reservation *r = _bgqemu_reserved();

	BGQEMU_CALL_STEP(1);
	r->word = pVar;
	r->bytes = bytes;
	r->value = bgqemu_load_reserved(pVar, bytes);
	return r->value;
}

__INLINE__ int _bgqemu_store(volatile void *pVar, unsigned bytes, uint64_t Val)
{
	BGQEMU_CALL_STEP(1);
	_bgqemu_reserved()->word = 0;
	return bgqemu_store_conditional(pVar, bytes, Val);
}

/* A load that StoreConditional refers to.  One reservation per thread. */
__INLINE__ uint32_t LoadReserved32(volatile uint32_t *pVar)
{
	uint64_t value;

	BGQEMU_CALL_BEGIN(0);
	value = _bgqemu_reserve(pVar, 4);
	BGQEMU_CALL_END();
	return (uint32_t)value;
}

__INLINE__ uint64_t LoadReserved(volatile uint64_t *pVar)
{
	uint64_t value;

	BGQEMU_CALL_BEGIN(0);
	value = _bgqemu_reserve(pVar, 8);
	BGQEMU_CALL_END();
	return value;
}

/* 1: stored, the reservation was for the word and still held.  0: it was not, or is lost to a
 * store to its line of 64 bytes by another thread or the message unit, whatever value that had.
 * There is none afterwards, either way. */
__INLINE__ int StoreConditional32(volatile uint32_t *pVar, uint32_t Val)
{
	int stored;

	BGQEMU_CALL_BEGIN(0);
	stored = _bgqemu_store(pVar, 4, Val);
	BGQEMU_CALL_END();
	return stored;
}

__INLINE__ int StoreConditional(volatile uint64_t *pVar, uint64_t Val)
{
	int stored;

	BGQEMU_CALL_BEGIN(0);
	stored = _bgqemu_store(pVar, 8, Val);
	BGQEMU_CALL_END();
	return stored;
}

/* The word becomes NewValue if it is old.  Returns what it was.  Each try: compare, branch, and the
 * branch on whether it was stored; one back costs as mispredicted, with the store. */
__INLINE__ uint64_t _bgqemu_swap(volatile void *var, unsigned bytes, uint64_t old,
				 uint64_t NewValue)
{
	uint64_t now;

	BGQEMU_CALL_BEGIN(0);
	do {
		BGQEMU_CALL_STEP(3);
		now = _bgqemu_reserve(var, bytes);
	} while (now == old && !_bgqemu_store(var, bytes, NewValue));
	BGQEMU_CALL_END();
	return now;
}

/* 1: *var was *pOldValue and is NewValue now.  0: it was not, and *pOldValue says
 * what it was. */
__INLINE__ int Compare_and_Swap32(volatile uint32_t *var, uint32_t *pOldValue,
				  uint32_t NewValue)
{
	uint32_t old = *pOldValue, now = (uint32_t)_bgqemu_swap(var, 4, old, NewValue);

	if (now != old)
		*pOldValue = now;
	return now == old;
}

__INLINE__ int Compare_and_Swap(uint64_t *var, uint64_t *pOldValue, uint64_t NewValue)
{
	uint64_t old = *pOldValue, now = _bgqemu_swap(var, 8, old, NewValue);

	if (now != old)
		*pOldValue = now;
	return now == old;
}

/* Returns the value before.  Costs a synchronisation, as the machine's does, and for each try an
 * addition and a branch; one back costs as mispredicted, with the store. */
__INLINE__ uint64_t Fetch_and_Add(uint64_t *pVar, uint64_t value)
{
	uint64_t before;

	ppc_msync();
	BGQEMU_CALL_BEGIN(0);
	do {
		BGQEMU_CALL_STEP(2);
		before = _bgqemu_reserve(pVar, 8);
	} while (!_bgqemu_store(pVar, 8, before + value));
	BGQEMU_CALL_END();
	return before;
}

/* ---- bits ---- */

__INLINE__ uint64_t cntlz32(uint32_t v)
{
	return v ? (uint64_t)__builtin_clz(v) : 32;
}

__INLINE__ uint64_t cntlz64(uint64_t v)
{
	return v ? (uint64_t)__builtin_clzll(v) : 64;
}

__INLINE__ uint64_t popcnt64(uint64_t v)
{
	return (uint64_t)__builtin_popcountll(v);
}

__INLINE__ uint64_t _bgqemu_rotl64(uint64_t v, unsigned n)
{
	return v << (n & 63) | v >> (-n & 63);
}

/* Rotate rs left by sh and insert bits mb..63-sh of the result (IBM numbers) in ra;
 * RLDCL64: by rb, the low six bits, keeping bits mb..63 and clearing the others. */
#define RLIMI64(ra, rs, sh, mb) \
	((ra) = ((ra) & ~_BGQ_SET(64 - (sh) - (mb), 63 - (sh), ~UNSIGNED64(0))) | \
		(_bgqemu_rotl64(rs, sh) & \
		 _BGQ_SET(64 - (sh) - (mb), 63 - (sh), ~UNSIGNED64(0))))
#define RLDCL64(ra, rs, rb, mb) \
	((ra) = _bgqemu_rotl64(rs, (unsigned)(rb)) & (~UNSIGNED64(0) >> (mb)))

/* ---- device registers ---- */

/* Is it a register, of the node's message unit or at a machine address?  Machine
 * addresses have no memory behind them. */
__INLINE__ int _bgqemu_is_machine_address(uintptr_t a)
{
	return a >= (uintptr_t)PHYMAP_MINADDR_MMIO &&
	       a <= (uintptr_t)(PHYMAP_MAXADDR_MMIO + PHYMAP_PRIVILEGEDOFFSET);
}

__INLINE__ int _bgqemu_is_register(uintptr_t a)
{
	return a - (uintptr_t)bgqemu_mmio_base() < 0x110000 ||
	       _bgqemu_is_machine_address(a);
}

/* Stores.  To a message unit register it takes effect; to a machine address it is a
 * write flush; to other memory it is a plain volatile store. */
__INLINE__ void out64(uint64_t *vaddr, uint64_t value)
{
	if (_bgqemu_is_register((uintptr_t)vaddr))
		bgqemu_mmio_store(vaddr, value);
	else
		*(volatile uint64_t *)vaddr = value;
}

__INLINE__ void out32(uint32_t *vaddr, uint32_t value)
{
	if (_bgqemu_is_register((uintptr_t)vaddr))
		bgqemu_mmio_store(vaddr, value);
	else
		*(volatile uint32_t *)vaddr = value;
}

__INLINE__ void out64_sync(uint64_t *vaddr, uint64_t value)
{
	out64(vaddr, value);
	mbar();
}

__INLINE__ void out32_sync(uint32_t *vaddr, uint32_t value)
{
	out32(vaddr, value);
	mbar();
}

/* Loads past the caches.  A machine address must be that of a device control
 * register that the runtime knows. */
__INLINE__ uint64_t in64(uint64_t *vaddr)
{
	uintptr_t a = (uintptr_t)vaddr & ~(uintptr_t)PHYMAP_PRIVILEGEDOFFSET;

	if (_bgqemu_is_machine_address((uintptr_t)vaddr))
		return bgqemu_dcr_read((a - (uintptr_t)PHYMAP_MINADDR_DCR) / 8);
	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
	return *(volatile uint64_t *)vaddr;
}

__INLINE__ uint32_t in32(uint32_t *vaddr)
{
	if (_bgqemu_is_machine_address((uintptr_t)vaddr))
		bgqemu_unsupported("in32");
	bgqemu_charge(BGQEMU_OP_MMIO_LOAD, 1);
	return *(volatile uint32_t *)vaddr;
}

__INLINE__ uint64_t in64_sync(uint64_t *vaddr)
{
	mbar();
	return in64(vaddr);
}

__INLINE__ uint32_t in32_sync(uint32_t *vaddr)
{
	mbar();
	return in32(vaddr);
}

/* ---- caches: hints to the host, no effect on simulated time ---- */

#define DCBT_CT(vaddr, ct) __builtin_prefetch((const void *)(vaddr), 0)
#define DCBTST_CT(vaddr, ct) __builtin_prefetch((const void *)(vaddr), 1)
/* Flushing, locking and instruction caches have no host counterpart. */
#define DCBF_CT(vaddr, ct) ((void)(vaddr))
#define DCBTLS_CT(vaddr, ct) ((void)(vaddr))
#define DCBTSTLS_CT(vaddr, ct) ((void)(vaddr))
#define DCBLC_CT(vaddr, ct) ((void)(vaddr))
#define ICBT_CT(vaddr, ct) ((void)(vaddr))
#define ICBTLS_CT(vaddr, ct) ((void)(vaddr))
#define ICBLC_CT(vaddr, ct) ((void)(vaddr))

__INLINE__ void dcache_block_touch(void *vaddr)
{
	DCBT_CT(vaddr, 0);
}

__INLINE__ void dcbt_l2(void *vaddr)
{
	DCBT_CT(vaddr, 2);
}

__INLINE__ void icache_block_touch(void *vaddr)
{
	ICBT_CT(vaddr, 0);
}

/* Zeroes the 64-byte line that holds vaddr: this one changes memory. */
__INLINE__ void dcache_block_zero(void *vaddr)
{
	uint64_t *line = (uint64_t *)((uintptr_t)vaddr & ~(uintptr_t)63);
	int i;

	for (i = 0; i < 8; i++)
		line[i] = 0;
}

/* The emulated memory is coherent; throwing a line away would show nothing. */
__INLINE__ void dcache_block_inval(void *vaddr)
{
	(void)vaddr;
}

__INLINE__ void icache_block_inval(void *vaddr)
{
	(void)vaddr;
}

/* ---- thread priorities: hardware threads do not compete for issue slots here ---- */

__INLINE__ void ThreadPriority_Low(void)
{
}

__INLINE__ void ThreadPriority_MediumLow(void)
{
}

__INLINE__ void ThreadPriority_Medium(void)
{
}

#define Kernel_ThreadPriority_Low ThreadPriority_Low
#define Kernel_ThreadPriority_Medium ThreadPriority_MediumLow
#define Kernel_ThreadPriority_High ThreadPriority_Medium

/* ---- where am I ---- */

#define CurrentInstAddress() \
	(__extension__({ \
		__label__ here; \
	here: \
		(uint64_t)(uintptr_t) && here; \
	}))
#define CurrentStackAddress() ((uint64_t)(uintptr_t)__builtin_frame_address(0))
/* The host has no TOC. */
#define CurrentTOCAddress() ((uint64_t)0)

__END_DECLS

#endif
