/*
 * host_library.h - the host's libraries that programs may use: the C library and its parts.
 *
 * There is one copy of a shared library for all ranks.  The parts of the C library that keep
 * state are replaced by each image's own (emu/target/rt) or by bgq-run's
 * (emu/core/calls/calls.def); no other library is, so no other is loaded, and none that bgq-run
 * itself happens to use is found.
 *
 * Never: a symbol of another library, or of bgq-run.
 */
#ifndef BGQ_EMU_IMAGE_HOST_LIBRARY_H
#define BGQ_EMU_IMAGE_HOST_LIBRARY_H

#include <stdbool.h>

/* Whether a library of this name, with or without a path, is part of the C library. */
bool host_library_is_given(const char *name);

/* The function or variable of that name; NULL: none of them has it. */
void *host_library_symbol(const char *name);
/* The function of libm; NULL: it has none of that name. */
void *host_library_math(const char *name);

#endif
