/*
 * tls_descriptor.c - thread-locals by descriptors, as libraries of AArch64 have them (libstdc++.a):
 * a function and its argument, instead of __tls_get_addr().
 *
 * Never: a vector register; the caller expects nothing to change (the Makefile has it compiled so).
 */
#include "libc.h"

#include "emu/core/engine/engine.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/call.h"

/* Called by tls_descriptor_aarch64.S: from the thread pointer to the running thread's variable. */
uint64_t tls_descriptor_offset(const struct tls_index *descriptor);
uint64_t tls_descriptor_offset(const struct tls_index *descriptor)
{
	char *tls = thread_self->user->tls;

	return (uintptr_t)tls + descriptor->offset - (uintptr_t)__builtin_thread_pointer();
}

#if !defined(__aarch64__) || defined(BGQ_PORTABLE)
void bgqemu_tls_descriptor(void);
void bgqemu_tls_descriptor(void)
{
	__builtin_trap(); /* no image of this processor asks for it */
}
#endif
