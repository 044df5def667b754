/* decode_fetch.c - see decode_fetch.h. */
#include "decode_fetch.h"

#include <string.h>

#include "emu/node/image/image.h"
#include "follow.h"
#include "include/bgqemu/fetch.h"

/* movq %gs:FETCH_CELL, %r11; testb $bit, at(%r11), in 8 bits or 32; je, in 8 or 32. */
static const uint8_t look[] = { 0x65, 0x4c, 0x8b, 0x1c, 0x25, FETCH_CELL, 0, 0, 0, 0x41, 0xf6 };
#define AT_8  0x43
#define AT_32 0x83
#define JE_32 0x0f
#define BEHIND_MOST 12 /* bytes */

static const uint8_t *place_take(const uint8_t *code, int32_t *place)
{
	bool wide = *code++ == AT_32;

	*place = (int8_t)*code;
	if (wide)
		memcpy(place, code, sizeof *place);
	return code + (wide ? sizeof *place : 1);
}

bool decode_fetch(const uint8_t *base, uint64_t at, struct op *op)
{
	const uint8_t *code = base + at;
	int32_t place;

	if (at + sizeof look + BEHIND_MOST > follow_model.image->copy_bytes ||
	    memcmp(code, look, sizeof look) != 0)
		return false;
	code += sizeof look;
	if (*code != AT_8 && *code != AT_32)
		return false;
	code = place_take(code, &place);
	op->function = (uint16_t)(8 * place + __builtin_ctz(*code++));
	op->next = (uint64_t)(code + (*code == JE_32 ? 6 : 2) - base);
	op->kind = OP_FETCH;
	return true;
}
