/*
 * libc.h - interposed libc functions, which act on the emulated process instead of on
 * the host's: bound to programs' calls by emu/core/calls/calls.def.  Behaviour as in POSIX,
 * on the process's own clock, heap and identity.
 */
#ifndef BGQ_EMU_LIBC_H
#define BGQ_EMU_LIBC_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <time.h>

int emu_clock_gettime(clockid_t clock, struct timespec *ts);
int emu_clock_getres(clockid_t clock, struct timespec *ts);
int emu_gettimeofday(struct timeval *tv, void *tz);
time_t emu_time(time_t *out);
clock_t emu_clock(void);
clock_t emu_times(struct tms *t);
int emu_getrusage(int who, struct rusage *ru);
unsigned emu_sleep(unsigned seconds);
int emu_usleep(useconds_t us);
int emu_nanosleep(const struct timespec *ts, struct timespec *left);
int emu_clock_nanosleep(clockid_t clock, int flags, const struct timespec *ts,
			struct timespec *left);
int emu_sched_yield(void);
/* The process's time, for calls that wait. */
uint64_t libc_now_ps(void);

void *emu_malloc(size_t bytes);
/* Room for a stream that libc is asked to open there (bgqemu_fopencookie_at()); NULL: none. */
void *libc_stream_room(size_t bytes);
void *emu_calloc(size_t n, size_t bytes);
void *emu_realloc(void *p, size_t bytes);
void *emu_reallocarray(void *p, size_t n, size_t bytes);
void emu_free(void *p);
/* The host's libc frees a block that it has allocated for some process. */
void libc_free(void *p);
int emu_posix_memalign(void **out, size_t align, size_t bytes);
/* Zeroed; large blocks without touching them. */
void *libc_zeroed(size_t align, size_t bytes);
/* At p: see heap_calloc_at(). */
int libc_zeroed_at(void *p, size_t bytes);
void *emu_aligned_alloc(size_t align, size_t bytes);
void *emu_valloc(size_t bytes);
void *emu_pvalloc(size_t bytes);
size_t emu_malloc_usable_size(void *p);

/* Calls whose results the host's kernel fills in (libc_fill.c). */
ssize_t emu_getrandom(void *to, size_t n, unsigned flags);
int emu_getentropy(void *to, size_t n);
void emu_arc4random_buf(void *to, size_t n);
int emu_getgroups(int most, gid_t *to);
int emu_getresuid(uid_t *real, uid_t *effective, uid_t *saved);
int emu_getresgid(gid_t *real, gid_t *effective, gid_t *saved);

/* Thread-locals: module 1 is the program's image. */
struct tls_index {
	unsigned long module, offset;
};
void *emu_tls_get_addr(const struct tls_index *at);

/* The program's image as a loaded object, for its unwinder. */
int emu_dl_iterate_phdr(int (*cb)(struct dl_phdr_info *, size_t, void *), void *data);

struct dl_find_object;
int emu_dl_find_object(void *pc, struct dl_find_object *out);

void *emu_mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t offset);
int emu_munmap(void *p, size_t bytes);
int emu_msync(void *p, size_t bytes, int flags);
int emu_mprotect(void *p, size_t bytes, int prot);

/* ---- libc_memory.c */
int emu_madvise(void *p, size_t bytes, int advice);
int emu_posix_madvise(void *p, size_t bytes, int advice);
void *emu_sbrk(intptr_t more);
int emu_brk(void *to);
struct mallinfo emu_mallinfo(void);
struct mallinfo2 emu_mallinfo2(void);
int emu_mallopt(int what, int value);

/* Before programs are loaded: sorts and searches of counted programs charge their steps. */
void libc_sort_begin(void);

/* ---- libc_host.c: names of calls.def; results as those of the calls that they stand for */
long emu_no_such_call(void);
long emu_not_permitted(void);
long emu_no_attributes(void);
void *emu_no_pointer(void);
long emu_nothing_to_do(void);
pid_t emu_getpgrp(void);
pid_t emu_getpgid(pid_t pid);
int emu_getcpu(unsigned *cpu, unsigned *node);
int emu_prctl(int what);
int emu_gethostname_chk(char *name, size_t bytes, size_t capacity);

pid_t emu_getpid(void);
pid_t emu_getppid(void);
int emu_gethostname(char *name, size_t bytes);

#endif
