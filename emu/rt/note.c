/* note.c - the ABI version, by which bgq-run knows its programs and the linker their objects. */
#include "include/bgqemu/abi.h"

static const struct {
	uint32_t name_bytes, desc_bytes, type;
	char name[8];
	uint32_t version;
} note __attribute__((section(".note.bgqemu,\"a\",%note#"), used, aligned(4))) = {
	7, 4, 1, "bgqemu", BGQEMU_ABI_VERSION
};

/* What objects of this version ask for: emu/cc/as_range.c. */
#define MARK_OF(version) bgqemu_abi_##version##_compile_anew
#define MARK(version) MARK_OF(version)
__attribute__((visibility("hidden"))) const char MARK(BGQEMU_ABI_VERSION) = 0;
