/* mapped.c - see mapped.h. */
#include "mapped.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/node/machine/protect.h"
#include "net/base/pages.h"
#include "backed.h"
#include "io_internal.h"
#include "ship.h"

enum page_state {
	PAGE_MAPPED,   /* shared, if the mapping is */
	PAGE_REPLACED, /* by memory that is not shared */
	PAGE_UNMAPPED
};

struct mapped {
	struct mapped *next;
	unsigned refs;        /* the list's, and of calls that wait */
	uint8_t *at;
	size_t bytes, left;   /* pages that are still mapped */
	uint8_t *state;       /* by page: enum page_state */
	/* shared with a file */
	struct file *file;    /* NULL: none */
	off_t offset;
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
	size_t at, capacity;
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
	free(m->state);
	free(m);
}

int mapped_add(void *at, size_t bytes)
{
	struct files *f = files_self();
	struct mapped *m = calloc(1, sizeof *m);
	uint8_t *state = m ? calloc(bytes / PAGE_BYTES, sizeof *state) : NULL;

	if (!state) {
		free(m);
		return -ENOMEM;
	}
	*m = (struct mapped){ .next = f->mapped, .refs = 1, .at = at, .bytes = bytes,
			      .left = bytes / PAGE_BYTES, .state = state };
	f->mapped = m;
	return 0;
}

/* ---- what has been stored */

static void *changes_reserve(struct changes *c, size_t n)
{
	while (!c->failed && c->capacity - c->at < n) {
		size_t capacity = c->capacity ? 2 * c->capacity : PAGE_BYTES;
		char *more = realloc(c->buf, capacity);

		c->failed = !more;
		if (more) {
			c->buf = more;
			c->capacity = capacity;
		}
	}
	c->at += n;
	return c->failed ? NULL : c->buf + c->at - n;
}

static void changes_add(struct changes *c, const struct mapped *m, size_t from, size_t to)
{
	struct stretch s = { m->offset + (off_t)from, to - from };
	void *head = changes_reserve(c, sizeof s);

	if (head)
		memcpy(head, &s, sizeof s);
	void *body = changes_reserve(c, s.bytes);

	if (body)
		memcpy(body, m->at + from, s.bytes);
}

/* Finds the changes of one page, from which they are taken as the file's from now on. */
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

static bool is_writable(const struct file *f)
{
	return (f->flags & O_ACCMODE) == O_RDWR;
}

/* The page at that many bytes is shared. */
static bool is_shared(const struct mapped *m, size_t page)
{
	return m->file && m->state[page / PAGE_BYTES] == PAGE_MAPPED;
}

/* Finds the changes to pages of m in p, with any protection. */
static void changes_find(struct changes *c, const struct process *p, const struct mapped *m)
{
	if (!m->kept || !is_writable(m->file))
		return;
	bool lifted = protect_lift(p, m->at, m->bytes);

	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES)
		if (is_shared(m, page) && memcmp(m->at + page, m->kept + page, PAGE_BYTES))
			changes_of_page(c, m, page);
	if (lifted)
		protect_again(p);
}

/* With O_APPEND Linux appends, at any given offset. */
static int append_set(int fd, int flags)
{
	return fcntl(fd, F_SETFL, flags) < 0 ? -errno : 0;
}

/* In the server.  Nothing is written behind the file's end. */
static long write_stretches(int fd, const char *p, const char *end, off_t file_bytes)
{
	while (p < end) {
		struct stretch s;

		memcpy(&s, p, sizeof s);
		p += sizeof s;
		size_t n = s.at >= file_bytes ? 0 : (size_t)(file_bytes - s.at);

		n = n < s.bytes ? n : s.bytes;
		for (size_t done = 0; done < n;) {
			ssize_t rc = pwrite(fd, p + done, n - done, s.at + (off_t)done);

			if (rc <= 0)
				return rc < 0 ? -errno : -EIO;
			done += (size_t)rc;
		}
		p += s.bytes;
	}
	return 0;
}

static long run_write(struct io_request *r)
{
	struct stat st;
	int fd = (int)r->arg[0], flags = fcntl(fd, F_GETFL), rc = 0;
	const char *p = r->data;
	long written;

	if (flags < 0 || fstat(fd, &st) != 0)
		return -errno;
	if (flags & O_APPEND)
		rc = append_set(fd, flags & ~O_APPEND);
	if (rc)
		return rc;
	written = write_stretches(fd, p, p + r->arg[1], st.st_size);
	if (flags & O_APPEND)
		rc = append_set(fd, flags);
	return written ? written : rc;
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

	changes_find(&c, process_self(), m);
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
	const struct process *p = process_self();
	bool lifted = protect_lift(p, m->at, m->bytes);

	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES)
		if (is_shared(m, page) && memcmp(now + page, m->kept + page, PAGE_BYTES))
			take_page(m, now, page);
	if (lifted)
		protect_again(p);
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
	    ((prot & PROT_WRITE) && !is_writable(s->file)))
		return -EACCES;
	return 0;
}

bool mapped_may_write(const void *at, size_t bytes)
{
	struct mapped *m = NULL;

	while ((m = next_shared(m, at, bytes)) != NULL)
		if (!is_writable(m->file))
			return false;
	return true;
}

int mapped_share(int fd, void *at, off_t offset)
{
	struct mapped *m = mapped_at(at);
	struct file *f = file_get(fd);
	long rc;

	if (!f)
		return -EBADF;
	m->file = f;
	m->offset = offset;
	m->kept = calloc(1, m->bytes);
	m->refs++;
	rc = m->kept ? load(m) : -ENOMEM;
	mapped_put(m);
	return (int)rc;
}

static void share_end(struct mapped *m)
{
	struct file *f = m->file;

	m->file = NULL;
	file_put(f);
}

/* m stays, also if other threads unmap it meanwhile. */
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
		/* Others may have unmapped it meanwhile. */
		next = next_shared(m->left ? m : NULL, at, bytes);
		mapped_put(m);
	}
	return (int)rc;
}

/* Pages of m in [at, at + bytes) that are still mapped. */
static void pages_set(struct mapped *m, const void *at, size_t bytes, enum page_state state)
{
	for (size_t page = 0; page < m->bytes; page += PAGE_BYTES) {
		uint8_t *now = &m->state[page / PAGE_BYTES];

		if (*now == PAGE_UNMAPPED || (uintptr_t)m->at + page - (uintptr_t)at >= bytes)
			continue;
		*now = state;
		if (state == PAGE_UNMAPPED)
			m->left--;
	}
}

void mapped_replace(void *at, size_t bytes)
{
	mapped_sync(at, bytes, false);
	backed_cut(at, bytes);
	for (struct mapped *m = next_shared(NULL, at, bytes); m; m = next_shared(m, at, bytes))
		pages_set(m, at, bytes, PAGE_REPLACED);
}

/* Whether the page has no other contents than the process's. */
static bool is_memory(const uint8_t *page)
{
	const struct mapped *m = mapped_at(page);

	return !(m && is_shared(m, (size_t)(page - m->at))) && !backed_page(page) &&
	       !protect_of_image(process_self(), page, PAGE_BYTES);
}

long mapped_clear(void *at, size_t bytes)
{
	const struct process *p = process_self();
	uint8_t *page = at, *end = page + bytes;
	bool lifted = protect_lift(p, at, bytes);

	for (; page < end; page += PAGE_BYTES)
		if (is_memory(page))
			memset(page, 0, PAGE_BYTES);
	if (lifted)
		protect_again(p);
	return backed_load(at, bytes);
}

void mapped_remove(void *at, size_t bytes, void (*release)(void *at))
{
	struct mapped **link = &files_self()->mapped, *m;

	mapped_sync(at, bytes, false);
	backed_cut(at, bytes);
	while ((m = *link) != NULL) {
		if (overlaps(m, at, bytes))
			pages_set(m, at, bytes, PAGE_UNMAPPED);
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

void mapped_files(const struct files *f, void (*visit)(struct file *file))
{
	for (const struct mapped *m = f->mapped; m; m = m->next)
		if (m->file)
			visit(m->file);
}

void mapped_end(struct process *p, struct files *f)
{
	struct mapped *m;

	while ((m = f->mapped) != NULL) {
		struct changes c = { .buf = NULL };
		struct io_request *r = NULL;

		if (m->file)
			changes_find(&c, p, m);
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
