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
#define JE_32 0x0f
#define BEHIND_MOST 12 /* bytes */

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

bool decode_fetch(const uint8_t *base, uint64_t at, struct op *op)
{
	const uint8_t *code = base + at;
	int32_t place;

	if (at + sizeof look + BEHIND_MOST > follow_model.image->copy_bytes ||
	    memcmp(code, look, sizeof look) != 0)
		return false;
	code = place_take(code + sizeof look, &place);
	if (!code)
		return false;
	op->function = (uint16_t)(8 * place + __builtin_ctz(*code++));
	op->next = (uint64_t)(code + (*code == JE_32 ? 6 : 2) - base);
	op->kind = OP_FETCH;
	return true;
}
