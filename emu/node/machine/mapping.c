/* mapping.c - see mapping.h. */
#include "mapping.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/base/text_line.h"

#define LETTERS 6 /* A to E, and T */

bool mapping_is_order(const char *text)
{
	unsigned seen = 0;

	if (strlen(text) != LETTERS)
		return false;
	for (int i = 0; i < LETTERS; i++) {
		const char *at = strchr(MAPPING_DEFAULT, toupper((unsigned char)text[i]));

		if (!at)
			return false;
		seen |= 1u << (at - MAPPING_DEFAULT);
	}
	return seen == (1u << LETTERS) - 1;
}

static void by_order(struct mapping *m, const struct mapping_block *b)
{
	unsigned letter[LETTERS], size[LETTERS];

	for (int i = 0; i < LETTERS; i++) {
		letter[i] = (unsigned)(strchr(MAPPING_DEFAULT, m->order[i]) - MAPPING_DEFAULT);
		size[i] = letter[i] < NET_DIMS ? b->part.size[letter[i]] : b->slots;
	}
	for (uint32_t rank = 0; rank < m->ranks; rank++) {
		uint8_t c[NET_DIMS] = { 0 };
		uint32_t rest = rank, t = 0;

		for (int i = LETTERS - 1; i >= 0; i--) {
			if (letter[i] < NET_DIMS)
				c[letter[i]] = (uint8_t)(b->part.corner[letter[i]] +
							 rest % size[i]);
			else
				t = rest % size[i];
			rest /= size[i];
		}
		m->process_of[rank] = net_node_of(b->shape, c) * b->slots + t;
	}
}

/* "1 0 0 2 1 3": NULL, or what is wrong.  Numbers that no unsigned holds are as large as
 * it can hold, which no machine is. */
static const char *parse_line(const char *line, unsigned c[LETTERS])
{
	static const char blank[] = " \t\r\n";
	int n = 0;

	for (line += strspn(line, blank); *line; line += strspn(line, blank)) {
		char *end;

		errno = 0;
		unsigned long v = strtoul(line, &end, 10);

		if (!isdigit((unsigned char)*line) || (*end && !strchr(blank, *end)))
			return "not of the form A B C D E T";
		if (n == LETTERS)
			return "more than the six numbers A B C D E T";
		c[n++] = errno || v > UINT_MAX ? UINT_MAX : (unsigned)v;
		line = end;
	}
	if (n == NET_DIMS)
		return "T is missing: give A B C D E T";
	return n == LETTERS ? NULL : "not of the form A B C D E T";
}

static bool inside(const unsigned c[LETTERS], const struct mapping_block *b)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (c[d] >= b->part.size[d])
			return false;
	return c[NET_DIMS] < b->slots;
}

/* A line of the file gives the place of `rank`.  NULL, or what is wrong. */
static const char *take_line(struct mapping *m, const char *line, uint32_t rank,
			     const struct mapping_block *b, uint8_t *taken)
{
	unsigned c[LETTERS];
	uint8_t coord[NET_DIMS];

	const char *why = parse_line(line, c);

	if (why)
		return why;
	if (!inside(c, b))
		return "outside the machine";
	for (int d = 0; d < NET_DIMS; d++)
		coord[d] = (uint8_t)(b->part.corner[d] + c[d]);
	uint32_t at = net_node_of(b->shape, coord) * b->slots + c[NET_DIMS];

	if (taken[at]++)
		return "names a place twice";
	if (rank < m->ranks) /* a job may have fewer */
		m->process_of[rank] = at;
	return NULL;
}

/* Nothing but a comment, which is cut off. */
static bool is_comment(char *line)
{
	line[strcspn(line, "#")] = '\0';
	return !line[strspn(line, " \t\r\n")];
}

static int by_file(struct mapping *m, FILE *f, const struct mapping_block *b, char *err,
		   size_t err_bytes)
{
	uint8_t *taken = calloc((size_t)net_shape_nodes(b->shape) * b->slots, 1);
	char line[256];
	const char *why = taken ? NULL : "out of memory";
	unsigned number = 0;
	uint32_t rank = 0;

	while (!why && text_line(f, line, sizeof line, &why)) {
		number++;
		if (!why && !is_comment(line))
			why = take_line(m, line, rank++, b, taken);
	}
	free(taken);
	if (why)
		snprintf(err, err_bytes, "--mapping %s: line %u: %s", m->path, number, why);
	else if (rank < m->ranks)
		snprintf(err, err_bytes, "--mapping %s: places for %u ranks, %u are needed",
			 m->path, rank, m->ranks);
	return why || rank < m->ranks ? -EINVAL : 0;
}

/* A FIFO would block, and can be read only once. */
static FILE *file_open(const char *path)
{
	FILE *f = NULL;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		errno = ENOTSUP;
	else
		f = fdopen(fd, "r");
	if (!f) {
		int saved = errno;

		close(fd);
		errno = saved;
	}
	return f;
}

int mapping_make(struct mapping *m, const char *text, const struct mapping_block *b,
		 uint32_t ranks, char *err, size_t err_bytes)
{
	int rc = 0;

	*m = (struct mapping){ .ranks = ranks };
	m->process_of = calloc(ranks, sizeof *m->process_of);
	if (!m->process_of) {
		snprintf(err, err_bytes, "--mapping: out of memory");
		return -ENOMEM;
	}
	if (mapping_is_order(text)) {
		for (int i = 0; i < LETTERS; i++)
			m->order[i] = (char)toupper((unsigned char)text[i]);
		by_order(m, b);
		return 0;
	}
	m->path = strdup(text);
	FILE *f = m->path ? file_open(text) : NULL;

	if (!f) {
		rc = -errno;
		snprintf(err, err_bytes,
			 "--mapping: '%s' is neither an order of ABCDET nor a file: %s", text,
			 errno == ENOTSUP ? "not a regular file" : strerror(errno));
	} else {
		rc = by_file(m, f, b, err, err_bytes);
		fclose(f);
	}
	if (rc)
		mapping_free(m);
	return rc;
}

void mapping_free(struct mapping *m)
{
	free(m->path);
	free(m->process_of);
	*m = (struct mapping){ 0 };
}
