/*
 * exit.c - the regular end of a process: its handlers, its destructors, its
 * streams, and only then bgq-run.  A nested call of exit continues
 * where the first one stopped.  Must never end more than this process.
 */
#include "cost.h"
#include "private.h"

#include <stdlib.h>
#include <unistd.h>

struct bgqrt_boot *bgqrt_boot;
bool bgqrt_dying;
static struct handlers at_exit;

int __cxa_atexit(void (*fn)(void *), void *arg, void *dso);
void __cxa_finalize(void *dso);

int __cxa_atexit(void (*fn)(void *), void *arg, void *dso)
{
	return bgqrt_handlers_add(&at_exit, &(struct handler){
		.kind = HANDLER_ARG, .fn.arg = fn, .arg = arg, .owner = dso });
}

int atexit(void (*fn)(void))
{
	RT_COST(atexit);
	return bgqrt_handlers_add(&at_exit, &(struct handler){
		.kind = HANDLER_PLAIN, .fn.plain = fn });
}

int on_exit(void (*fn)(int, void *), void *arg)
{
	return bgqrt_handlers_add(&at_exit, &(struct handler){
		.kind = HANDLER_STATUS, .fn.status = fn, .arg = arg });
}

void __cxa_finalize(void *dso)
{
	bgqrt_handlers_run(&at_exit, dso, 0);
}

void bgqrt_flush(void)
{
	bgqrt_dying = true;
	if (bgqrt_stdio_flush)
		bgqrt_stdio_flush();
}

void exit(int status)
{
	if (bgqrt_thread_exit)
		bgqrt_thread_exit();
	bgqrt_handlers_run(&at_exit, NULL, status);
	while (bgqrt_boot && bgqrt_boot->nfini > 0)
		bgqrt_boot->fini[--bgqrt_boot->nfini]();
	if (bgqrt_stdio_close)
		bgqrt_stdio_close();
	bgqemu_process_exit(status);
}

void _exit(int status)
{
	bgqemu_process_exit(status);
}

void _Exit(int status)
{
	bgqemu_process_exit(status);
}
