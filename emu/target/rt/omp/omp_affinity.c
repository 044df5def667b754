/*
 * omp_affinity.c - where threads are, as text: omp_display_affinity and the calls
 * about its format.  A thread's affinity is the one hardware thread that it has.
 */
#include "omp_rt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>

#define FORMAT_BYTES 256

static char format[FORMAT_BYTES];

/* Text so far, and how long all of it would be. */
struct text {
	char *at;
	size_t capacity, bytes;
};

static void put(struct text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++, t->bytes++)
		if (t->bytes + 1 < t->capacity)
			t->at[t->bytes] = s[i];
}

static const char *format_now(void)
{
	const char *wanted = getenv("OMP_AFFINITY_FORMAT");

	if (!*format)
		snprintf(format, sizeof format, "%s",
			 wanted && *wanted ? wanted : "level %L thread %i affinity %A");
	return format;
}

static const struct {
	char letter;
	const char *name;
} fields[] = {
	{ 't', "team_num" },	   { 'T', "num_teams" },   { 'L', "nesting_level" },
	{ 'n', "thread_num" },	   { 'N', "num_threads" }, { 'a', "ancestor_tnum" },
	{ 'H', "host" },	   { 'P', "process_id" },  { 'i', "native_thread_id" },
	{ 'A', "thread_affinity" },
};

/* The letter of a field that begins at *s, which goes on behind it; 0: none. */
static char field_at(const char **s)
{
	size_t n = strcspn(*s, "}");

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		if (**s == fields[i].letter) {
			++*s;
			return fields[i].letter;
		}
		if (**s == '{' && (*s)[n] && n - 1 == strlen(fields[i].name) &&
		    !strncmp(*s + 1, fields[i].name, n - 1)) {
			*s += n + 1;
			return fields[i].letter;
		}
	}
	return 0;
}

static void value_of(char letter, char *out, size_t capacity)
{
	const struct team_slot *at = &omprt_self()->at;
	long value = 0;

	switch (letter) {
	case 't': value = at->team->team_num; break;
	case 'T': value = at->team->teams; break;
	case 'L': value = at->team->level; break;
	case 'n': value = at->num; break;
	case 'N': value = at->team->threads; break;
	case 'a': value = at->team->level ? (long)at->team->outer.num : -1; break;
	case 'P': value = getpid(); break;
	case 'i': value = gettid(); break;
	case 'A': value = Kernel_ProcessorID(); break;
	case 'H':
		gethostname(out, capacity);
		return;
	}
	snprintf(out, capacity, "%ld", value);
}

/* Zeros come behind a sign. */
static void put_right(struct text *t, const char *value, size_t width, bool zeros)
{
	size_t n = strlen(value);
	bool sign = zeros && *value == '-';

	put(t, value, sign);
	for (size_t i = n; i < width; i++)
		put(t, zeros ? "0" : " ", 1);
	put(t, value + sign, n - sign);
}

static void put_left(struct text *t, const char *value, size_t width)
{
	put(t, value, strlen(value));
	for (size_t i = strlen(value); i < width; i++)
		put(t, " ", 1);
}

/* %[[[0].]width]field, the % already read: . is to the right, 0 fills with zeros. */
static void put_field(struct text *t, const char **s)
{
	const char *start = *s;
	bool zeros = **s == '0', right = false;
	char letter, value[80];
	size_t width;

	*s += zeros;
	if (**s == '.')
		right = true, ++*s;
	width = isdigit((unsigned char)**s) ? strtoul(*s, (char **)s, 10) : 0;
	letter = field_at(s);
	if (!letter) {
		*s = start;
		put(t, "%", 1);
		return;
	}
	value_of(letter, value, sizeof value);
	if (right)
		put_right(t, value, width, zeros);
	else
		put_left(t, value, width);
}

/* How long it is, without its end; cut off if there is less room. */
size_t omp_capture_affinity(char *out, size_t capacity, const char *wanted)
{
	const char *s = wanted && *wanted ? wanted : format_now();
	struct text t = { out, capacity, 0 };

	while (*s) {
		if (*s != '%') {
			put(&t, s++, 1);
		} else if (*++s == '%') {
			put(&t, s++, 1);
		} else {
			put_field(&t, &s);
		}
	}
	if (capacity)
		out[t.bytes < capacity ? t.bytes : capacity - 1] = '\0';
	return t.bytes;
}

void omp_display_affinity(const char *wanted)
{
	char line[2 * FORMAT_BYTES];

	omp_capture_affinity(line, sizeof line, wanted);
	bgqrt_message(2, "%s\n", line);
}

void omp_set_affinity_format(const char *wanted)
{
	snprintf(format, sizeof format, "%s", wanted);
}

size_t omp_get_affinity_format(char *out, size_t capacity)
{
	const char *now = format_now();

	if (capacity)
		snprintf(out, capacity, "%s", now);
	return strlen(now);
}
