/*
 * backed.h - private mappings of files: which pages of a process have a file's bytes behind
 * them, that come back when the process does not need what it has stored there
 * (MADV_DONTNEED).
 *
 * A page belongs to one of them at most.  The file stays open as long as one of its pages is
 * mapped, whatever becomes of its descriptor.
 */
#ifndef BGQ_EMU_BACKED_H
#define BGQ_EMU_BACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct file;
struct files;
struct process;

/* fd's bytes from offset on are behind these pages, which are behind no other file; 0 or
 * -errno. */
int backed_add(int fd, void *at, size_t bytes, off_t offset);
/* No file is behind these pages any more. */
void backed_cut(void *at, size_t bytes);
bool backed_page(const void *page);
/* The pages of [at, at + bytes) that have a file behind them get its bytes, and zeros behind
 * its end, as it is now; 0 or -errno. */
long backed_load(void *at, size_t bytes);

/* For table.c: of each file that is behind something. */
void backed_files(const struct files *f, void (*visit)(struct file *file));
/* For table.c: no pages of p, which has ended, have a file behind them any more. */
void backed_end(struct process *p, struct files *f);

#endif
