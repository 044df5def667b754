/*
 * train_puts.c - long direct puts and remote gets from node to node, which go in trains where
 * nothing meets them: between neighbours on all sides, there and back, over several links, one
 * behind the other; and what ends a train: other packets, looks at counters and memory,
 * clocks, barriers, collectives, memory that is written and read by several messages.
 * Usage: train_puts WAY [bytes of a message]; see ways[].  "random" takes a seed for it.
 */
#include <stdbool.h>

#define TRAIN_MAX (4u << 20)
#include "train.h"

#define FACES 10
#define GROUP 4 /* of injection FIFOs: one a direction, another one for gets */
#define ROUNDS 2

static unsigned char *outbox, *inbox;
static volatile uint64_t counter[FACES] __attribute__((aligned(64)));
static char fifo[FACES + 1][COLL_INJ_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj[FACES + 1];
static uint32_t me[5], size[5];
static MUHWI_Descriptor_t d[FACES];

static void fill(void *at, uint64_t length)
{
	for (uint64_t i = 0; i < length / 8; i++)
		((uint64_t *)at)[i] = coll_node * UINT64_C(0x10001) + i * UINT64_C(0x100000003);
}

/* Boxes for so many bytes. */
static void init(uint64_t room)
{
	const uint32_t at[5] = { coll_net.Acoord, coll_net.Bcoord, coll_net.Ccoord,
				 coll_net.Dcoord, coll_net.Ecoord };
	const uint32_t of[5] = { coll_net.Anodes, coll_net.Bnodes, coll_net.Cnodes,
				 coll_net.Dnodes, coll_net.Enodes };
	uint32_t ids[2] = { TRAIN_PUT_TO, TRAIN_PUT_COUNT };

	memcpy(me, at, sizeof me);
	memcpy(size, of, sizeof size);
	CHECK(posix_memalign((void **)&outbox, 128, room) == 0);
	CHECK(posix_memalign((void **)&inbox, 128, room) == 0);
	fill(outbox, room);
	memset(inbox, 0, room);
	for (unsigned f = 0; f <= FACES; f++)
		coll_fifo(&inj[f], GROUP + f, f == FACES, fifo[f]);
	CHECK(Kernel_AllocateBaseAddressTable(0, &train_put_bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_TO, test_physical(inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_COUNT,
				   train_counter_address(counter)) == 0);
}

/* Describes a put by the engine of direction f; the destination is the caller's. */
static MUHWI_Descriptor_t put(unsigned f, const void *at, uint64_t offset, uint64_t length,
			      unsigned count)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t one;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(at);
	info.Base.Message_Length = length;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> f;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = TRAIN_PUT_TO;
	info.DirectPut.Rec_Payload_Offset = offset;
	info.DirectPut.Rec_Counter_Base_Address_Id = TRAIN_PUT_COUNT;
	info.DirectPut.Rec_Counter_Offset = 8 * count;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&one, &info) == 0);
	return one;
}

static void dynamic(MUHWI_Descriptor_t *one)
{
	MUSPI_Pt2PtDescriptorInfoFields_t fields = {
		.Misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING,
		.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC };

	one->PacketHeader.NetworkHeader.pt2pt.Byte2.Byte2 = fields.Misc1;
	one->PacketHeader.NetworkHeader.pt2pt.Byte3.Byte3 = fields.Misc2;
}

static void send(unsigned f, MUHWI_Descriptor_t *one)
{
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj[f]), one) == (uint64_t)-1)
		;
}

static void to_node(MUHWI_Descriptor_t *one, uint32_t node)
{
	train_destination(&one->PacketHeader.NetworkHeader.pt2pt.Destination, node);
}

/* So many links away on side f. */
static uint32_t node_beside(unsigned f, uint32_t links)
{
	uint32_t to[5], n = size[f / 2];

	memcpy(to, me, sizeof to);
	to[f / 2] = (me[f / 2] + (f % 2 ? links : n - links % n)) % n;
	return (((to[0] * size[1] + to[1]) * size[2] + to[2]) * size[3] + to[3]) * size[4] + to[4];
}

static void start(uint64_t count)
{
	counter[0] = count;
	test_barrier();
	note(now());
}

static void wait_for(unsigned count)
{
	while (counter[count] != 0)
		;
	note(now());
}

static void done(const char *what, uint64_t length)
{
	test_barrier();
	note(now());
	train_print(what, inbox, length);
}

/* ---- exchanges */

/* Faces to neighbours, each in a place of its own; counted by one, or each by one of its own. */
static void exchange(unsigned faces, bool counted_apart, bool routed)
{
	init(faces * bytes);
	for (unsigned f = 0; f < faces; f++) {
		unsigned count = counted_apart ? f ^ 1 : 0;

		d[f] = put(f, outbox + f * bytes, (f ^ 1) * bytes, bytes, count);
		to_node(&d[f], node_beside(f, 1));
		if (routed)
			dynamic(&d[f]);
	}
	for (int round = 0; round < ROUNDS; round++) {
		for (unsigned f = 0; f < faces; f++)
			counter[f] = bytes;
		start(counted_apart ? bytes : faces * bytes);
		for (unsigned f = 0; f < faces; f++)
			send(f, &d[f]);
		for (unsigned f = 0; f < (counted_apart ? faces : 1); f++)
			wait_for(f);
	}
	done("exchange", faces * bytes);
}

static void halo(void)
{
	exchange(8, false, false);
}

static void all_faces(void)
{
	exchange(10, false, false);
}

static void apart(void)
{
	exchange(8, true, true);
}

/* ---- one to one */

static bool is_first(void)
{
	return coll_node == 0;
}

static bool is_last(void)
{
	return coll_node == coll_nodes - 1;
}

static void ping_pong(void)
{
	init(bytes);
	d[0] = put(8, outbox, 0, bytes, 0);
	to_node(&d[0], coll_nodes - 1 - coll_node);
	start(bytes);
	for (int round = 0; round < 3 && (is_first() || is_last()); round++) {
		if (is_first())
			send(8, &d[0]);
		wait_for(0);
		counter[0] = bytes;
		if (is_last())
			send(8, &d[0]);
	}
	done("ping-pong", bytes);
}

/* Puts from the first node to both sides over two links. */
static void far(void)
{
	init(2 * bytes);
	for (unsigned f = 0; f < 2; f++) {
		d[f] = put(f, outbox + f * bytes, (f ^ 1) * bytes, bytes, 0);
		to_node(&d[f], node_beside(f, 2));
		dynamic(&d[f]);
	}
	start(bytes * ((node_beside(0, 2) == 0) + (node_beside(1, 2) == 0)));
	for (unsigned f = 0; is_first() && f < 2; f++)
		send(f, &d[f]);
	wait_for(0);
	done("far", 2 * bytes);
}

/* Sets up a put from the first node to the last one. */
static void one_way(uint64_t count)
{
	init(2 * bytes);
	d[0] = put(9, outbox, 0, bytes, 0);
	to_node(&d[0], coll_nodes - 1);
	start(count);
}

static void thresholds(void)
{
	one_way(bytes);
	if (is_first())
		send(9, &d[0]);
	for (uint64_t left = bytes; is_last() && left > bytes / 8; left -= bytes / 8 - 100) {
		until(counter, left);
		note(now());
	}
	if (is_last())
		wait_for(0);
	done("thresholds", bytes);
}

/* A word of the payload, and one where nothing comes. */
static void words(void)
{
	one_way(bytes);
	if (is_first())
		send(9, &d[0]);
	for (uint64_t at = bytes / 2; is_last() && at < bytes; at += bytes / 4) {
		const volatile uint64_t *word = (const volatile uint64_t *)(inbox + at + 8);

		while (*word == 0)
			;
		note(now());
		note(counter[0]);
	}
	done("words", bytes);
}

/* Looks by the clock; a wait with a deadline. */
static void by_clock(void)
{
	one_way(bytes);
	if (is_first())
		send(9, &d[0]);
	for (int i = 0; is_last() && i < 6; i++) {
		delay_cycles(i * 7 * MICROSECOND + 100);
		note(counter[0]);
		note(train_digest(inbox, bytes));
	}
	if (is_last())
		wait_for(0);
	done("by the clock", bytes);
}

/* More than is sent: the last value is not 0; less: 0 is passed. */
static void never_zero(void)
{
	one_way(bytes / 2 + 8);
	if (is_first())
		send(9, &d[0]);
	while (is_last() && (int64_t)counter[0] > 0)
		;
	note(now());
	while (is_last() && counter[0] != (uint64_t)8 - bytes / 2)
		;
	note(now());
	done("never zero", bytes);
}

/* The counter passes 0 in the midst. */
static void through_zero(void)
{
	one_way(bytes / 1024 * 512);
	if (is_first())
		send(9, &d[0]);
	if (is_last())
		wait_for(0);
	while (is_last() && counter[0] != bytes / 1024 * 512 - bytes)
		;
	note(now());
	done("through zero", bytes);
}

/* One behind the other in a FIFO, of all lengths; and from FIFOs that share an engine. */
static void in_turn(unsigned fifos)
{
	uint64_t sum = 0, length = bytes;

	one_way(2 * bytes);
	for (unsigned i = 0; is_first() && sum < 2 * bytes; i++) {
		MUHWI_Descriptor_t one;

		if (length > 2 * bytes - sum)
			length = 2 * bytes - sum;
		one = put(9, outbox + sum, sum, length, 0);
		to_node(&one, coll_nodes - 1);
		send(i % fifos, &one);
		sum += length;
		length = length / 2 + 24;
	}
	if (is_last())
		wait_for(0);
	done("in turn", 2 * bytes);
}

static void one_fifo(void)
{
	in_turn(1);
}

static void two_fifos(void)
{
	in_turn(2);
}

/* ---- memory */

/* Sent on while it comes: what is read must be what is there at that time. */
static void forwarded(void)
{
	one_way(bytes);
	d[1] = put(8, inbox, bytes, bytes, 1);
	to_node(&d[1], 0);
	counter[1] = bytes;
	test_barrier();
	if (is_first())
		send(9, &d[0]);
	if (is_last())
		until(counter, bytes - 2048);
	if (is_last())
		send(8, &d[1]);
	if (is_first())
		wait_for(1);
	if (is_last())
		wait_for(0);
	done("forwarded", 2 * bytes);
}

/* Faces of two neighbours come to places that overlap; the counter of one lies in the other's. */
static void overlapping(void)
{
	init(3 * bytes);
	for (unsigned f = 0; f < 2; f++) {
		d[f] = put(f, outbox + f * bytes, f * (bytes / 2 + 8), bytes, 0);
		to_node(&d[f], node_beside(f, 1));
	}
	start(2 * bytes);
	for (unsigned f = 0; f < 2; f++)
		send(f, &d[f]);
	wait_for(0);
	done("overlapping", 2 * bytes);
}

/* Places and addresses that fit no line, and a length that fits no packet. */
static void off(void)
{
	init(2 * bytes);
	for (unsigned f = 0; f < 2; f++) {
		d[f] = put(f, outbox + 13 + f * bytes, (f ^ 1) * bytes + 75, bytes - 200, 0);
		to_node(&d[f], node_beside(f, 1));
	}
	start(2 * (bytes - 200));
	send(0, &d[0]);
	send(1, &d[1]);
	wait_for(0);
	done("off", 2 * bytes);
}

/* ---- others */

/* Short ones of all other nodes to where the long one comes, one by one, by the clock. */
static void met(void)
{
	one_way(bytes + (coll_nodes - 2) * 2048);
	d[1] = put(0, outbox, bytes + 2048 * coll_node, 2048, 0);
	to_node(&d[1], coll_nodes - 1);
	if (is_first()) {
		send(9, &d[0]);
	} else if (!is_last()) {
		delay_cycles(5 * MICROSECOND + coll_node * 3 * MICROSECOND);
		note(now());
		send(0, &d[1]);
	}
	if (is_last())
		wait_for(0);
	done("met", bytes + 2048 * coll_nodes);
}

/* A barrier of all but two, in the midst; and a collective of all. */
static void beside(bool collective)
{
	one_way(bytes);
	coll_counter = 4096;
	if (is_first())
		send(9, &d[0]);
	if (collective) {
		delay_cycles(4 * MICROSECOND + coll_node * 100);
		coll_inject(train_allreduce(from, 0, 4096));
	}
	if (is_last())
		wait_for(0);
	if (collective)
		coll_wait();
	note(now());
	done("beside", bytes);
}

static void barrier(void)
{
	beside(false);
}

static void collective(void)
{
	beside(true);
}

/* The nodes that have nothing to do with it compute. */
static void computed(void)
{
	volatile uint64_t sum = 0;

	one_way(bytes);
	if (is_first())
		send(9, &d[0]);
	for (uint64_t i = 0; !is_first() && !is_last() && i < 20000; i++)
		sum += i * coll_node;
	if (is_last())
		wait_for(0);
	note(sum);
	done("computed", bytes);
}

/* Each node gets its neighbour's outbox. */
static void get(void)
{
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
	MUHWI_Descriptor_t one;

	init(bytes);
	d[0] = put(3, outbox, 0, bytes, 0);
	to_node(&d[0], coll_node);
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(&d[0]);
	info.Base.Message_Length = sizeof d[0];
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id =
		(GROUP + FACES) * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
	CHECK(MUSPI_CreatePt2PtRemoteGetDescriptor(&one, &info) == 0);
	to_node(&one, node_beside(1, 1));
	start(bytes);
	send(0, &one);
	wait_for(0);
	done("get", bytes);
}

/* ---- at random, by a seed that all nodes know: bytes */

#define MESSAGES 20
#define LONGEST (96u << 10)

static uint64_t seed;

static uint32_t below(uint32_t bound)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)((seed >> 16) % bound);
}

/* Some nodes at a time send to others at times of their own: mostly few, long ones, along
 * lines. */
static void random_round(uint64_t used)
{
	uint32_t messages = 1 + below(below(3) ? 4 : MESSAGES);
	uint64_t gap = below(2) ? below(4) * MICROSECOND : 0;
	uint64_t expect[FACES] = { 0 }, began = now();

	for (uint32_t i = 0; i < messages; i++) {
		uint32_t from_node = below(coll_nodes), f = below(FACES), links = 1 + below(2);
		uint32_t anywhere = below(5) ? UINT32_MAX : below(coll_nodes);
		uint64_t length = 8 * (1 + below((below(4) ? LONGEST : 1024) / 8));
		uint64_t source = below(3) ? 128 * below(8) : below(1000);
		uint32_t other_engine = below(FACES), engine = below(4) ? f : other_engine;
		bool routed = below(3) == 0, apart = below(2);
		uint32_t to[5], node = from_node, at = below(64);
		uint64_t start_at = i * gap + below(300);

		memcpy(to, me, sizeof to);
		for (int k = 4; k >= 0; node /= size[k], k--)
			me[k] = node % size[k];
		node = anywhere < coll_nodes ? anywhere : node_beside(f, links);
		memcpy(me, to, sizeof to);
		if (node == coll_node)
			expect[apart ? f : 0] += length;
		if (from_node != coll_node)
			continue;
		MUHWI_Descriptor_t one = put(engine, outbox + source,
					     used + i * (uint64_t)LONGEST + at, length,
					     apart ? f : 0);
		to_node(&one, node);
		if (routed)
			dynamic(&one);
		while (now() - began < start_at)
			;
		send(f, &one);
	}
	for (unsigned f = 0; f < FACES; f++) {
		uint64_t goal = (uint64_t)0 - expect[f];

		if (f % 2)
			while (counter[f] != goal)
				;
		else
			while ((int64_t)counter[f] > (int64_t)goal)
				;
		note(now());
	}
	test_barrier();
	for (unsigned f = 0; f < FACES; f++)
		counter[f] = 0;
	test_barrier();
}

static void at_random(void)
{
	uint64_t room = (MESSAGES + 1) * (uint64_t)LONGEST;

	seed = bytes * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (int i = 0; i < 8; i++)
		below(2);
	init(room);
	for (unsigned f = 0; f < FACES; f++)
		counter[f] = 0;
	test_barrier();
	for (int round = 0; round < 4; round++)
		random_round(0);
	done("at random", room);
}

static const struct train_way ways[] = {
	{ "halo", halo }, { "all_faces", all_faces }, { "apart", apart }, { "far", far },
	{ "ping_pong", ping_pong }, { "thresholds", thresholds }, { "words", words },
	{ "clock", by_clock }, { "never_zero", never_zero }, { "through_zero", through_zero },
	{ "one_fifo", one_fifo }, { "two_fifos", two_fifos }, { "forwarded", forwarded },
	{ "overlapping", overlapping }, { "off", off }, { "met", met }, { "barrier", barrier },
	{ "collective", collective }, { "computed", computed }, { "get", get },
	{ "random", at_random }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
