/*
 * train_queue.c - several long collectives that do not wait for one another: one behind
 * the other in a FIFO, of different lengths, for two destinations with a counter each; on
 * two channels and from two FIFOs at once; new ones while the first is on its way; begun
 * by a remote get.
 * Usage: train_queue WAY [bytes of the longest message]; see ways[].
 */
#include "train.h"

#define MESSAGES  5
#define SECOND_GROUP 3 /* injection FIFOs */
#define PAYLOAD_2 4    /* base addresses, of a second destination */
#define COUNTER_2 5

static unsigned char to_2[TRAIN_ROOM] __attribute__((aligned(128)));
static volatile uint64_t counter_2 __attribute__((aligned(64)));
static MUSPI_BaseAddressTableSubGroup_t bat_2;
static uint64_t length[MESSAGES], total[2];

/* Messages go in turn to the one and to the other, each where the one before it ended. */
static uint64_t offset_of(unsigned m)
{
	uint64_t at = 0;

	for (unsigned k = m % 2; k < m; k += 2)
		at += length[k];
	return at;
}

static void init(void)
{
	uint32_t ids[2] = { PAYLOAD_2, COUNTER_2 };

	length[0] = bytes / 2 + 8;
	length[1] = bytes / 4 + 1032;
	length[2] = bytes / 4 - 512;
	length[3] = bytes / 3 / 8 * 8;
	length[4] = bytes / 5 / 8 * 8 - 32;
	for (unsigned m = 0; m < MESSAGES; m++)
		total[m % 2] += length[m];
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat_2, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat_2, PAYLOAD_2, test_physical(to_2)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat_2, COUNTER_2, train_counter_address(&counter_2)) == 0);
}

/* Each takes its part of the same numbers. */
static MUHWI_Descriptor_t message(unsigned m, unsigned channel)
{
	MUHWI_Descriptor_t d = coll_put(from + offset_of(m), offset_of(m), length[m], ADD, 0,
					channel | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);

	if (m % 2) {
		MUSPI_SetRecPayloadBaseAddressInfo(&d, PAYLOAD_2, offset_of(m));
		MUSPI_SetRecCounterBaseAddressInfo(&d, COUNTER_2, 0);
	}
	return d;
}

static void ready(void)
{
	CHECK(total[0] <= TRAIN_ROOM && total[1] <= TRAIN_ROOM);
	train_fill(from, total[0] > total[1] ? total[0] : total[1]);
	memset(to, GUARD, sizeof to);
	memset(to_2, GUARD, sizeof to_2);
	coll_counter = total[0];
	counter_2 = total[1];
	test_barrier();
	note(now());
}

/* Half of the nodes look at the one first, the others at the other. */
static void done(const char *what)
{
	volatile uint64_t *first = coll_node % 2 ? &coll_counter : &counter_2;
	volatile uint64_t *second = coll_node % 2 ? &counter_2 : &coll_counter;

	until(first, length[3] / 2);
	note(now());
	note(*second);
	until(first, 0);
	note(now());
	note(*second);
	until(second, 0);
	note(now());
	train_check(to, total[0]);
	train_check(to_2, total[1]);
	CHECK(train_untouched(to + total[0], to + sizeof to));
	CHECK(train_untouched(to_2 + total[1], to_2 + sizeof to_2));
	train_print(what, coll_node % 4 < 2 ? to : to_2, total[coll_node % 4 >= 2]);
	test_barrier();
}

static void one_fifo(void)
{
	init();
	ready();
	for (unsigned m = 0; m < MESSAGES; m++)
		coll_inject(message(m, SUB));
	done("one FIFO");
}

static void channels(void)
{
	init();
	ready();
	for (unsigned m = 0; m < MESSAGES; m++)
		coll_inject(message(m, m % 2 ? WORLD : SUB));
	done("channels in turn");
}

/* Both FIFOs are active at a time, so their packets go in turn. */
static void two_fifos(void)
{
	static char memory[COLL_INJ_BYTES] __attribute__((aligned(64)));
	static MUSPI_InjFifoSubGroup_t second;

	coll_fifo(&second, SECOND_GROUP, 0, memory);
	init();
	ready();
	for (unsigned m = 0; m < MESSAGES; m++) {
		MUHWI_Descriptor_t d = message(m, m % 2 ? WORLD : SUB);

		if (m % 2)
			CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &second), &d) !=
			      (uint64_t)-1);
		else
			coll_inject(d);
	}
	done("two FIFOs");
}

/* The next one when a part of this one has come, each node at another time. */
static void feed(void)
{
	init();
	ready();
	coll_inject(message(0, SUB));
	until(&coll_counter, total[0] - 4096 - coll_node * 512);
	note(now());
	coll_inject(message(1, SUB));
	coll_inject(message(2, SUB));
	until(&counter_2, total[1] - length[1] + coll_node * 16);
	note(now());
	coll_inject(message(3, SUB));
	until(&coll_counter, length[4] + 1); /* before, or never */
	note(now());
	coll_inject(message(4, SUB));
	done("feed");
}

/* One node has all others begin, by a collective remote get. */
static void remote_get(void)
{
	static MUHWI_Descriptor_t kept[2] __attribute__((aligned(64)));
	MUSPI_CollectiveRemoteGetDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, kept, sizeof kept,
		     MUHWI_COLLECTIVE_OP_CODE_OR, 0, WORLD | MUHWI_COLLECTIVE_TYPE_BROADCAST);
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = COLL_RGET_ID;
	CHECK(MUSPI_CreateCollectiveRemoteGetDescriptor(&d, &info) == 0);
	init();
	total[0] = length[0];
	total[1] = length[1];
	kept[0] = message(0, SUB);
	kept[1] = message(1, SUB);
	ready();
	if (coll_node == 5)
		coll_inject(d);
	done("remote get");
}

static const struct train_way ways[] = {
	{ "one_fifo", one_fifo }, { "channels", channels }, { "two_fifos", two_fifos },
	{ "feed", feed }, { "remote_get", remote_get }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
