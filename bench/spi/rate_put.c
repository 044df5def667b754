/* rate_put.c - direct puts of 8 bytes a second: windows of puts to one counter, back
 * and forth between two nodes.  Prints "put rate". */
#include "pair.h"

#define FROM(node) (0x1122334455667788ul + (uint64_t)(node))

static struct {
	volatile uint64_t counter, value;
	uint64_t send;
} box __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

static void await_window(void)
{
	while (box.counter != 0)
		;
	box.counter = pair_window * 8ul;
}

static void send_window(void)
{
	for (unsigned i = 0; i < pair_window; i++)
		pair_inject(&descriptor);
}

static void work(int me)
{
	for (unsigned i = 0; i < pair_windows; i++) {
		if (me)
			await_window();
		send_window();
		if (!me)
			await_window();
	}
}

int main(int argc, char **argv)
{
	int me = pair_me();

	pair_arguments(argc, argv);
	box.send = FROM(me);
	put_init(&box.value, &box.counter);
	pair_put(&descriptor, &box.send, 8, 1 - me);
	box.counter = pair_window * 8ul;
	pair_barrier();
	pair_measure("put", work, me, 2 * pair_windows * pair_window);
	check(box.value != FROM(1 - me), "payload");
	return 0;
}
