/* profile.c - the files of a profile; see profile.h. */
#include "profile.h"

#include <errno.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/node/machine/output_files.h"
#include "profile_internal.h"

enum { TABLE, FOLDED, CALLGRIND, FILES = OUTPUT_PROFILE_FILES }; /* of output_profile_ends */

static struct {
	char *name;
	FILE *to;
} file[FILES];

static int open_one(int i, const char *base, const char *end)
{
	if (asprintf(&file[i].name, "%s%s", base, end) < 0)
		return -ENOMEM;
	file[i].to = file_write(file[i].name);
	return file[i].to ? 0 : -errno;
}

int profile_open(const char *base, const char **failed)
{
	int rc = 0;

	sample_charges();
	for (int i = 0; i < FILES && rc == 0; i++) {
		rc = open_one(i, base, output_profile_ends[i]);
		*failed = file[i].name ? file[i].name : base;
	}
	return rc;
}

static int write_one(int i, ps_t end_ps)
{
	switch (i) {
	case TABLE: return table_write(file[i].to, end_ps);
	case FOLDED: return folded_write(file[i].to);
	default: return callgrind_write(file[i].to);
	}
}

int profile_write(ps_t end_ps, const char **failed)
{
	int rc;

	sample_end(end_ps);
	rc = names_learn();
	for (int i = 0; i < FILES; i++) {
		*failed = file[i].name;
		errno = 0;
		if (rc == 0)
			rc = write_one(i, end_ps);
		rc = file_write_end(file[i].to, -rc);
		if (rc)
			return rc;
	}
	return 0;
}
