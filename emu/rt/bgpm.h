/*
 * bgpm.h - what the files of the performance monitor share (bgpm/include/bgpm.h): which
 * counters of the model an event is, and errors.
 */
#ifndef BGQ_EMU_BGPM_INTERNAL_H
#define BGQ_EMU_BGPM_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "include/bgqemu/abi_count.h"

enum { BGPM_TIMEBASE = 31 }; /* beside enum bgqemu_counter, as a bit */

/* An event's number among the counters: their sum. */
struct bgpm_kind {
	uint32_t counters; /* bit i: counter i; 0: not served */
	uint8_t unit;      /* BgpmUnitTypes */
	uint8_t channels;  /* of the network: UPC_NW_Vchannels, */
	char direction;    /* and 's'ent, 'r'eceived, 'w'aiting; 0: none */
};

/* False: there is no such event. */
bool bgpm_kind_of(unsigned event, struct bgpm_kind *kind);
/* The same for other channels; counters 0: they are not counted apart. */
void bgpm_kind_channels(struct bgpm_kind *kind, unsigned channels);
/* NULL: there is none. */
const char *bgpm_label(unsigned event);

#define BGPM_LINKS 10u
#define BGPM_EVENTS_MAX 24u
#define BGPM_SETS_MAX 64u

struct bgpm_event {
	unsigned id;
	struct bgpm_kind kind;
	/* By link; else [0]: counted until the last look, and the counters then. */
	uint64_t value[BGPM_LINKS], seen[BGPM_LINKS];
	uint64_t user[2]; /* the program's own */
};

struct bgpm_set {
	bool used, applied, counts;
	uint8_t unit;
	unsigned links;  /* attached: bit i is link i */
	uint64_t owner;  /* pthread_self() of the thread that has made it */
	uint64_t user[2]; /* the program's own */
	unsigned events;
	struct bgpm_event event[BGPM_EVENTS_MAX];
};

/* The set of that handle, for a call of a thread that has called Bgpm_Init(); NULL with
 * *error set, of a call that has reported it. */
struct bgpm_set *bgpm_set_of(const char *call, unsigned handle, int *error);
/* The same for an event of it. */
struct bgpm_event *bgpm_event_of(const char *call, unsigned handle, unsigned index, int *error);
void bgpm_stop(struct bgpm_set *s);

/* An error or a warning of a call: notes it, prints it and ends the program as is wished.
 * Returns code. */
int bgpm_error(const char *call, int code, const char *what);

#endif
