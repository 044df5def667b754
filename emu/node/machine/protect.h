/*
 * protect.h - pages that a process has protected (mprotect), so that what owns them next finds
 * them writable, and the message unit does not store to them.
 *
 * The protection itself is the host's.  Most processes protect nothing: then this is one
 * comparison.  Never: a page outside the process's own slot.
 */
#ifndef BGQ_EMU_PROTECT_H
#define BGQ_EMU_PROTECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process;

/* Like mprotect(2), for whole pages of p's slot: 0, -EINVAL, or what the host says. */
int protect_set(struct process *p, void *at, size_t bytes, int prot);
/* [at, at + bytes) is released: all protection there, or of all memory of p, is undone. */
void protect_undo(struct process *p, const void *at, size_t bytes);
void protect_undo_all(struct process *p);
/* Memory there becomes writable, for what acts in p's place and not for p's threads.  True: some
 * of it was protected, and is again by protect_again; no thread of p may run meanwhile. */
bool protect_lift(const struct process *p, const void *at, size_t bytes);
/* After memory of p was made writable: what it has protected is so again. */
void protect_again(const struct process *p);
/* Code and constants of p's program are there, which it has not made writable. */
bool protect_of_image(const struct process *p, const void *at, size_t bytes);
/* p may not read, or write, some byte of [at, at + bytes). */
bool protect_forbids(const struct process *p, const void *at, size_t bytes, bool write);

#endif
