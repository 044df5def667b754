/* store_past.c - see store_past.h. */
#include "store_past.h"

#include <stdint.h>
#include <string.h>

#include "emu/core/engine/context.h"
#include "emu/node/machine/reserve.h"
#include "net/base/pages.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

#define WORDS_MAX 24u
#define INSTRUCTION_MAX 16u
#define RSP 4

/* A row of pushes, from the top of the words down. */
struct push_row {
	ucontext_t *uc;
	uint64_t pc, sp;
	uint64_t word[WORDS_MAX];
	unsigned count;
};

static int32_t get32(const uint8_t *p)
{
	int32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

static uint64_t value_of(const struct push_row *r, int reg)
{
	return reg == RSP ? r->sp : *context_register(r->uc, reg);
}

/* The value that the next instruction pushes, and where the one behind it is; false: it is another
 * one. */
static bool decode_push(const struct push_row *r, uint64_t *value, uint64_t *next)
{
	const uint8_t *code = (const uint8_t *)(uintptr_t)r->pc;
	bool high = code[0] == 0x41;

	*next = r->pc + 1 + high;
	if ((code[high] & 0xf8) == 0x50) {
		*value = value_of(r, (code[high] & 7) | high << 3);
		return true;
	}
	if (code[0] != 0xe8) /* call */
		return false;
	*value = r->pc + 5;
	*next = *value + (uint64_t)(int64_t)get32(code + 1);
	return true;
}

static bool is_in_page(uint64_t at, uint64_t bytes)
{
	return (at & (PAGE_BYTES - 1)) <= PAGE_BYTES - bytes;
}

static void take(struct push_row *r)
{
	uint64_t value, next;

	while (r->count < WORDS_MAX && is_in_page(r->pc, INSTRUCTION_MAX) &&
	       (r->sp & (PAGE_BYTES - 1)) >= sizeof value && decode_push(r, &value, &next)) {
		r->word[WORDS_MAX - ++r->count] = value;
		r->sp -= sizeof value;
		r->pc = next;
	}
}

static bool push_past(ucontext_t *uc, const void *at)
{
	struct push_row r = { .uc = uc, .pc = *context_pc(uc), .sp = *context_sp(uc) };

	if ((uintptr_t)at != r.sp - sizeof *r.word)
		return false;
	take(&r);
	if (!r.count || !reserve_store_past((void *)(uintptr_t)r.sp, &r.word[WORDS_MAX - r.count],
					    r.count, sizeof *r.word))
		return false;
	*context_pc(uc) = r.pc;
	*context_sp(uc) = r.sp;
	return true;
}

/* mov of a register of 4 or 8 bytes to a place relative to the stack pointer. */
static bool spill_past(ucontext_t *uc, const void *at)
{
	const uint8_t *start = (const uint8_t *)(uintptr_t)*context_pc(uc), *p = start;
	uint8_t rex = 0;

	if ((*p & 0xf0) == 0x40)
		rex = *p++;
	if (p[0] != 0x89 || (p[1] & 7) != RSP || p[1] >> 6 == 3 || p[2] != 0x24 || (rex & 3))
		return false;
	unsigned mode = p[1] >> 6, bytes = rex & 8 ? 8 : 4;
	uint64_t value = *context_register(uc, (p[1] >> 3 & 7) | (rex & 4) << 1);

	p += 3 + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
	if (!is_in_page((uintptr_t)at, bytes) || !reserve_store_past(at, &value, 1, bytes))
		return false;
	*context_pc(uc) = (uintptr_t)p;
	return true;
}

bool store_past(ucontext_t *uc, const void *at)
{
	return reserve_refuses(at) && is_in_page(*context_pc(uc), INSTRUCTION_MAX) &&
	       (push_past(uc, at) || spill_past(uc, at));
}

#else

bool store_past(ucontext_t *uc, const void *at)
{
	(void)uc, (void)at;
	return false;
}

#endif
