/*
 * libc_syscall.h - system calls that are functions of the C library under other names.
 */
#ifndef BGQ_EMU_LIBC_SYSCALL_H
#define BGQ_EMU_LIBC_SYSCALL_H

/* Result and errno as syscall() has them; LIBC_NO_FUNCTION: it is none of these. */
#define LIBC_NO_FUNCTION (-4096l)
long libc_syscall_function(long number, const long *a);

#endif
