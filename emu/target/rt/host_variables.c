/*
 * host_variables.c - variables of libc that programs set for functions of the host: what a rank
 * stores there must not reach another rank.  The host's functions do not see it: they have their
 * defaults, or are refused.  The zone is UTC, as the machine's nodes have no other.
 */
#include "private.h"

#include <argp.h>
#include <netdb.h>
#include <obstack.h>
#include <regex.h>
#include <time.h>

/* Programs define some of them themselves. */
RT_GIVES_WAY(argp_program_version) RT_GIVES_WAY(argp_program_bug_address)
RT_GIVES_WAY(argp_program_version_hook) RT_GIVES_WAY(getdate_err) RT_GIVES_WAY(rexecoptions)
RT_GIVES_WAY(obstack_alloc_failed_handler) RT_GIVES_WAY(obstack_exit_failure)
RT_GIVES_WAY(re_syntax_options) RT_GIVES_WAY(re_max_failures) RT_GIVES_WAY(timezone)
RT_GIVES_WAY(daylight) RT_GIVES_WAY(tzname)

void (*obstack_alloc_failed_handler)(void);
int obstack_exit_failure = 1;
reg_syntax_t re_syntax_options;
const char *argp_program_version, *argp_program_bug_address;
void (*argp_program_version_hook)(FILE *, struct argp_state *);
int getdate_err, rexecoptions, re_max_failures = 2000; /* of glibc */
long timezone;
int daylight;
char *tzname[2] = { (char *)"UTC", (char *)"UTC" };
