/*
 * import_stub.c - the shared library that programs are linked against in place
 * of bgq-run: its names and nothing else.  Never loaded; bgq-run binds the names
 * to its own functions (emu/cmd/run/exports.c).
 */
#define EXPORT(name) void name(void) {}
#define EXPORT_AS(name, impl) void name(void) {}
#define EXPORT_DATA(name, impl) char name;
#define UNSUPPORTED(name) void name(void) {}
#include "emu/node/abi/exports.def"
/* The unit of GCC's Fortran library (emu/node/image/image.c). */
__thread void *thread_unit;
