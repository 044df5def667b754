/* rank_files.c - see rank_files.h.  Open descriptors are kept in a table by the stream's number;
 * a file that another one has pushed out of it is opened again at its end. */
#include "rank_files.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/cmd/cli/file_write.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/output_files.h"
#include "writer.h"

#define JOB_ID     1 /* Kernel_GetJobID() */
#define WIDTH_MAX  9
#define STEP_MS    100
#define CREATE     (O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC)

static struct {
	const char *pattern;    /* NULL: ranks share bgq-run's own streams */
	int directory;
	struct output_files others; /* that options write, in that directory */
	bool parted;            /* standard error has files of its own */
	uint32_t files;
	uint8_t *failed;        /* [files] */
	uint32_t failures;
	struct open_file {
		int fd;         /* 0: none */
		uint32_t file;
	} open[RANK_FILES_OPEN];
} files;

/* ---- names */

/* A place in the pattern: its letter, '%' for itself, 0 for plain text; *at goes behind it. */
static char next_place(const char **at, int *width)
{
	const char *p = *at + 1;
	char *end;

	*width = 0;
	if (**at != '%') {
		*at = p;
		return 0;
	}
	if (isdigit((unsigned char)*p)) {
		unsigned long digits = strtoul(p, &end, 10);

		*width = digits > WIDTH_MAX ? WIDTH_MAX + 1 : (int)digits;
		p = end;
	}
	*at = *p ? p + 1 : p;
	return *p && strchr("rjs%", *p) && *width <= WIDTH_MAX ? *p : '?';
}

static bool has(const char *pattern, char letter)
{
	int width;

	while (*pattern)
		if (next_place(&pattern, &width) == letter)
			return true;
	return false;
}

const char *rank_files_wrong(const char *pattern, uint32_t ranks)
{
	if (!*pattern)
		return "no name";
	if (has(pattern, '?'))
		return "behind % there may be digits, 9 at most, and r, j, s or %";
	if (ranks > 1 && !has(pattern, 'r'))
		return "without %r all ranks have one file";
	return NULL;
}

/* False: it is too long. */
static bool name_of(uint32_t file, char name[PATH_MAX])
{
	uint32_t rank = files.parted ? file / 2 : file;
	const char *stream = files.parted && file % 2 ? "stderr" : "stdout";
	size_t at = 0;

	for (const char *p = files.pattern; *p && at < PATH_MAX;) {
		char *to = name + at, plain = *p;
		size_t left = PATH_MAX - at;
		int width, n;

		switch (next_place(&p, &width)) {
		case 'r': n = snprintf(to, left, "%0*u", width, rank); break;
		case 'j': n = snprintf(to, left, "%0*d", width, JOB_ID); break;
		case 's': n = snprintf(to, left, "%s", stream); break;
		default: n = snprintf(to, left, "%c", plain); break;
		}
		at += (size_t)n;
	}
	return at < PATH_MAX;
}

/* ---- creation */

void rank_files_here(void)
{
	files.directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (job.opt.output_per_rank)
		output_files_add_options(&files.others, &job.opt, 0);
}

static bool is_whole(const char *whole, const char *name)
{
	char full[PATH_MAX + 32];

	snprintf(full, sizeof full, "/proc/self/fd/%d/%s", files.directory, name);
	char *own = file_write_whole(*name == '/' ? name : full);
	bool is = own && !strcmp(own, whole);

	free(own);
	return is;
}

/* Whether another option writes to a file of that name.  Most are told by their last part. */
static bool is_of_another(const char *name)
{
	const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;

	for (unsigned i = 0; i < files.others.files; i++) {
		const struct output_file *f = &files.others.file[i];
		const char *end = strrchr(f->whole, '/');

		if (f->name != files.pattern && !strcmp(end ? end + 1 : f->whole, last) &&
		    is_whole(f->whole, name))
			return true;
	}
	return false;
}

/* Creates the directories in a name; what cannot be created is told by who opens the file. */
static void make_directories(char *name)
{
	for (char *slash = strchr(name + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdirat(files.directory, name, 0777);
		*slash = '/';
	}
}

/* A descriptor, or -errno. */
static int open_new(const char *name)
{
	int fd;

	if (is_of_another(name))
		return -EEXIST;
	fd = openat(files.directory, name, CREATE | O_TRUNC, 0666);
	return fd < 0 ? -errno : fd;
}

static int create(char *name)
{
	int fd = open_new(name);

	if (fd != -ENOENT)
		return fd;
	make_directories(name);
	return open_new(name);
}

static bool create_one(uint32_t file)
{
	char name[PATH_MAX];
	int fd = name_of(file, name) ? create(name) : -ENAMETOOLONG;

	if (fd >= 0)
		fd = close(fd) == 0 ? 0 : -errno;
	if (fd == 0)
		return true;
	fprintf(stderr, "bgq-run: --output-per-rank: %s: %s\n",
		fd == -ENAMETOOLONG ? files.pattern : name,
		fd == -ENXIO ? "a FIFO that has no reader"
		: fd == -EEXIST ? "another option writes to it" : strerror(-fd));
	return false;
}

bool rank_files_create(const char *pattern, uint32_t ranks)
{
	files.pattern = pattern;
	files.parted = has(pattern, 's');
	files.files = files.parted ? 2 * ranks : ranks;
	files.failed = calloc(files.files, 1);
	if (!files.failed) {
		fprintf(stderr, "bgq-run: out of memory for --output-per-rank\n");
		return false;
	}
	for (uint32_t i = 0; i < files.files; i++)
		if (!create_one(i))
			return false;
	return true;
}

bool rank_files_wanted(void)
{
	return files.pattern != NULL;
}

int rank_files_stream(uint32_t rank, int fd)
{
	uint32_t file = files.parted ? 2 * rank + (fd == STDERR_FILENO) : rank;

	return WRITER_STREAMS_OF_OTHERS + (int)file;
}

/* ---- writing: the writer's thread */

static void close_all(void)
{
	for (unsigned i = 0; i < RANK_FILES_OPEN; i++)
		if (files.open[i].fd) {
			close(files.open[i].fd);
			files.open[i].fd = 0;
		}
}

/* A descriptor, or -errno.  Ranks may have taken all there are: those kept here are given up. */
static int open_again(uint32_t file)
{
	char name[PATH_MAX];
	int fd;

	name_of(file, name);
	fd = openat(files.directory, name, CREATE, 0666);
	if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
		close_all();
		fd = openat(files.directory, name, CREATE, 0666);
	}
	return fd < 0 ? -errno : fd;
}

static int descriptor(uint32_t file)
{
	struct open_file *o = &files.open[file % RANK_FILES_OPEN];
	int fd;

	if (o->fd && o->file == file)
		return o->fd;
	fd = open_again(file);
	if (fd < 0)
		return fd;
	if (o->fd)
		close(o->fd);
	*o = (struct open_file){ fd, file };
	return fd;
}

static void fail(uint32_t file, int error)
{
	char name[PATH_MAX], line[PATH_MAX + 256];

	files.failed[file] = 1;
	if (files.failures++)
		return;
	name_of(file, name);
	int n = snprintf(line, sizeof line, "bgq-run: --output-per-rank: cannot write to %s: %s; "
			 "what else rank %u prints there is lost\n", name, strerror(error),
			 files.parted ? file / 2 : file);

	writer_tell(line, n);
}

size_t rank_files_write(int stream, const void *bytes, size_t n, int *error)
{
	uint32_t file = (uint32_t)(stream - WRITER_STREAMS_OF_OTHERS);
	int fd = files.failed[file] ? 0 : descriptor(file);
	struct pollfd room = { .fd = fd, .events = POLLOUT };

	if (files.failed[file])
		return n;
	ssize_t done = fd < 0 ? -1 : write(fd, bytes, n);

	if (done >= 0)
		return (size_t)done;
	if (fd >= 0 && errno == EAGAIN) {
		poll(&room, 1, STEP_MS);
		return 0;
	}
	if (fd >= 0 && errno == EINTR)
		return 0;
	*error = fd < 0 ? -fd : errno;
	fail(file, *error);
	return n;
}

void rank_files_sum_up(void)
{
	if (files.failures > 1)
		fprintf(stderr, "bgq-run: --output-per-rank: %u more files could not be written\n",
			files.failures - 1);
}
