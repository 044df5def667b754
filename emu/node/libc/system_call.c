/*
 * system_call.c - system calls of the host that a program's assembly makes, which bgq-as has
 * replaced: they are what syscall() is to the program, with the kernel's way of results.
 *
 * Never: one of 32 bits, whose numbers and pointers are others.
 */
#include <errno.h>

#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"
#include "emu/show/report/report.h"
#include "emu/core/check/check.h"

/* Called by system_call_x86_64.S: arguments and result are in f. */
void system_call_made(struct check_frame *f);
void system_call_32_made(struct check_frame *f);

enum { RAX, RDX = 2, RSI = 6, RDI, R8, R9, R10 };

void system_call_made(struct check_frame *f)
{
	const long a[LIBC_SYSTEM_CALL_ARGUMENTS] = {
		(long)f->reg[RDI], (long)f->reg[RSI], (long)f->reg[RDX],
		(long)f->reg[R10], (long)f->reg[R8], (long)f->reg[R9],
	};
	int before = errno;
	long rc = libc_system_call((long)f->reg[RAX], a, f->pc);

	f->reg[RAX] = rc == -1 ? (uint64_t)-(int64_t)errno : (uint64_t)rc;
	errno = before;
}

void system_call_32_made(struct check_frame *f)
{
	report_unsupported(thread_self, "a system call of 32 bits (int $0x80, sysenter)", f->pc);
	process_fail();
}
