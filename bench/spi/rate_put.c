/* rate_put.c - direct puts of 8 bytes a second: windows of puts to one counter, back
 * and forth between two nodes.  Prints "put_8B rate". */
#include "pair.h"

static struct {
	volatile uint64_t counter, value;
	uint64_t send;
} box __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

static void await_window(void)
{
	while (box.counter != 0)
		;
	box.counter = PAIR_WINDOW * 8;
}

static void send_window(void)
{
	for (int i = 0; i < PAIR_WINDOW; i++)
		pair_inject(&descriptor);
}

static void work(int me)
{
	for (int i = 0; i < PAIR_WINDOWS; i++) {
		if (me)
			await_window();
		send_window();
		if (!me)
			await_window();
	}
}

int main(void)
{
	int me = pair_me();

	put_init(&box.value, &box.counter);
	pair_put(&descriptor, &box.send, 8, 1 - me);
	box.counter = PAIR_WINDOW * 8;
	pair_barrier();
	pair_measure("put_8B", work, me, 2.0 * PAIR_WINDOWS * PAIR_WINDOW);
	return 0;
}
