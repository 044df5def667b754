/*
 * status.h - exit statuses: of bgq-run, which bgq-run(1) explains, and of a rank that a
 * signal ends.  1 and those that programs choose are theirs.
 */
#ifndef BGQ_EMU_STATUS_H
#define BGQ_EMU_STATUS_H

#define STATUS_NOT_WRITTEN 1  /* all went well, but a report is not in its file */
#define STATUS_INTERNAL   70  /* EX_SOFTWARE: a mistake of bgq-run */
#define STATUS_OUTPUT     74  /* EX_IOERR: all went well, but output could not be written */
#define STATUS_RAS        123 /* all ranks ended with 0, but something was refused */
#define STATUS_TIMEOUT    124
#define STATUS_DEADLOCK   125
#define STATUS_CANNOT_RUN 126
#define STATUS_NOT_FOUND  127
#define STATUS_SIGNAL(n)  (128 + (n))

#endif
