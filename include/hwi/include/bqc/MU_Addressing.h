/*
 * hwi/include/bqc/MU_Addressing.h - base address tables and atomic addresses.
 *
 * Public; C99 and C++98.  Follows the driver header of the same name.  The
 * message unit addresses memory by 37 bits: bit 36 makes an address atomic, and
 * then bits 0 to 2 of the 8-byte aligned address are the operation.  The same
 * number means one thing to a load and another to a store.
 */
#ifndef _MUHWI_ADDRESSING_H_
#define _MUHWI_ADDRESSING_H_

#include <hwi/include/bqc/MU_Macros.h>
#include <hwi/include/common/compiler_support.h>

__BEGIN_DECLS

typedef volatile uint64_t MUHWI_BaseAddress_t;
typedef MUHWI_BaseAddress_t *MUHWI_BaseAddressTable_t;

#define MUHWI_ATOMIC_ADDRESS_INDICATOR (1UL << 36)

#define MUHWI_ATOMIC_OPCODE_LOAD 0UL
#define MUHWI_ATOMIC_OPCODE_LOAD_CLEAR 1UL
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT 2UL
#define MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT 3UL
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED 4UL
#define MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED 5UL
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL 6UL

#define MUHWI_ATOMIC_OPCODE_STORE 0UL
#define MUHWI_ATOMIC_OPCODE_STORE_TWIN 1UL
#define MUHWI_ATOMIC_OPCODE_STORE_ADD 2UL
#define MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO 3UL
#define MUHWI_ATOMIC_OPCODE_STORE_OR 4UL
#define MUHWI_ATOMIC_OPCODE_STORE_XOR 5UL
#define MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED 6UL
#define MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED 7UL

__END_DECLS

#endif
