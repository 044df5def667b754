/* journal.c - see journal.h. */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/core/engine/engine.h"
#include "io_internal.h"
#include "lock.h"
#include "opened.h"

/* An answer in the file; what was read is behind it. */
struct answer {
	ps_t at_ps;
	int64_t result;
	uint32_t rank, nr;
	int32_t kind;
	uint32_t bytes;
};

#define BYTES_MAX TRANSFER_MAX

static struct {
	bool on;
	FILE *kept, *from;    /* from: what is repeated */
	uint64_t calls, left; /* kept; still to be repeated */
	struct digest digest;
	_Atomic(char *) spoilt;
	char *difference;
	int error;            /* of writing: an errno */
} journal;

int journal_begin(const char *directory)
{
	journal.on = true;
	if (!directory)
		return opened_begin();
	int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	journal.kept = fd >= 0 ? fdopen(fd, "w+") : tmpfile();
	return journal.kept ? opened_begin() : -errno;
}

bool journal_is_on(void)
{
	return journal.on;
}

void journal_repeat(FILE *f, uint64_t calls)
{
	journal.from = f;
	journal.left = calls;
}

bool journal_is_live(void)
{
	return journal.left == 0;
}

static char *text_of(const char *format, va_list ap)
{
	char *text;

	return vasprintf(&text, format, ap) < 0 ? NULL : text;
}

void journal_spoil(const char *format, ...)
{
	char *none = NULL, *text;
	va_list ap;

	if (!journal_is_on() || atomic_load(&journal.spoilt))
		return;
	va_start(ap, format);
	text = text_of(format, ap);
	va_end(ap);
	if (text && !atomic_compare_exchange_strong(&journal.spoilt, &none, text))
		free(text);
}

const char *journal_spoilt(void)
{
	return atomic_load(&journal.spoilt);
}

const char *journal_difference(void)
{
	return journal.difference;
}

uint64_t journal_calls(void)
{
	return journal.calls;
}

struct digest journal_digest(void)
{
	return journal.digest;
}

/* ---- answers that are kept */

/* Bytes that the call has read. */
static size_t read_bytes(const struct io_request *r)
{
	if (!r->answer || r->result < 0)
		return 0;
	return r->answer_bytes ? r->answer_bytes : (size_t)r->result;
}

static void put(const void *from, size_t n)
{
	if (n && journal.kept && fwrite(from, 1, n, journal.kept) != n && !journal.error)
		journal.error = errno ? errno : EIO;
	digest_add(&journal.digest, from, n);
}

static void keep(const struct io_request *r, ps_t at_ps)
{
	struct answer a = { .at_ps = at_ps, .result = r->result, .rank = r->process->rank,
			    .nr = (uint32_t)r->nr, .kind = r->kind,
			    .bytes = (uint32_t)read_bytes(r) };

	/* The host's numbers of descriptors differ. */
	if (opened_opens(r) && r->result > 0)
		a.result = 0;
	put(&a, sizeof a);
	put(r->answer, a.bytes);
	journal.calls++;
}

static bool locks(const struct io_request *r)
{
	return r->nr == SYS_flock || (r->nr == SYS_fcntl && r->arg[1] != F_SETFL);
}

/* A lock is gone with the process; what comes from elsewhere cannot be had again. */
static void spoil_by(const struct io_request *r)
{
	unsigned rank = r->process->rank;

	if (locks(r))
		journal_spoil("rank %u has locked a file", rank);
	else if (r->nr == SYS_read && r->arg[0] == STDIN_FILENO)
		journal_spoil("rank %u has read standard input, which is not a file", rank);
	else
		journal_spoil("rank %u has used a socket, a FIFO or a terminal", rank);
}

static bool spoils(const struct io_request *r)
{
	return r->result == IO_BLOCKS || r->result == IO_WAITS || r->device || locks(r);
}

static long serve_live(struct io_request *r, ps_t at_ps, io_run *run)
{
	opened_before(r);
	r->result = run(r);
	if (spoils(r)) {
		spoil_by(r);
		return r->result;
	}
	opened_after(r);
	keep(r, at_ps);
	return r->result;
}

/* ---- answers that are repeated */

static void differ(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	if (!journal.difference)
		journal.difference = text_of(format, ap);
	va_end(ap);
	engine_stop(booted.engine);
}

static bool take(const struct io_request *r, ps_t at_ps, struct answer *a)
{
	if (fread(a, sizeof *a, 1, journal.from) != 1 || a->bytes > BYTES_MAX) {
		differ("the checkpoint ends within its calls");
		return false;
	}
	if (a->at_ps == at_ps && a->rank == r->process->rank && a->nr == (uint32_t)r->nr)
		return true;
	differ("rank %u calls for a file at %llu ps, and then it was rank %u at %llu ps",
	       r->process->rank, (unsigned long long)at_ps, a->rank,
	       (unsigned long long)a->at_ps);
	return false;
}

/* Puts the bytes that were read to where the call wants them. */
static bool take_bytes(const struct io_request *r, size_t n)
{
	if (n == read_bytes(r) && fread(r->answer, 1, n, journal.from) == n)
		return true;
	differ("rank %u has read other bytes", r->process->rank);
	return false;
}

static long serve_repeated(struct io_request *r, ps_t at_ps)
{
	struct answer a;

	if (journal.difference || !take(r, at_ps, &a))
		return -EIO;
	r->result = a.result;
	r->kind = a.kind;
	if (a.bytes && !take_bytes(r, a.bytes))
		return -EIO;
	journal.left--;
	if (opened_opens(r) && r->result >= 0)
		r->result = opened_reserve();
	if (r->nr == SYS_close)
		close((int)r->arg[0]);
	opened_after(r);
	keep(r, at_ps);
	return r->result;
}

long journal_serve(struct io_request *r, ps_t at_ps, io_run *run)
{
	return journal_is_live() ? serve_live(r, at_ps, run) : serve_repeated(r, at_ps);
}

int journal_write(FILE *f)
{
	static char piece[1 << 16];
	size_t n;

	rewind(journal.kept);
	while ((n = fread(piece, 1, sizeof piece, journal.kept)) > 0)
		if (fwrite(piece, 1, n, f) != n)
			return errno ? -errno : -EIO;
	if (ferror(journal.kept) || fseek(journal.kept, 0, SEEK_END) != 0)
		return -EIO;
	return -journal.error;
}
