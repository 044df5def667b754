/*
 * report.h - what bgq-run says of itself on stderr: faults, RAS records,
 * deadlocks.  Every message names rank and coordinates; none is silent.
 */
#ifndef BGQ_EMU_REPORT_H
#define BGQ_EMU_REPORT_H

#include <stdint.h>

#include "machine.h"

/* An SPI call that exists in the headers only. */
void report_unsupported(const struct thread *t, const char *call, uint64_t pc);
/* An argument on which the machine's kernel asserts. */
void report_assertion(const struct thread *t, const char *call, const char *argument,
		      unsigned long long value);
/* A process ended by a signal of its thread t: pc and address are 0 if unknown. */
void report_signal(const struct thread *t, int sig, const char *text, uint64_t pc,
		   uint64_t address);
void report_ras(const struct mu_ras *r);
/* A record that the program itself writes: nothing has failed. */
void report_ras_message(const struct thread *t, uint32_t id, const char *text);
/* Serial: nobody can go on.  Lists who waits for what since when. */
void report_deadlock(ps_t now_ps);
/* After a timeout: the same list for those who still run. */
void report_waiting(void);
/* The line at the end that names the first failing rank; its status. */
int report_result(void);
/* What is about to run, for --verbose. */
void report_machine(void);
/* Seconds and memory of the boot, for --boot-report. */
void report_boot(void);

#endif
