/*
 * site.h - loop heads at which a proof of a wait was tried: what came of it there.
 *
 * Each worker has its own; places are offsets in the image, so that all nodes share them.  Never:
 * anything that a result depends on: a site only decides whether a proof is worth its cost.
 */
#ifndef BGQ_EMU_WAIT_SITE_H
#define BGQ_EMU_WAIT_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "wait.h"

struct site {
	uint64_t pc;
	unsigned steps;  /* of a round, at its last wait */
	unsigned credit;
	unsigned proofs_failed; /* since the last wait there */
	bool failed;     /* the last time, without credit */
	uint8_t ends;    /* by hash of a value: it ended the last such wait */
	uint8_t briefs;  /* so many of the last waits were brief */
};

/* w's thread has yet to try anywhere: for a while it leaves places alone where others have failed,
 * as a program that only begins and ends does. */
void site_begin(struct wait *w, ps_t now_ps);

/* The place at pc of w's process; another one that had its slot is forgotten. */
struct site *site_of(const struct wait *w, uint64_t pc);

/* A proof is tried at once at a place that is new or has waited of late; else the thread must
 * have computed for long enough to make up for its cost: longer where its own last attempt
 * failed than at other places that have failed. */
bool site_is_too_early(const struct site *s, const struct wait *w, ps_t now_ps);

/* Returns how many proofs of w have failed there in a row. */
unsigned site_failures(const struct site *s, const struct wait *w);

/* Notes that a proof of w has failed after so many steps; calls: of its thread so far. */
void site_failed(struct site *s, struct wait *w, uint64_t calls, unsigned steps, ps_t now_ps);
/* Notes that w has been proven to wait, by so many steps. */
void site_waits(struct site *s, struct wait *w, unsigned steps);

/* Waits of this length cost less to execute than to prove and to end. */
#define SITE_BRIEF_PS (512 * CORE_CYCLE_PS)
/* Notes how long a wait there has lasted. */
void site_waited(struct site *s, ps_t length_ps);
/* Whether the next wait there is likely to be brief. */
bool site_is_brief(const struct site *s);

/* The bit of a word's value in site.ends. */
uint8_t site_ends_bit(uint64_t value);

#endif
