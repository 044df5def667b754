/* help.h - --help, --usage and --version of both commands.  In place of argp's own, which come
 * with two that are hidden: --program-name, and --HANG, which sleeps for an hour. */
#ifndef BGQ_EMU_HELP_H
#define BGQ_EMU_HELP_H

#include <argp.h>

/* Parser of the options of help, a child of the command's, which is run with ARGP_NO_HELP.  The
 * version is printed by argp_program_version_hook. */
extern const struct argp cli_help;
#define CLI_HELP_CHILDREN (const struct argp_child[]) { { &cli_help, 0, NULL, -1 }, { 0 } }

#endif
