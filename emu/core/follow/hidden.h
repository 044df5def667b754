/*
 * hidden.h - transient values: those that a loop stores to a word and replaces again within its
 * round, so that no other thread of its node sees them between two checks, though on the machine it
 * may.
 *
 * Where all threads of a node wait, that is a deadlock only if each of them would wait whatever
 * transient values of the others its loads find.  All rounds are followed for that, with each
 * choice at each load that could find such a value (follow_hidden()), and again until none of them
 * adds a word that it uses, or a value.
 *
 * Never: a word of memory changed; a proof where a limit is reached.
 */
#ifndef BGQ_EMU_FOLLOW_HIDDEN_H
#define BGQ_EMU_FOLLOW_HIDDEN_H

#include <stdbool.h>
#include <stdint.h>

struct follow;
struct op;
struct thread;

#define HIDDEN_VALUES 256
#define HIDDEN_USES 4096    /* words */
#define HIDDEN_SLOTS (2 * HIDDEN_USES)
#define HIDDEN_CHOICES 64   /* in a round */
#define HIDDEN_STATES 1024
#define HIDDEN_STEPS (1u << 20)

/* A word holds value, in the bytes of mask, at some time of a round of thread by. */
struct hidden_value {
	uint64_t at, mask, value;
	const struct thread *by;
};

/* A word that a loop uses, or several do (by: NULL). */
struct hidden_use {
	uint64_t at;
	const struct thread *by;
};

/* Transient values of a node's threads and words that they use, as far as found, and the round that
 * is being followed. */
struct hidden {
	unsigned values, uses;
	struct hidden_value value[HIDDEN_VALUES];
	struct hidden_use use[HIDDEN_SLOTS]; /* by hash of the address; at 0: free */
	bool ranged;         /* memory but stacks is watched in ranges that use does not list */
	bool grows;          /* a value or a use is new */
	bool full;           /* a limit is reached */
	bool covered;        /* what follows has been followed already */
	/* Choices: in the round so far, made again or newly; each with its number of ways. */
	unsigned choices, next;
	uint16_t choice[HIDDEN_CHOICES], ways[HIDDEN_CHOICES];
	unsigned states;     /* in which a choice has been made: */
	uint64_t state[HIDDEN_STATES];
	unsigned steps;      /* followed for the thread */
	const struct hidden_value *found; /* by the last load that has found one; or NULL */
	/* The last load: */
	const struct op *op, *load_op;
	uint64_t load_at, loaded;
};

/* Follows f's round with all choices; f->hidden is set.  False: it does not wait with some of them,
 * or is not known to. */
bool follow_hidden(struct follow *f);
/* Notes that by uses the word. */
void hidden_use(struct hidden *h, uint64_t at, const struct thread *by);
/* A transient value of another thread than t that the word may have; or NULL. */
const struct hidden_value *hidden_value_at(const struct hidden *h, uint64_t at,
					   const struct thread *t);

#endif
