/* gdb_internal.h - between the files of this room. */
#ifndef BGQ_EMU_GDB_INTERNAL_H
#define BGQ_EMU_GDB_INTERNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "emu/node/machine/process.h"
#include "emu/show/report/where.h"

#define PACKET_MAX 0x4000

/* ---- packet.c */

/* 0 or -errno; then waits for gdb: false if that fails. */
int packet_listen(uint32_t port);
bool packet_accept(void);
bool packet_connected(void);
void packet_close(void);
/* The next packet, ended by a NUL, or NULL: the connection has ended.  *bytes: of it. */
char *packet_read(size_t *bytes);
/* Without waiting: gdb wants to interrupt, or has gone. */
bool packet_interrupt(void);
void packet_send(const char *text, size_t bytes);
__attribute__((format(printf, 1, 2))) void packet_print(const char *format, ...);
/* A line for gdb's user. */
void packet_console(const char *text);
void packet_no_acknowledgements(void);
/* Hexadecimal digits: writes two for each byte, without a NUL; reads them, false: they are not. */
void gdb_hex_put(char *to, const void *from, size_t bytes);
bool gdb_hex_get(void *to, const char *from, size_t bytes);

/* ---- target.c */

/* gdb's number of a thread; and the thread, or NULL. */
uint64_t target_number(const struct thread *t);
struct thread *target_thread(uint64_t number);
/* Returns the rank's first thread that has not ended; NULL: there is none. */
struct thread *target_first(uint32_t rank);
/* The process whose image an address is in, or NULL. */
struct process *target_process(uint64_t address);
/* All threads, in the order of ranks. */
void target_each(void (*fn)(struct thread *t));
/* Writes the thread's state and simulated time. */
void target_describe(const struct thread *t, char *text, size_t bytes);

/* ---- registers.c: gdb's numbers of x86-64 */

#define REGISTERS 58

struct register_set {
	uint8_t value[REGISTERS][16];
	bool known[REGISTERS];
};

size_t gdb_register_bytes(unsigned n);
void registers_get(const struct thread *t, struct register_set *set);
/* Sets a register of the thread that a signal has stopped; false: t is another one. */
bool gdb_register_put(const struct thread *t, unsigned n, const uint8_t *value);
/* The thread's place in its program; 0: not known. */
uint64_t registers_pc(const struct thread *t);

/* ---- breakpoint.c */

/* How many bytes of memory could be read, or written. */
size_t memory_read(uint64_t address, void *to, size_t bytes);
size_t memory_write(uint64_t address, const void *from, size_t bytes);
/* gdb's, by its user. */
bool breakpoint_add(uint64_t address);
void breakpoint_remove(uint64_t address);
void breakpoint_remove_all(void);
/* Breakpoints of this rank are in effect; RANKS_ALL: of all ranks. */
#define RANKS_ALL UINT32_MAX
void breakpoint_ranks(uint32_t rank);
bool breakpoint_is_at(uint64_t address);
/* A place where a step is to go on, or UINT64_MAX; t: whose. */
void breakpoint_await(uint64_t address, const struct thread *t);
bool breakpoint_is_awaited(uint64_t address, const struct thread *t);
/* There is one of either kind, in effect; it is lifted, or back. */
bool breakpoint_is_set(uint64_t address);
void breakpoint_lift(uint64_t address);
void breakpoint_lower(void);

/* ---- document.c */

/* qXfer: a part of a list. */
void document_read(const char *request);
/* A list of the ranks on gdb's console. */
void document_ranks(void);

/* ---- command.c */

enum go { GO_ON, GO_STEP, GO_DETACH };
/* A way for the job to go on: one is a step of a thread, while its pc is in [low, high). */
struct going {
	enum go go;
	uint64_t thread, low, high;
};

/* Answers gdb until it lets the job go on. */
struct going command_serve(void);
/* gdb is told of t when it asks. */
void command_begin(const struct thread *t);
/* Tells gdb that t has stopped, by one of its numbers of signals. */
void command_stopped(const struct thread *t, int sig, bool breakpoint);
/* The thread that gdb was told of last. */
struct thread *command_thread(void);

/* ---- stop.c */

/* Registers of t if a signal has stopped it, or NULL. */
ucontext_t *stop_context(const struct thread *t);

#endif
