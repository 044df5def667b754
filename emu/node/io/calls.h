/*
 * calls.h - the functions of libc on files that programs are bound to: behaviour as in
 * POSIX, on the rank's own descriptors, directory and mask (emu/core/calls/calls.def).
 */
#ifndef BGQ_EMU_IO_CALLS_H
#define BGQ_EMU_IO_CALLS_H

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

#include "emu/target/rt/rt.h"

#define IO_FN(name) extern __typeof__(name) emu_##name

/* A call with two names. */
struct io_names {
	int from_dir;
	const char *from;
	int to_dir;
	const char *to;
};

/* ---- open.c */
IO_FN(open);
IO_FN(openat);
IO_FN(creat);
IO_FN(close);
IO_FN(dup);
IO_FN(dup2);
IO_FN(dup3);
int emu_open_2(const char *path, int flags);
int emu_openat_2(int dirfd, const char *path, int flags);
int emu_close_range(unsigned first, unsigned last, int flags);
void emu_closefrom(int first);

/* ---- transfer.c */
IO_FN(read);
IO_FN(write);
IO_FN(pread);
IO_FN(pwrite);
IO_FN(readv);
IO_FN(writev);
IO_FN(preadv);
IO_FN(pwritev);
IO_FN(sendfile);
ssize_t emu_read_chk(int fd, void *to, size_t n, size_t capacity);
ssize_t emu_pread_chk(int fd, void *to, size_t n, off_t at, size_t capacity);

/* ---- control.c */
IO_FN(lseek);
IO_FN(fsync);
IO_FN(fdatasync);
IO_FN(syncfs);
IO_FN(ftruncate);
IO_FN(fallocate);
IO_FN(posix_fallocate);
IO_FN(posix_fadvise);
IO_FN(fchmod);
IO_FN(fchown);
IO_FN(isatty);
IO_FN(flock);
IO_FN(lockf);
IO_FN(fcntl);
IO_FN(ioctl);
IO_FN(tcgetattr);
ssize_t emu_getdents64(int fd, void *to, size_t n);

/* ---- entries.c: names come and go */
IO_FN(unlink);
IO_FN(unlinkat);
IO_FN(rmdir);
IO_FN(remove);
IO_FN(mkdir);
IO_FN(mkdirat);
IO_FN(mknod);
IO_FN(mkfifo);
IO_FN(mkfifoat);
IO_FN(mknodat);
int emu_xmknod(int version, const char *path, mode_t mode, const dev_t *dev);
int emu_xmknodat(int version, int dirfd, const char *path, mode_t mode, const dev_t *dev);
IO_FN(rename);
IO_FN(renameat);
int emu_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags);
IO_FN(link);
IO_FN(linkat);
IO_FN(symlink);
IO_FN(symlinkat);
IO_FN(readlink);
IO_FN(readlinkat);
ssize_t emu_readlink_chk(const char *path, char *to, size_t n, size_t capacity);
ssize_t emu_readlinkat_chk(int dirfd, const char *path, char *to, size_t n, size_t capacity);

/* ---- rights.c */
IO_FN(access);
IO_FN(faccessat);
IO_FN(lchmod);
IO_FN(pathconf);
IO_FN(chmod);
IO_FN(fchmodat);
IO_FN(chown);
IO_FN(lchown);
IO_FN(fchownat);
IO_FN(truncate);

/* ---- directory.c */
IO_FN(realpath);
char *emu_canonicalize_file_name(const char *path);
char *emu_realpath_chk(const char *path, char *to, size_t capacity);
IO_FN(getcwd);
char *emu_getcwd_chk(char *to, size_t n, size_t capacity);
char *emu_getwd_chk(char *to, size_t capacity);
char *emu_getwd(char *to);
char *emu_get_current_dir_name(void);
IO_FN(chdir);
IO_FN(fchdir);
IO_FN(umask);

/* ---- stat.c */
IO_FN(stat);
IO_FN(lstat);
IO_FN(fstat);
IO_FN(fstatat);
int emu_statx(int dirfd, const char *path, int flags, unsigned mask, struct statx *to);
int emu_xstat(int version, const char *path, struct stat *st);
int emu_lxstat(int version, const char *path, struct stat *st);
int emu_fxstat(int version, int fd, struct stat *st);
int emu_fxstatat(int version, int dirfd, const char *path, struct stat *st, int flags);
IO_FN(statfs);
IO_FN(fstatfs);
IO_FN(statvfs);
IO_FN(fstatvfs);
IO_FN(utimensat);
IO_FN(futimens);
IO_FN(utimes);
IO_FN(utime);
int emu_lutimes(const char *path, const struct timeval tv[2]);
int emu_futimes(int fd, const struct timeval tv[2]);
int emu_futimesat(int dirfd, const char *path, const struct timeval tv[2]);

/* ---- pipe.c, poll.c */
IO_FN(pipe);
int emu_pipe2(int fds[2], int flags);
IO_FN(poll);
int emu_poll_chk(struct pollfd *list, nfds_t n, int ms, size_t capacity);
IO_FN(select);

/* ---- socket.c, socket_data.c */
IO_FN(socket);
IO_FN(socketpair);
IO_FN(accept);
IO_FN(accept4);
IO_FN(bind);
IO_FN(connect);
IO_FN(listen);
IO_FN(shutdown);
IO_FN(getsockname);
IO_FN(getpeername);
IO_FN(getsockopt);
IO_FN(setsockopt);
IO_FN(send);
IO_FN(sendto);
IO_FN(sendmsg);
IO_FN(recv);
IO_FN(recvfrom);
IO_FN(recvmsg);
ssize_t emu_recv_chk(int fd, void *to, size_t n, size_t capacity, int flags);

/* ---- shm_file.c, machine_path.c */
IO_FN(shm_open);
IO_FN(shm_unlink);
IO_FN(uname);

#endif
