/*
 * gettext.c - message catalogues: compute nodes have none, so messages stay as they are; the
 * names that a program gives its own are the process's.
 */
#include "private.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext

RT_GIVES_WAY(gettext) RT_GIVES_WAY(dgettext) RT_GIVES_WAY(dcgettext) RT_GIVES_WAY(ngettext)
RT_GIVES_WAY(dngettext) RT_GIVES_WAY(dcngettext) RT_GIVES_WAY(textdomain)
RT_GIVES_WAY(bindtextdomain) RT_GIVES_WAY(bind_textdomain_codeset)

/* A domain of messages that the program has named: its directory and codeset. */
struct domain {
	struct domain *next;
	char *name, *directory, *codeset;
};

static struct domain *domains;
static char *chosen; /* NULL: "messages" */

char *dcgettext(const char *domain, const char *text, int category)
{
	(void)domain, (void)category;
	return (char *)text;
}

char *dgettext(const char *domain, const char *text)
{
	return dcgettext(domain, text, 0);
}

char *gettext(const char *text)
{
	return dcgettext(NULL, text, 0);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
		 int category)
{
	(void)domain, (void)category;
	return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
	return dcngettext(domain, one, many, n, 0);
}

char *ngettext(const char *one, const char *many, unsigned long n)
{
	return dcngettext(NULL, one, many, n, 0);
}

static bool replace(char **at, const char *text)
{
	char *copy = strdup(text);

	if (copy) {
		free(*at);
		*at = copy;
	}
	return copy != NULL;
}

char *textdomain(const char *name)
{
	if (name && !*name) {
		free(chosen);
		chosen = NULL;
	} else if (name && !replace(&chosen, name)) {
		return NULL;
	}
	return chosen ? chosen : (char *)"messages";
}

static struct domain *domain_of(const char *name)
{
	struct domain *d = domains;

	while (d && strcmp(d->name, name))
		d = d->next;
	if (d || !(d = calloc(1, sizeof *d)))
		return d;
	if (!replace(&d->name, name)) {
		free(d);
		return NULL;
	}
	d->next = domains;
	return domains = d;
}

char *bindtextdomain(const char *name, const char *directory)
{
	struct domain *d = name && *name ? domain_of(name) : NULL;

	if (!d || (directory && !replace(&d->directory, directory)))
		return NULL;
	return d->directory ? d->directory : (char *)"/usr/share/locale";
}

char *bind_textdomain_codeset(const char *name, const char *codeset)
{
	struct domain *d = name && *name ? domain_of(name) : NULL;

	if (!d || (codeset && !replace(&d->codeset, codeset)))
		return NULL;
	return d->codeset;
}
