/*
 * l2/atomic.h - the atomic operations of the L2 cache on 8-byte words of memory.
 *
 * Words are 8-byte aligned; memory must have been given to
 * Kernel_L2AtomicsAllocate.  On the machine an operation is a load or store at an
 * alias address of the word; here it is a call, and building alias addresses by
 * hand gives addresses at which bgq-run carries out plain 8-byte loads and stores
 * as the operation.  Operations on one word by hardware threads of a node and by
 * the message unit never interleave.  Two-word operations rely on a node's
 * hardware threads sharing one host thread.  A load takes the way to the L2 and
 * back, a store does not wait; nothing here waits longer.
 *
 * Must never include l2/barrier.h: programs define those names themselves.
 */
#ifndef SPI_L2_ATOMIC_H
#define SPI_L2_ATOMIC_H

#include <stdint.h>
#include <sys/types.h>

#include <bgqemu/abi.h>
#include <bgqemu/call_cost.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

#define L2_ATOMIC_OPCODE_LOAD                    0
#define L2_ATOMIC_OPCODE_LOAD_CLEAR              1
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT          2
#define L2_ATOMIC_OPCODE_LOAD_DECREMENT          3
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED  4
#define L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED  5
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL 6

#define L2_ATOMIC_OPCODE_STORE                       0
#define L2_ATOMIC_OPCODE_STORE_TWIN                  1
#define L2_ATOMIC_OPCODE_STORE_ADD                   2
#define L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO 3
#define L2_ATOMIC_OPCODE_STORE_OR                    4
#define L2_ATOMIC_OPCODE_STORE_XOR                   5
#define L2_ATOMIC_OPCODE_STORE_MAX                   6
#define L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE        7

#ifdef __cplusplus
extern "C" {
#endif

/* What a bounded or conditional load returns when it did nothing. */
#define L2_ATOMIC_REFUSED_ 0x8000000000000000ul

/* No other thread comes between the loads and stores of an operation, so that they can be plain
 * ones: their time is that of bgqemu_l2(), which lets everything before them happen.  The
 * compiler moves nothing past the marks, and bgq-as puts no check between them, whatever
 * is inlined or not; BGQ_AS_VERIFY=1 makes sure of that. */
#define L2_PART_ static __inline__ __attribute__((always_inline, no_instrument_function))

L2_PART_ void l2_atomic_begin(uint32_t op, const volatile uint64_t *ptr)
{
	BGQEMU_CALL_BEGIN(1);
	bgqemu_l2(op, ptr);
	BGQEMU_CALL_END();
	__asm__ __volatile__("/* bgq-atomic-begin */" : : : "memory");
}

L2_PART_ uint64_t l2_atomic_end(uint64_t result)
{
	__asm__ __volatile__("/* bgq-atomic-end */" : : : "memory");
	return result;
}

/* Returns what *ptr was. */
L2_PART_ uint64_t l2_atomic_put(volatile uint64_t *ptr, uint64_t old, uint64_t next)
{
	*ptr = next;
	return l2_atomic_end(old);
}

/* ---- Loads return the old value. */

__INLINE__ uint64_t L2_AtomicLoad(volatile uint64_t *ptr)
{
	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD, ptr);
	return l2_atomic_end(*ptr);
}

__INLINE__ uint64_t L2_AtomicLoadClear(volatile uint64_t *ptr)
{
	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_CLEAR, ptr);
	return l2_atomic_put(ptr, *ptr, 0);
}

__INLINE__ uint64_t L2_AtomicLoadIncrement(volatile uint64_t *ptr)
{
	uint64_t old;

	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_INCREMENT, ptr);
	old = *ptr;
	return l2_atomic_put(ptr, old, old + 1);
}

__INLINE__ uint64_t L2_AtomicLoadDecrement(volatile uint64_t *ptr)
{
	uint64_t old;

	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_DECREMENT, ptr);
	old = *ptr;
	return l2_atomic_put(ptr, old, old - 1);
}

/* Unless *ptr == ptr[1]: then *ptr stays and the result is 2^63. */
__INLINE__ uint64_t L2_AtomicLoadIncrementBounded(volatile uint64_t *ptr)
{
	uint64_t old;

	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, ptr);
	old = *ptr;
	if (old == ptr[1])
		return l2_atomic_end(L2_ATOMIC_REFUSED_);
	return l2_atomic_put(ptr, old, old + 1);
}

/* Unless *ptr == ptr[-1]. */
__INLINE__ uint64_t L2_AtomicLoadDecrementBounded(volatile uint64_t *ptr)
{
	uint64_t old;

	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, ptr);
	old = *ptr;
	if (old == ptr[-1])
		return l2_atomic_end(L2_ATOMIC_REFUSED_);
	return l2_atomic_put(ptr, old, old - 1);
}

/* Only if *ptr == ptr[1]. */
__INLINE__ uint64_t L2_AtomicLoadIncrementIfEqual(volatile uint64_t *ptr)
{
	uint64_t old;

	l2_atomic_begin(L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, ptr);
	old = *ptr;
	if (old != ptr[1])
		return l2_atomic_end(L2_ATOMIC_REFUSED_);
	return l2_atomic_put(ptr, old, old + 1);
}

/* ---- Stores. */

__INLINE__ void L2_AtomicStore(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE, ptr);
	l2_atomic_put(ptr, 0, value);
}

/* To ptr[0] and ptr[1], if they were equal; else to neither. */
__INLINE__ void L2_AtomicStoreTwin(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_TWIN, ptr);
	if (ptr[0] == ptr[1])
		ptr[0] = ptr[1] = value;
	l2_atomic_end(0);
}

__INLINE__ void L2_AtomicStoreAdd(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_ADD, ptr);
	l2_atomic_put(ptr, 0, *ptr + value);
}

/* The machine's caches hear of the store only when the sum is 0; hosts' always
 * do, which no program can tell apart. */
__INLINE__ void L2_AtomicStoreAddCoherenceOnZero(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, ptr);
	l2_atomic_put(ptr, 0, *ptr + value);
}

__INLINE__ void L2_AtomicStoreOr(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_OR, ptr);
	l2_atomic_put(ptr, 0, *ptr | value);
}

__INLINE__ void L2_AtomicStoreXor(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_XOR, ptr);
	l2_atomic_put(ptr, 0, *ptr ^ value);
}

/* The greater of the two, unsigned. */
__INLINE__ void L2_AtomicStoreMax(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_MAX, ptr);
	if (*ptr < value)
		*ptr = value;
	l2_atomic_end(0);
}

/* Sign-magnitude numbers (as doubles are) in an order that unsigned compare
 * knows: negative ones backwards and below the others. */
L2_PART_ uint64_t l2_sign_value_key(uint64_t v)
{
	return v >> 63 ? ~v : v | 1ul << 63;
}

/* The greater of the two, bit 63 being the sign of a magnitude. */
__INLINE__ void L2_AtomicStoreMaxSignValue(volatile uint64_t *ptr, uint64_t value)
{
	l2_atomic_begin(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, ptr);
	if (l2_sign_value_key(*ptr) < l2_sign_value_key(value))
		*ptr = value;
	l2_atomic_end(0);
}

/* ---- By opcode (L2_ATOMIC_OPCODE_*). */

__INLINE__ uint64_t __l2_load_op(volatile uint64_t *ptr, const uint64_t op)
{
	switch (op) {
	case L2_ATOMIC_OPCODE_LOAD:
		return L2_AtomicLoad(ptr);
	case L2_ATOMIC_OPCODE_LOAD_CLEAR:
		return L2_AtomicLoadClear(ptr);
	case L2_ATOMIC_OPCODE_LOAD_INCREMENT:
		return L2_AtomicLoadIncrement(ptr);
	case L2_ATOMIC_OPCODE_LOAD_DECREMENT:
		return L2_AtomicLoadDecrement(ptr);
	case L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED:
		return L2_AtomicLoadIncrementBounded(ptr);
	case L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED:
		return L2_AtomicLoadDecrementBounded(ptr);
	case L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL:
		return L2_AtomicLoadIncrementIfEqual(ptr);
	default:
		bgqemu_unsupported("__l2_load_op with an unknown opcode");
	}
}

__INLINE__ void __l2_store_op(volatile uint64_t *ptr, uint64_t value, const uint64_t op)
{
	switch (op) {
	case L2_ATOMIC_OPCODE_STORE:
		L2_AtomicStore(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_TWIN:
		L2_AtomicStoreTwin(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_ADD:
		L2_AtomicStoreAdd(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO:
		L2_AtomicStoreAddCoherenceOnZero(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_OR:
		L2_AtomicStoreOr(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_XOR:
		L2_AtomicStoreXor(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_MAX:
		L2_AtomicStoreMax(ptr, value);
		break;
	case L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE:
		L2_AtomicStoreMaxSignValue(ptr, value);
		break;
	default:
		bgqemu_unsupported("__l2_store_op with an unknown opcode");
	}
}

/* ---- Alias addresses, for programs that load and store there themselves.  Every
 * hardware thread has its own on the machine; here they are the same. */

__INLINE__ volatile uint64_t *__l2_op_ptr(volatile uint64_t *ptr, const uint64_t op)
{
	return (volatile uint64_t *)((uintptr_t)ptr | BGQEMU_L2_ALIAS(op));
}

__INLINE__ volatile uint64_t *__l2_op_tid_ptr(volatile uint64_t *ptr, const uint64_t op,
					      const uint32_t tid)
{
	(void)tid;
	return __l2_op_ptr(ptr, op);
}

__INLINE__ volatile uint64_t *L2_AtomicOpTidPointer(volatile uint64_t *ptr,
						    const uint64_t op, const uint32_t tid)
{
	return __l2_op_tid_ptr(ptr, op, tid);
}

/* After a wait in this core's L1 for a store of another core, if it has lasted: on the machine the
 * store goes to the L2, which takes the copies of the word out of the cores' L1s, and the next
 * look brings the line back. */
__INLINE__ void _bgqemu_l2_waited(const volatile uint64_t *ptr, int lasted)
{
	if (lasted)
		bgqemu_l2(BGQEMU_L2_REFILL, ptr);
}

#ifdef __cplusplus
}
#endif
#endif
