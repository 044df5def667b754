/* registers.c - see gdb_internal.h.  gdb's order: the integer registers, pc, flags, segments, eight
 * of the x87 unit and its control registers, sixteen vector registers and theirs. */
#include <string.h>

#include "emu/core/engine/context.h"
#include "emu/node/machine/booted.h"
#include "gdb_internal.h"

enum {
	PC = 16, FLAGS, SEGMENTS, X87 = 24, X87_CONTROL = 32, VECTOR = 40, VECTOR_CONTROL = 56,
	SYSTEM_CALL
};
#define RSP_ENCODED 4
#define X87_TAGS 2 /* of the control registers */

/* gdb's first registers, as the processor encodes them. */
static const uint8_t encoded[16] = { 0, 3, 1, 2, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15 };

size_t gdb_register_bytes(unsigned n)
{
	return n <= PC ? 8 : n < X87 ? 4 : n < X87_CONTROL ? 10 : n < VECTOR ? 4
	       : n < VECTOR_CONTROL ? 16 : n == VECTOR_CONTROL ? 4 : 8;
}

static void set(struct register_set *s, unsigned n, const void *value)
{
	memcpy(s->value[n], value, gdb_register_bytes(n));
	s->known[n] = true;
}

static void units_get(const struct _libc_fpstate *f, struct register_set *s)
{
	uint32_t control[8] = { f->cwd, f->swd };

	control[X87_TAGS] = 0xffff;
	for (unsigned i = 0; i < 8; i++) {
		set(s, X87 + i, &f->_st[i]);
		set(s, X87_CONTROL + i, &control[i]);
	}
	for (unsigned i = 0; i < 16; i++)
		set(s, VECTOR + i, &f->_xmm[i]);
	set(s, VECTOR_CONTROL, &f->mxcsr);
}

/* Registers of a thread that a signal has stopped. */
static void context_get(ucontext_t *uc, struct register_set *s)
{
	uint64_t csgsfs = (uint64_t)uc->uc_mcontext.gregs[REG_CSGSFS];
	uint32_t flags = (uint32_t)context_flags(uc) & ~(uint32_t)CONTEXT_TRAP, zero = 0;
	uint64_t no_call = UINT64_MAX;
	uint32_t code = csgsfs & 0xffff, stack = csgsfs >> 48;

	for (unsigned i = 0; i < 16; i++)
		set(s, i, context_register(uc, encoded[i]));
	set(s, PC, context_pc(uc));
	set(s, FLAGS, &flags);
	for (unsigned i = 2; i < 6; i++)
		set(s, SEGMENTS + i, &zero);
	set(s, SEGMENTS, &code);
	set(s, SEGMENTS + 1, &stack);
	set(s, SYSTEM_CALL, &no_call);
	if (uc->uc_mcontext.fpregs)
		units_get(uc->uc_mcontext.fpregs, s);
}

/* Registers of a thread that stands still in a call: those of its program, as far as they are
 * kept; of one that has not begun, its first instruction. */
static void frame_get(const struct thread *t, struct register_set *s)
{
	struct where_registers r;
	uint32_t known = 0;

	if (!where_registers(t, &r, &known)) {
		r.pc = (uintptr_t)process_image(t->process) + booted.image.start;
		r.reg[RSP_ENCODED] = (uintptr_t)t->sp;
		known = 1u << RSP_ENCODED;
	}
	for (unsigned i = 0; i < 16; i++)
		if (known >> encoded[i] & 1)
			set(s, i, &r.reg[encoded[i]]);
	set(s, PC, &r.pc);
}

void registers_get(const struct thread *t, struct register_set *s)
{
	ucontext_t *uc = stop_context(t);

	memset(s, 0, sizeof *s);
	if (uc)
		context_get(uc, s);
	else
		frame_get(t, s);
}

uint64_t registers_pc(const struct thread *t)
{
	struct register_set s;
	uint64_t pc;

	registers_get(t, &s);
	memcpy(&pc, s.value[PC], sizeof pc);
	return pc;
}

static void unit_put(struct _libc_fpstate *f, unsigned n, const uint8_t *value)
{
	if (f && n >= VECTOR && n < VECTOR_CONTROL)
		memcpy(&f->_xmm[n - VECTOR], value, 16);
	else if (f && n == VECTOR_CONTROL)
		memcpy(&f->mxcsr, value, 4);
	else if (f && n >= X87 && n < X87_CONTROL)
		memcpy(&f->_st[n - X87], value, 10);
}

bool gdb_register_put(const struct thread *t, unsigned n, const uint8_t *value)
{
	ucontext_t *uc = stop_context(t);

	if (!uc)
		return false;
	if (n < PC)
		memcpy(context_register(uc, encoded[n]), value, 8);
	else if (n == PC)
		memcpy(context_pc(uc), value, 8);
	else if (n == FLAGS)
		memcpy(&uc->uc_mcontext.gregs[REG_EFL], value, 4);
	else
		unit_put(uc->uc_mcontext.fpregs, n, value);
	return true;
}
