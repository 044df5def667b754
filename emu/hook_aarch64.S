/* hook_aarch64.S - where instrumented program code enters the emulator; see spin.h. */
#if defined(__aarch64__)
	.text
/* See hook_x86_64.S; struct spin_regs: pc, sp, x19-x28. */
	.globl	bgqemu_block_hook
	.type	bgqemu_block_hook, %function
bgqemu_block_hook:
	mrs	x9, tpidr_el0
	add	x9, x9, #:tprel_hi12:thread_hook_budget
	add	x9, x9, #:tprel_lo12_nc:thread_hook_budget
	ldr	w10, [x9]
	subs	w10, w10, #1
	str	w10, [x9]
	b.mi	1f
	ret
1:	adrp	x9, spin_hook
	add	x9, x9, :lo12:spin_hook
	mov	x0, xzr
	mov	x1, xzr
	b	spin_enter
	.size	bgqemu_block_hook, . - bgqemu_block_hook

	.globl	bgqemu_poll_miss
	.type	bgqemu_poll_miss, %function
bgqemu_poll_miss:
	adrp	x9, spin_poll_miss
	add	x9, x9, :lo12:spin_poll_miss
spin_enter:
	mov	x10, sp
	sub	sp, sp, #112
	stp	x30, x10, [sp, #0]
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	stp	x29, x30, [sp, #96]
	mov	x2, sp
	blr	x9
	ldp	x29, x30, [sp, #96]
	add	sp, sp, #112
	ret
	.size	bgqemu_poll_miss, . - bgqemu_poll_miss

#endif

	.section .note.GNU-stack,"",%progbits
