/*
 * json_text.h - text in a string of JSON (RFC 8259), a character at a time.  What is no UTF-8,
 * as arguments and names of files may be, becomes U+FFFD.
 */
#ifndef BGQ_NET_JSON_TEXT_H
#define BGQ_NET_JSON_TEXT_H

#include <stdio.h>

#define JSON_CHARACTER_BYTES 8

/* The character at *text, as out is to have it, with a 0 behind; *text: behind it.  "</" and
 * "<!" do not come out as such: they would end or confuse a script element around them. */
void json_character(const char **text, char out[JSON_CHARACTER_BYTES]);
/* Writes text to a stream as a string, with its quotes. */
void json_string(FILE *to, const char *text);

#endif
