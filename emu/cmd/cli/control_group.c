/* control_group.c - see control_group.h. */
#include "control_group.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

struct group_search {
	const char *root, *controller;
	control_group_look *look;
	void *arg;
};

bool control_group_number(const char *folder, const char *name, uint64_t *n)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "r");
	bool read = f && fscanf(f, "%" SCNu64, n) == 1;

	if (f)
		fclose(f);
	return read;
}

/* The group at path and those around it.  In a container the path may be the host's, of which
 * only the top is mounted. */
static void visit(const struct group_search *s, bool unified, char *path)
{
	char folder[PATH_MAX];
	char *end = path + strlen(path);

	for (;;) {
		*end = '\0';
		int n = snprintf(folder, sizeof folder, "%s/sys/fs/cgroup%s%s%s", s->root,
				 unified ? "" : "/", unified ? "" : s->controller, path);

		if (n > 0 && (size_t)n < sizeof folder)
			s->look(folder, unified, s->arg);
		if (end == path)
			return;
		while (end > path && *end != '/')
			end--;
	}
}

/* Is name one of "cpu,cpuacct"? */
static bool is_among(const char *list, const char *name)
{
	size_t bytes = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (!strncmp(at, name, bytes) && (at[bytes] == ',' || !at[bytes]))
			return true;
	return false;
}

/* "0::/path", "4:cpu,cpuacct:/path". */
static void line(const struct group_search *s, char *text)
{
	char *controllers = strchr(text, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL;

	if (!path)
		return;
	controllers++;
	*path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	if (!*controllers || is_among(controllers, s->controller))
		visit(s, !*controllers, path);
}

void control_groups(const char *root, const char *controller, control_group_look *look, void *arg)
{
	const struct group_search s = { root, controller, look, arg };
	char text[PATH_MAX];

	snprintf(text, sizeof text, "%s/proc/self/cgroup", root);
	FILE *f = fopen(text, "r");

	while (f && fgets(text, sizeof text, f))
		line(&s, text);
	if (f)
		fclose(f);
}
