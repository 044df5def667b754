/*
 * pure_calls.h - tells the interpreter of waits what it knows of the machine: the program, and
 * which calls change nothing.
 */
#ifndef BGQ_EMU_PURE_CALLS_H
#define BGQ_EMU_PURE_CALLS_H

/* Once, before workers start. */
void pure_calls_begin(void);

#endif
