# loops.s - loops whose instructions are known, for share.c.  Each has rounds in %rdi.

	.text
# Seven instructions, none of which waits for another, and 5 cycles until what the last one jumps to
# has been fetched: 12 cycles a round.  The jump counts by itself, as here in all loops.
	.globl	core_adds
	.type	core_adds, @function
core_adds:
	xorl	%eax, %eax
	xorl	%edx, %edx
.Ladds:
	addq	$1, %rax
	addq	$2, %rdx
	addq	$3, %rsi
	addq	$4, %r8
	addq	$5, %r9
	addq	$6, %r10
	subq	$1, %rdi
	jne	.Ladds
	ret
	.size	core_adds, .-core_adds

# Two additions of doubles, each of which waits for the one before: the second
# is issued after 6 cycles, the jump after 7, and the target is there after 13.
	.globl	core_chain
	.type	core_chain, @function
core_chain:
	pxor	%xmm0, %xmm0
.Lchain:
	addsd	%xmm0, %xmm0
	addsd	%xmm0, %xmm0
	subq	$1, %rdi
	jne	.Lchain
	ret
	.size	core_chain, .-core_chain

# A division that waits for the one before: 72 cycles.
	.globl	core_divide
	.type	core_divide, @function
core_divide:
	movl	$1, %eax
	cvtsi2sdl	%eax, %xmm0
	cvtsi2sdl	%eax, %xmm1
.Ldivide:
	divsd	%xmm1, %xmm0
	subq	$1, %rdi
	jne	.Ldivide
	ret
	.size	core_divide, .-core_divide

# Three loads whose addresses are what the ones before have loaded: the last is issued after 12
# cycles, the jump after 13, and the target is there after 19.
	.globl	core_chase
	.type	core_chase, @function
core_chase:
	leaq	-8(%rsp), %rax
	movq	%rax, (%rax)
.Lchase:
	movq	(%rax), %rax
	movq	(%rax), %rax
	movq	(%rax), %rax
	subq	$1, %rdi
	jne	.Lchase
	ret
	.size	core_chase, .-core_chase

# Four additions of integers, for which the host has one instruction: 5 cycles, and 5 for the jump.
	.globl	core_vector
	.type	core_vector, @function
core_vector:
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
.Lvector:
	paddd	%xmm1, %xmm0
	subq	$1, %rdi
	jne	.Lvector
	ret
	.size	core_vector, .-core_vector

# Two additions of doubles in one instruction, a cycle after each other, and 1 for the loop and 5 for
# the jump: 8 cycles.
	.globl	core_doubles
	.type	core_doubles, @function
core_doubles:
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
.Ldoubles:
	addpd	%xmm1, %xmm0
	subq	$1, %rdi
	jne	.Ldoubles
	ret
	.size	core_doubles, .-core_doubles

# Two words in one load and one store: the second comes after 8 cycles, its store is issued after 9,
# the jump after 10, and the target is there after 16.
	.globl	core_copies
	.type	core_copies, @function
core_copies:
	movups	-24(%rsp), %xmm0
	movups	%xmm0, -40(%rsp)
	subq	$1, %rdi
	jne	core_copies
	ret
	.size	core_copies, .-core_copies

# An index that is stepped is a pointer: a load, which is issued first, its step and the jump,
# 3 and 5 cycles; nothing for the comparison.
	.globl	core_index
	.type	core_index, @function
core_index:
	leaq	-80(%rsp), %rdx
	movl	$0, %ecx
	leaq	8(%rdi), %rsi
.Lindex:
	movq	8(%rdx), %rax
	addq	$1, %rcx
	cmpq	%rdi, %rcx
	jne	.Lindex
	ret
	.size	core_index, .-core_index

# An index that is not, nor stays: it is shifted, its base added to a number, a cycle and 2, and the
# load issued after 3; the jump after 4, and 5 until its target is there.
	.globl	core_scaled
	.type	core_scaled, @function
core_scaled:
	leaq	-80(%rsp), %rdx
	movl	$1, %ecx
.Lscaled:
	movq	8(%rdx,%rcx,8), %rax
	xorq	$1, %rcx
	subq	$1, %rdi
	jne	.Lscaled
	ret
	.size	core_scaled, .-core_scaled

# A product that is added is one instruction, which waits for its own sum: 6 cycles, of which the
# jump, 2 after its beginning, and 5 are 7.
	.globl	core_fused
	.type	core_fused, @function
core_fused:
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
.Lfused:
	movapd	%xmm1, %xmm2
	mulsd	%xmm1, %xmm2
	addsd	%xmm2, %xmm0
	subq	$1, %rdi
	jne	.Lfused
	ret
	.size	core_fused, .-core_fused

# A call of the SPI that says 7 cycles, whatever is between its marks, and 7 for the loop around it.
# Its two parts are laid out around a call that does not return.
	.globl	core_call
	.type	core_call, @function
core_call:
	pushq	%rbx
	movq	%rdi, %rbx
.Lcall:
#APP
	# bgq-cycles 7
	/* bgq-call-begin */
#NO_APP
	leaq	-8(%rsp), %rax
	movq	%rax, (%rax)
	movq	(%rax), %rax
	testq	%rax, %rax
	jne	.Lcall_part
	movq	(%rax), %rax
#APP
	/* bgq-call-end */
#NO_APP
	call	abort@PLT
.Lcall_part:
	movq	(%rax), %rax
	movq	(%rax), %rax
	imulq	%rax, %rax
#APP
	/* bgq-call-end */
#NO_APP
	subq	$1, %rbx
	jne	.Lcall
	popq	%rbx
	ret
	.size	core_call, .-core_call

# The end of a call of the SPI, a call, and a loop right behind that: 3 instructions, which count,
# and 5 cycles for the jump.
	.globl	core_behind
	.type	core_behind, @function
core_behind:
	pushq	%rbx
	movq	%rdi, %rbx
#APP
	# bgq-cycles 7
	/* bgq-call-begin */
#NO_APP
	xorl	%edi, %edi
#APP
	/* bgq-call-end */
#NO_APP
	call	core_nothing
.Lbehind:
	addq	$1, %rax
	addq	$1, %rcx
	subq	$1, %rbx
	jne	.Lbehind
	popq	%rbx
	ret
	.size	core_behind, .-core_behind

	.type	core_nothing, @function
core_nothing:
	ret
	.size	core_nothing, .-core_nothing
	.section	.note.GNU-stack,"",@progbits
