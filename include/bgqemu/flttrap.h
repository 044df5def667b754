/*
 * bgqemu/flttrap.h - what XL's -qflttrap puts into a compiled source: before main, the
 * exceptions in BGQEMU_FLTTRAP (bits of emu/target/rt/flttrap.c) are enabled, and end the program by
 * SIGTRAP.  BGQEMU_SIGTRAP: the name of -qsigtrap's handler, as a string.
 *
 * Included by bgq-cc itself.  C and C++.
 */
#ifndef BGQEMU_FLTTRAP_H
#define BGQEMU_FLTTRAP_H

#pragma GCC system_header

#ifndef __ASSEMBLER__ /* files of assembly have nothing to enable */

#ifdef __cplusplus
extern "C" {
#endif

/* Text that -E has made has this line, by which bgq-cc knows that this header was before it. */
extern const char _bgqemu_has_flttrap_h;

void bgqrt_flttrap_add(int exceptions, void (*handler)(int));

#ifdef BGQEMU_SIGTRAP
void _bgqemu_sigtrap(int sig) __asm__(BGQEMU_SIGTRAP);
#endif

static __attribute__((__constructor__, __used__)) void _bgqemu_flttrap(void)
{
#ifdef BGQEMU_SIGTRAP
	bgqrt_flttrap_add(BGQEMU_FLTTRAP, _bgqemu_sigtrap);
#else
	bgqrt_flttrap_add(BGQEMU_FLTTRAP, (void (*)(int))0);
#endif
}

#ifdef __cplusplus
}
#endif
#endif /* __ASSEMBLER__ */
#endif
