/*
 * report.h - bgq-run's own messages on stderr: faults, RAS records,
 * deadlocks.  Every message names rank and coordinates; no error is silent.
 */
#ifndef BGQ_EMU_REPORT_H
#define BGQ_EMU_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "emu/node/machine/process.h"

struct mu_ras;

/* "rank 5 <1,0,0,1,0>", and which of its threads if that is not the main one. */
#define REPORT_NAME_BYTES 96
const char *report_name_thread(const struct thread *t, char *buf, size_t bytes);
/* "main+0x1b (file.c:12)" if pc lies in the program, else "". */
const char *report_place(const struct thread *t, uint64_t pc, char *buf, size_t bytes);

/* Reports an SPI call that exists in the headers only. */
void report_unsupported(const struct thread *t, const char *call, uint64_t pc);
/* Reports an argument on which the machine's kernel asserts. */
void report_assertion(const struct thread *t, const char *call, const char *argument,
		      unsigned long long value);
/* Reports a process ended by a signal of its thread t: pc and address are 0 if unknown. */
void report_signal(const struct thread *t, int sig, const char *text, uint64_t pc,
		   uint64_t address);
/* t's process ends, by no fault: `wrong` of emu/core/engine/segments.h.  On little stack. */
void report_strayed(const struct thread *t, unsigned wrong);
/* call, of the heap's functions, was given p, and t goes on; pc is 0 if unknown. */
void report_misuse(const struct thread *t, const char *call, const void *p, const char *what,
		   uint64_t pc);
/* t counts an event of the performance monitor that the model never has, for this reason. */
void report_never_counts(const struct thread *t, const char *event, const char *why);
/* t was interrupted at pc, in code whose time is not counted. */
void report_uncounted(const struct thread *t, uint64_t pc);
/* p, which has ended, has divided integers by 0 and the like. */
void report_divisions(const struct process *p);
/* t has switched on stochastic rounding. */
void report_rounding(const struct thread *t);
/* The records of message units, class routes and programs ("message": no field) go to fn as well,
 * by the worker of their node.  Before workers begin. */
void report_ras_to(void (*fn)(const struct mu_ras *r));
/* Reports a record under the process that owns the unit, which is returned. */
struct process *report_ras(const struct mu_ras *r);
/* An event of hardware (emu/cmd/cli/ras.h) that concerns p's node: the caller counts those that
 * are failures. */
void report_ras_event(struct process *p, const char *text, ps_t at_ps);
/* A record that the program itself writes: nothing has failed. */
void report_ras_message(const struct thread *t, uint32_t id, const char *text);
/* Serial: no thread can run.  Lists each waiting thread, what it waits for, since when. */
void report_deadlock(ps_t now_ps);
/* Says why turns of threads of a node will end between checks. */
struct wait_hidden;
void report_hidden(const struct wait_hidden *h);
/* After a timeout, or for a report: the same list, of all threads still alive. */
void report_waiting(FILE *to);
/* Serial: the same in the middle of the run. */
void report_asked(void);
/* Serial: true if a thread is neither in a wait nor in a call that blocks. */
bool report_has_runners(void);
/* Serial: no rank has made a call for long.  Lists the ranks that compute, and where. */
void report_silence(void);
/* Where in the program t has waited, now that the wait is over or cut off; 0: not known. */
uint64_t report_waited_pc(const struct thread *t);
/* "waits in a global barrier": of a kind (enum bgqemu_wait, or thread.h's). */
const char *report_wait_name(unsigned kind);
/* Serial: packets blocked in the network, and what they wait for; nothing if it is empty. */
void report_network(FILE *to);
/* Returns the process that failed first, or NULL; *failed: how many did. */
const struct process *report_first_failed(uint32_t *failed);
/* The line at the end that names it. */
void report_result(void);
/* The machine that is about to run, for --verbose. */
void report_machine(void);
/* --verbose: how much of the run was done in trains. */
void report_trains(void);
/* --verbose=5: how many loops were proven to wait, and why others were not.  Depends on the
 * workers: each proves for itself. */
void report_proofs(void);
/* Seconds and memory of the boot, for --boot-report; and memory at the end by layer. */
void report_boot(void);
void report_memory(void);
void report_lateness(void); /* --clock=real */
void report_unnamed(void);  /* if places could not be asked for */

#endif
