/* train_internal.h - what the files emu/core/train*.c share. */
#ifndef BGQ_EMU_TRAIN_INTERNAL_H
#define BGQ_EMU_TRAIN_INTERNAL_H

#include "emu/core/engine/engine.h"
#include "coll/train.h"
#include "mu/train.h"
#include "net/train.h"
#include "train.h"

#define PAYLOAD NET_PACKET_PAYLOAD_BYTES
/* Periods that are done at a time, node by node. */
#define CHUNK 64

/* A thread that waits in a proven loop of its program, on a node that receives. */
struct train_waiter {
	struct thread *thread;
	bool counts;        /* it reads the counter, */
	bool until_zero;    /* and waits as long as that is not 0 */
};

/* Steps of a node in each period, at so much time after its start. */
struct train_node {
	bool sends, receives;
	uint8_t fetches, accepts, stores, counts; /* seen; 0 or 1 in a train */
	ps_t fetch_ps, accept_ps, store_ps;
	bool store_first;   /* was seen before the fetch: also at the same time */
	struct mu_train_target target; /* of the packet stored next */
	struct mu_train_pace pace;
	int64_t store;      /* its number */
	struct net_train_counts counts_then;
};

struct train_worker {
	struct mu_train_seen *seen; /* steps of its nodes' units between the fingerprints */
	uint32_t seens, seens_room;
	struct train_waiter *waiter;
	uint32_t waiters, waiters_room;
	struct coll_train_sweep sweep;
	struct mu_l2_journal *journal; /* of streams */
	ps_t begun_ps;     /* the last message of a stream */
	int64_t least;     /* period that must not be part of the train */
	bool failed;       /* out of memory: no train */
} __attribute__((aligned(64)));

/* Result of a scan of the machine at one time. */
struct train_scan {
	ps_t now_ps;
	ps_t last_ps;      /* of the last event of a train */
	ps_t other_ps;     /* of the first one that is not */
	uint64_t back_bytes;
	uint64_t hash;
	bool steady;
};

enum train_state { TRAIN_IDLE, TRAIN_WAITS, TRAIN_WATCHES };

struct train {
	struct train_parts p;
	enum train_state state;
	ps_t at_ps;        /* the pause at hand */
	ps_t next_ps;      /* time of the next step, unless idle */
	ps_t period_ps, backoff_ps;
	struct train_scan scan;
	uint64_t before;             /* hash of the first fingerprint */
	struct train_node *node;     /* [nodes] */
	struct train_worker *worker; /* [workers] */
	struct coll_train_place *place;
	uint32_t places, places_room;
	uint8_t *copies;             /* [places] payloads */
	uint32_t copies_room;
	struct coll_train *trees;
	/* Results by tree and number: number & (results - 1). */
	uint8_t *result;
	size_t result_room;
	uint32_t results;
	int64_t most_up, least_down; /* of all trees */
	struct streams *streams;     /* stream.h */
	bool of_streams;             /* what is looked at, or goes */
	unsigned failures;           /* looks in a row */
	bool runs;
	ps_t start_ps;
	uint64_t periods;  /* of the train at hand */
	struct train_stats stats;
};

static inline uint8_t *train_result(const struct train *tr, uint32_t tree, int64_t number)
{
	return tr->result + ((size_t)tree * tr->results +
			     (size_t)((uint64_t)number & (tr->results - 1))) * PAYLOAD;
}

static inline struct train_worker *train_worker_of(struct train *tr, uint32_t node)
{
	return &tr->worker[engine_worker_of(tr->p.engine, node)];
}

/* Grows the array that array points to for one more; false: out of memory. */
bool train_room(void *array, uint32_t count, uint32_t *room, size_t bytes);

/* train_scan.c: the whole machine at at_ps, into scan; places are found. */
void train_scan(struct train *tr, ps_t at_ps, uint64_t back_bytes);
/* For evq_delay: whether the event is delayed by the length of the train. */
bool train_event(void *ctx, const struct event_entry *e);

/* stream_scan.c: the same for streams. */
void stream_scan(struct train *tr, ps_t at_ps, uint64_t back_bytes);
bool stream_event(void *ctx, const struct event_entry *e);

/* train_plan.c: how long the train is and what each node does; false if there is none. */
bool train_plan(struct train *tr);

/* train_wait.c: true if every waiter of node, which receives, keeps waiting until its counter
 * reaches its target.  How long that is, in periods [from, to) of worker w's nodes: least is
 * set if it is shorter. */
bool train_waits(struct train *tr, uint32_t node);
void train_waits_until(struct train *tr, struct train_worker *w, uint64_t from, uint64_t to);

/* train_run.c: all workers. */
void train_run(struct train *tr, unsigned worker);
/* For engine_meet: no period that a worker has found must be part of the train. */
void train_least(void *tr);

/* stream_plan.c: the same for streams. */
bool stream_plan(struct train *tr);
/* stream_run.c: all workers; to the end of the train. */
void stream_run(struct train *tr, unsigned worker);

/* train_finish.c: serial; moves the machine's state to the end of the train.  Returns its
 * periods. */
uint64_t train_finish(struct train *tr);

#endif
