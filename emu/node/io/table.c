/* table.c - descriptor tables: which descriptor of a rank is which file. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "io.h"
#include "io_internal.h"
#include "backed.h"
#include "mapped.h"
#include "ship.h"
#include "emu/node/machine/shm.h"
#include "emu/node/machine/status.h"
#include "emu/node/machine/process_ops.h"

static mode_t start_umask;

/* Standard input belongs to one rank (--stdinrank); the others see its end. */
static void standard_streams(struct files *f, uint32_t rank)
{
	for (int fd = 0; fd < STDIO_STREAMS; fd++) {
		struct file *s = &f->standard[fd];

		*s = (struct file){ .refs = 2, .kind = FILE_OUTPUT, .stream = fd,
				    .flags = O_WRONLY, .host_fd = -1 };
		f->slot[fd].file = s; /* and one reference that stays: it is never freed */
	}
	f->standard[0].flags = O_RDONLY;
	f->standard[0].kind = rank == job.opt.stdin_rank ? FILE_HOST : FILE_EMPTY;
	if (rank == job.opt.stdin_rank) {
		struct stat st;
		bool open = fstat(STDIN_FILENO, &st) == 0;

		f->standard[0].host_fd = STDIN_FILENO;
		f->standard[0].may_block = open && host_may_wait(&st);
		f->standard[0].borrowed = true;
	}
}

struct files *files_self(void)
{
	struct process *p = process_self();
	struct files *f = p->files;

	if (f)
		return f;
	f = calloc(1, sizeof *f);
	if (!f)
		process_ops.exit(STATUS_SIGNAL(SIGABRT));
	f->slot = f->at_hand;
	f->capacity = FILES_AT_HAND;
	f->cwd_fd = AT_FDCWD;
	f->umask = start_umask;
	standard_streams(f, p->rank);
	p->files = f;
	return f;
}

void table_init(void)
{
	start_umask = umask(0);
	umask(start_umask);
}

struct slot *table_slot(int fd)
{
	struct files *f = files_self();

	if (fd < 0 || (unsigned)fd >= f->capacity || !f->slot[fd].file)
		return NULL;
	return &f->slot[fd];
}

struct file *file_get(int fd)
{
	struct slot *s = table_slot(fd);

	if (s)
		s->file->refs++;
	return s ? s->file : NULL;
}

struct file *file_new(enum file_kind kind, int flags)
{
	struct file *f = calloc(1, sizeof *f);

	if (f)
		*f = (struct file){ .refs = 1, .kind = kind, .flags = flags, .host_fd = -1 };
	return f;
}

void host_close(int host_fd)
{
	struct io_request *r = io_request(SYS_close);

	if (!r) {
		close(host_fd);
		return;
	}
	r->arg[0] = host_fd;
	io_ship_free(r);
}

void file_put(struct file *f)
{
	if (--f->refs > 0)
		return;
	if (f->kind == FILE_PIPE)
		pipe_close(f);
	if (f->kind == FILE_HOST && !f->borrowed)
		host_close(f->host_fd);
	free(f);
}

/* 0 or -EMFILE. */
static int table_grow(struct files *f, unsigned least)
{
	unsigned capacity = f->capacity;
	struct slot *wider;

	if (least > FILES_MAX)
		return -EMFILE;
	while (capacity < least)
		capacity *= 2;
	wider = calloc(capacity, sizeof *wider);
	if (!wider)
		return -EMFILE;
	memcpy(wider, f->slot, f->capacity * sizeof *wider);
	if (f->slot != f->at_hand)
		free(f->slot);
	f->slot = wider;
	f->capacity = capacity;
	return 0;
}

int table_add(struct file *file, int least, bool cloexec)
{
	struct files *f = files_self();
	unsigned fd = (unsigned)least;

	while (fd < f->capacity && f->slot[fd].file)
		fd++;
	if (fd >= f->capacity && table_grow(f, fd + 1) != 0) {
		file_put(file);
		return -EMFILE;
	}
	f->slot[fd] = (struct slot){ file, cloexec };
	return (int)fd;
}

int table_set(int fd, struct file *file, bool cloexec)
{
	struct files *f = files_self();
	struct file *was;

	if (fd < 0 || (unsigned)fd >= FILES_MAX ||
	    ((unsigned)fd >= f->capacity && table_grow(f, (unsigned)fd + 1) != 0)) {
		file_put(file);
		return -EBADF;
	}
	was = f->slot[fd].file;
	f->slot[fd] = (struct slot){ file, cloexec };
	if (was)
		file_put(was);
	return fd;
}

int table_dup(int fd)
{
	struct file *f = file_get(fd);

	return f ? table_add(f, 0, false) : -EBADF;
}

int table_close(int fd)
{
	struct slot *s = table_slot(fd);
	struct file *f;

	if (!s)
		return -EBADF;
	f = s->file;
	s->file = NULL;
	file_put(f);
	return 0;
}

void table_drop(struct process *p, struct file *f)
{
	if (--f->refs > 0)
		return;
	if (f->kind == FILE_PIPE)
		pipe_free(f);
	if (f->kind == FILE_HOST && !f->borrowed)
		io_send_close(p, f->host_fd);
	free(f);
}

static void files_visit(const struct files *f, void (*visit)(struct file *file))
{
	mapped_files(f, visit);
	backed_files(f, visit);
	for (unsigned fd = 0; fd < f->capacity; fd++)
		if (f->slot[fd].file)
			visit(f->slot[fd].file);
}

static void forget(struct file *f)
{
	f->refs = 0;
}

static void count(struct file *f)
{
	f->refs++;
}

/* Calls that waited have ended with their threads: descriptors and mappings alone hold files. */
static void calls_end(struct files *f)
{
	files_visit(f, forget);
	for (int fd = 0; fd < STDIO_STREAMS; fd++)
		f->standard[fd].refs = 1; /* that stays */
	files_visit(f, count);
}

void io_process_end(struct process *p)
{
	struct files *f = p->files;

	if (!f)
		return;
	calls_end(f);
	mapped_end(p, f);
	backed_end(p, f);
	for (unsigned fd = 0; fd < f->capacity; fd++)
		if (f->slot[fd].file)
			table_drop(p, f->slot[fd].file);
	if (f->cwd_fd != AT_FDCWD)
		io_send_close(p, f->cwd_fd);
	if (f->slot != f->at_hand)
		free(f->slot);
	free(f);
	p->files = NULL;
}
