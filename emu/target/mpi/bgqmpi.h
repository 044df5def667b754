/*
 * bgqmpi.h - the small MPI for set-up: what its files share.
 *
 * It is compiled by bgq-cc and becomes part of a program, so what it costs is the time of its
 * instructions and of what it asks of the message unit.
 *
 *     coll*.c               barrier.c      comm.c group.c cart.c mpix.c
 *          |                   |              |
 *     request.c  send, receive, wait, test    |       type*.c op.c
 *     persistent.c buffered.c modes.c         |       attribute.c info.c
 *          |                                  |
 *     match.c    which message goes where     |
 *          |                                  |
 *     device.c   FIFOs, descriptors, packets  place.c  where ranks are
 *
 * Never: a wait without bgqmpi_progress() in it; a resource of the machine that device.c does
 * not list, but the file in shared memory of meet.c.
 */
#ifndef BGQ_EMU_MPI_BGQMPI_H
#define BGQ_EMU_MPI_BGQMPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <comm/include/mpi.h>

/* ---- Types and operations (type.c, type_pack.c, op.c). */

enum op_kind {
	OP_USER, OP_MAX, OP_MIN, OP_SUM, OP_PROD, OP_LAND, OP_BAND, OP_LOR, OP_BOR, OP_LXOR,
	OP_BXOR, OP_MINLOC, OP_MAXLOC
};

/* b[i] = a[i] op b[i]; false if the type has no such operation. */
typedef bool op_function(enum op_kind op, const void *a, void *b, size_t n);

struct bgqmpi_op {
	enum op_kind kind;
	MPI_User_function *user;
	/* How another language's function is called; NULL: as one of C. */
	void (*call)(MPI_User_function *user, void *a, void *b, int count, MPI_Datatype type);
	bool commutes; /* says the program; of no effect */
};

/* Bytes side by side, all of one basic type. */
struct type_block {
	ptrdiff_t at;
	size_t bytes;
	const struct bgqmpi_type *basic;
};

/* block[0..blocks) are in the order of the data; an element's successor lies ub - lb further. */
struct bgqmpi_type {
	size_t size, align;
	enum { KIND_OTHER, KIND_SIGNED, KIND_UNSIGNED, KIND_REAL } kind;
	ptrdiff_t lb, ub;
	bool committed, fixed;       /* fixed: never freed */
	bool lb_marked, ub_marked;   /* by MPI_LB, MPI_UB */
	unsigned uses;               /* by its handle and by requests */
	op_function *apply;
	size_t blocks;
	struct type_block *block;
	struct recipe *recipe;       /* NULL: it is there from the start */
	char *name;                  /* by MPI_Type_set_name(); NULL: none */
};

ptrdiff_t bgqmpi_type_extent(const struct bgqmpi_type *t);
/* Where its count elements lie in one piece, if they do; else NULL. */
char *bgqmpi_type_whole(const struct bgqmpi_type *t, int count, const void *buf);
/* Elements to bytes side by side, and back: bytes may end within an element. */
void bgqmpi_pack(const struct bgqmpi_type *t, int count, const void *buf, char *to);
void bgqmpi_unpack(const struct bgqmpi_type *t, const char *from, size_t bytes, void *buf);
/* Copies elements of one type to elements of another, of as many bytes at least. */
void bgqmpi_copy(const void *from, int count, MPI_Datatype type, void *to, int to_count,
		 MPI_Datatype to_type);
void bgqmpi_type_keep(struct bgqmpi_type *t);
void bgqmpi_type_drop(struct bgqmpi_type *t);
/* How a type was made, for MPI_Type_get_contents(): lists of ints, one behind the other, addresses
 * and old types, all copied. */
#define RECIPE_LISTS 8
struct recipe_of {
	struct {
		int n;
		const int *of;
	} list[RECIPE_LISTS];
	int addresses;
	const MPI_Aint *address;
	int types;
	const MPI_Datatype *type;
};

/* Replaces what the constructors noted that it is made of. */
void bgqmpi_recipe(struct bgqmpi_type *t, int combiner, struct recipe_of of);
void bgqmpi_recipe_drop(struct recipe *r);
/* b = a op b, elementwise. */
void bgqmpi_op_apply(const char *call, MPI_Op op, void *a, void *b, int count,
		     MPI_Datatype type);

/* The operation code of the machine's collectives for it (op.c); -1: none. */
int bgqmpi_operation(MPI_Op op, MPI_Datatype type);

/* ---- Communicators and groups (comm.c, group.c). */

struct bgqmpi_comm {
	unsigned context;            /* of messages; collectives: | CONTEXT_COLLECTIVE */
	int rank, size;
	int *world;                  /* ranks in MPI_COMM_WORLD; NULL: the same */
	unsigned uses;               /* by its handle and by requests */
	struct cart *cart;
	struct attribute *attributes; /* of the program, the last one set first */
	char *name;                   /* by MPI_Comm_set_name(); NULL: none */
	MPI_Errhandler handler;       /* of MPI_Comm_call_errhandler() */
};

#define CONTEXTS           2048
#define CONTEXT_COLLECTIVE CONTEXTS
#define CONTEXT_NODE       2 /* of the ranks of a node, for barriers; 0: world, 1: self */

struct cart {
	int dims;
	int *size, *periodic;
};

int bgqmpi_comm_world(const struct bgqmpi_comm *comm, int rank);
void bgqmpi_comm_drop(struct bgqmpi_comm *comm);
void bgqmpi_comm_start(int rank, int size);
MPI_Comm bgqmpi_split(MPI_Comm comm, int color, int key);

struct bgqmpi_group {
	int size, rank; /* of the caller; MPI_UNDEFINED: it is not in it */
	int *world;     /* ranks in MPI_COMM_WORLD */
};

void bgqmpi_group_check(const char *call, MPI_Group group);
/* The group's rank that is that of MPI_COMM_WORLD; MPI_UNDEFINED: none. */
int bgqmpi_group_find(MPI_Group group, int world);
MPI_Group bgqmpi_group_of(const char *call, int n, const int world[]);

/* ---- Attributes of a program's own (keyval.c). */

/* Asks the functions of the attributes of comm, before it is freed. */
void bgqmpi_attributes_delete(MPI_Comm comm);
/* Copies attributes to a new communicator, as their functions say. */
void bgqmpi_attributes_copy(MPI_Comm from, MPI_Comm to);
/* False: there is no such key; else *value and *flag are set. */
bool bgqmpi_attribute_get(MPI_Comm comm, int keyval, void *value, int *flag);

/* ---- Requests (request.c). */

enum request_state {
	REQUEST_IDLE,    /* persistent, not started */
	REQUEST_BUSY,
	REQUEST_DONE
};

/* Step of a request that is to be injected next. */
enum request_step {
	STEP_EAGER, STEP_ASK, STEP_ANSWER, STEP_PUT,
	STEP_FORGET,   /* an ask that is to be forgotten: waits for either answer */
	STEP_FORGOTTEN /* the receiver's to that, in a request of its own */
};

struct bgqmpi_request {
	struct bgqmpi_request *next;     /* in the one queue that it is in */
	bool receive, persistent, freed;
	bool synchronous;                /* asks however short it is */
	bool buffered;                   /* a persistent one of MPI_Bsend_init() */
	enum request_state state;
	enum request_step step;
	void *buf;
	int count;
	MPI_Datatype type;
	int peer, tag;                   /* as the program gave them */
	struct bgqmpi_comm *comm;
	unsigned context;
	char *data, *packed;             /* the message; packed: to be freed */
	uint64_t bytes;                  /* of the message; of the buffer at first if receive */
	uint64_t descriptor;             /* its number: sent when that is complete */
	uint64_t remote, remote_counter; /* physical addresses for the put */
	void *remote_request;
	MPI_Status status;
	volatile uint64_t counter;       /* bytes of the put that are still to come */
};

struct queue {
	struct bgqmpi_request *first, **end;
};

void bgqmpi_queue_add(struct queue *q, struct bgqmpi_request *r);
struct bgqmpi_request *bgqmpi_queue_take(struct queue *q);

/* The message has been sent or received. */
void bgqmpi_request_done(struct bgqmpi_request *r);
/* The program has cancelled the request (modes.c). */
void bgqmpi_request_cancelled(struct bgqmpi_request *r);

/* For collectives: messages that no receive of the program can match. */
struct part {
	const void *buf;
	int count;
	MPI_Datatype type;
	int peer;
};

/* Waits until what MPI_Bsend() copied has been sent (buffered.c). */
void bgqmpi_buffered_finish(void);

void bgqmpi_send(MPI_Comm comm, struct part p);
void bgqmpi_recv(MPI_Comm comm, struct part p);
/* Both at a time. */
void bgqmpi_exchange(MPI_Comm comm, struct part out, struct part in);

/* ---- Matching (match.c). */

struct envelope {
	unsigned context;
	int source, tag;
	uint64_t bytes;
};

void bgqmpi_match_post(struct bgqmpi_request *r);
/* Takes a receive back that no message has matched; false: one has. */
bool bgqmpi_match_cancel(struct bgqmpi_request *r);
/* A message for r is there: its status. */
bool bgqmpi_match_probe(const struct bgqmpi_request *r, MPI_Status *status);
/* A packet of an eager message, and one that asks for a long message. */
void bgqmpi_match_data(const struct envelope *e, const char *payload);
void bgqmpi_match_ask(const struct envelope *e, void *remote_request);
/* Forgets a long message of that sender's request; false: a receive has it. */
bool bgqmpi_match_forget(const struct envelope *e, const void *remote_request);

/* ---- Message unit (device.c, place.c). */

#define EAGER_BYTES  4096 /* what is sent unasked */
#define INLINE_BYTES 512  /* what is copied beside its descriptor: one packet */

void bgqmpi_device_start(void);
/* Waits until all that was sent has left. */
void bgqmpi_device_drain(void);
/* Gives the FIFOs back. */
void bgqmpi_device_stop(void);
/* Does what can be done now: takes packets, injects, notes what is complete. */
void bgqmpi_progress(void);
/* The request's step is to be injected, in the order of these calls. */
void bgqmpi_device_inject(struct bgqmpi_request *r);
/* Asks the peer of a send to forget it, unless it is under way. */
void bgqmpi_device_cancel(struct bgqmpi_request *r);
/* Combines bytes of one rank of each node by class route 0, with an operation and a word length of
 * the machine, and waits for the result. */
void bgqmpi_device_combine(const void *from, void *to, uint64_t bytes, uint8_t operation,
			   uint8_t word);
/* Tells a rank to end with that status. */
void bgqmpi_device_end(int world, int status);

/* Coordinates A to E and T of a rank. */
struct place {
	unsigned at[6];
};

extern struct place bgqmpi_here, bgqmpi_sizes;
void bgqmpi_place_start(int *rank, int *size);
void bgqmpi_place_of(int world, struct place *p);
/* -1: no rank is there. */
int bgqmpi_place_rank(const struct place *p);

/* ---- Errors, and the state of the job (error.c, init.c). */

/* The last call of the program that may wait, from where, and what such waits poll; the request
 * that it waits for, NULL: none is known.  bgq-run reads it to say where a rank waits
 * (emu/show/report/report_mpi.c). */
struct bgqmpi_call {
	const char *name;
	const void *from;
	const void *rec, *inj;
	const struct bgqmpi_request *request;
};

extern struct bgqmpi_call bgqmpi_call;

/* First in each such function. */
#define ENTER(call) (bgqmpi_call.name = (call), bgqmpi_call.request = NULL, \
		     bgqmpi_call.from = __builtin_return_address(0))

/* Where bgq-run finds what is in requests and in messages that no receive has matched
 * (match.c, emu/show/report/mpi_match.c): offsets of fields. */
struct bgqmpi_layout {
	void *const *unexpected;
	uint32_t call_request;
	uint32_t receive, peer, tag, comm, context;
	uint32_t world;
	uint32_t next, message_context, source, message_tag, bytes;
};

extern const struct bgqmpi_layout bgqmpi_layout;

/* Says what is wrong with the call, and ends the job. */
_Noreturn void bgqmpi_fail(const char *call, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Texts of a class of errors and of a code; NULL: there is no such (error.c, error_code.c). */
const char *bgqmpi_class_text(int class);
const char *bgqmpi_error_text(int code);
/* A code of that class, with the call's name and a text of its own. */
int bgqmpi_error_code(int class, const char *call, const char *text);
const int *bgqmpi_last_used_code(void);
/* MPI has been initialized and not finalized. */
void bgqmpi_check_running(const char *call);
void bgqmpi_check_comm(const char *call, MPI_Comm comm);
void bgqmpi_check_type(const char *call, int count, MPI_Datatype type);
void bgqmpi_check_root(const char *call, int root, MPI_Comm comm);
void bgqmpi_check_op(const char *call, int count, MPI_Datatype type, MPI_Op op);
/* Does not return NULL. */
void *bgqmpi_alloc(const char *call, size_t bytes);
/* Room for one more behind the n elements of a list; list: NULL, or from here. */
void *bgqmpi_list_more(const char *call, void *list, int n, size_t each);
_Noreturn void bgqmpi_abort(int status);

/* ---- Error handlers (errhandler.c). */

MPI_Errhandler bgqmpi_handler_new(const char *call, bool of_file, void (*function)(void));
/* The handler is a subroutine of Fortran: objects are numbers for it. */
void bgqmpi_handler_of_fortran(MPI_Errhandler handler);
/* The handle is that of a predefined handler, or of one for files or for communicators. */
bool bgqmpi_handler_is(MPI_Errhandler handler, bool of_file);
/* Calls the program's; object: an MPI_Comm * or MPI_File *. */
void bgqmpi_handler_call(MPI_Errhandler handler, void *object, int code);

/* ---- Collectives of what is checked (coll*.c, barrier.c, meet.c). */

extern struct bgqmpi_comm bgqmpi_node; /* the ranks of this node */
void bgqmpi_barrier_start(void);

/* All ranks of the job can receive (meet.c). */
void bgqmpi_meet(void);
void bgqmpi_barrier(MPI_Comm comm);
void bgqmpi_barrier_by_messages(MPI_Comm comm);
void bgqmpi_bcast(MPI_Comm comm, struct part p);
void bgqmpi_allreduce(MPI_Comm comm, struct part from, void *to, MPI_Op op);
void bgqmpi_allgather(MPI_Comm comm, struct part from, struct part to);
/* Memory for count elements, to be freed, and where they begin in it. */
void *bgqmpi_elements(int count, MPI_Datatype type, char **begin);
/* To rank 0: messages of nothing, from rank to rank as a reduction's. */
void bgqmpi_collect(MPI_Comm comm, struct part p);

#endif
