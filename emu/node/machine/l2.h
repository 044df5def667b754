/*
 * l2.h - the L2 cache as the threads of a node meet in it: what its atomic operations and
 * reservations cost.
 *
 * A request takes half of the round trip to its slice of the L2, is carried out there, and
 * its answer takes the other half.  A slice carries out one request at a time, in the order
 * of their arrival; one that finds it at work is put aside and answered later than the others.
 * So the threads that use one word share what its slice can do, and a reservation is lost as
 * often as others store in the time that an attempt takes.
 *
 * An operation that leaves the word as it is (a plain load, a bounded one that is refused)
 * neither waits for others nor keeps them waiting: so a thread that spins on one can be parked.
 *
 * A thread that waits for a plain store, or for a lock's release, looks in its core's L1.  When the
 * word is stored to, the slice tells one core after the other, and each asks for the line again.
 *
 * Never: two operations on a node's words in another order than that of their simulated times.
 */
#ifndef BGQ_EMU_MACHINE_L2_H
#define BGQ_EMU_MACHINE_L2_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the load op is sure to leave its word as it is, and which other word tells
 * (0: none): the one behind, or (-1) before it. */
bool l2_is_plain(uint32_t op);
int l2_bound_at(uint32_t op);
/* Whether it is refused with these. */
bool l2_is_refused(uint32_t op, uint64_t word, uint64_t bound);

/* at is the word that a program has given for its operation, of which a call has read: where it
 * faults, the address was wrong. */
bool l2_is_given(const void *at);

/* The running thread's operation on the word: bgqemu_l2(). */
void l2_operate(uint32_t op, const volatile void *word);
/* Plain load in two steps: l2_request() returns when the L2 has the request; l2_answer() charges
 * the rest. */
void l2_request(const volatile void *word);
void l2_answer(void);

/* A load with reservation or a conditional store: returns when the L2 carries it out. */
void l2_reserve_request(const volatile void *word);
/* Requests of the node's threads so far that have changed a word. */
uint64_t l2_changes(uint32_t node);

/* Core cycles of a load op if no other thread is there. */
uint32_t l2_alone_cycles(uint32_t op);

#endif
