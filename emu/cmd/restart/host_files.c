/* host_files.c - see host_files.h. */
#include "host_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE_BYTES (1u << 16)
#define COPY_MAX_BYTES (UINT64_C(64) << 20)

static int digest_fd(int fd, uint64_t most, struct digest *d)
{
	static char piece[PIECE_BYTES];
	ssize_t n = 1;

	while (most && n > 0) {
		n = read(fd, piece, most < sizeof piece ? (size_t)most : sizeof piece);
		if (n > 0) {
			digest_add(d, piece, (size_t)n);
			most -= (uint64_t)n;
		}
	}
	return n < 0 ? -errno : 0;
}

int host_file_digest(const char *path, uint64_t most, struct digest *d, uint64_t *length)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), rc;
	struct stat st;

	*d = (struct digest){ 0, 0 };
	if (fd < 0)
		return -errno;
	rc = fstat(fd, &st) != 0 ? -errno : S_ISREG(st.st_mode) ? 0 : -EINVAL;
	if (rc == 0) {
		*length = (uint64_t)st.st_size;
		rc = digest_fd(fd, most, d);
	}
	close(fd);
	return rc;
}

int host_file_describe(const char *path, bool written, struct saved_file *f)
{
	uint64_t length;
	struct stat st;
	int rc = 0;

	*f = (struct saved_file){ .written = written };
	f->mode = stat(path, &st) == 0 ? st.st_mode : 0;
	if (!f->mode && lstat(path, &st) == 0)
		rc = -ENOENT;
	else if (!f->mode)
		f->absent = true;
	else if (S_ISDIR(st.st_mode))
		f->folder = true;
	else if (S_ISREG(st.st_mode))
		rc = host_file_digest(path, UINT64_MAX, &f->digest, &length);
	else
		rc = -EINVAL;
	if (rc == 0 && !(f->path = strdup(path)))
		rc = -ENOMEM;
	return rc;
}

/* ---- looked at again */

static bool was_made(const struct saved *s, const char *path)
{
	for (unsigned i = 0; i < s->made.count; i++)
		if (!strcmp(s->made.text[i], path))
			return true;
	return false;
}

/* Compares a file with its digest at the checkpoint, without a copy of it.  NULL: it has the
 * contents that it had, or says what is wrong. */
static const char *contents_wrong(const struct saved_file *f)
{
	struct digest now;
	uint64_t length = 0;
	int rc = host_file_digest(f->path, f->digest.bytes, &now, &length);

	if (rc)
		return strerror(-rc);
	if (length < f->digest.bytes)
		return "is shorter than at the checkpoint";
	if (!digest_equal(&now, &f->digest))
		return "has other contents than at the checkpoint";
	return length > f->digest.bytes && !f->written ? "is longer than at the checkpoint" : NULL;
}

static const char *wrong(const struct saved *s, const struct saved_file *f)
{
	struct stat st;

	if (f->absent)
		return lstat(f->path, &st) == 0 && !was_made(s, f->path)
			       ? "was not there at the checkpoint" : NULL;
	if (f->copy_at)
		return lstat(f->path, &st) == 0 && !S_ISREG(st.st_mode)
			       ? "is not the regular file that it was at the checkpoint" : NULL;
	if (f->folder)
		return stat(f->path, &st) == 0 && S_ISDIR(st.st_mode)
			       ? NULL : "is not the directory that it was at the checkpoint";
	return contents_wrong(f);
}

static bool check(const struct saved *s, const struct saved_file *list, unsigned count,
		  char why[SAVED_WHY_BYTES])
{
	for (unsigned i = 0; i < count; i++) {
		const char *text = wrong(s, &list[i]);

		if (!text)
			continue;
		snprintf(why, SAVED_WHY_BYTES, "%s: %s", list[i].path, text);
		return false;
	}
	return true;
}

bool host_files_check(const struct saved *s, char why[SAVED_WHY_BYTES])
{
	return check(s, s->input, s->inputs, why) && check(s, s->file, s->files, why);
}

/* ---- put back */

static bool failed(const char *path, char why[SAVED_WHY_BYTES])
{
	snprintf(why, SAVED_WHY_BYTES, "%s: cannot be put back as it was: %s", path,
		 strerror(errno));
	return false;
}

static bool cut_off(const struct saved_file *f)
{
	struct stat st;

	if (!f->written || f->absent || f->folder || stat(f->path, &st) != 0 ||
	    (uint64_t)st.st_size <= f->digest.bytes)
		return true;
	return truncate(f->path, (off_t)f->digest.bytes) == 0;
}

/* n bytes from one to the other. */
static bool copy_bytes(FILE *from, FILE *to, uint64_t n)
{
	static char piece[PIECE_BYTES];

	while (n) {
		size_t some = n < sizeof piece ? (size_t)n : sizeof piece;

		if (fread(piece, 1, some, from) != some) {
			errno = ferror(from) ? EIO : ENODATA;
			return false;
		}
		if (fwrite(piece, 1, some, to) != some)
			return false;
		n -= some;
	}
	return true;
}

static bool write_again(const struct saved_file *f, FILE *from)
{
	int fd = open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
	bool good = to && fchmod(fd, f->mode & 07777) == 0 &&
		    fseeko(from, f->copy_at, SEEK_SET) == 0 &&
		    copy_bytes(from, to, f->digest.bytes);

	if (to && fclose(to) != 0)
		good = false;
	return good;
}

/* A file that has only grown is cut off: others may have it open. */
static bool put_back(const struct saved_file *f, FILE *from)
{
	if (!f->copy_at || !contents_wrong(f))
		return cut_off(f);
	return write_again(f, from);
}

int host_files_copy(FILE *to, const struct saved *s)
{
	int rc = 0;

	for (unsigned i = 0; i < s->files && rc == 0; i++) {
		const struct saved_file *f = &s->file[i];

		if (!f->written || f->absent || f->folder || f->digest.bytes > COPY_MAX_BYTES)
			continue;
		FILE *from = fopen(f->path, "re");

		rc = from ? saved_write_copy(to, i, f->digest.bytes) : -errno;
		if (rc == 0 && !copy_bytes(from, to, f->digest.bytes))
			rc = -errno;
		if (from)
			fclose(from);
	}
	return rc;
}

static bool remove_made(const char *path)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return true;
	return (S_ISDIR(st.st_mode) ? rmdir(path) : unlink(path)) == 0;
}

bool host_files_put_back(const struct saved *s, FILE *from, char why[SAVED_WHY_BYTES])
{
	for (unsigned i = s->made.count; i-- > 0;) /* what is in a directory first */
		if (!remove_made(s->made.text[i]))
			return failed(s->made.text[i], why);
	for (unsigned i = 0; i < s->files; i++)
		if (!put_back(&s->file[i], from))
			return failed(s->file[i].path, why);
	return true;
}
