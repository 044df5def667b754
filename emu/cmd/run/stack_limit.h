/*
 * stack_limit.h - the host's limit of stacks (ulimit -s), which decides where it puts libraries and
 * how large stacks of threads are.
 *
 * Without a limit they lie far below the top of the addresses, among nodes' windows or below, and
 * small ones do not hold what bgq-run's threads need.  bgq-run then starts again, by its own name
 * and with the same arguments, with the limit that is usual.
 *
 * Never: a limit that ranks see; theirs is the machine's.
 */
#ifndef BGQ_EMU_RUN_STACK_LIMIT_H
#define BGQ_EMU_RUN_STACK_LIMIT_H

/* First of all: returns if the limit is fine, or cannot be changed.  Does not return if bgq-run
 * starts again, or cannot run with so little, which a line says. */
void stack_limit_settle(char **argv);

#endif
