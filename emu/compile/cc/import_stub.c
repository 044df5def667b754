/*
 * import_stub.c - the shared library that programs are linked against in place
 * of bgq-run: its names and nothing else.  Never loaded; bgq-run binds the names
 * to its own functions (emu/cmd/run/exports.c).
 */
#define CALL_EXPORT(name, function) void name(void) {}
#define DATA(name, variable) char name;
#define REFUSED(name) void name(void) {}
#include "emu/core/calls/calls.def"
/* The unit of GCC's Fortran library (emu/node/image/image.c). */
__thread void *thread_unit;
