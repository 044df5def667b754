/* json.c - see json.h. */
#include "json.h"

#include <inttypes.h>

/* "</" and "<!" would end or confuse the script element that JSON is put into. */
static void put_text(FILE *to, const char *text)
{
	fputc('"', to);
	for (const unsigned char *p = (const unsigned char *)text; *p; p++)
		if (*p == '"' || *p == '\\')
			fprintf(to, "\\%c", *p);
		else if (*p < ' ' || *p == '<' || *p >= 127)
			fprintf(to, "\\u%04x", *p);
		else
			fputc(*p, to);
	fputc('"', to);
}

static void begin(struct json *j, const char *name)
{
	if (j->more[j->depth])
		fputc(',', j->to);
	j->more[j->depth] = true;
	if (!name)
		return;
	put_text(j->to, name);
	fputc(':', j->to);
}

void json_line(struct json *j)
{
	if (j->more[j->depth])
		fputc(',', j->to);
	j->more[j->depth] = false;
	fputc('\n', j->to);
}

void json_open(struct json *j, const char *name, char bracket)
{
	begin(j, name);
	fputc(bracket, j->to);
	j->more[++j->depth] = false;
}

void json_close(struct json *j, char bracket)
{
	j->depth--;
	fputc(bracket, j->to);
}

void json_uint(struct json *j, const char *name, uint64_t value)
{
	begin(j, name);
	fprintf(j->to, "%" PRIu64, value);
}

void json_real(struct json *j, const char *name, double value)
{
	begin(j, name);
	fprintf(j->to, "%.6g", value);
}

void json_bool(struct json *j, const char *name, bool value)
{
	begin(j, name);
	fputs(value ? "true" : "false", j->to);
}

void json_text(struct json *j, const char *name, const char *value)
{
	begin(j, name);
	put_text(j->to, value);
}
