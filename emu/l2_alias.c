/* l2_alias.c - see l2_alias.h. */
#include "l2_alias.h"

#include <stdint.h>
#include <string.h>

#include "../include/bgqemu/abi.h"
#include "kernel.h"
#include "machine.h"

#define PA_ATOMIC   (UINT64_C(1) << 36)
#define ALIAS_SHIFT 48
#define OPS         8
#define INSTRUCTION_MOST 16 /* bytes */

/* An 8-byte move between a register, or a constant, and memory. */
struct move {
	uint64_t address;
	bool store;
	uint64_t value; /* of a store */
	int reg;        /* of a load: in the order of the encoding */
	unsigned bytes; /* of the instruction */
};

static uint64_t context_pc(const ucontext_t *uc);
static bool decode(const ucontext_t *uc, struct move *m);
static void finish(ucontext_t *uc, const struct move *m);

bool l2_alias_access(ucontext_t *uc)
{
	struct thread *t = thread_self;
	struct move m;

	/* Who jumped to nowhere has no instruction to look at. */
	if (!kernel_can_access((const void *)context_pc(uc), INSTRUCTION_MOST) ||
	    !decode(uc, &m))
		return false;
	uint64_t op = (m.address >> ALIAS_SHIFT) - 1;
	uint64_t va = m.address & ((UINT64_C(1) << ALIAS_SHIFT) - 1);

	if (op >= OPS || va % 8 || !kernel_can_access((void *)va, 8))
		return false;
	uint64_t pa = (va - (uintptr_t)space_window(t->node)) | PA_ATOMIC | op;

	if (m.store ? mu_atomic_store(machine.mu, t->node, pa, m.value) != NULL
		    : mu_atomic_load(machine.mu, t->node, pa, &m.value) != NULL)
		return false;
	/* Others get their turn at the thread's next call: there is no switching
	 * out of a signal handler. */
	t->clock_ps += cycles_ps(
		machine.model->op_cycles[m.store ? BGQEMU_OP_L2_STORE : BGQEMU_OP_L2_LOAD]);
	finish(uc, &m);
	return true;
}

#if defined(__x86_64__)

static uint64_t context_pc(const ucontext_t *uc)
{
	return (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
}

static const int greg[16] = {
	REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

static uint64_t reg_value(const ucontext_t *uc, int reg)
{
	return (uint64_t)uc->uc_mcontext.gregs[greg[reg]];
}

static int32_t get32(const uint8_t *p)
{
	int32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

/* The address of a ModRM operand; p is behind the ModRM byte and is moved behind
 * the operand.  False: a register. */
static bool operand(const ucontext_t *uc, uint8_t rex, uint8_t modrm, const uint8_t **p,
		    uint64_t *address)
{
	unsigned mod = modrm >> 6, rm = modrm & 7;
	uint64_t at = 0;

	if (mod == 3)
		return false;
	if (rm == 4) { /* SIB byte: base, and index times scale */
		uint8_t sib = *(*p)++;
		int base = (sib & 7) | (rex & 1) << 3, index = (sib >> 3 & 7) | (rex & 2) << 2;

		if ((sib & 7) == 5 && mod == 0)
			mod = 4; /* no base but 32 bits */
		else
			at = reg_value(uc, base);
		if (index != 4)
			at += reg_value(uc, index) << (sib >> 6);
	} else if (rm == 5 && mod == 0) {
		return false; /* relative to the instruction: never an alias */
	} else {
		at = reg_value(uc, (int)rm | (rex & 1) << 3);
	}
	if (mod == 1) {
		at += (uint64_t)(int64_t)(int8_t)*(*p)++;
	} else if (mod == 2 || mod == 4) {
		at += (uint64_t)(int64_t)get32(*p);
		*p += 4;
	}
	*address = at;
	return true;
}

static bool decode(const ucontext_t *uc, struct move *m)
{
	const uint8_t *start = (const uint8_t *)uc->uc_mcontext.gregs[REG_RIP], *p = start;
	uint8_t rex = *p++, opcode, modrm;

	if ((rex & 0xf8) != 0x48) /* 64 bits wide */
		return false;
	opcode = *p++;
	modrm = *p++;
	if ((opcode != 0x8b && opcode != 0x89 && opcode != 0xc7) ||
	    !operand(uc, rex, modrm, &p, &m->address))
		return false;
	m->reg = (modrm >> 3 & 7) | (rex & 4) << 1;
	m->store = opcode != 0x8b;
	if (opcode == 0xc7) {
		m->value = (uint64_t)(int64_t)get32(p);
		p += 4;
	} else if (m->store) {
		m->value = reg_value(uc, m->reg);
	}
	m->bytes = (unsigned)(p - start);
	return true;
}

static void finish(ucontext_t *uc, const struct move *m)
{
	if (!m->store)
		uc->uc_mcontext.gregs[greg[m->reg]] = (greg_t)m->value;
	uc->uc_mcontext.gregs[REG_RIP] += m->bytes;
}

#elif defined(__aarch64__)

static uint64_t context_pc(const ucontext_t *uc)
{
	return uc->uc_mcontext.pc;
}

static uint64_t reg_value(const ucontext_t *uc, unsigned reg, bool base)
{
	if (reg == 31)
		return base ? uc->uc_mcontext.sp : 0;
	return uc->uc_mcontext.regs[reg];
}

/* LDR and STR of an X register, with a scaled or unscaled offset. */
static bool decode(const ucontext_t *uc, struct move *m)
{
	uint32_t i;

	memcpy(&i, (const void *)uc->uc_mcontext.pc, sizeof i);
	uint64_t base = reg_value(uc, i >> 5 & 31, true);

	m->reg = (int)(i & 31);
	m->bytes = 4;
	if ((i & 0xff800000u) == 0xf9000000u) {
		m->address = base + (uint64_t)(i >> 10 & 0xfff) * 8;
		m->store = !(i >> 22 & 1);
	} else if ((i & 0xff800c00u) == 0xf8000000u) {
		m->address = base + (uint64_t)((int64_t)(int32_t)(i << 11) >> 23);
		m->store = !(i >> 22 & 1);
	} else {
		return false;
	}
	m->value = reg_value(uc, (unsigned)m->reg, false);
	return true;
}

static void finish(ucontext_t *uc, const struct move *m)
{
	if (!m->store && m->reg != 31)
		uc->uc_mcontext.regs[m->reg] = m->value;
	uc->uc_mcontext.pc += m->bytes;
}

#endif
