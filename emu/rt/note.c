/* note.c - the note by which bgq-run knows its programs, and their ABI version. */
#include "include/bgqemu/abi.h"

static const struct {
	uint32_t name_bytes, desc_bytes, type;
	char name[8];
	uint32_t version;
} note __attribute__((section(".note.bgqemu,\"a\",%note#"), used, aligned(4))) = {
	7, 4, 1, "bgqemu", BGQEMU_ABI_VERSION
};
