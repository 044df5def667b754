/*
 * locale_switch.h - whose locale libc uses.  It has one for each thread of the host, and a worker
 * runs threads of many ranks: where a rank has set one, its worker changes it at each switch.
 *
 * Never: a locale of a rank in what bgq-run does between its threads.
 */
#ifndef BGQ_EMU_LIBC_LOCALE_SWITCH_H
#define BGQ_EMU_LIBC_LOCALE_SWITCH_H

/* For the thread that is about to run here, thread_self, or none. */
void libc_locale_enter(void);

#endif
