/*
 * core_file.h - a text about each rank that a signal has ended, in core.RANK (bgq-run
 * --core, and the kernel's variables BG_COREDUMP*); what is in it: core_text.h.
 *
 * The text is made when the rank dies, by its worker; it is kept with the rank's output and
 * becomes a file in the order of simulated time, so "the first" is the same in every run.
 *
 * Never: a text made within a signal handler; a fault on a damaged stack that ends more than
 * the search of that stack.
 */
#ifndef BGQ_EMU_CORE_FILE_H
#define BGQ_EMU_CORE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

struct thread;

/* In a signal handler: keeps the registers of the running thread at its fault. */
void core_file_registers(ucontext_t *uc);
/* Makes a core file for the running thread t, whose rank ends by sig: pc 0 if not because of a
 * fault. */
void core_file_make(const struct thread *t, int sig, uint64_t pc, uint64_t address);
/* Like core_file_make(), for a rank that exits. */
void core_file_exit(const struct thread *t, int status);
/* core_file_make() has faulted in the calling worker, and is to be called again: then without
 * the stack. */
bool core_file_has_faulted(void);
/* Serial: a rank's text behind its letter, as output_core() has got them. */
void core_file_save(uint32_t rank, const char *record, size_t bytes);
/* Serial, at the end: a line about the files on standard error. */
void core_file_sum_up(void);

#endif
