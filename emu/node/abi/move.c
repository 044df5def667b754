/* move.c - see move.h. */
#include "move.h"

#include <string.h>

#include "emu/core/engine/context.h"
#include "emu/node/machine/call.h"

#define INSTRUCTION_MAX 16 /* bytes */

#if !defined(BGQ_PORTABLE)
/* After a jump to a wild address there is no instruction to read. */
static bool is_readable(const void *code)
{
	return call_may_access(code, INSTRUCTION_MAX);
}
#endif

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

static uint64_t reg_value(ucontext_t *uc, int reg)
{
	return *context_register(uc, reg);
}

static int32_t get32(const uint8_t *p)
{
	int32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

/* ---- decoding */

/* The address of a ModRM operand; p is behind the ModRM byte and is moved behind
 * the operand.  False: a register. */
static bool operand(ucontext_t *uc, uint8_t rex, uint8_t modrm, const uint8_t **p,
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
		return false; /* relative to the instruction: in the image */
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

/* Operations, numbered as in opcodes, and the rest; the last ones are of loads only. */
enum { ADD, OR, AND = 4, SUB, XOR, CMP, INC, DEC, NOT, NEG, XCHG, PLAIN, TEST, CMP_REVERSED };

/* The immediate that follows the operand. */
enum source { REGISTER, BYTE, LONG, NOTHING };

struct form {
	uint8_t kind, op, source;
};

static bool arithmetic(unsigned number, enum source source, struct form *f)
{
	*f = (struct form){ MOVE_UPDATE, (uint8_t)number, (uint8_t)source };
	if (number == CMP)
		f->kind = MOVE_LOAD;
	return number == ADD || number == OR || number >= AND;
}

/* Like arithmetic(), into a register. */
static bool combination(unsigned number, struct form *f)
{
	*f = (struct form){ MOVE_LOAD, (uint8_t)number, REGISTER };
	if (number == CMP)
		f->op = CMP_REVERSED;
	return number == ADD || number == OR || number >= AND;
}

/* One of a group selected by the ModRM byte, and the immediate that follows the operand. */
static bool one_of(unsigned number, unsigned first, uint8_t op, struct form *f)
{
	*f = (struct form){ MOVE_UPDATE, (uint8_t)(op + (number - first)), NOTHING };
	return number == first || number == first + 1;
}

static bool form_of(uint8_t opcode, uint8_t modrm, struct form *f)
{
	unsigned number = modrm >> 3 & 7;

	switch (opcode) {
	case 0x8b: *f = (struct form){ MOVE_LOAD, PLAIN, REGISTER }; return true;
	case 0x85: *f = (struct form){ MOVE_LOAD, TEST, REGISTER }; return true;
	case 0x89: *f = (struct form){ MOVE_STORE, 0, REGISTER }; return true;
	case 0xc7: *f = (struct form){ MOVE_STORE, 0, LONG }; return number == 0;
	case 0x87: *f = (struct form){ MOVE_UPDATE, XCHG, REGISTER }; return true;
	case 0x81: return arithmetic(number, LONG, f);
	case 0x83: return arithmetic(number, BYTE, f);
	case 0xf7:
		if (number > 0)
			return one_of(number, 2, NOT, f);
		*f = (struct form){ MOVE_LOAD, TEST, LONG };
		return true;
	case 0xff: return one_of(number, 0, INC, f);
	default:
		if (opcode < 0x40 && (opcode & 7) == 1)
			return arithmetic(opcode >> 3, REGISTER, f);
		return opcode < 0x40 && (opcode & 7) == 3 && combination(opcode >> 3, f);
	}
}

static const uint8_t *source(ucontext_t *uc, const struct form *f, const uint8_t *p,
			     struct move *m)
{
	switch (f->source) {
	case BYTE:
		m->value = (uint64_t)(int64_t)(int8_t)*p;
		return p + 1;
	case LONG:
		m->value = (uint64_t)(int64_t)get32(p);
		return p + 4;
	case REGISTER:
		m->value = reg_value(uc, m->reg);
		return p;
	default:
		m->value = 0;
		return p;
	}
}

/* Between rax and a constant address of 64 bits. */
static bool decode_absolute(ucontext_t *uc, const uint8_t *start, struct move *m)
{
	if (start[0] != 0x48 || (start[1] != 0xa1 && start[1] != 0xa3))
		return false;
	memcpy(&m->address, start + 2, sizeof m->address);
	m->kind = start[1] == 0xa1 ? MOVE_LOAD : MOVE_STORE;
	m->op = PLAIN;
	m->reg = 0;
	m->value = reg_value(uc, 0);
	m->bytes = 10;
	return true;
}

#define LOCK 0xf0

bool move_decode(ucontext_t *uc, struct move *m)
{
	const uint8_t *start = (const uint8_t *)*context_pc(uc), *p = start;
	struct form f = { 0 };

	if (!is_readable(start))
		return false;
	if (decode_absolute(uc, start, m))
		return true;
	bool locked = *p == LOCK;

	p += locked;
	uint8_t rex = *p++, opcode = *p++, modrm = *p++;

	if ((rex & 0xf8) != 0x48) /* 64 bits wide */
		return false;
	if (!form_of(opcode, modrm, &f) || (locked && f.kind != MOVE_UPDATE) ||
	    !operand(uc, rex, modrm, &p, &m->address))
		return false;
	m->kind = f.kind;
	m->op = f.op;
	m->reg = (modrm >> 3 & 7) | (rex & 4) << 1;
	m->bytes = (unsigned)(source(uc, &f, p, m) - start);
	return true;
}

/* ---- carrying out */

/* Carry, parity, auxiliary carry, zero and sign as lahf gives them; overflow. */
#define FLAGS_LOW 0xd5u
#define FLAG_OVERFLOW 0x800u
#define WITH_FLAGS(instruction)                                                       \
	__asm__(instruction "\n\tlahf\n\tseto %%al"                                   \
		: "+r"(v), "=&a"(flags) : "r"(with) : "cc")

/* The result; the processor computes the new flags, which may depend on the old ones. */
static uint64_t operate(unsigned op, uint64_t v, uint64_t with, uint64_t *eflags)
{
	uint64_t flags = 0, keep = 0;

	switch (op) {
	case ADD: WITH_FLAGS("addq %2, %0"); break;
	case OR: WITH_FLAGS("orq %2, %0"); break;
	case AND: WITH_FLAGS("andq %2, %0"); break;
	case SUB: WITH_FLAGS("subq %2, %0"); break;
	case XOR: WITH_FLAGS("xorq %2, %0"); break;
	case NEG: WITH_FLAGS("negq %0"); break;
	case INC:
	case DEC:
		keep = 1; /* carry stays */
		if (op == INC)
			WITH_FLAGS("incq %0");
		else
			WITH_FLAGS("decq %0");
		break;
	default: return ~v; /* NOT: no flags */
	}
	uint64_t changed = (FLAGS_LOW & ~keep) | FLAG_OVERFLOW;
	uint64_t now = (flags >> 8 & 0xff) | (flags & 1 ? FLAG_OVERFLOW : 0);

	*eflags = (*eflags & ~changed) | (now & changed);
	return v;
}

void move_update(ucontext_t *uc, struct move *m, uint64_t old)
{
	uint64_t eflags = (uint64_t)uc->uc_mcontext.gregs[REG_EFL];

	if (m->op == XCHG) {
		*context_register(uc, m->reg) = old;
	} else {
		m->value = operate(m->op, old, m->value, &eflags);
		uc->uc_mcontext.gregs[REG_EFL] = (greg_t)eflags;
	}
	m->kind = MOVE_STORE;
}

void move_load(const struct move *m, uint64_t loaded, uint64_t *reg, uint64_t *flags)
{
	switch (m->op) {
	case PLAIN: *reg = loaded; break;
	case CMP: operate(SUB, loaded, m->value, flags); break;
	case CMP_REVERSED: operate(SUB, m->value, loaded, flags); break;
	case TEST: operate(AND, loaded, m->value, flags); break;
	default: *reg = operate(m->op, m->value, loaded, flags);
	}
}

void move_loaded(ucontext_t *uc, const struct move *m, uint64_t loaded)
{
	uint64_t flags = (uint64_t)uc->uc_mcontext.gregs[REG_EFL];

	move_load(m, loaded, context_register(uc, m->reg), &flags);
	uc->uc_mcontext.gregs[REG_EFL] = (greg_t)flags;
	move_finish(uc, m);
}

void move_finish(ucontext_t *uc, const struct move *m)
{
	*context_pc(uc) += m->bytes;
}

#elif defined(__aarch64__) && !defined(BGQ_PORTABLE)

static uint64_t reg_value(ucontext_t *uc, unsigned reg, bool base)
{
	if (reg == 31)
		return base ? uc->uc_mcontext.sp : 0;
	return uc->uc_mcontext.regs[reg];
}

/* LDR and STR of an X register, with a scaled or unscaled offset. */
bool move_decode(ucontext_t *uc, struct move *m)
{
	const void *code = (const void *)*context_pc(uc);
	uint32_t i;

	if (!is_readable(code))
		return false;
	memcpy(&i, code, sizeof i);
	uint64_t base = reg_value(uc, i >> 5 & 31, true);

	m->reg = (int)(i & 31);
	m->bytes = 4;
	m->kind = i >> 22 & 1 ? MOVE_LOAD : MOVE_STORE;
	if ((i & 0xff800000u) == 0xf9000000u)
		m->address = base + (uint64_t)(i >> 10 & 0xfff) * 8;
	else if ((i & 0xff800c00u) == 0xf8000000u)
		m->address = base + (uint64_t)((int64_t)(int32_t)(i << 11) >> 23);
	else
		return false;
	m->value = reg_value(uc, (unsigned)m->reg, false);
	return true;
}

void move_update(ucontext_t *uc, struct move *m, uint64_t old)
{
	(void)uc, (void)m, (void)old; /* no updates are decoded */
}

void move_loaded(ucontext_t *uc, const struct move *m, uint64_t loaded)
{
	if (m->reg != 31)
		*context_register(uc, m->reg) = loaded;
	move_finish(uc, m);
}

void move_finish(ucontext_t *uc, const struct move *m)
{
	*context_pc(uc) += m->bytes;
}

#else

/* No instruction is known: an access that would be carried out here is a fault of the program's. */
bool move_decode(ucontext_t *uc, struct move *m)
{
	(void)uc, (void)m;
	return false;
}

void move_update(ucontext_t *uc, struct move *m, uint64_t old)
{
	(void)uc, (void)m, (void)old;
}

void move_loaded(ucontext_t *uc, const struct move *m, uint64_t loaded)
{
	(void)uc, (void)m, (void)loaded;
}

void move_finish(ucontext_t *uc, const struct move *m)
{
	(void)uc, (void)m;
}

#endif
