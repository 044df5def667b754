/*
 * quick_exit.c - the end without destructors: at_quick_exit's handlers only.
 */
#include "private.h"

#include <stdlib.h>

static struct handlers at_quick;

int at_quick_exit(void (*fn)(void))
{
	return bgqrt_handlers_add(&at_quick, &(struct handler){
		.kind = HANDLER_PLAIN, .fn.plain = fn });
}

int __cxa_at_quick_exit(void (*fn)(void *), void *dso);
int __cxa_at_quick_exit(void (*fn)(void *), void *dso)
{
	return bgqrt_handlers_add(&at_quick, &(struct handler){
		.kind = HANDLER_ARG, .fn.arg = fn, .owner = dso });
}

void quick_exit(int status)
{
	bgqrt_handlers_run(&at_quick, NULL, status);
	bgqemu_process_exit(status);
}
