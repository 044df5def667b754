/*
 * image.h - a program built by bgq-cc: loaded once, cloned for every process.
 *
 * The image is a position-independent ELF object.  Loading makes a template of
 * its text and data with every symbol bound, and a list of the words that hold
 * addresses of the image itself.  A clone is a copy of the template plus its
 * own base added to those words: linear in the number of processes, and every
 * global is private by construction.
 */
#ifndef BGQ_EMU_IMAGE_H
#define BGQ_EMU_IMAGE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/core/calls/call_thunk.h"
#include "exports.h"
#include "budget_map.h"
#include "mix.h"

/* Finds the runtime's function or variable of this name, or NULL. */
typedef void *image_resolver(const char *name, enum export_kind *kind);

struct image {
	char *path;
	const uint8_t *file; /* the whole file, mapped, for symbols */
	size_t file_bytes;
	uint8_t *master;     /* template: [0, copy_bytes) of the image */
	uint64_t copy_bytes; /* text and data; bss follows, never copied */
	uint64_t total_bytes;/* with bss */
	uint64_t align;      /* of its address, or of memory that it may ask for, if that is more */
	bool allocates;      /* it calls functions that give memory of the heap */
	bool reaches;        /* it can use memory of the node's other processes */
	uint64_t text_bytes; /* page-aligned executable prefix, the same for all */
	uint64_t fixed_bytes;/* code and constants in whole pages, which no store may change */
	int file_fd;         /* text is mapped from here when it is big */
	uint32_t *rebase;    /* offsets of words holding image addresses */
	size_t rebases;
	uint64_t got, got_bytes; /* its tables of addresses */
	uint64_t tls_offset; /* initial thread-locals inside the image */
	uint64_t tls_file_bytes, tls_bytes, tls_align;
	uint64_t start;      /* bgqrt_start, bgqrt_flush, main: image offsets */
	uint64_t flush;
	uint64_t streams;    /* bgqrt_streams; 0: it has none */
	uint64_t flttrap;    /* bgqrt_flttrap_start; 0: SIGFPE is SIGFPE */
	uint64_t main;
	uint64_t mpi_call, mpi_layout; /* bgqmpi_call, _layout of the small MPI; 0: not linked */
	uint64_t init, init_count, fini, fini_count;
	const ElfW(Phdr) *phdr;
	unsigned phdrs;
	struct call_thunks thunks; /* for calls of functions outside the image */
	struct call_thunks late;   /* those that it has looked up while it ran (image_find.h) */
	image_resolver *resolve;
	struct image_mix mix;      /* how its instructions are counted, if it asks for that */
	struct budget_map budget;  /* where code keeps its budget in a register */
};

/* Load path.  timed: calls of functions outside cost as many cycles as on the machine;
 * otherwise a cycle each.  0, or -errno with a message of one line in err (at least 256
 * bytes): not found, not built by bgq-cc, other ABI version, unknown symbol. */
int image_load(struct image *img, const char *path, image_resolver *resolve, bool timed,
	       char *err, size_t err_bytes);
void image_unload(struct image *img);

/* Once windows are reserved: makes stores to its code and constants fault from now on. */
void image_fix(const struct image *img);

/* Put a copy at base (page aligned, fresh zero memory).  0 or -errno. */
int image_clone(const struct image *img, uint8_t *base);

/* Copies the initial thread-locals of a thread from the clone at base to tls. */
void image_tls(const struct image *img, const uint8_t *base, uint8_t *tls);

/* Name of the function or object that holds image offset off, for reports:
 * "name+0x12"; source line appended where addr2line can tell it. */
void image_describe(const struct image *img, uint64_t off, char *buf, size_t bytes);

/* Where the source of the function at image offset off lies, "/home/me/file.c"; NULL: not known.
 * The caller frees it. */
char *image_source(const struct image *img, uint64_t off);

/* A place in the code, from line tables and inlined functions; the caller frees the strings. */
struct image_place {
	char *called; /* the function of the SPI's headers that it belongs to; NULL: none */
	char *at;     /* "main (file.c:12)", where that is called; NULL: not known */
};

/* Fills in place[i] for image offset off[i]; without addr2line all are NULL. */
void image_places(const struct image *img, const uint64_t *off, size_t n,
		  struct image_place *place);

/* Why addr2line could not be started, in words; NULL: it could, or was never needed. */
const char *image_unnamed(void);
/* Places are named from here on only if that takes little time.  Any thread. */
void image_hurry(void);

#endif
