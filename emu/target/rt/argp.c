/*
 * argp.c - options by argp: the host's, but for what it does at a wrong one: it would end the
 * host's process, so the rank is ended here.  There is no --help: the text would go to the host's
 * stream.
 */
#include "private.h"

#include <argp.h>
#include <stdlib.h>
#include <sysexits.h>

int rt_argp_status __asm__("argp_err_exit_status") = EX_USAGE;

RT_GIVES_WAY(argp_parse)

error_t argp_parse(const struct argp *restrict argp, int argc, char **restrict argv,
		   unsigned flags, int *restrict index, void *restrict input)
{
	static const struct argp none; /* without ARGP_NO_HELP, NULL is as good */
	error_t rc = RT_HOST(argp_parse)(argp ? argp : &none, argc, argv,
					 flags | ARGP_NO_EXIT | ARGP_NO_HELP, index, input);

	if (rc && !(flags & (ARGP_NO_EXIT | ARGP_NO_ERRS)))
		exit(rt_argp_status);
	return rc;
}
