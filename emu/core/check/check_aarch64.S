/* check_aarch64.S - entry of the emulator from instrumented code of programs; see check.h. */
#if defined(__aarch64__)
	.text
	.globl	bgqemu_check
	.type	bgqemu_check, %function
bgqemu_check:
	mov	x0, xzr
	mov	x1, xzr
	b	check_slow
	.size	bgqemu_check, . - bgqemu_check
	.globl	bgqemu_check_x87, bgqemu_check_xmm
	.set	bgqemu_check_x87, bgqemu_check
	.set	bgqemu_check_xmm, bgqemu_check

/* There are no such instructions to be replaced or suspected. */
	.globl	bgqemu_read_tsc, bgqemu_system_call, bgqemu_system_call_32
	.globl	bgqemu_asm_state, bgqemu_asm_state_trap, bgqemu_asm_state_end
	.type	bgqemu_read_tsc, %function
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
