/* tls_descriptor_aarch64.S - the function of a descriptor of a thread-local: x0 is the descriptor,
 * and afterwards how far behind the thread pointer the variable is.  Changes nothing else but the
 * flags, which the ABI of descriptors lets it. */
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
	.text
	.globl	bgqemu_tls_descriptor
	.type	bgqemu_tls_descriptor, %function
bgqemu_tls_descriptor:
	.cfi_startproc
	stp	x29, x30, [sp, -160]!
	.cfi_adjust_cfa_offset 160
	.cfi_rel_offset x29, 0
	.cfi_rel_offset x30, 8
	stp	x1, x2, [sp, 16]
	stp	x3, x4, [sp, 32]
	stp	x5, x6, [sp, 48]
	stp	x7, x8, [sp, 64]
	stp	x9, x10, [sp, 80]
	stp	x11, x12, [sp, 96]
	stp	x13, x14, [sp, 112]
	stp	x15, x16, [sp, 128]
	stp	x17, x18, [sp, 144]
	bl	tls_descriptor_offset
	ldp	x17, x18, [sp, 144]
	ldp	x15, x16, [sp, 128]
	ldp	x13, x14, [sp, 112]
	ldp	x11, x12, [sp, 96]
	ldp	x9, x10, [sp, 80]
	ldp	x7, x8, [sp, 64]
	ldp	x5, x6, [sp, 48]
	ldp	x3, x4, [sp, 32]
	ldp	x1, x2, [sp, 16]
	ldp	x29, x30, [sp], 160
	.cfi_adjust_cfa_offset -160
	ret
	.cfi_endproc
	.size	bgqemu_tls_descriptor, . - bgqemu_tls_descriptor
#endif

	.section .note.GNU-stack,"",%progbits
