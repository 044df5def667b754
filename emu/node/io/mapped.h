/*
 * mapped.h - what a process has mapped: pages of its heap (emu/node/libc/libc_mmap.c), which go
 * back when the last one of a mapping is unmapped; and files behind them that it shares.
 *
 * A shared mapping is a copy of the file.  What the process has stored there is written to the
 * file, byte by byte that has changed, by msync, munmap and its end, in the order of simulated
 * time; what others have written to the file is there after the process's own msync.  Never:
 * the host's own shared mappings, whose contents would hang on the host's time.
 */
#ifndef BGQ_EMU_MAPPED_H
#define BGQ_EMU_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct file;
struct files;
struct process;

/* A new mapping of whole pages of the heap; 0 or -ENOMEM. */
int mapped_add(void *at, size_t bytes);
/* at is a mapping: fd's bytes at offset are put there and shared.  0 or -errno. */
int mapped_share(int fd, void *at, off_t offset);
/* fd may be shared with prot: 0, -EBADF, -EACCES, -ENODEV. */
int mapped_may_share(int fd, int prot);
/* No page there is shared with a file that is open for reading alone. */
bool mapped_may_write(const void *at, size_t bytes);
/* [at, at + bytes) is mapped no more: mappings without a page go back by release. */
void mapped_remove(void *at, size_t bytes, void (*release)(void *at));
/* Pages are replaced: sharing with files ends there. */
void mapped_replace(void *at, size_t bytes);
/* Drops the contents of these whole pages: zeros, or the bytes of the file that is mapped there
 * privately.  Where a file is shared, that has its bytes still; so have code and constants of the
 * program.  0 or -errno. */
long mapped_clear(void *at, size_t bytes);
/* Like msync(): writes what was stored, and, if reload, reads what others have.  0 or -errno. */
int mapped_sync(void *at, size_t bytes, int reload);

/* For table.c: of each file that is mapped. */
void mapped_files(const struct files *f, void (*visit)(struct file *file));
/* For table.c: writes what p has stored, which has ended. */
void mapped_end(struct process *p, struct files *f);

#endif
