/*
 * train_breaks.c - what breaks off a long allreduce in its midst: base addresses that
 * change, FIFOs that are switched off for a while, ranks that print or end, messages that
 * do not fit together, results for which there is no memory.
 * Usage: train_breaks WAY [bytes]; see ways[].  "short", "unlike" and "wild" end with the
 * emulator's reports.
 */
#include "train.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char elsewhere[TRAIN_ROOM] __attribute__((aligned(128)));

static void start(void)
{
	note(now());
	coll_inject(train_allreduce(from, 0, bytes));
}

/* The rest of the result goes elsewhere, on some nodes. */
static void rebase(void)
{
	uint64_t i = 0;

	train_ready();
	memset(elsewhere, GUARD, sizeof elsewhere);
	start();
	if (coll_node % 3 == 0) {
		until(&coll_counter, bytes / 2 + coll_node * 100);
		train_base(COLL_PAYLOAD, elsewhere);
		note(now());
	}
	coll_wait();
	note(now());
	while (i < bytes / 8 && train_word(to, i) == train_sum(i))
		i++;
	note(i);
	CHECK(coll_node % 3 != 0 ? i == bytes / 8 : i > bytes / 32 && i < bytes / 8);
	CHECK(train_untouched(to + i * 8, to + sizeof to));
	CHECK(train_untouched(elsewhere, elsewhere + i * 8));
	train_check_part(elsewhere, i, coll_node % 3 ? i : bytes / 8);
	train_print("rebase", elsewhere, bytes);
	test_barrier();
}

static void switched(uint32_t on)
{
	uint32_t id = 0;

	CHECK(Kernel_InjFifoActivate(&coll_inj, 1, &id, on) == 0);
	note(now());
}

/* A FIFO that is off sends the descriptors that it has fetched, two at most.  One node
 * after the other sends nothing then for a while. */
static void switched_off(void)
{
	const unsigned parts = 8;

	train_ready();
	for (unsigned k = 0; k < parts; k++)
		coll_inject(train_allreduce(from + k * (bytes / parts), k * (bytes / parts),
					    bytes / parts));
	if (coll_node % 10 == 4) {
		until(&coll_counter, bytes / 8 * (7 - coll_node / 10 % 3 * 2));
		switched(KERNEL_INJ_FIFO_DEACTIVATE);
		delay_cycles(80 * MICROSECOND);
		switched(KERNEL_INJ_FIFO_ACTIVATE);
	}
	coll_wait();
	train_done("off");
}

/* Lines of several nodes, in the order of time. */
static void prints(void)
{
	train_ready();
	start();
	for (unsigned part = 5; part; part--) {
		until(&coll_counter, bytes / 6 * part + coll_node * 64);
		printf("node %u has %llu to come\n", coll_node, (unsigned long long)coll_counter);
	}
	coll_wait();
	train_done("prints");
}

/* A rank that has sent may end; what comes for it comes. */
static void leave(void)
{
	train_ready();
	start();
	if (coll_node % 5 == 2)
		until(&coll_counter, bytes / 2);
	if (coll_node % 5 == 2 || coll_node % 5 == 4) {
		train_print("leave", from, bytes);
		exit(0);
	}
	coll_wait();
	note(now());
	train_check(to, bytes);
	train_print("stay", to, bytes);
}

/* All of them: the machine carries on until nothing is on its way. */
static void leave_all(void)
{
	train_ready();
	start();
	if (coll_node % 2)
		until(&coll_counter, bytes / 4 * 3);
	train_print("leave", from, bytes);
}

/* ---- no end */

/* One node has nothing more to send: all wait for it. */
static void too_short(void)
{
	train_ready();
	if (coll_node == coll_nodes - 2)
		coll_inject(train_allreduce(from, 0, bytes / 2));
	else
		start();
	until(&coll_counter, bytes / 2);
	note(now());
	note(coll_counter);
	train_print("short", to, bytes / 2);
	coll_wait();
}

/* In the midst, one node's next message is for another operation. */
static void unlike(void)
{
	uint8_t other = coll_node == 3 ? MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX : ADD;

	train_ready();
	coll_inject(train_allreduce(from, 0, bytes / 2));
	coll_inject(coll_put(from, bytes / 2, bytes / 2, other, 0,
			     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	until(&coll_counter, bytes / 2);
	note(now());
	until(&coll_counter, 0);
	note(now());
	train_print("unlike", to, bytes / 2);
}

/* On some nodes, half of the result goes behind the end of an object in memory. */
static void wild(void)
{
	unsigned char *result = to;
	int fd;

	train_ready();
	if (coll_node % 7 == 1) {
		fd = shm_open("/wild", O_RDWR | O_CREAT, 0600);
		CHECK(fd >= 0 && ftruncate(fd, (off_t)(bytes / 2)) == 0);
		result = mmap(NULL, bytes / 2, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		CHECK(result != MAP_FAILED);
		train_base(COLL_PAYLOAD, result);
	}
	test_barrier();
	start();
	until(&coll_counter, coll_node % 7 == 1 ? bytes / 2 : 0);
	note(now());
	test_barrier();
	note(coll_counter);
	train_check(result, bytes / 2);
	train_print("wild", to, bytes);
}

static const struct train_way ways[] = {
	{ "rebase", rebase }, { "off", switched_off }, { "prints", prints }, { "leave", leave },
	{ "leave_all", leave_all }, { "short", too_short }, { "unlike", unlike },
	{ "wild", wild }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
