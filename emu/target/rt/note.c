/*
 * note.c - what bgq-run knows a program by: the ABI version, which the linker compares with that of
 * the objects; and where its libraries begin in the text (emu/node/image/budget_map.h).  Linked
 * behind all objects of the program, and before the libraries that bgq-cc adds.
 */
#include "include/bgqemu/abi.h"

/* The compiler's text behind the section's name is a comment. */
#if defined(__aarch64__)
#define COMMENT "//"
#else
#define COMMENT "#"
#endif

static const struct {
	uint32_t name_bytes, desc_bytes, type;
	char name[8];
	uint32_t version;
} note __attribute__((section(".note.bgqemu,\"a\",%note" COMMENT), used, aligned(4))) = {
	7, 4, 1, "bgqemu", BGQEMU_ABI_VERSION
};

/* Symbol that objects of this version ask for: emu/compile/as/as_range.c. */
#define MARK_OF(version) bgqemu_abi_##version##_compile_anew
#define MARK(version) MARK_OF(version)
__attribute__((visibility("hidden"))) const char MARK(BGQEMU_ABI_VERSION) = 0;

/* Where the image begins and ends, for calls through pointers (emu/compile/as/as_target.c). */
__asm__(".pushsection .data.rel.ro.bgqrt_image,\"aw\",%progbits\n"
	".balign 16\n"
	".globl bgqrt_image\n"
	".hidden bgqrt_image, __ehdr_start, _end\n"
	"bgqrt_image:\n"
	"	.quad __ehdr_start, _end\n"
	".popsection");

/* An entry of .bgq_budget; bgq-cc asks the linker for the name, so that it is kept. */
__asm__(".pushsection .text.bgqrt_libraries,\"ax\",%progbits\n"
	".globl bgqrt_libraries\n"
	".hidden bgqrt_libraries\n"
	"bgqrt_libraries:\n"
	"	.byte 0\n"
	".popsection\n"
	".pushsection .bgq_budget,\"o\",%progbits,bgqrt_libraries\n"
	"	.quad bgqrt_libraries, etext\n"
	"	.long 17, 0\n"
	".popsection");
