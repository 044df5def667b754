/*
 * image_bind.h - symbol resolution for an image's undefined symbols: addresses in the
 * runtime or the host's libraries, functions behind thunks (call_thunk.h), variables
 * directly.  A name has one value everywhere in the image: pointers to functions compare
 * equal.
 */
#ifndef BGQ_EMU_IMAGE_BIND_H
#define BGQ_EMU_IMAGE_BIND_H

#include "image.h"

struct bindings {
	image_resolver *resolve;
	struct call_thunks *thunks;
	const ElfW(Sym) *sym;
	const char *str;
	const void **value;    /* by number of the symbol; NULL: not resolved yet */
	const char *missing;   /* the first that nothing defines */
	bool aligns;           /* one is a function that gives aligned memory, */
	bool allocates;        /* or any; */
	bool reaches;          /* or addresses in other processes' memory */
	bool mixes;            /* it asks for counts of its instructions */
};

/* 0 or -ENOMEM.  thunks->timed: as for image_load. */
int bindings_begin(struct bindings *b, const ElfW(Sym) *sym, size_t syms, const char *str);
/* s is one of them, undefined in the image. */
const void *bindings_value(struct bindings *b, const ElfW(Sym) *s);
/* 0 or -errno. */
int bindings_end(struct bindings *b);

#endif
