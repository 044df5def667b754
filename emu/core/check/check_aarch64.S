/* check_aarch64.S - entries of the emulator from code of programs on AArch64; see check.h.
 *
 * Code of bgq-as keeps x16, x17, x29 and x30 itself (emu/compile/as/aarch64/a64_stub.c); all other
 * registers, and the flags, are as they were. */
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
#include "emu/core/calls/call_stack.h"

/* struct check_frame: x0 to x30, the stack pointer, the return address; and the flags. */
#define FRAME_BYTES 288
#define SP_AT    248
#define PC_AT    256
#define FLAGS_AT 264
/* q0 to q31, then the status and control registers. */
#define VECTOR_BYTES 528

	.text
	.macro	push_frame
	sub	sp, sp, FRAME_BYTES
	.cfi_adjust_cfa_offset FRAME_BYTES
	stp	x0, x1, [sp]
	stp	x2, x3, [sp, 16]
	stp	x4, x5, [sp, 32]
	stp	x6, x7, [sp, 48]
	stp	x8, x9, [sp, 64]
	stp	x10, x11, [sp, 80]
	stp	x12, x13, [sp, 96]
	stp	x14, x15, [sp, 112]
	stp	x16, x17, [sp, 128]
	stp	x18, x19, [sp, 144]
	.cfi_rel_offset x19, 152
	stp	x20, x21, [sp, 160]
	stp	x22, x23, [sp, 176]
	stp	x24, x25, [sp, 192]
	stp	x26, x27, [sp, 208]
	stp	x28, x29, [sp, 224]
	add	x1, sp, FRAME_BYTES
	stp	x30, x1, [sp, 240]
	.cfi_rel_offset x30, 240
	mrs	x2, nzcv
	stp	x30, x2, [sp, PC_AT]
	mov	x19, sp
	.cfi_def_cfa x19, FRAME_BYTES
	.endm

	.macro	pop_frame
	mov	sp, x19
	.cfi_def_cfa sp, FRAME_BYTES
	ldr	x2, [sp, FLAGS_AT]
	msr	nzcv, x2
	ldp	x0, x1, [sp]
	ldp	x2, x3, [sp, 16]
	ldp	x4, x5, [sp, 32]
	ldp	x6, x7, [sp, 48]
	ldp	x8, x9, [sp, 64]
	ldp	x10, x11, [sp, 80]
	ldp	x12, x13, [sp, 96]
	ldp	x14, x15, [sp, 112]
	ldp	x16, x17, [sp, 128]
	ldp	x18, x19, [sp, 144]
	ldr	x30, [sp, 240]
	add	sp, sp, FRAME_BYTES
	.endm

/* From the program's stack to the thread's one for calls (call_stack.h), unless it is there. */
	.macro	leave_stack
	mrs	x0, tpidr_el0
	ldr	x0, [x0, 8]
	ldr	x0, [x0, CALL_STACK_CELL]
	mov	x1, sp
	sub	x1, x0, x1
	ldr	x2, =CALL_STACK_USABLE
	cmp	x1, x2
	b.lo	.Lleft_\@
	sub	x0, x0, 8
	mov	sp, x0
	str	x19, [sp]
.Lleft_\@:
	.endm

	.macro	vectors instruction
	\instruction q0, q1, [x20]
	\instruction q2, q3, [x20, 32]
	\instruction q4, q5, [x20, 64]
	\instruction q6, q7, [x20, 96]
	\instruction q8, q9, [x20, 128]
	\instruction q10, q11, [x20, 160]
	\instruction q12, q13, [x20, 192]
	\instruction q14, q15, [x20, 224]
	\instruction q16, q17, [x20, 256]
	\instruction q18, q19, [x20, 288]
	\instruction q20, q21, [x20, 320]
	\instruction q22, q23, [x20, 352]
	\instruction q24, q25, [x20, 384]
	\instruction q26, q27, [x20, 416]
	\instruction q28, q29, [x20, 448]
	\instruction q30, q31, [x20, 480]
	.endm

	.macro	save_vectors
	sub	sp, sp, VECTOR_BYTES
	mov	x20, sp
	vectors	stp
	mrs	x0, fpsr
	mrs	x1, fpcr
	add	x2, x20, 512
	stp	x0, x1, [x2]
	.endm

	.macro	restore_vectors
	vectors	ldp
	add	x2, x20, 512
	ldp	x0, x1, [x2]
	msr	fpsr, x0
	msr	fpcr, x1
	ldp	x20, x21, [x19, 160]
	.endm

	.globl	bgqemu_check, bgqemu_check_full
	.type	bgqemu_check, %function
	.p2align 5
bgqemu_check:
	.cfi_startproc
	push_frame
	bl	check_quick
	tst	w0, 0xff
	b.eq	2f
1:	pop_frame
	ret
	.cfi_def_cfa x19, FRAME_BYTES
2:	leave_stack
	save_vectors
	mov	x0, x19
	mov	x1, x20
	bl	check_slow
	restore_vectors
	b	1b
	.cfi_endproc
	.size	bgqemu_check, . - bgqemu_check

/* The slow path only. */
	.type	bgqemu_check_full, %function
bgqemu_check_full:
	.cfi_startproc
	push_frame
	b	2b
	.cfi_endproc
	.size	bgqemu_check_full, . - bgqemu_check_full
	.ltorg

/* A call through a pointer that leads out of the image: x15 is that pointer, and afterwards what to
 * call. */
	.globl	bgqemu_call_target
	.type	bgqemu_call_target, %function
bgqemu_call_target:
	.cfi_startproc
	push_frame
	leave_stack
	save_vectors
	ldr	x0, [x19, 120]
	bl	own_code
	str	x0, [x19, 120]
	restore_vectors
	pop_frame
	ret
	.cfi_endproc
	.size	bgqemu_call_target, . - bgqemu_call_target

	.globl	bgqemu_check_x87, bgqemu_check_xmm
	.set	bgqemu_check_x87, bgqemu_check
	.set	bgqemu_check_xmm, bgqemu_check

/* There are no such instructions to be replaced or suspected. */
	.globl	bgqemu_fetch, bgqemu_read_tsc, bgqemu_system_call, bgqemu_system_call_32
	.globl	bgqemu_asm_state, bgqemu_asm_state_trap, bgqemu_asm_state_end
	.type	bgqemu_read_tsc, %function
bgqemu_fetch:
bgqemu_system_call:
bgqemu_system_call_32:
bgqemu_asm_state:
bgqemu_asm_state_trap:
bgqemu_read_tsc:
	brk	#0
bgqemu_asm_state_end:
	.size	bgqemu_read_tsc, . - bgqemu_read_tsc

#endif

	.section .note.GNU-stack,"",%progbits
