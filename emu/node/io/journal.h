/*
 * journal.h - the host's answers to calls on files, kept so that a run can be repeated without
 * asking the host again (--checkpoint, --restart).
 *
 *   keeps     serve: the host answers, and the answer is written to the journal
 *   repeats   serve: the answer is the journal's; the host's files stay as they are
 *
 * Calls come to the server in one order, that of simulated time (ship.h), so the journal is a
 * list.  It holds results and what calls have read, not what they have written.  A file that a
 * repeated call opens is a descriptor without contents until a
 * restart (emu/cmd/restart/host_opened.c) gives it its own.
 *
 * Never: an answer that was given to another call; a call on the host while it repeats, but to
 * close.
 */
#ifndef BGQ_EMU_IO_JOURNAL_H
#define BGQ_EMU_IO_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "net/base/digest.h"
#include "ship.h"

/* Before the run: answers are kept, in a file without a name in this directory; NULL: they are
 * only counted.  0 or -errno. */
int journal_begin(const char *directory);
bool journal_is_on(void);
/* Before the run: the next `calls` answers are those in f from its position on. */
void journal_repeat(FILE *f, uint64_t calls);
/* The journal's answers are used up, or it never repeated. */
bool journal_is_live(void);

/* In the server: r's result, as run would have it. */
long journal_serve(struct io_request *r, ps_t at_ps, io_run *run);

/* Something came from the host that cannot be had again: why, of the first, or NULL. */
void journal_spoil(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *journal_spoilt(void);
/* How the run differs from the one that was kept: the first difference, or NULL. */
const char *journal_difference(void);

/* Serial: how many answers there are, and of what digest. */
uint64_t journal_calls(void);
struct digest journal_digest(void);
/* Serial: writes them to f.  0 or -errno. */
int journal_write(FILE *f);

#endif
