/*
 * reserve.h - reservations of a node's hardware threads: set by a load with reservation, lost to
 * any store to the line by another thread or the message unit, whatever it stores.
 *
 * Stores that go through the emulator are told (reserve_stored).  Those of programs and libraries
 * are plain instructions, so the page of a line that is reserved is closed to stores while code of
 * another thread runs that could reach it; one that faults there marks the reservations of its
 * line and is let through (emu/node/abi/reserve_fault.c).  A page is closed when such a thread is
 * switched to, and opened again when a store faults on it and no other thread has a line there.
 *
 *     thread A               thread B, of the same node
 *     load with reservation
 *     gives way ------------> reserve_guard(): A's page is closed
 *                             stores: fault, A's line? lost : step over it
 *     conditional store <---- gives way
 *
 * A node whose threads reserve nothing pays nothing: the switch asks a flag that is there for
 * --check-stores (node_hook).
 *
 * What a closed page costs is bounded: after so many stores to its other lines a reservation is
 * given up, which the architecture allows.  The bound is a count of stores, so it is the same in
 * each run; it grows with each conditional store that fails for that reason, so loops end, and
 * shrinks with each reservation that is given up and never used.
 *
 * Never: a reservation that outlives a store to its line; a store of a program that is lost.
 */
#ifndef BGQ_EMU_MACHINE_RESERVE_H
#define BGQ_EMU_MACHINE_RESERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process;
struct thread;

/* The unit of the A2, whose L2 keeps one reservation a thread (OpenPOWER's a2i, a2l2_axi.vhdl). */
#define RESERVE_LINE_BYTES 64u

/* t has loaded the word: it replaces what t had reserved. */
void reserve_set(const struct thread *t, const volatile void *word, unsigned bytes);
/* t's conditional store: whether it holds a reservation for this word, and no more afterwards. */
bool reserve_take(const struct thread *t, const volatile void *word, unsigned bytes);
/* t, or another one on its hardware thread, has none afterwards. */
void reserve_drop(const struct thread *t);
/* Nor has t, which has ended, of p, or, if p has, any of its threads. */
void reserve_end(const struct process *p, const struct thread *t);
/* Set while t holds the reservation that it has made last, if that was of this word; or NULL. */
const bool *reserve_of(const struct thread *t, const volatile void *word);

/* by, or (NULL) the message unit, stores to [at, at + bytes) of node's memory. */
void reserve_stored(uint32_t node, const struct thread *by, const volatile void *at,
		    uint64_t bytes);
/* The message unit stores, as a mu_ops.store_begins. */
void reserve_unit_stores(void *ctx, uint32_t node, const void *at, uint64_t bytes);
/* The conditional store itself: the page may be closed. */
void reserve_store(const struct thread *t, volatile void *word, unsigned bytes, uint64_t value);

/* thread_self is about to run code of its program: closes pages. */
void reserve_guard(void);
/* Pages of [at, at + bytes) are about to get another protection, or to be given back: what is
 * reserved there is lost. */
void reserve_forget(uint32_t node, const void *at, uint64_t bytes);
/* The host's kernel is about to store to [at, at + bytes) for the running thread, which a closed
 * page would refuse: opened until reserve_guard(). */
void reserve_fill(const void *at, uint64_t bytes);
/* A page of the node may be closed, now or while others run. */
bool reserve_watches(uint32_t node);
/* All of [at, at + bytes) has been made writable: what was closed there is closed again. */
void reserve_close_again(const void *at, uint64_t bytes);
/* Whether a thread other than t has reserved a line of the page of `at`. */
bool reserve_is_near(const struct thread *t, const volatile void *at);

/* Whose L2 atomic the message unit's code carries out: NULL, but at an alias address. */
extern __thread const struct thread *reserve_actor;

/* Stores until the next call are the emulator's own: they change no reservation. */
void reserve_ours(bool on);

/* A store has faulted at `at`: false if no page is closed there.  *step: the instruction is to be
 * executed alone, and reserve_stepped() called behind it; else it is tried again.  alone: that
 * is possible. */
bool reserve_faulted(const void *at, bool alone, bool *step);
void reserve_stepped(void);
/* A store to `at` faults, and lines of others are there. */
bool reserve_refuses(const void *at);
/* Instead: so many stores of the thread, of so many bytes each, from at upwards on one page, which
 * refuses them.  False: nothing is done. */
bool reserve_store_past(const void *at, const void *from, unsigned stores, unsigned bytes);

#endif
