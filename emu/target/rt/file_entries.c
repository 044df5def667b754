/*
 * file_entries.c - lines of files that are laid out as /etc/passwd, group, shadow and mtab, each
 * function with an entry of its own in the image; mount tables are streams of the process.
 */
#include "private.h"

#include <errno.h>
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>

RT_GIVES_WAY(fgetpwent) RT_GIVES_WAY(fgetgrent) RT_GIVES_WAY(fgetspent) RT_GIVES_WAY(sgetspent)
RT_GIVES_WAY(setmntent) RT_GIVES_WAY(endmntent) RT_GIVES_WAY(getmntent)

#define LINE_BYTES 8192

#define ENTRY(type, name, source) \
struct type *name(source from) \
{ \
	static struct type own; \
	static char text[LINE_BYTES]; \
	struct type *found = NULL; \
	int rc = name##_r(from, &own, text, sizeof text, &found); \
\
	if (rc) \
		errno = rc; \
	return found; \
}

ENTRY(passwd, fgetpwent, FILE *)
ENTRY(group, fgetgrent, FILE *)
ENTRY(spwd, fgetspent, FILE *)
ENTRY(spwd, sgetspent, const char *)

FILE *setmntent(const char *path, const char *mode)
{
	return fopen(path, mode);
}

int endmntent(FILE *f)
{
	if (f)
		fclose(f);
	return 1;
}

struct mntent *getmntent(FILE *f)
{
	static struct mntent own;
	static char text[LINE_BYTES];

	return getmntent_r(f, &own, text, sizeof text);
}
