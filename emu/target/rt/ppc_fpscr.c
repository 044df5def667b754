/*
 * ppc_fpscr.c - the A2's floating-point status and control register for translated PowerPC
 * assembly: what the host's unit has of it is there (MXCSR: rounding, exceptions, traps), so
 * that fesetround() and the like see it; the rest is the thread's word.
 *
 * The summary of all exceptions (FX) is set by an exception's bit that becomes 1, and stays
 * until it is cleared itself.  What arithmetic has set is seen when the register is looked at:
 * a flag that feclearexcept() cleared and arithmetic set again in between does not set FX anew.
 *
 * Never: a bit that says which invalid operation there was; the host does not know.
 */
#include <stdint.h>

#include "include/bgqemu/abi.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

/* FPSCR: any exception, an enabled one, an invalid operation of any kind, by software. */
#define FX     0x80000000u
#define FEX    0x40000000u
#define VX     0x20000000u
#define VXSOFT 0x00000400u
#define VX_ALL 0x01f80700u
#define EXCEPTIONS (VX_ALL | 0x1e000000u)
#define CAUSES (FX | EXCEPTIONS) /* what mcrfs clears */

/* Bits that mean one thing in the FPSCR and in the MXCSR. */
static const struct {
	uint32_t fpscr, mxcsr;
} flags[] = {
	{ VXSOFT, 0x01 }, { 0x10000000, 0x08 }, { 0x08000000, 0x10 }, { 0x04000000, 0x04 },
	{ 0x02000000, 0x20 },
}, enables[] = { /* clear in MXCSR: it traps */
	{ 0x80, 0x080 }, { 0x40, 0x400 }, { 0x20, 0x800 }, { 0x10, 0x200 }, { 0x08, 0x1000 },
};

#define KINDS (sizeof flags / sizeof *flags)
#define HOSTS (VXSOFT | 0x1e0000fbu) /* bits that the host's unit has */

static __thread uint32_t rest;
static __thread uint32_t known; /* exceptions that FX was set for */

/* To nearest, to zero, up, down; the host: nearest, down, up, to zero. */
static const uint8_t rounding[] = { 0, 3, 2, 1 };

static uint32_t from_host(uint32_t csr)
{
	uint32_t v = rounding[csr >> 13 & 3];

	for (unsigned i = 0; i < KINDS; i++) {
		v |= csr & flags[i].mxcsr ? flags[i].fpscr : 0;
		v |= csr & enables[i].mxcsr ? 0 : enables[i].fpscr;
	}
	return v;
}

static uint32_t to_host(uint32_t v, uint32_t csr)
{
	csr = (csr & ~0x7fbfu) | (uint32_t)rounding[v & 3] << 13;
	for (unsigned i = 0; i < KINDS; i++) {
		csr |= v & flags[i].fpscr ? flags[i].mxcsr : 0;
		csr |= v & enables[i].fpscr ? 0 : enables[i].mxcsr;
	}
	return csr | 0x100; /* denormal operands: the A2 has no such exception */
}

static uint32_t summary(uint32_t v)
{
	uint32_t causes = (v & 0x1e000000) >> 22 & 0x78; /* over the enables */

	v &= ~(VX | FEX);
	v |= v & VX_ALL ? VX : 0;
	causes |= v & VX ? 0x80 : 0;
	return v | (causes & v ? FEX : 0);
}

static uint32_t get(void)
{
	uint32_t v = rest | from_host(_mm_getcsr());

	if (v & EXCEPTIONS & ~known)
		rest |= FX;
	known = v & EXCEPTIONS;
	return summary(v | rest);
}

/* A change makes the unit count as in use. */
static void round_x87(unsigned how)
{
	uint16_t was, now;

	__asm__ volatile("fnstcw %0" : "=m"(was));
	now = (uint16_t)((was & ~0x0c00) | how << 10);
	if (now != was)
		__asm__ volatile("fldcw %0" : : "m"(now));
}

static void set(uint32_t v)
{
	if (v & VX_ALL)
		v |= VXSOFT; /* the flag of the host */
	known = v & EXCEPTIONS;
	rest = v & ~HOSTS & ~(VX | FEX);
	_mm_setcsr(to_host(v, _mm_getcsr()));
	round_x87(rounding[v & 3]);
}

uint64_t bgqrt_mffs(void)
{
	return get();
}

/* fields: bit 0x80 is the first of eight, of four bits each.  The summaries are not set. */
void bgqrt_mtfsf(unsigned fields, uint64_t value)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < 8; i++)
		mask |= fields >> i & 1 ? 15u << 4 * i : 0;
	mask &= ~(VX | FEX);
	set((get() & ~mask) | ((uint32_t)value & mask));
}

void bgqrt_mtfsb(unsigned bit, int on)
{
	uint32_t one = 0x80000000u >> (bit & 31);

	if (one & (VX | FEX))
		return;
	uint32_t was = get();

	set(on ? was | one | (one & EXCEPTIONS & ~was ? FX : 0) : was & ~one);
}

unsigned bgqrt_mcrfs(unsigned field)
{
	unsigned shift = 4 * (7 - (field & 7));
	uint32_t was = get();

	set(was & ~(15u << shift & CAUSES));
	return was >> shift & 15;
}

#else

uint64_t bgqrt_mffs(void)
{
	bgqemu_unsupported("mffs");
	return 0;
}

void bgqrt_mtfsf(unsigned fields, uint64_t value)
{
	(void)fields, (void)value;
	bgqemu_unsupported("mtfsf");
}

void bgqrt_mtfsb(unsigned bit, int on)
{
	(void)bit, (void)on;
	bgqemu_unsupported("mtfsb0");
}

unsigned bgqrt_mcrfs(unsigned field)
{
	(void)field;
	bgqemu_unsupported("mcrfs");
	return 0;
}

#endif
