/*
 * json_lines.c - for the shell tests: reads JSON (RFC 8259) from standard input and prints a
 * line for each value: "links.rows[0][2]=17", texts with their quotes.  Ends with 1, and where,
 * if it is none.  Nothing of the emulator is used, which writes JSON of its own.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text, *at;
static char path[4096];

static _Noreturn void wrong(const char *what)
{
	fprintf(stderr, "json_lines: %s at byte %td, after %s\n", what, at - text, path);
	exit(1);
}

static void blanks(void)
{
	at += strspn(at, " \t\r\n");
}

static void take(char c)
{
	blanks();
	if (*at != c)
		wrong("another character expected");
	at++;
}

/* Returns its end; at is at its first quote. */
static char *string_end(void)
{
	char *p = at + 1;

	for (; *p && *p != '"'; p++) {
		if ((unsigned char)*p < ' ')
			wrong("a control character in a text");
		if (*p != '\\')
			continue;
		if (*++p == 'u' && strspn(p + 1, "0123456789abcdefABCDEF") < 4)
			wrong("a bad \\u");
		if (!strchr("\"\\/bfnrtu", *p))
			wrong("a bad escape");
	}
	if (!*p)
		wrong("an endless text");
	return p;
}

static void value(void);

static void members(char close, int object)
{
	size_t length = strlen(path);

	at++;
	blanks();
	if (*at == close) {
		at++;
		return;
	}
	for (unsigned i = 0;; i++) {
		blanks();
		if (object) {
			if (*at != '"')
				wrong("no name");
			char *end = string_end();

			snprintf(path + length, sizeof path - length, "%s%.*s",
				 length ? "." : "", (int)(end - at - 1), at + 1);
			at = end + 1;
			take(':');
		} else {
			snprintf(path + length, sizeof path - length, "[%u]", i);
		}
		value();
		path[length] = '\0';
		blanks();
		if (*at == close)
			break;
		take(',');
	}
	at++;
}

static char *number_end(void)
{
	char *p = at + (*at == '-'), *digits = p;

	p += strspn(p, "0123456789");
	if (p == digits || (*digits == '0' && p > digits + 1))
		wrong("no value");
	if (*p == '.' && isdigit((unsigned char)p[1]))
		p += 1 + strspn(p + 1, "0123456789");
	if (*p == 'e' || *p == 'E') {
		p += 1 + (p[1] == '-' || p[1] == '+');
		p += strspn(p, "0123456789");
	}
	return p;
}

static void value(void)
{
	char *end;

	blanks();
	if (*at == '{' || *at == '[') {
		members(*at == '{' ? '}' : ']', *at == '{');
		return;
	}
	if (*at == '"')
		end = string_end() + 1;
	else if (!strncmp(at, "true", 4) || !strncmp(at, "null", 4))
		end = at + 4;
	else if (!strncmp(at, "false", 5))
		end = at + 5;
	else
		end = number_end();
	printf("%s=%.*s\n", path, (int)(end - at), at);
	at = end;
}

int main(void)
{
	size_t room = 1 << 20, n = 0, more;

	text = malloc(room);
	while (text && (more = fread(text + n, 1, room - n - 1, stdin)) > 0)
		if ((n += more) == room - 1)
			text = realloc(text, room *= 2);
	if (!text)
		return 1;
	text[n] = '\0';
	at = text;
	value();
	blanks();
	if (*at)
		wrong("something behind the end");
	return 0;
}
