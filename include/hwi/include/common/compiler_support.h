/*
 * hwi/include/common/compiler_support.h - what SPI headers expect of the compiler.
 *
 * Public; C99, C++98 and later.  Names follow the Blue Gene/Q driver header of
 * the same name; the definitions are those that GCC and Clang need on x86-64 and
 * AArch64.  It must define nothing that a program has defined before it, because
 * programs predefine __INLINE__ and undefine it later.
 */
#ifndef _COMPILER_SUPPORT_H_
#define _COMPILER_SUPPORT_H_

#ifndef __ASSEMBLY__
#include <stdint.h>
#endif

/* Internal linkage: several objects of one program include the same inlines, and
 * an address taken in one of them needs no external definition to exist. */
#ifndef __INLINE__
#define __INLINE__ static __inline__
#endif

#if defined(__cplusplus) && !defined(__ASSEMBLY__)
#define __C_LINKAGE extern "C"
#else
#define __C_LINKAGE
#endif

/* The same tokens as in <sys/cdefs.h>, whichever comes first. */
#ifndef __BEGIN_DECLS
#if defined(__cplusplus) && !defined(__ASSEMBLY__)
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#endif

#define __LIKELY(cond) __builtin_expect((cond), 1)
#define __UNLIKELY(cond) __builtin_expect((cond), 0)

#ifndef __PACKED
#define __PACKED __attribute__((packed))
#endif
#ifndef __NORETURN
#define __NORETURN __attribute__((noreturn))
#endif

/* Call distance is PowerPC's affair. */
#define __SHORT_CALL
#define __LONG_CALL

/* Bias of the thread pointer and of the TOC pointer in the 64-bit PowerPC ABI. */
#define GLIBC_TCB_OFFSET 0x7000
#define GLIBC_TOC_OFFSET 0x8000

#ifndef __ASSEMBLY__
/* A function descriptor of that ABI; no host function pointer points to one. */
typedef struct OPD_Entry_t {
	void *Entry_Addr;
	void *TOC_Addr;
} OPD_Entry_t;
#endif

#endif
