/* divide.c - see divide.h. */
#include "divide.h"

#include <stdint.h>

#include "emu/core/engine/context.h"
#include "emu/node/machine/process.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

enum { RAX = 0, RDX = 2 };

#define REX_WIDE 8

/* Bytes of a ModR/M byte and what belongs to it. */
static unsigned operand_bytes(const uint8_t *modrm)
{
	unsigned mode = modrm[0] >> 6, rm = modrm[0] & 7, bytes = 1;

	if (mode == 3)
		return bytes;
	if (rm == 4) {
		bytes++;
		rm = modrm[1] & 7; /* of the SIB byte: no base register is told like RIP + offset */
	}
	if (mode == 2 || (mode == 0 && rm == 5))
		return bytes + 4;
	return bytes + (mode == 1);
}

static uint64_t low_replaced(uint64_t was, uint64_t value, unsigned bytes)
{
	uint64_t mask = bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;

	if (bytes == 4) /* clears what is above */
		was = 0;
	return (was & ~mask) | (value & mask);
}

static void divide(ucontext_t *uc, unsigned bytes)
{
	uint64_t *a = context_register(uc, RAX), *d = context_register(uc, RDX), dividend = *a;

	if (bytes == 1) { /* both results are in AX */
		*a = low_replaced(dividend, (dividend & 0xff) << 8, 2);
		return;
	}
	*a = low_replaced(*a, 0, bytes);
	*d = low_replaced(*d, dividend, bytes);
}

static void count(uint64_t pc)
{
	struct process *p = process_self();

	if (p->divisions++ == 0)
		p->division_pc = pc;
}

bool divide_fault(int sig, const siginfo_t *si, ucontext_t *uc)
{
	const uint8_t *at = (const uint8_t *)(uintptr_t)*context_pc(uc);
	unsigned bytes = 4, rex = 0;

	if (sig != SIGFPE || si->si_code != FPE_INTDIV || !thread_self)
		return false;
	for (; *at == 0x66 || *at == 0x2e || *at == 0x3e || (*at & ~1u) == 0x64; at++)
		if (*at == 0x66)
			bytes = 2;
	if ((*at & 0xf0) == 0x40)
		rex = *at++;
	if ((*at & ~1u) != 0xf6 || (at[1] >> 3 & 7) < 6) /* div and idiv */
		return false;
	if (rex & REX_WIDE)
		bytes = 8;
	if (*at++ == 0xf6)
		bytes = 1;
	count(*context_pc(uc));
	divide(uc, bytes);
	*context_pc(uc) = (uintptr_t)at + operand_bytes(at);
	return true;
}

#else

bool divide_fault(int sig, const siginfo_t *si, ucontext_t *uc)
{
	(void)sig, (void)si, (void)uc;
	return false;
}

#endif
