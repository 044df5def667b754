/* job_words.c - see job_words.h. */
#include "job_words.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/status.h"
#include "net/base/text_line.h"

static void *there(void *p)
{
	if (!p) {
		fprintf(stderr, "bgq-run: out of memory\n");
		exit(STATUS_CANNOT_RUN);
	}
	return p;
}

void job_words_add(struct job_words *w, const char *word)
{
	w->word = there(realloc(w->word, ((size_t)w->count + 2) * sizeof *w->word));
	w->word[w->count++] = there(strdup(word));
	w->word[w->count] = NULL;
}

void job_words_free(struct job_words *w)
{
	for (int i = 0; i < w->count; i++)
		free(w->word[i]);
	free(w->word);
	*w = (struct job_words){ 0 };
}

/* ---- a word */

/* Copies what is between quotes, from behind the first one; *from goes behind the last. */
static bool take_quoted(const char **from, char **to, char quote)
{
	const char *at = *from;

	while (*at && *at != quote) {
		if (quote == '"' && *at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		*(*to)++ = *at++;
	}
	*from = *at ? at + 1 : at;
	return *at;
}

/* Copies a word that begins at *from. */
static const char *take_word(const char **from, char *to)
{
	const char *at = *from;

	while (*at && !strchr(" \t\r\n", *at)) {
		char c = *at++;

		if (c == '\'' || c == '"') {
			if (!take_quoted(&at, &to, c))
				return "a quote has no end";
		} else {
			*to++ = c == '\\' && *at ? *at++ : c;
		}
	}
	*to = '\0';
	*from = at;
	return NULL;
}

const char *job_words_split(struct job_words *w, const char *text)
{
	char *word = there(malloc(strlen(text) + 1));
	const char *why = NULL;

	while (!why) {
		text += strspn(text, " \t\r\n");
		if (!*text || *text == '#')
			break;
		why = take_word(&text, word);
		if (!why)
			job_words_add(w, word);
	}
	free(word);
	return why;
}

/* ---- lines */

/* Whether the text ends with a \ that is not the second of two. */
static bool goes_on(const char *text, size_t n)
{
	size_t slashes = 0;

	while (slashes < n && text[n - 1 - slashes] == '\\')
		slashes++;
	return slashes % 2;
}

char *job_words_line(FILE *f, unsigned *line, unsigned *next, const char **why)
{
	char *all = NULL, *text = NULL;
	size_t room = 0, bytes = 0;
	ssize_t n;
	bool more = true;

	*line = *next;
	*why = NULL;
	while (more && (n = getline(&text, &room, f)) >= 0) {
		++*next;
		if (n && text[n - 1] == '\n')
			text[--n] = '\0';
		*why = *why ? *why : text_line_whole(text, (size_t)n);
		more = goes_on(text, (size_t)n);
		all = there(realloc(all, bytes + (size_t)n + 1));
		memcpy(all + bytes, text, (size_t)n + 1);
		bytes += (size_t)n;
		if (more)
			all[bytes - 1] = ' ';
	}
	free(text);
	return all;
}

char *job_words_named(const char *text, const char *name)
{
	size_t n = 0, each = strlen(name);

	for (const char *at = text; (at = strstr(at, "%j")) != NULL; at += 2)
		n++;
	char *copy = there(malloc(strlen(text) + n * each + 1)), *to = copy;

	for (const char *at; (at = strstr(text, "%j")) != NULL; text = at + 2) {
		to = mempcpy(to, text, (size_t)(at - text));
		to = mempcpy(to, name, each);
	}
	strcpy(to, text);
	return copy;
}
