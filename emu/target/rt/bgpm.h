/*
 * bgpm.h - what the files of the performance monitor share (bgpm/include/bgpm.h): which
 * counters of the model an event is, sets that count, and errors.
 *
 *   bgpm_set.c      sets and what is in them      bgpm_event.c, bgpm_core.c  events
 *   bgpm_attach.c   which thread, links count     bgpm_attribute.c  masks, scales
 *   bgpm_count.c    start, stop, read             bgpm_punit.c   by handles
 *   bgpm_overflow.c handlers and their timer      bgpm_mux.c     groups that take turns
 *
 * Never: a count that the model does not give; such an event is refused when it is added.
 */
#ifndef BGQ_EMU_BGPM_INTERNAL_H
#define BGQ_EMU_BGPM_INTERNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "include/bgqemu/abi_count.h"

/* How an event of the core follows from what its thread has executed. */
enum core_how {
	CORE_TIME,         /* cycles */
	CORE_INSTRUCTIONS, /* of groups */
	CORE_OPERATIONS,   /* of groups, of floating point */
	CORE_RESERVED,     /* loads with a reservation, or as many conditional stores */
	CORE_STALLS,       /* cycles without an instruction */
	CORE_IDLE,         /* cycles without one for floating point */
	CORE_MISPREDICTED, /* branches */
	CORE_LINES,        /* of caches, by --memory-model */
	CORE_LINES_MISSED, /* those of them that were not prefetched */
	CORE_EXCEPTIONS,   /* raised flags of floating point */
	CORE_NEVER         /* does not happen in the model */
};

struct core_event {
	unsigned id;
	uint8_t how;       /* enum core_how */
	uint8_t which;     /* of stalls: STALL_*; of lines: enum bgqemu_core_count */
	bool reserved;     /* and one of each pair of reservation and conditional store, too */
	uint32_t xu, axu;  /* groups, as in UPC_P_*_OGRP_* */
	const char *why;   /* of what never happens */
};
enum { STALL_XU = 1, STALL_FU = 2, STALL_LOST = 4 };

/* An event's number among the counters: their sum; or what core says. */
struct bgpm_kind {
	uint32_t counters; /* bit i: counter i of enum bgqemu_counter */
	const struct core_event *core;
	const char *never; /* the model never counts any, for this reason; or NULL */
	uint8_t unit;      /* BgpmUnitTypes */
	uint8_t channels;  /* of the network: UPC_NW_Vchannels, */
	char direction;    /* and 's'ent, 'r'eceived, 'w'aiting; 0: none */
};

/* False: there is no such event. */
bool bgpm_kind_of(unsigned event, struct bgpm_kind *kind);
bool bgpm_is_served(const struct bgpm_kind *kind);
/* Like bgpm_kind_of(), for other channels; counters 0: they are not counted apart. */
void bgpm_kind_channels(struct bgpm_kind *kind, unsigned channels);
/* NULL: there is none. */
const char *bgpm_label(unsigned event);

#define BGPM_LINKS 11u /* the last one leads to an I/O node */
#define BGPM_TARGETS 64u /* links, or hardware threads */
#define BGPM_EVENTS_MAX 24u
#define BGPM_SETS_MAX 64u

/* One reading of a thread's counters. */
struct bgpm_core {
	uint64_t cycles;
	int64_t count[BGQEMU_CORE_COUNTS];
	bool own;          /* the caller is the thread */
	unsigned divide_scale, sqrt_scale; /* operations that one counts as */
};

struct bgpm_event {
	unsigned id;
	struct bgpm_kind kind;
	/* Counted until the last look, and the counters then; by link or hardware thread, else
	 * [0]. */
	uint64_t value[BGPM_TARGETS], seen[BGPM_TARGETS];
	uint64_t user[2];    /* the program's own */
	uint64_t mask;       /* of groups, for events that have one */
	bool operations;     /* it counts operations of floating point, not instructions */
	uint64_t period;     /* of overflow; 0: none */
	uint64_t due;        /* it overflows when it has reached this */
	unsigned group;      /* of a multiplexed set */
};

struct bgpm_mux {
	bool on, normal;
	uint64_t period;     /* cycles; 0: by Bgpm_SwitchMux() */
	unsigned most, groups, active, switches;
	uint64_t cycles[BGPM_EVENTS_MAX]; /* that each group has counted, until the last look, */
	uint64_t seen;       /* and the time base then */
	uint64_t due;        /* the next switch */
};

struct bgpm_set {
	bool used, applied, counts;
	uint8_t unit, mode;
	uint8_t context;
	uint64_t targets;    /* attached: bit i is link i, or hardware thread i */
	uint64_t owner;      /* pthread_self() of the thread that has made it */
	uint64_t user[2];    /* the program's own */
	void (*handler)(int, uint64_t, uint64_t, const ucontext_t *); /* of overflow */
	struct bgpm_mux mux;
	uint64_t watched_from; /* time base when it last began, if an event may overflow */
	unsigned divide_scale, sqrt_scale;
	unsigned events;
	struct bgpm_event *event; /* [BGPM_EVENTS_MAX] */
};

/* The set of that handle, for a call of a thread that has called Bgpm_Init(); NULL with
 * *error set, of a call that has reported it. */
struct bgpm_set *bgpm_set_of(const char *call, unsigned handle, int *error);
struct bgpm_set *bgpm_set_at(unsigned handle); /* of any thread */
unsigned bgpm_handle_of(const struct bgpm_set *s);
/* Returns an event of a set, as bgpm_set_of() does the set. */
struct bgpm_event *bgpm_event_of(const char *call, unsigned handle, unsigned index, int *error);
int bgpm_mode(void); /* of Bgpm_Init() */
void bgpm_stop(struct bgpm_set *s);

/* bgpm_core.c: an event of the core, by its number; its value, of what c has found. */
const struct core_event *bgpm_core_event(unsigned event);
uint64_t bgpm_core_value(const struct bgpm_event *e, const struct bgpm_core *c);
void bgpm_core_look(const struct bgpm_set *s, uint32_t hwthread, struct bgpm_core *c);
/* An event cannot count more in a cycle. */
unsigned bgpm_event_rate(const struct bgpm_event *e);

/* bgpm_count.c: takes what all events that count now have counted; or only that nothing before
 * is theirs. */
void bgpm_sample(struct bgpm_set *s, bool counted);
void bgpm_reset(struct bgpm_set *s);
/* The sum of these targets. */
uint64_t bgpm_value(const struct bgpm_set *s, const struct bgpm_event *e, uint64_t targets);
bool bgpm_has_targets(const struct bgpm_set *s, const struct bgpm_event *e);

/* bgpm_mux.c: of a set that starts, stops or is looked at; whether the event counts now. */
void bgpm_mux_place(struct bgpm_set *s);
void bgpm_mux_look(struct bgpm_set *s, bool counted);
bool bgpm_mux_counts(const struct bgpm_set *s, const struct bgpm_event *e);
void bgpm_mux_switch(struct bgpm_set *s);
uint64_t bgpm_mux_scale(const struct bgpm_set *s, const struct bgpm_event *e, uint64_t value);

/* bgpm_overflow.c: the set begins to count, or counts no longer; true if it may. */
bool bgpm_watch(struct bgpm_set *s);
void bgpm_watch_end(struct bgpm_set *s);
/* The calling thread counts no longer. */
void bgpm_watch_close(void);

/* An error or a warning of a call: notes it, prints it and ends the program as is wished.
 * Returns code. */
int bgpm_error(const char *call, int code, const char *what);

#endif
