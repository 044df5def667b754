/* mapped.c - see mapped.h. */
#include "mapped.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/machine/protect.h"
#include "net/base/pages.h"
#include "io_internal.h"
#include "ship.h"


struct mapped {
	struct mapped *next;
	unsigned refs;        /* the list's, and of calls that wait */
	uint8_t *at;
	size_t bytes, left;   /* pages that are still mapped */
	bool *gone;           /* by page */
	/* shared with a file */
	struct file *file;    /* NULL: none */
	off_t offset;
	int prot;
	uint8_t *kept;        /* what file and memory were when they were last the same */
};

/* A stretch that the process has stored to; its bytes follow. */
struct stretch {
	off_t at;
	size_t bytes;
};

/* Stretches on their way to the file: all that the server needs. */
struct changes {
	char *buf;
	size_t at, room;
	bool failed;
};

static struct mapped *mapped_at(const void *at)
{
	struct mapped *m = files_self()->mapped;

	while (m && (uintptr_t)at - (uintptr_t)m->at >= m->bytes)
		m = m->next;
	return m;
}

static bool overlaps(const struct mapped *m, const void *at, size_t bytes)
{
	return (uintptr_t)m->at < (uintptr_t)at + bytes &&
	       (uintptr_t)at < (uintptr_t)m->at + m->bytes;
}

/* The first that is shared in [at, at + bytes), behind m; NULL: none. */
static struct mapped *next_shared(const struct mapped *m, const void *at, size_t bytes)
{
	struct mapped *n = m ? m->next : files_self()->mapped;

	while (n && !(n->file && overlaps(n, at, bytes)))
		n = n->next;
	return n;
}

static void mapped_put(struct mapped *m)
{
	if (--m->refs)
		return;
	free(m->kept);
	free(m->gone);
	free(m);
}

int mapped_add(void *at, size_t bytes)
{
	struct files *f = files_self();
	struct mapped *m = calloc(1, sizeof *m);
	bool *gone = m ? calloc(bytes / PAGE_BYTES, sizeof *gone) : NULL;

	if (!gone) {
		free(m);
		return -ENOMEM;
	}
	*m = (struct mapped){ .next = f->mapped, .refs = 1, .at = at, .bytes = bytes,
			      .left = bytes / PAGE_BYTES, .gone = gone };
	f->mapped = m;
	return 0;
}

/* ---- what has been stored */

static void *changes_room(struct changes *c, size_t n)
{
	while (!c->failed && c->room - c->at < n) {
		size_t room = c->room ? 2 * c->room : PAGE_BYTES;
		char *more = realloc(c->buf, room);

		c->failed = !more;
		if (more) {
			c->buf = more;
			c->room = room;
		}
	}
	c->at += n;
	return c->failed ? NULL : c->buf + c->at - n;
}

static void changes_add(struct changes *c, const struct mapped *m, size_t from, size_t to)
{
	struct stretch s = { m->offset + (off_t)from, to - from };
	void *head = changes_room(c, sizeof s);

	if (head)
		memcpy(head, &s, sizeof s);
	void *body = changes_room(c, s.bytes);

	if (body)
		memcpy(body, m->at + from, s.bytes);
}

/* Those of one page, from which they are taken as the file's from now on. */
static void changes_of_page(struct changes *c, const struct mapped *m, size_t page)
{
	size_t at = page, end = page + PAGE_BYTES, from;

	while (at < end) {
		while (at < end && m->at[at] == m->kept[at])
			at++;
		for (from = at; at < end && m->at[at] != m->kept[at]; at++)
			;
		if (at > from)
			changes_add(c, m, from, at);
	}
	if (!c->failed)
		memcpy(m->kept + page, m->at + page, PAGE_BYTES);
}

static void changes_find(struct changes *c, const struct mapped *m)
{
	if (!(m->prot & PROT_WRITE))
		return;
	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES)
		if (!m->gone[page / PAGE_BYTES] && memcmp(m->at + page, m->kept + page, PAGE_BYTES))
			changes_of_page(c, m, page);
}

/* In the server.  Nothing is written behind the file's end. */
static long run_write(struct io_request *r)
{
	const char *p = r->data, *end = p + r->arg[1];
	struct stat st;
	int fd = (int)r->arg[0];

	if (fstat(fd, &st) != 0)
		return -errno;
	while (p < end) {
		struct stretch s;

		memcpy(&s, p, sizeof s);
		p += sizeof s;
		size_t n = s.at >= st.st_size ? 0 : (size_t)(st.st_size - s.at);

		n = n < s.bytes ? n : s.bytes;
		if (pwrite(fd, p, n, s.at) < 0)
			return -errno;
		p += s.bytes;
	}
	return 0;
}

static void request_write(struct io_request *r, const struct mapped *m, struct changes *c)
{
	r->run = run_write;
	r->arg[0] = m->file->host_fd;
	r->arg[1] = (long)c->at;
	r->data = c->buf;
	r->up_bytes = c->at;
}

static long store(const struct mapped *m)
{
	struct changes c = { .buf = NULL };
	struct io_request *r = NULL;

	changes_find(&c, m);
	if (c.at && !c.failed)
		r = io_request(0);
	if (!r) {
		free(c.buf);
		return c.at ? -ENOMEM : 0;
	}
	request_write(r, m, &c);
	return io_ship_free(r);
}

/* ---- what others have stored */

static void take_page(const struct mapped *m, const uint8_t *now, size_t page)
{
	for (size_t at = page; at < page + PAGE_BYTES; at++) {
		if (now[at] == m->kept[at])
			continue;
		if (m->at[at] == m->kept[at]) /* else stored meanwhile */
			m->at[at] = now[at];
		m->kept[at] = now[at];
	}
}

static void take(const struct mapped *m, const uint8_t *now)
{
	struct process *p = process_self();

	if (m->prot != (PROT_READ | PROT_WRITE))
		protect_undo(p, m->at, m->bytes);
	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES)
		if (!m->gone[page / PAGE_BYTES] && memcmp(now + page, m->kept + page, PAGE_BYTES))
			take_page(m, now, page);
	if (m->prot != (PROT_READ | PROT_WRITE))
		protect_set(p, m->at, m->bytes, m->prot);
}

/* The file's bytes, and zeros behind its end. */
static long read_all(struct mapped *m, uint8_t *to)
{
	size_t done = 0;
	long rc = 1;

	while (done < m->bytes && rc > 0) {
		rc = file_get_bytes(m->file, to + done, m->bytes - done, m->offset + (off_t)done);
		done += rc > 0 ? (size_t)rc : 0;
	}
	return rc < 0 ? rc : 0;
}

static long load(struct mapped *m)
{
	uint8_t *now = calloc(1, m->bytes);
	long rc = now ? read_all(m, now) : -ENOMEM;

	if (rc == 0 && m->file)
		take(m, now);
	free(now);
	return rc;
}

/* ---- */

int mapped_may_share(int fd, int prot)
{
	struct slot *s = table_slot(fd);

	if (!s)
		return -EBADF;
	if (s->file->kind != FILE_HOST || s->file->may_block)
		return -ENODEV;
	if ((s->file->flags & O_ACCMODE) == O_WRONLY ||
	    ((prot & PROT_WRITE) && (s->file->flags & O_ACCMODE) != O_RDWR))
		return -EACCES;
	return 0;
}

int mapped_share(int fd, void *at, off_t offset, int prot)
{
	struct mapped *m = mapped_at(at);
	struct file *f = file_get(fd);
	long rc;

	if (!f)
		return -EBADF;
	m->file = f;
	m->offset = offset;
	m->prot = PROT_READ | PROT_WRITE; /* until it has its contents */
	m->kept = calloc(1, m->bytes);
	m->refs++;
	rc = m->kept ? load(m) : -ENOMEM;
	m->prot = prot;
	mapped_put(m);
	return (int)rc;
}

static void share_end(struct mapped *m)
{
	struct file *f = m->file;

	m->file = NULL;
	file_put(f);
}

/* m stays, whatever other threads do meanwhile. */
static long sync_one(struct mapped *m, bool reload)
{
	long rc;

	m->refs++;
	m->file->refs++;
	struct file *f = m->file;

	rc = store(m);
	if (rc == 0 && reload && m->file)
		rc = load(m);
	file_put(f);
	return rc;
}

int mapped_sync(void *at, size_t bytes, int reload)
{
	struct mapped *m = next_shared(NULL, at, bytes), *next;
	long rc = 0;

	for (; m && rc == 0; m = next) {
		rc = sync_one(m, reload);
		next = next_shared(m, at, bytes);
		mapped_put(m);
	}
	return (int)rc;
}

void mapped_replace(void *at, size_t bytes)
{
	struct mapped *m;

	while ((m = next_shared(NULL, at, bytes)) != NULL) {
		sync_one(m, false);
		if (m->file)
			share_end(m);
		mapped_put(m);
	}
}

static void pages_remove(struct mapped *m, const void *at, size_t bytes)
{
	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES) {
		bool *gone = &m->gone[page / PAGE_BYTES];

		if (*gone || (uintptr_t)m->at + page - (uintptr_t)at >= bytes)
			continue;
		*gone = true;
		m->left--;
	}
}

void mapped_remove(void *at, size_t bytes, void (*release)(void *at))
{
	struct mapped **link = &files_self()->mapped, *m;

	mapped_sync(at, bytes, false);
	while ((m = *link) != NULL) {
		if (overlaps(m, at, bytes))
			pages_remove(m, at, bytes);
		if (m->left) {
			link = &m->next;
			continue;
		}
		*link = m->next;
		if (m->file)
			share_end(m);
		release(m->at);
		mapped_put(m);
		link = &files_self()->mapped; /* closing has let others run */
	}
}

void mapped_end(struct process *p, struct files *f)
{
	struct mapped *m;

	while ((m = f->mapped) != NULL) {
		struct changes c = { .buf = NULL };
		struct io_request *r = NULL;

		if (m->file && m->kept)
			changes_find(&c, m);
		if (c.at && !c.failed)
			r = calloc(1, sizeof *r);
		if (r) {
			request_write(r, m, &c);
			r->process = p;
			io_send(r);
		} else {
			free(c.buf);
		}
		if (m->file)
			table_drop(p, m->file);
		f->mapped = m->next;
		m->refs = 1;
		mapped_put(m);
	}
}
