/*
 * core_text.h - what is in a core file: text in the lightweight corefile format of the Parallel
 * Tools Consortium, section by section as the machine's kernel writes it, so that tools for the
 * machine read it.  Addresses of code are those in the program's file.
 *
 * Never: a line in a section of the machine's that its tools do not expect; what only the
 * emulator knows has sections of its own.
 */
#ifndef BGQ_EMU_CORE_TEXT_H
#define BGQ_EMU_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "where.h"

#define CORE_REGISTERS 16

/* Registers of a thread at its fault. */
struct core_registers {
	struct where_registers at;
	uint64_t flags, vector_control, vector[CORE_REGISTERS][2];
};

/* Why a rank ends: sig 0 for an exit; pc 0 if it is no fault; registers NULL if not known. */
struct core_cause {
	int sig;
	uint64_t pc, address;
	const struct core_registers *registers;
};

struct core_text {
	char *buf; /* free() it; NULL: no memory */
	size_t at, capacity;
};

/* Makes the text for the rank of the running thread t, without its stacks unless `search`: they
 * may be damaged, and the search of them fault. *searching is true meanwhile. */
void core_text_make(struct core_text *x, const struct thread *t, const struct core_cause *cause,
		    bool search, bool *searching);

#endif
