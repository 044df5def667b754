/*
 * test_mu_agent.c - the communication agent of a node: a descriptor that comes to its
 * reception FIFO is injected there, one after another; what carries none is refused; its FIFOs
 * are not for programs.  Not here: that a fence comes after the puts before it, which is the
 * network's order (tests/spi/agent_fence.c).
 */
#include <jemalloc/jemalloc.h>

#include "fake_net.h"

#define INJ  PA
#define REC  (PA + 0x20000)
#define DATA (PA + 0x100000)
#define REPLIES 1500u /* more than the agent has room for */

static int setup(void **state)
{
	struct rig *r;

	rig_setup(state);
	r = *state;
	injfifo_open(r, 0, 0, 0, INJ, 64 * 1024);
	recfifo_open(r, 0, 5, REC, 1 << 20);
	return 0;
}

/* Node 0 asks node 1's agent to send a message without payload to node 0's FIFO 5. */
static void ask_by(struct rig *r, uint32_t fifo, uint64_t bytes, uint8_t dispatch)
{
	uint8_t d[64];

	desc_fifo(at(r, 0, DATA), 0, 0, 0, 5);
	desc_fifo(d, 1, DATA, bytes, MU_AGENT_RECFIFO);
	d[32 + 12 + 6] = dispatch;
	inject(r, 0, fifo, d);
}

static void ask(struct rig *r, uint64_t bytes, uint8_t dispatch)
{
	ask_by(r, 0, bytes, dispatch);
}

static void descriptor_is_injected_where_the_agent_is(void **state)
{
	struct rig *r = *state;

	ask(r, 64, 0);
	run(r);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(reg(r, 0, REC_REG(5u, F_TAIL)), REC + 32);
	assert_int_equal(mu_count(r->mu, 1).messages_injected, 1);
}

static void more_than_the_agent_has_room_for_wait(void **state)
{
	struct rig *r = *state;

	injfifo_open(r, 0, 1, 0, INJ + 64 * 1024, 64 * 1024);
	for (unsigned i = 0; i < REPLIES; i++)
		ask_by(r, i % 2, 64, 0);
	run(r);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(r->net.packets_live, 0);
	assert_int_equal(mu_count(r->mu, 1).messages_injected, REPLIES);
	assert_int_equal(reg(r, 0, REC_REG(5u, F_TAIL)), REC + REPLIES * 32);
}

static void packet_without_descriptor_is_refused(void **state)
{
	struct rig *r = *state;

	ask(r, 32, 0);
	run(r);
	assert_ras(r, 1, "communication agent", "Payload");
	assert_int_equal(r->net.packets_live, 0);
}

static void unknown_dispatch_id_is_refused(void **state)
{
	struct rig *r = *state;

	ask(r, 64, 1);
	run(r);
	assert_ras(r, 1, "communication agent", "Payload");
	assert_int_equal(r->net.packets_live, 0);
}

static void bad_descriptor_is_reported_and_later_ones_go(void **state)
{
	struct rig *r = *state;

	ask(r, 64, 0);
	at(r, 0, DATA)[32] = 0xff;
	run(r);
	assert_int_equal(r->ras_count, 1);
	ask(r, 64, 0);
	run(r);
	assert_int_equal(r->ras_count, 1);
	assert_int_equal(reg(r, 0, REC_REG(5u, F_TAIL)), REC + 32);
}

static void its_fifos_are_not_for_programs(void **state)
{
	struct rig *r = *state;
	uint32_t id = 0, attr = 0;

	assert_int_equal(mu_injfifo_free_mask(r->mu, 2, 64), 0xfe);
	assert_int_equal(mu_recfifo_free_mask(r->mu, 2, 64), 0xe);
	assert_int_equal(mu_injfifo_alloc(r->mu, 2, 64, 1, &id, &attr), EAGAIN);
	assert_int_equal(mu_recfifo_alloc(r->mu, 2, 64, 1, &id, &attr), EAGAIN);
}

static uint64_t counted(const char *what)
{
	uint64_t bytes = 0;
	size_t size = sizeof bytes;

	assert_int_equal(mallctl(what, &bytes, &size, NULL, 0), 0);
	return bytes;
}

/* Returns the bytes allocated by this thread, and not freed. */
static uint64_t allocated(void)
{
	return counted("thread.allocated") - counted("thread.deallocated");
}

/* A machine in which an agent has been at work, from its making to its end. */
static void agent_is_made_and_freed(void)
{
	void *state = NULL;

	setup(&state);
	descriptor_is_injected_where_the_agent_is(&state);
	rig_teardown(&state);
}

static void its_memory_is_freed(void **state)
{
	(void)state;
	agent_is_made_and_freed(); /* what libc keeps for itself */
	size_t before = allocated();

	agent_is_made_and_freed();
	assert_int_equal(allocated(), before);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(descriptor_is_injected_where_the_agent_is),
		T(more_than_the_agent_has_room_for_wait),
		T(packet_without_descriptor_is_refused),
		T(unknown_dispatch_id_is_refused),
		T(bad_descriptor_is_reported_and_later_ones_go),
		T(its_fifos_are_not_for_programs),
		cmocka_unit_test(its_memory_is_freed),
	};

	return cmocka_run_group_tests_name("mu agent", tests, NULL, NULL);
}
