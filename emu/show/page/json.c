/* json.c - see json.h. */
#include "json.h"

#include <inttypes.h>

#include "net/base/json_text.h"

static void begin(struct json *j, const char *name)
{
	if (j->more[j->depth])
		fputc(',', j->to);
	j->more[j->depth] = true;
	if (!name)
		return;
	json_string(j->to, name);
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
	json_string(j->to, value);
}
