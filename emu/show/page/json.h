/* json.h - writes JSON (RFC 8259) to a stream: commas, names and quotes. */
#ifndef BGQ_EMU_PAGE_JSON_H
#define BGQ_EMU_PAGE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 16

struct json {
	FILE *to;
	unsigned depth;
	bool more[JSON_DEPTH]; /* than nothing is in the object or array of that depth */
};

/* name NULL: an element of an array. */
void json_open(struct json *j, const char *name, char bracket);  /* '{' or '[' */
void json_close(struct json *j, char bracket);                   /* '}' or ']' */
void json_uint(struct json *j, const char *name, uint64_t value);
void json_real(struct json *j, const char *name, double value);
void json_bool(struct json *j, const char *name, bool value);
void json_text(struct json *j, const char *name, const char *value);
/* The next element begins a line. */
void json_line(struct json *j);

#endif
