	.file	"verify.c"
	.text
	.globl	parts
	.type	parts, @function
# An atomic, whose parts the compiler has put in any order.
parts:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	%rdi, %rbx
	call	bgqemu_l2@PLT
#APP
	/* bgq-atomic-begin */
#NO_APP
	movq	(%rbx), %rax
	testq	%rax, %rax
	js	.L2
.L3:
	addq	$1, (%rbx)
#APP
	/* bgq-atomic-end */
#NO_APP
	popq	%rbx
	.cfi_remember_state
	.cfi_def_cfa_offset 8
	ret
.L2:
	.cfi_restore_state
	notq	%rax
	jmp	.L3
	.cfi_endproc
	.size	parts, .-parts
# Clears words; of string operations each reads its own registers.
	.globl	clear
	.type	clear, @function
clear:
	.cfi_startproc
	movq	%rsi, %rcx
	xorl	%eax, %eax
	rep stosq
	ret
	.cfi_endproc
	.size	clear, .-clear
# What takes a lock.
	.globl	exchange
	.type	exchange, @function
exchange:
	.cfi_startproc
	movq	%rcx, %rax
	lock cmpxchgq	%rsi, (%rdi)
	sete	%al
	movzbl	%al, %eax
	xorl	%edx, %edx
	ret
	.cfi_endproc
	.size	exchange, .-exchange
# A call through a pointer, and one in place of the return.
	.globl	by_pointer
	.type	by_pointer, @function
by_pointer:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	%rdi, %rbx
	call	*8(%rbx,%rsi,8)
	movq	(%rbx), %rdx
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	*%rdx
	.cfi_endproc
	.size	by_pointer, .-by_pointer
	.globl	flags
	.type	flags, @function
flags:
	.cfi_startproc
	movl	$1, %ecx
	movl	$2, %edi
	cmpq	$3, %rdi
	jle	.L9
	pushq	%rax
	.cfi_def_cfa_offset 16
	call	abort@PLT
.L9:
	.cfi_def_cfa_offset 8
	jne	.L9b
	ret
.L9b:
	movq	%rdi, %rax
.L10:
	leaq	1(%rax), %rax
	jne	.L11
	ret
.L11:
	cmpq	$10, %rax
	leaq	-1(%rax), %rax
	jne	.L10
	ret
	.cfi_endproc
	.size	flags, .-flags
	.globl	loops
	.type	loops, @function
# A loop that can have the budget in a register: r11, while rcx is needed behind it.
loops:
	.cfi_startproc
	xorl	%eax, %eax
	movl	$7, %ecx
	movq	$9, %r11
	movq	$5, %r10
	movq	$5, %r9
	movq	$5, %r8
	movq	$5, %rdx
.L20:
	addq	(%rdi), %rax
	addq	$8, %rdi
	cmpq	%rsi, %rdi
	jne	.L20
	addq	%rcx, %rax
	addq	%r11, %rax
	addq	%r10, %rax
	addq	%r9, %rax
	addq	%r8, %rax
	addq	%rdx, %rax
	ret
	.cfi_endproc
	.size	loops, .-loops
	.globl	local
	.type	local, @function
# What the linker rewrites, and the x87 unit.
local:
	.cfi_startproc
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
	fldz
.L30:
	.byte	0x66
	leaq	variable@tlsgd(%rip), %rdi
	.value	0x6666
	rex64
	call	__tls_get_addr@PLT
	lock addq	$1, (%rax)
	fld1
	faddp
	decl	%ebx
	jne	.L30
	fstp	%st(0)
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	local, .-local
	.globl	unused
	.type	unused, @function
# Nothing is passed in r11 and flags, which assembly may read; then they are the function's.
unused:
	.cfi_startproc
	movq	$3, %r11
#APP
	nop
#NO_APP
	cmpq	$3, %rdi
	jne	.L40
	call	abort@PLT
.L40:
	movq	%r11, %rax
	ret
	.cfi_endproc
	.size	unused, .-unused
	.globl	__x86_indirect_thunk_r11
	.type	__x86_indirect_thunk_r11, @function
# -mindirect-branch=thunk: where a call leads to is passed in r11.
__x86_indirect_thunk_r11:
	.cfi_startproc
	call	.L51
.L50:
	pause
	jmp	.L50
.L51:
	movq	%r11, (%rsp)
	ret
	.cfi_endproc
	.size	__x86_indirect_thunk_r11, .-__x86_indirect_thunk_r11
	.ident	"GCC: (made by hand) 12"
	.section	.note.GNU-stack,"",@progbits
