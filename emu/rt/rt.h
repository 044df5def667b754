#pragma once
#include <stddef.h>
#include <sys/types.h>
struct bgqrt_boot {int argc; char **argv; char **envp; void (**init)(int,char**,char**); size_t ninit; void (**fini)(void); size_t nfini; int (*main)(int,char**,char**);};
ssize_t bgqemu_write(int fd, const void *buf, size_t n);
ssize_t bgqemu_read(int fd, void *buf, size_t n);
_Noreturn void bgqemu_process_exit(int);
_Noreturn void bgqemu_process_abort(int,const char*);
