/*
 * follow_rig.h - a process with a few loops in its image, for tests of the interpreter of waits
 * (emu/core/follow/follow.h): one of two nodes that have nothing but memory and registers.  Nothing
 * of the machine is linked for it.
 *
 * The image is the section follow_image of the test, copied to where a process has it, so that
 * code and data are those of the process and not of the test.  follow_loop() keeps what it has
 * decoded by offset: all loops of a test are in the one image.  Include after cmocka.h, on
 * x86-64 only.
 */
#ifndef BGQ_TESTS_FOLLOW_RIG_H
#define BGQ_TESTS_FOLLOW_RIG_H

#include <stdlib.h>
#include <string.h>

#include "emu/core/follow/decode.h"
#include "emu/core/follow/follow.h"
#include "emu/node/image/image.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/node/image/space.h"
#include "emu/node/machine/process.h"
#ifdef RIG_OF_MACHINE /* with the memory and the calls of bgq-run */
#include "emu/core/check/check.h"
#include "emu/cmd/run/pure_calls.h"
#include "emu/node/machine/booted.h"
#endif

#define RIG_NODE  1u   /* not the first, whose window begins at offset 0 */
#define RIG_ROUND 7    /* cycles of a round of LOOP */
#define RIG_STEPS 20000
#define RIG_STACK 8192 /* bytes that are cleared, half of them above the stack pointer */

enum { REG_R8 = 8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

/* The image: first what it imports and its data, then loops.  image_out is where a loop
 * leads that has ended: round for ever, without a check. */
__asm__(".pushsection follow_image,\"aw\",@progbits\n\t"
	".p2align 6\n"
	"image_nothing:\n\tud2\n" /* offset 0 is no instruction of any loop */
	"image_out:\n\tjmp image_out\n"
	"image_check:\n\tjmp *image_check_cell(%rip)\n"
	"image_import:\n\tjmp *image_import_cell(%rip)\n\t"
	".p2align 6\n"
	"image_check_cell:\n\t.quad 0\n"
	"image_import_cell:\n\t.quad 0\n\t"
	".p2align 6\n"
	"image_words:\n\t.skip 8 * 4096\n\t"
	".popsection\n");
extern char __start_follow_image[], __stop_follow_image[];
extern const char image_nothing[], image_out[], image_check[], image_import[],
	image_check_cell[], image_import_cell[], image_words[];

#define IMAGE(TEXT)                                                                     \
	__asm__(".pushsection follow_image,\"aw\",@progbits\n" TEXT "\n\t.popsection\n")

/* A loop as bgq-as makes it: the check in front of its body and, out of line, the call of the
 * emulator.  A frame of the check returns to loop_NAME. */
#define LOOP(NAME, BODY)                                                                \
	IMAGE("top_" #NAME ":\n\tsubq $7<<20, %gs:0\n\tjl stub_" #NAME "\n"                 \
	      "back_" #NAME ":\n\t" BODY "\n\tjmp top_" #NAME "\n"                       \
	      "stub_" #NAME ":\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"           \
	      "loop_" #NAME ":\n\tlea 128(%rsp), %rsp\n\tjmp back_" #NAME);              \
	extern const char loop_##NAME[]

/* A loop that waits: while (*rbx == 0); */
LOOP(flag, "mov (%rbx), %rax\n test %rax, %rax\n jne image_out");

/* Entry that stubs of checks call. */
static inline void rig_check(void)
{
}

static struct rig {
	struct process process;
	struct image program;
	uint8_t *image;
	uint64_t *word;           /* rbx of a loop points to it */
	struct check_frame frame; /* its registers */
	_Alignas(64) uint8_t vectors[1024];
	struct follow f;
} rig;

enum outcome { WAITS, GOES_ON, LOST };

static inline uint64_t rig_offset(const char *at)
{
	return (uint64_t)(at - __start_follow_image);
}

/* Where something of the image is in the process. */
static inline void *rig_at(const char *at)
{
	return rig.image + rig_offset(at);
}

static inline uint64_t rig_stack(void)
{
	return (uintptr_t)rig.image - RIG_STACK / 2;
}

/* The image, and a heap of a page. */
static inline void *rig_memory(void *ctx, uint32_t node, uint64_t offset, uint64_t bytes, int write)
{
	uint8_t *at = space_window(node) + offset;

	(void)ctx, (void)write;
	return node == rig.process.main.node && at >= rig.image - RIG_STACK &&
		       at + bytes <= rig.image + rig.program.copy_bytes + 4096
		       ? at : NULL;
}

/* Once: a machine. */
static inline void rig_open(void)
{
	uint64_t bytes = (uint64_t)(__stop_follow_image - __start_follow_image);

	rig.program.copy_bytes = rig.program.total_bytes = bytes;
	follow_model = (struct follow_model){
		.image = &rig.program, .memory = rig_memory, .check = { rig_check },
	};
#ifdef RIG_OF_MACHINE
	static struct node node[2];

	booted.image = rig.program;
	booted.node = node;
	job.model = net_machine_bgq();
	pure_calls_begin();
	follow_model.check[1] = rig_check;
#endif
	if (space_reserve(2, 1, bytes, 4096) != 0 || mmio_reserve(2) != 0) {
		print_error("follow_rig: no room for two nodes\n");
		exit(1);
	}
}

/* The process is on this node, as it begins: words are zero, and no two registers alike. */
static inline void rig_place(uint32_t node)
{
	struct process *p = &rig.process;

	*p = (struct process){ .base = space_slot(node, 0) };
	p->main.process = p;
	p->l2_last = (struct l2_range){ 0, UINT64_MAX }; /* L2 atomics work on all memory */
	p->main.user = &p->main_user;
	p->main.node = node;
	rig.image = process_image(p);
	p->main.stack_low = rig.image - RIG_STACK;
	p->main.stack_high = rig.image;
	rig.word = rig_at(image_words);
	memcpy(rig.image, __start_follow_image, rig.program.copy_bytes);
	*(uint64_t *)rig_at(image_check_cell) = (uintptr_t)&rig_check;
	memset(rig.image - RIG_STACK, 0, RIG_STACK);
	for (unsigned i = 0; i < CHECK_REGS; i++)
		rig.frame.reg[i] = UINT64_C(0x8182838485868788) + i * UINT64_C(0x1000100010001);
	rig.frame.reg[REG_RBX] = (uintptr_t)rig.word;
	rig.frame.reg[REG_RSP] = rig_stack() - 128;
}

/* Before each test. */
static inline int rig_reset(void **state)
{
	(void)state;
	rig_place(RIG_NODE);
	memset(rig.vectors, 0, sizeof rig.vectors);
#ifdef RIG_OF_MACHINE
	memset(booted.node, 0, 2 * sizeof *booted.node);
#endif
	follow_model.marks_parts = false;
	rig.f.word = NULL;
	rig.f.steps_most = RIG_STEPS;
	return 0;
}

/* Follows the loop.  One that is not known to wait has either been followed as far as was allowed,
 * or came to something that is not known. */
static inline enum outcome rig_follow(const char *loop)
{
	rig.frame.pc = (uintptr_t)rig_at(loop);
	rig.f.thread = &rig.process.main;
	rig.f.base = rig.image;
	rig.f.frame = &rig.frame;
	rig.f.vectors = rig.vectors;
	if (follow_loop(&rig.f))
		return WAITS;
	return rig.f.why <= FOLLOW_UNKNOWN_LAST ? LOST : GOES_ON;
}

/* Returns what the loop has used of this word; NULL: nothing. */
static inline const struct follow_cell *rig_cell(const volatile void *at)
{
	for (unsigned i = 0; i < rig.f.cells; i++)
		if (rig.f.cell[i].at == (uintptr_t)at)
			return &rig.f.cell[i];
	return NULL;
}

static inline uint64_t rig_cycles(void)
{
	return rig.f.time_ps / CORE_CYCLE_PS;
}

/* A call of what r13 points to, which leaves nothing on the stack in use. */
#define CALL_R13 "lea -256(%rsp), %rsp\n call *%r13\n lea 256(%rsp), %rsp\n"

#define RIG_TEST(NAME) cmocka_unit_test_setup(NAME, rig_reset)

#endif
