/* decode_fetch.c - see decode_fetch.h. */
#include "decode_fetch.h"

#include <string.h>

#include "emu/node/image/image.h"
#include "follow.h"
#include "include/bgqemu/fetch.h"

/* movq %gs:FETCH_CELL, %r11; testb $bit, at(%r11), in no bits, 8 or 32; je, in 8 or 32. */
static const uint8_t look[] = { 0x65, 0x4c, 0x8b, 0x1c, 0x25, FETCH_CELL, 0, 0, 0, 0x41, 0xf6 };
#define AT_0  0x03
#define AT_8  0x43
#define AT_32 0x83
#define JE_8  0x74
#define BEHIND_MOST 12 /* bytes */

/* leaq -128(%rsp), %rsp; pushq $what; call: of it, the offset of the number, and of its end. */
static const uint8_t stub[] = { 0x48, 0x8d, 0x64, 0x24, 0x80, 0x68 };
#define STUB_CALL  10
#define STUB_BYTES 15

/* Returns what is behind the place, or NULL if it is written otherwise. */
static const uint8_t *place_take(const uint8_t *code, int32_t *place)
{
	switch (*code++) {
	case AT_0: *place = 0; return code;
	case AT_8: *place = (int8_t)*code; return code + 1;
	case AT_32: memcpy(place, code, sizeof *place); return code + sizeof *place;
	default: return NULL;
	}
}

/* Returns what is behind the branch, with the place that it leads to; or NULL. */
static const uint8_t *branch_take(const uint8_t *code, const uint8_t **to)
{
	int32_t way = (int8_t)code[1];

	if (*code == JE_8) {
		code += 2;
	} else {
		memcpy(&way, code + 2, sizeof way);
		code += 6;
	}
	*to = code + way;
	return code;
}

/* A look where code is not young. */
static bool stub_take(const uint8_t *base, const uint8_t *code, struct op *op)
{
	uint64_t at = (uint64_t)(code - base);

	if (at > follow_model.image->copy_bytes ||
	    follow_model.image->copy_bytes - at < STUB_BYTES ||
	    memcmp(code, stub, sizeof stub) != 0 || code[STUB_CALL] != 0xe8)
		return false;
	memcpy(&op->what, code + sizeof stub, sizeof op->what);
	op->target = at + STUB_BYTES;
	return true;
}

bool decode_fetch(const uint8_t *base, uint64_t at, struct op *op)
{
	const uint8_t *code = base + at, *to;
	int32_t place;

	if (at + sizeof look + BEHIND_MOST > follow_model.image->copy_bytes ||
	    memcmp(code, look, sizeof look) != 0)
		return false;
	code = place_take(code + sizeof look, &place);
	if (!code)
		return false;
	op->function = (uint16_t)(8 * place + __builtin_ctz(*code++));
	op->next = (uint64_t)(branch_take(code, &to) - base);
	if (!stub_take(base, to, op))
		return false;
	op->kind = OP_FETCH;
	return true;
}
