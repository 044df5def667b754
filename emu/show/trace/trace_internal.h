/* trace_internal.h - between the files of emu/show/trace. */
#ifndef BGQ_EMU_TRACE_INTERNAL_H
#define BGQ_EMU_TRACE_INTERNAL_H

#include "include/bgqemu/abi_mpi.h"
#include "emu/core/calls/call_thunk.h"
#include "trace.h"

#include "emu/node/machine/process.h"

enum note_kind { NOTE_COMPUTES, NOTE_WAITS, NOTE_CALL, NOTE_ACCESS, NOTE_MESSAGE,
		 NOTE_LINK, NOTE_RECEIVED, NOTE_MPI };

/* One slice of a track. */
struct note {
	ps_t at_ps;            /* when it was recorded: its place in the file, */
	uint32_t node, number; /* and among those of the same time */
	ps_t begin_ps, end_ps;
	uint64_t flow;         /* of the packet; 0: none */
	const char *name;      /* of a call; of an access that no function of the SPI makes */
	uint64_t off;          /* of the program, for accesses and waits; 0: not known */
	uint64_t bytes;        /* of a message or payload; elements of a call of MPI */
	uint32_t src, dst;     /* nodes */
	uint32_t place;        /* thread, injection FIFO, link or reception FIFO */
	uint8_t kind;          /* enum note_kind */
	uint8_t what;          /* kind of wait; links crossed */
	uint16_t slot;         /* of the process, for threads */
	int32_t peer, tag, source, source_tag; /* of a call of MPI; INT32_MIN: none */
};

/* call_hook_x86_64.S, which calls trace_called(): the running thread has paid for a call of
 * the kernel, by length if that is not 0, and is about to carry it out. */
extern const char trace_call_hook[] __attribute__((visibility("hidden")));
void trace_called(const struct call_thunk *call, uint64_t by_length);

/* Bound instead of the function of the emulator of that name; NULL: nothing is. */
const void *trace_spi_instead(const char *name);
/* The running thread has accessed what is shared since begin_ps, by a call of the emulator that
 * returns to pc. */
void trace_accessed(ps_t begin_ps, uint64_t pc, const char *name);

/* trace_mpi.c: bound instead of bgqemu_mpi(). */
void trace_mpi(struct bgqemu_mpi *call, uint32_t end);
/* The running thread has made this call of MPI. */
void trace_mpi_called(const struct bgqemu_mpi *call, const char *name, ps_t end_ps);

/* trace_places.c, serial: asks for those of the notes that are not known yet. */
void trace_places_learn(const struct note *const *order, size_t n);
/* Returns what is known of a place; place 0 is unknown. */
struct image_place trace_place(uint64_t off);

/* trace_write.c: from one thread at a time. */
int trace_write_open(const char *file);
void trace_write(const struct note *n);
int trace_write_close(void);

#endif
