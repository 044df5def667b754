/*
 * debugger.h - bgq-run --gdb=RANK: that rank waits before its first instruction until a
 * debugger has been attached.
 *
 * Images are cloned without the dynamic loader, so a debugger knows of none.  The script
 * that is installed with bgq-run (emu/tools/bgq-gdb.py) finds ranks and threads by the table
 * below, which holds addresses and offsets, so that it needs no types.
 *
 * Never: a change of what the program does or of its times.
 */
#ifndef BGQ_EMU_DEBUGGER_H
#define BGQ_EMU_DEBUGGER_H

struct process;

/* p is about to start, on its own stack. */
void debugger_start(struct process *p);

/* Called once, before the first rank starts; or NULL. */
extern void (*debugger_begin)(void);

/* In a terminal: executes gdb, which runs this command again.  Returns if there is no gdb. */
void debugger_become(char **argv);

#endif
