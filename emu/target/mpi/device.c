/*
 * device.c - the message unit as the small MPI uses it: one injection FIFO, one reception FIFO
 * and two base addresses, the last of each of the last subgroup that belongs to the process.
 * All packets for a rank go one way, so that messages keep their order.
 *
 *     eager    data in packets for the reception FIFO
 *     long     ask ->, <- answer with two physical addresses, put -> and count down
 *     cancel   ask ->, forget ->, <- forgotten, or an answer that was on its way
 *
 * Never: anything that waits, but in bgqmpi_device_drain, _combine, _cancel and _end.
 */
#include "bgqmpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define INJ_ID      (BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP - 1)
#define REC_ID      (BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP - 1)
#define BAT_COUNTER (BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP - 1)
#define BAT_PAYLOAD (BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP - 2)

#define SLOTS     64
#define REC_BYTES 65536
#define ROUTES    64 /* a power of two */

enum packet_kind {
	PACKET_DATA = 1, PACKET_ASK, PACKET_ANSWER, PACKET_RESULT, PACKET_END, PACKET_FORGET,
	PACKET_FORGOTTEN
};

/* Payload of PACKET_ASK and PACKET_ANSWER. */
struct ask {
	uint64_t bytes;
	void *request;
};

struct answer {
	void *request;
	uint64_t to, counter; /* physical addresses */
};

/* Payload of PACKET_FORGET and, with the request alone, of PACKET_FORGOTTEN. */
struct forget {
	void *request;
	int world; /* whose it is */
};

/* How packets for a rank go. */
struct route {
	int world; /* -1: none */
	uint16_t subgroup;
	uint64_t fifo_map;
	MUHWI_Destination_t to;
};

static struct {
	char inj[SLOTS * BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES];
	char beside[SLOTS][INLINE_BYTES]; /* payload of the descriptor in that slot */
	char rec[REC_BYTES];
} memory __attribute__((aligned(64)));

static MUSPI_InjFifoSubGroup_t inj_group;
static MUSPI_RecFifoSubGroup_t rec_group;
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUSPI_InjFifo_t *inj;
static MUSPI_RecFifo_t *rec;
static uint64_t beside_pa;

struct bgqmpi_call bgqmpi_call = {
	.rec = &rec_group._recfifos[REC_ID], .inj = &inj_group._injfifos[INJ_ID]
};

static uint8_t subgroup_of[64]; /* by number of the process on its node */
static struct route routes[ROUTES];
static struct queue outgoing, sending;
static struct bgqmpi_request *landing;
/* Result of a collective: bytes still to come, and where they go. */
static uint64_t combined_left;
static char *combined_to;

static uint64_t physical(const volatile void *p)
{
	Kernel_MemoryRegion_t r;

	if (Kernel_CreateMemoryRegion(&r, (void *)p, 1) != 0)
		bgqmpi_fail("MPI", MPI_ERR_BUFFER, "no memory of this rank is at %p", (void *)p);
	return (uint64_t)r.BasePa + ((uint64_t)p - (uint64_t)r.BaseVa);
}

static void must(int rc, unsigned subgroup, const char *what)
{
	if (rc != 0)
		bgqmpi_fail("MPI_Init", MPI_ERR_OTHER, "%s of subgroup %u is in use", what,
			    subgroup);
}

static void fifos_start(unsigned subgroup)
{
	Kernel_InjFifoAttributes_t ia;
	Kernel_RecFifoAttributes_t ra;
	Kernel_MemoryRegion_t r;
	uint32_t id = INJ_ID, bats[2] = { BAT_PAYLOAD, BAT_COUNTER };

	memset(&ia, 0, sizeof ia);
	memset(&ra, 0, sizeof ra);
	must(Kernel_AllocateInjFifos(subgroup, &inj_group, 1, &id, &ia), subgroup,
	     "injection FIFO 7");
	must(Kernel_CreateMemoryRegion(&r, &memory, sizeof memory), subgroup, "memory");
	must(Kernel_InjFifoInit(&inj_group, id, &r, (uint64_t)memory.inj - (uint64_t)r.BaseVa,
				sizeof memory.inj - 1), subgroup, "injection FIFO 7");
	must(Kernel_InjFifoActivate(&inj_group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE), subgroup,
	     "injection FIFO 7");
	must(Kernel_AllocateBaseAddressTable(subgroup, &bat, 2, bats, 0), subgroup,
	     "base address 6 or 7");
	MUSPI_SetBaseAddress(&bat, BAT_PAYLOAD, 0);
	MUSPI_SetBaseAddress(&bat, BAT_COUNTER,
			     MUSPI_GetAtomicAddress(0, MUHWI_ATOMIC_OPCODE_STORE_ADD));
	id = REC_ID;
	must(Kernel_AllocateRecFifos(subgroup, &rec_group, 1, &id, &ra), subgroup,
	     "reception FIFO 3");
	must(Kernel_RecFifoInit(&rec_group, id, &r, (uint64_t)memory.rec - (uint64_t)r.BaseVa,
				sizeof memory.rec - 1), subgroup, "reception FIFO 3");
	Kernel_RecFifoEnable(subgroup / 4, 1u << (15 - (subgroup % 4 * 4 + REC_ID)));
	inj = MUSPI_IdToInjFifo(INJ_ID, &inj_group);
	rec = MUSPI_IdToRecFifo(REC_ID, &rec_group);
	beside_pa = (uint64_t)r.BasePa + ((uint64_t)memory.beside - (uint64_t)r.BaseVa);
}

void bgqmpi_device_start(void)
{
	outgoing.end = &outgoing.first;
	sending.end = &sending.first;
	for (int i = 0; i < ROUTES; i++)
		routes[i].world = -1;
	/* Bit 63 - p of the mask is hardware thread p. */
	for (unsigned t = 0; t < bgqmpi_sizes.at[5]; t++)
		subgroup_of[t] = (uint8_t)(63 - __builtin_ctzll(Kernel_ThreadMask(t)));
	fifos_start(subgroup_of[bgqmpi_here.at[5]]);
}

void bgqmpi_device_drain(void)
{
	while (outgoing.first || !MUSPI_CheckDescComplete(inj, MUSPI_getNumInjected(inj)))
		bgqmpi_progress();
}

void bgqmpi_device_stop(void)
{
	uint32_t id = INJ_ID, bats[2] = { BAT_PAYLOAD, BAT_COUNTER };

	Kernel_InjFifoActivate(&inj_group, 1, &id, KERNEL_INJ_FIFO_DEACTIVATE);
	Kernel_DeallocateInjFifos(&inj_group, 1, &id);
	id = REC_ID;
	Kernel_DeallocateRecFifos(&rec_group, 1, &id);
	Kernel_DeallocateBaseAddressTable(&bat, 2, bats);
}

/* ---- Descriptors. */

/* The network FIFO of the first link on the way, the same for all packets to a node. */
static uint64_t fifo_map_to(const struct place *p)
{
	for (int d = 0; d < 5; d++) {
		unsigned n = bgqmpi_sizes.at[d], up = (p->at[d] + n - bgqmpi_here.at[d]) % n;

		if (up)
			return MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> (2 * d + (2 * up <= n));
	}
	return MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
}

static const struct route *route_to(int world)
{
	struct route *r = &routes[world & (ROUTES - 1)];

	if (r->world != world) {
		struct place p;

		bgqmpi_place_of(world, &p);
		r->world = world;
		r->subgroup = subgroup_of[p.at[5]];
		r->fifo_map = fifo_map_to(&p);
		MUSPI_SetUpDestination(&r->to, p.at[0], p.at[1], p.at[2], p.at[3], p.at[4]);
	}
	return r;
}

/* A descriptor at the FIFO's tail, all but its payload and what is for the other end. */
static MUHWI_Descriptor_t *describe(const struct route *to, uint8_t packet_type)
{
	MUHWI_Descriptor_t *d;
	void *slot;

	if (MUSPI_InjFifoNextDesc(inj, &slot) == (uint64_t)-1)
		return NULL;
	d = slot;
	MUSPI_DescriptorZeroOut(d);
	MUSPI_SetDataPacketType(d, MUHWI_PT2PT_DATA_PACKET_TYPE);
	MUSPI_SetMessageUnitPacketType(d, packet_type);
	MUSPI_SetSize(d);
	MUSPI_SetTorusInjectionFIFOMap(d, to->fifo_map);
	MUSPI_SetDestination(d, to->to);
	MUSPI_SetPt2PtMisc1(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
	MUSPI_SetPt2PtVirtualChannel(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
	return d;
}

/* The 14 bytes of a header that are software's. */
static void label(MUHWI_Descriptor_t *d, enum packet_kind kind, const struct envelope *e)
{
	uint8_t b[14];
	uint16_t context = (uint16_t)e->context;
	uint32_t kind_and_bytes = (uint32_t)kind << 24 | (uint32_t)(e->bytes & 0xffffff);

	memcpy(b, &kind_and_bytes, 4);
	memcpy(b + 4, &e->source, 4);
	memcpy(b + 8, &e->tag, 4);
	memcpy(b + 12, &context, 2);
	MUSPI_SetSoftwareBytes(d, b);
}

static enum packet_kind label_read(const MUHWI_PacketHeader_t *h, struct envelope *e)
{
	const uint8_t *b = h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2;
	uint32_t kind_and_bytes;
	uint16_t context;

	memcpy(&kind_and_bytes, b, 4);
	memcpy(&e->source, b + 4, 4);
	memcpy(&e->tag, b + 8, 4);
	memcpy(&context, b + 12, 2);
	e->context = context;
	e->bytes = kind_and_bytes & 0xffffff;
	return (enum packet_kind)(kind_and_bytes >> 24);
}

/* Copies the payload beside the descriptor. */
static void payload_beside(MUHWI_Descriptor_t *d, const void *from, size_t bytes)
{
	size_t slot = (size_t)((char *)d - memory.inj) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;

	memcpy(memory.beside[slot], from, bytes);
	MUSPI_SetPayload(d, beside_pa + slot * INLINE_BYTES, bytes);
}

/* ---- Steps of requests. */

static void eager(MUHWI_Descriptor_t *d, struct bgqmpi_request *r)
{
	struct envelope e = { r->context, r->comm->rank, r->tag, r->bytes };

	label(d, PACKET_DATA, &e);
	if (r->bytes <= INLINE_BYTES)
		payload_beside(d, r->data, r->bytes);
	else
		MUSPI_SetPayload(d, physical(r->data), r->bytes);
}

static void ask(MUHWI_Descriptor_t *d, struct bgqmpi_request *r)
{
	struct envelope e = { r->context, r->comm->rank, r->tag, 0 };
	struct ask a = { r->bytes, r };

	label(d, PACKET_ASK, &e);
	payload_beside(d, &a, sizeof a);
}

static void answer(MUHWI_Descriptor_t *d, struct bgqmpi_request *r)
{
	struct envelope e = { 0 };
	struct answer a = { r->remote_request, r->bytes ? physical(r->data) : 0,
			    physical(&r->counter) };

	label(d, PACKET_ANSWER, &e);
	payload_beside(d, &a, sizeof a);
}

static void forgotten(MUHWI_Descriptor_t *d, struct bgqmpi_request *r)
{
	struct envelope e = { 0 };
	struct forget f = { r->remote_request, 0 };

	label(d, PACKET_FORGOTTEN, &e);
	payload_beside(d, &f, sizeof f);
}

static void put(MUHWI_Descriptor_t *d, const struct bgqmpi_request *r, unsigned subgroup)
{
	unsigned base = subgroup * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP;

	MUSPI_SetPayload(d, physical(r->data), r->bytes);
	MUSPI_SetRecPayloadBaseAddressInfo(d, (uint16_t)(base + BAT_PAYLOAD), r->remote);
	/* The base has the atomic operation; what is added to it is the plain address. */
	MUSPI_SetRecCounterBaseAddressInfo(d, (uint16_t)(base + BAT_COUNTER),
					   r->remote_counter);
}

/* Where it goes once it is in the FIFO. */
static void injected(struct bgqmpi_request *r)
{
	switch (r->step) {
	case STEP_EAGER:
		if (r->bytes <= INLINE_BYTES) {
			bgqmpi_request_done(r);
			break;
		}
		__attribute__((fallthrough));
	case STEP_PUT:
		r->descriptor = MUSPI_getNumInjected(inj);
		bgqmpi_queue_add(&sending, r);
		break;
	case STEP_ASK:
	case STEP_FORGET:
		break; /* until the answer comes */
	case STEP_FORGOTTEN:
		free(r);
		break;
	case STEP_ANSWER:
		r->next = landing;
		landing = r;
		break;
	}
}

/* False if the FIFO is full. */
static bool inject(struct bgqmpi_request *r)
{
	int peer = r->receive ? r->status.MPI_SOURCE : r->peer;
	const struct route *to = route_to(bgqmpi_comm_world(r->comm, peer));
	MUHWI_Descriptor_t *d = describe(to, r->step == STEP_PUT ? MUHWI_PACKET_TYPE_PUT :
					 MUHWI_PACKET_TYPE_FIFO);

	if (!d)
		return false;
	if (r->step == STEP_PUT) {
		put(d, r, to->subgroup);
	} else {
		MUSPI_SetRecFIFOId(d, (uint16_t)(to->subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP +
						 REC_ID));
		if (r->step == STEP_EAGER)
			eager(d, r);
		else if (r->step == STEP_ASK)
			ask(d, r);
		else if (r->step == STEP_FORGOTTEN)
			forgotten(d, r);
		else
			answer(d, r);
	}
	MUSPI_InjFifoAdvanceDesc(inj);
	injected(r);
	return true;
}

static void inject_all(void)
{
	while (outgoing.first) {
		/* Taken first: injected() may put it into another queue. */
		struct bgqmpi_request *r = bgqmpi_queue_take(&outgoing);

		if (!inject(r)) {
			r->next = outgoing.first;
			if (!outgoing.first)
				outgoing.end = &r->next;
			outgoing.first = r;
			return;
		}
	}
}

void bgqmpi_device_inject(struct bgqmpi_request *r)
{
	if (outgoing.first || !inject(r))
		bgqmpi_queue_add(&outgoing, r);
}

/* Takes a request out of the queue of those to be injected; false: it is not in it. */
static bool outgoing_take(struct bgqmpi_request *r)
{
	for (struct bgqmpi_request **at = &outgoing.first; *at; at = &(*at)->next) {
		if (*at != r)
			continue;
		*at = r->next;
		if (!r->next)
			outgoing.end = at;
		return true;
	}
	return false;
}

void bgqmpi_device_cancel(struct bgqmpi_request *r)
{
	struct envelope e = { r->context, r->comm->rank, r->tag, 0 };
	struct forget f = { r, bgqmpi_world.rank };
	int world = bgqmpi_comm_world(r->comm, r->peer);
	const struct route *to = route_to(world);
	MUHWI_Descriptor_t *d;

	if ((r->step == STEP_EAGER || r->step == STEP_ASK) && outgoing_take(r)) {
		bgqmpi_request_cancelled(r);
		return;
	}
	while (r->step == STEP_ASK && !(d = describe(to, MUHWI_PACKET_TYPE_FIFO))) {
		bgqmpi_progress(); /* which may bring the answer */
		to = route_to(world);
	}
	if (r->step != STEP_ASK)
		return;
	MUSPI_SetRecFIFOId(d, (uint16_t)(to->subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP +
					 REC_ID));
	label(d, PACKET_FORGET, &e);
	payload_beside(d, &f, sizeof f);
	MUSPI_InjFifoAdvanceDesc(inj);
	r->step = STEP_FORGET;
}

void bgqmpi_device_end(int world, int status)
{
	const struct route *to = route_to(world);
	struct envelope e = { .tag = status };
	MUHWI_Descriptor_t *d;

	while (!(d = describe(to, MUHWI_PACKET_TYPE_FIFO))) {
		bgqmpi_progress();
		to = route_to(world);
	}
	MUSPI_SetRecFIFOId(d, (uint16_t)(to->subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP +
					 REC_ID));
	label(d, PACKET_END, &e);
	MUSPI_InjFifoAdvanceDesc(inj);
}

/* ---- Collectives. */

void bgqmpi_device_combine(const void *from, void *to, uint64_t bytes, uint8_t operation,
			   uint8_t word)
{
	struct envelope e = { .bytes = 0 };
	MUHWI_Descriptor_t *d;
	void *slot;

	while (MUSPI_InjFifoNextDesc(inj, &slot) == (uint64_t)-1)
		bgqmpi_progress();
	d = slot;
	MUSPI_DescriptorZeroOut(d);
	MUSPI_SetDataPacketType(d, MUHWI_COLLECTIVE_DATA_PACKET_TYPE);
	MUSPI_SetMessageUnitPacketType(d, MUHWI_PACKET_TYPE_FIFO);
	MUSPI_SetSize(d);
	MUSPI_SetTorusInjectionFIFOMap(d, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER);
	MUSPI_SetOpCode(d, operation);
	MUSPI_SetWordLength(d, word);
	MUSPI_SetClassRoute(d, 0);
	MUSPI_SetCollectiveVirtualChannel(d, MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD);
	MUSPI_SetCollectiveType(d, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
	/* The FIFO is the same on all nodes: that of their first rank. */
	MUSPI_SetRecFIFOId(d, (uint16_t)(subgroup_of[0] * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP +
					 REC_ID));
	label(d, PACKET_RESULT, &e);
	if (bytes <= INLINE_BYTES)
		payload_beside(d, from, bytes);
	else
		MUSPI_SetPayload(d, physical(from), bytes);
	combined_to = to;
	combined_left = bytes;
	MUSPI_InjFifoAdvanceDesc(inj);
	while (combined_left)
		bgqmpi_progress();
}

static void result(const char *payload)
{
	uint64_t n = combined_left < INLINE_BYTES ? combined_left : INLINE_BYTES;

	memcpy(combined_to, payload, n);
	combined_to += n;
	combined_left -= n;
}

/* ---- Progress. */

static void answered(const char *payload)
{
	struct answer a;

	memcpy(&a, payload, sizeof a);
	struct bgqmpi_request *r = a.request;

	r->remote = a.to;
	r->remote_counter = a.counter;
	r->step = STEP_PUT;
	if (r->bytes)
		bgqmpi_device_inject(r);
	else
		bgqmpi_request_done(r);
}

/* No answer if a receive has the message: its own is on its way. */
static void forget(const struct envelope *e, const char *payload)
{
	struct bgqmpi_request *reply;
	struct forget f;

	memcpy(&f, payload, sizeof f);
	if (!bgqmpi_match_forget(e, f.request))
		return;
	reply = bgqmpi_alloc("MPI_Cancel", sizeof *reply);
	*reply = (struct bgqmpi_request){ .receive = true, .step = STEP_FORGOTTEN,
					  .comm = MPI_COMM_WORLD, .remote_request = f.request };
	reply->status.MPI_SOURCE = f.world;
	bgqmpi_device_inject(reply);
}

static void packet(const MUHWI_PacketHeader_t *h)
{
	const char *payload = (const char *)(h + 1);
	struct envelope e;
	struct ask a;
	struct forget f;

	switch (label_read(h, &e)) {
	case PACKET_DATA:
		bgqmpi_match_data(&e, payload);
		break;
	case PACKET_ASK:
		memcpy(&a, payload, sizeof a);
		e.bytes = a.bytes;
		bgqmpi_match_ask(&e, a.request);
		break;
	case PACKET_ANSWER:
		answered(payload);
		break;
	case PACKET_RESULT:
		result(payload);
		break;
	case PACKET_END:
		fflush(NULL);
		_exit(e.tag);
	case PACKET_FORGET:
		forget(&e, payload);
		break;
	case PACKET_FORGOTTEN:
		memcpy(&f, payload, sizeof f);
		bgqmpi_request_cancelled(f.request);
		break;
	}
}

static void packets_take(void)
{
	uint32_t wrap, bytes;

	if (MUSPI_getAvailableBytes(rec, &wrap) == 0)
		return;
	do {
		packet(MUSPI_getNextPacketWrap(rec, &bytes));
		MUSPI_syncRecFifoHwHead(rec);
	} while (rec->_fifo.va_head != rec->_fifo.va_tail);
}

void bgqmpi_progress(void)
{
	packets_take();
	if (outgoing.first)
		inject_all();
	while (sending.first && MUSPI_CheckDescComplete(inj, sending.first->descriptor))
		bgqmpi_request_done(bgqmpi_queue_take(&sending));
	for (struct bgqmpi_request **at = &landing; *at;) {
		struct bgqmpi_request *r = *at;

		if (r->counter == 0) {
			*at = r->next;
			bgqmpi_request_done(r);
		} else {
			at = &r->next;
		}
	}
}
