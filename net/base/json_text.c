/* json_text.c - see json_text.h. */
#include "json_text.h"

#include <stdint.h>
#include <string.h>

/* Bytes of the character at p, 2 to 4; 0: it is no UTF-8.  Shortest forms only, and neither
 * surrogates nor what is above U+10FFFF. */
static unsigned utf8_bytes(const unsigned char *p)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned n = *p >= 0xf5 ? 0 : *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc2 ? 2 : 0;
	uint32_t code = n ? *p & 0xffu >> (n + 1) : 0;

	for (unsigned i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80) /* as the 0 at the end is not */
			return 0;
		code = code << 6 | (p[i] & 0x3f);
	}
	if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	return n;
}

void json_character(const char **text, char out[JSON_CHARACTER_BYTES])
{
	const unsigned char *p = (const unsigned char *)*text;
	unsigned bytes = *p >= 0x80 ? utf8_bytes(p) : 1;

	if (bytes == 0)
		strcpy(out, "\\ufffd");
	else if (*p == '"' || *p == '\\')
		snprintf(out, JSON_CHARACTER_BYTES, "\\%c", *p);
	else if (*p < ' ' || *p == '<' || *p == 127)
		snprintf(out, JSON_CHARACTER_BYTES, "\\u%04x", *p);
	else
		snprintf(out, JSON_CHARACTER_BYTES, "%.*s", (int)bytes, *text);
	*text += bytes ? bytes : 1;
}

void json_string(FILE *to, const char *text)
{
	char character[JSON_CHARACTER_BYTES];

	fputc('"', to);
	while (*text) {
		json_character(&text, character);
		fputs(character, to);
	}
	fputc('"', to);
}
