/*
 * system_call.c - system calls of the host that a program's assembly makes, which bgq-as has
 * replaced: they are what syscall() is to the program, with the kernel's way of results.
 *
 * Never: one of 32 bits, whose numbers and pointers are others.
 */
#include <errno.h>

#include "include/bgqemu/abi.h"
#include "emu/posix/posix.h"
#include "emu/wait/check.h"

enum { RAX, RDX = 2, RSI = 6, RDI, R8, R9, R10 };

void system_call_made(struct check_frame *f)
{
	int before = errno;
	long rc = emu_syscall((long)f->reg[RAX], f->reg[RDI], f->reg[RSI], f->reg[RDX],
			      f->reg[R10], f->reg[R8], f->reg[R9]);

	f->reg[RAX] = rc == -1 ? (uint64_t)-(int64_t)errno : (uint64_t)rc;
	errno = before;
}

void system_call_32_made(struct check_frame *f)
{
	(void)f;
	bgqemu_unsupported("a system call of 32 bits (int $0x80, sysenter)");
}
