/*
 * process_ops.h - how the running process ends, for rooms below emu/node/process that find a
 * reason: waits, files.  Filled in by process_ops_begin() before workers start.
 *
 * Never: called where the room may include process.h's functions of the same names; those say
 * what each does.
 */
#ifndef BGQ_EMU_PROCESS_OPS_H
#define BGQ_EMU_PROCESS_OPS_H

#include <stdint.h>

struct process_ops {
	void (*exit)(int status);                          /* does not return */
	void (*abort)(const char *text, uint64_t pc);      /* does not return */
	void (*fault)(const volatile void *address, const char *text, uint64_t pc);
	void (*killed)(int sig, const char *text);         /* does not return */
};

extern struct process_ops process_ops;

#endif
