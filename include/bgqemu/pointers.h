/*
 * pointers.h - functions that return a pointer, for sources of C that call one without its
 * declaration: on the machine a rank's memory lies below 2 GiB, so that an int holds the
 * address, and here it does not.  The compiler declares those of ISO C by itself.
 *
 * emu/compile/cc/floor-wrapper includes this for a source whose compiler said that such a
 * function is declared implicitly, with BGQEMU_POINTER_name for each.  No guard, no header:
 * nothing else may be declared that the source did not ask for.
 *
 * Never: a function for which int is what its caller means.
 */
#ifdef BGQEMU_POINTER_memalign
extern void *memalign(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size);
#endif
#ifdef BGQEMU_POINTER_valloc
extern void *valloc(__SIZE_TYPE__ size);
#endif
#ifdef BGQEMU_POINTER_pvalloc
extern void *pvalloc(__SIZE_TYPE__ size);
#endif
#ifdef BGQEMU_POINTER_mmap
extern void *mmap(void *address, __SIZE_TYPE__ length, int protection, int flags, int file,
		  long offset);
#endif
#ifdef BGQEMU_POINTER_mmap64
extern void *mmap64(void *address, __SIZE_TYPE__ length, int protection, int flags, int file,
		    long offset);
#endif
#ifdef BGQEMU_POINTER_shmat
extern void *shmat(int id, const void *address, int flags);
#endif
#ifdef BGQEMU_POINTER_sbrk
extern void *sbrk(__INTPTR_TYPE__ increment);
#endif
#ifdef BGQEMU_POINTER_getenv
extern char *getenv(const char *name);
#endif
#ifdef BGQEMU_POINTER_getcwd
extern char *getcwd(char *buffer, __SIZE_TYPE__ size);
#endif
#ifdef BGQEMU_POINTER_strtok
extern char *strtok(char *string, const char *delimiters);
#endif
#ifdef BGQEMU_POINTER_strtok_r
extern char *strtok_r(char *string, const char *delimiters, char **rest);
#endif
#ifdef BGQEMU_POINTER_strsep
extern char *strsep(char **string, const char *delimiters);
#endif
#ifdef BGQEMU_POINTER_strerror
extern char *strerror(int error);
#endif
#ifdef BGQEMU_POINTER_strcasestr
extern char *strcasestr(const char *string, const char *part);
#endif
#ifdef BGQEMU_POINTER_basename
extern char *basename(const char *path);
#endif
#ifdef BGQEMU_POINTER_dirname
extern char *dirname(char *path);
#endif
#ifdef BGQEMU_POINTER_ctime
extern char *ctime(const long *time);
#endif
