/*
 * locale.c - the process's locale.  Which one it has is its own, in the image; locales are the
 * host's, as far as it has them installed.  A worker's libc is told at each switch of threads.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

RT_GIVES_WAY(setlocale) RT_GIVES_WAY(newlocale)

/* In the order of names of several, as glibc makes them. */
static const struct category {
	int id, mask;
	const char *name;
} categories[] = {
#define CATEGORY(name) { name, name##_MASK, #name }
	CATEGORY(LC_CTYPE), CATEGORY(LC_NUMERIC), CATEGORY(LC_TIME), CATEGORY(LC_COLLATE),
	CATEGORY(LC_MONETARY), CATEGORY(LC_MESSAGES), CATEGORY(LC_PAPER), CATEGORY(LC_NAME),
	CATEGORY(LC_ADDRESS), CATEGORY(LC_TELEPHONE), CATEGORY(LC_MEASUREMENT),
	CATEGORY(LC_IDENTIFICATION),
};
#define CATEGORIES (sizeof categories / sizeof *categories)
#define NAMES_BYTES 1024 /* of all categories */
#define NAME_BYTES 64    /* of one; longer ones are not locales */

struct names {
	char of[CATEGORIES][NAME_BYTES]; /* "": C */
};

static struct names names;
static locale_t current; /* NULL: C */

static const char *shown(const char *name)
{
	return *name ? name : "C";
}

static const char *of_environment(const struct category *c)
{
	const char *asked[] = { "LC_ALL", c->name, "LANG" };

	for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
		const char *value = getenv(asked[i]);

		if (value && *value)
			return value;
	}
	return "C";
}

static bool name_set(struct names *n, unsigned i, const char *name, size_t bytes)
{
	if (bytes == 0) {
		name = of_environment(&categories[i]);
		bytes = strlen(name);
	}
	if (bytes >= NAME_BYTES)
		return false;
	memcpy(n->of[i], name, bytes);
	n->of[i][bytes] = '\0';
	if (!strcmp(n->of[i], "C") || !strcmp(n->of[i], "POSIX"))
		*n->of[i] = '\0';
	return true;
}

/* "LC_CTYPE=de_DE;LC_NUMERIC=C;...": what setlocale has returned. */
static bool names_set(struct names *n, const char *list)
{
	while (*list) {
		size_t key = strcspn(list, "="), all = strcspn(list, ";");
		unsigned i = 0;

		while (i < CATEGORIES && (strlen(categories[i].name) != key ||
					  strncmp(categories[i].name, list, key)))
			i++;
		if (i == CATEGORIES || key >= all ||
		    !name_set(n, i, list + key + 1, all - key - 1))
			return false;
		list += all + (list[all] == ';');
	}
	return true;
}

static bool is_in(const struct category *c, int category)
{
	return category == LC_ALL || category == c->id;
}

static bool names_of(struct names *n, int category, const char *name)
{
	if (category == LC_ALL && strchr(name, '='))
		return names_set(n, name);
	for (unsigned i = 0; i < CATEGORIES; i++)
		if (is_in(&categories[i], category) && !name_set(n, i, name, strlen(name)))
			return false;
	return true;
}

/* False: the host does not have one of them.  *made is NULL for C. */
static bool make(const struct names *n, locale_t *made)
{
	locale_t whole = NULL;

	for (unsigned i = 0; i < CATEGORIES; i++) {
		if (!*n->of[i])
			continue;
		locale_t more = bgqemu_newlocale(categories[i].mask, n->of[i], whole);

		if (!more) {
			if (whole)
				freelocale(whole);
			return false;
		}
		whole = more;
	}
	*made = whole;
	return true;
}

/* The one name of all categories, or a list. */
static char *text_of(int category)
{
	static char text[NAMES_BYTES];
	bool alike = true;
	size_t at = 0;

	for (unsigned i = 0; i < CATEGORIES; i++) {
		if (categories[i].id == category)
			return strcpy(text, shown(names.of[i]));
		alike &= !strcmp(names.of[i], names.of[0]);
	}
	if (alike)
		return strcpy(text, shown(names.of[0]));
	for (unsigned i = 0; i < CATEGORIES; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%s=%s", i ? ";" : "",
				       categories[i].name, shown(names.of[i]));
	return text;
}

char *setlocale(int category, const char *name)
{
	struct names wanted = names;
	locale_t made = NULL, before = current;

	RT_COST(setlocale);
	if (category < LC_CTYPE || category > LC_IDENTIFICATION) {
		errno = EINVAL;
		return NULL;
	}
	if (!name)
		return text_of(category);
	if (!names_of(&wanted, category, name) || !make(&wanted, &made))
		return NULL;
	names = wanted;
	current = made;
	if (before || made)
		bgqemu_process_locale(made);
	if (before)
		freelocale(before);
	return text_of(category);
}

/* An empty name is that of the process's environment, not of the host's. */
locale_t newlocale(int mask, const char *name, locale_t base)
{
	if (mask == 1 << LC_ALL)
		mask = LC_ALL_MASK;
	if (!name || *name)
		return bgqemu_newlocale(mask, name, base);
	for (unsigned i = 0; i < CATEGORIES; i++) {
		if (!(mask & categories[i].mask))
			continue;
		base = bgqemu_newlocale(categories[i].mask, of_environment(&categories[i]), base);
		if (!base)
			return NULL;
	}
	return base;
}

__attribute__((weak)) locale_t __newlocale(int mask, const char *name, locale_t base);
locale_t __newlocale(int mask, const char *name, locale_t base)
{
	return newlocale(mask, name, base);
}
