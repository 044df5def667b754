/*
 * Context switch for AArch64 (AAPCS64).
 * A switched-out stack holds d8-d15, x19-x28, x29, x30, fpcr, fpsr (176 bytes).
 */
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
	.text
	.globl	fiber_switch
	.type	fiber_switch, %function
fiber_switch:
	sub	sp, sp, #176
	stp	d8, d9, [sp, #0]
	stp	d10, d11, [sp, #16]
	stp	d12, d13, [sp, #32]
	stp	d14, d15, [sp, #48]
	stp	x19, x20, [sp, #64]
	stp	x21, x22, [sp, #80]
	stp	x23, x24, [sp, #96]
	stp	x25, x26, [sp, #112]
	stp	x27, x28, [sp, #128]
	stp	x29, x30, [sp, #144]
	mrs	x9, fpcr
	mrs	x10, fpsr
	stp	x9, x10, [sp, #160]
	mov	x10, sp
	str	x10, [x0]
	mov	sp, x1
	ldp	d8, d9, [sp, #0]
	ldp	d10, d11, [sp, #16]
	ldp	d12, d13, [sp, #32]
	ldp	d14, d15, [sp, #48]
	ldp	x19, x20, [sp, #64]
	ldp	x21, x22, [sp, #80]
	ldp	x23, x24, [sp, #96]
	ldp	x25, x26, [sp, #112]
	ldp	x27, x28, [sp, #128]
	ldp	x29, x30, [sp, #144]
	ldp	x9, x10, [sp, #160]
	msr	fpcr, x9
	msr	fpsr, x10
	add	sp, sp, #176
	ret
	.size	fiber_switch, . - fiber_switch

/* First activation: x19 = entry, x20 = arg. */
	.globl	fiber_entry
	.type	fiber_entry, %function
fiber_entry:
	mov	x0, x20
	mov	x29, xzr
	blr	x19
	brk	#1
	.size	fiber_entry, . - fiber_entry

#endif

	.section .note.GNU-stack,"",%progbits
