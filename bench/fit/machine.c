/*
 * machine.c - net/machine/machine.c with other figures, for make fit and make fit-sensitivity:
 * what the environment's BGQ_FIT names, as "inject=4,arbitration=33", in units of the table below.
 * Linked into a bgq-run of its own in place of the machine description.
 *
 * Never: in a bgq-run that people use.
 */
#define net_machine_bgq machine_as_it_is
#include "net/machine/machine.c"
#undef net_machine_bgq

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct net_machine *net_machine_bgq(void);

/* Places in the description: those of one figure change together. */
struct knob {
	const char *name;
	uint32_t unit; /* of the place, for each of the knob's */
	size_t place, also;
};

#define NOWHERE SIZE_MAX
#define KNOB(name, unit, field) { name, unit, offsetof(struct net_machine, field), NOWHERE }
#define BOTH(name, unit, field, other) \
	{ name, unit, offsetof(struct net_machine, field), offsetof(struct net_machine, other) }

static const struct knob knobs[] = {
	KNOB("wire_board", 250, wire_board_ps),
	KNOB("wire_midplane", 250, wire_midplane_ps),
	KNOB("router", NET_CYCLE_PS, router_ps),
	KNOB("link_gap", NET_CYCLE_PS, link_gap_ps),
	KNOB("token", NET_CYCLE_PS, token_ps),
	BOTH("tail_store", MU_CYCLE_PS, mu_tail_store_ps, gi_control_ps),
	KNOB("desc_fetch", MU_CYCLE_PS, mu_desc_fetch_ps),
	KNOB("payload_fetch", MU_CYCLE_PS, mu_payload_fetch_ps),
	BOTH("arbitration", MU_CYCLE_PS, mu_arbitration_ps, gi_control_ps),
	BOTH("inject", MU_CYCLE_PS, mu_inject_ps, gi_control_ps),
	BOTH("receive", MU_CYCLE_PS, mu_receive_ps, gi_status_ps),
	KNOB("store", MU_CYCLE_PS, mu_store_ps),
	BOTH("fifo_tail", MU_CYCLE_PS, mu_fifo_tail_ps, gi_status_ps),
	KNOB("counter", MU_CYCLE_PS, mu_counter_ps),
	KNOB("l1_refill", MU_CYCLE_PS, l1_refill_ps),
	KNOB("complete", MU_CYCLE_PS, mu_complete_ps),
	KNOB("ddr", 20, ddr_ps_per_line),
	KNOB("coll_up", NET_CYCLE_PS, coll_up_ps),
	KNOB("coll_down", NET_CYCLE_PS, coll_down_ps),
	KNOB("gi_hop", NET_CYCLE_PS, gi_hop_ps),
	KNOB("op_inject", 1, op_cycles[BGQEMU_OP_INJECT]),
	KNOB("op_poll", 1, op_cycles[BGQEMU_OP_POLL]),
	KNOB("op_receive", 1, op_cycles[BGQEMU_OP_RECEIVE]),
	KNOB("op_mmio_load", 1, op_cycles[BGQEMU_OP_MMIO_LOAD]),
	KNOB("op_order", 1, op_cycles[BGQEMU_OP_ORDER]),
	KNOB("op_sync", 1, op_cycles[BGQEMU_OP_SYNC]),
	KNOB("op_mispredict", 1, op_cycles[BGQEMU_OP_MISPREDICT]),
	KNOB("timebase", 1, timebase_cycles),
	KNOB("l2_way", 1, l2_way_cycles),
	KNOB("l2_pass", 1, l2_pass_ps),
	KNOB("l2_line", 1, l2_line_cycles),
	KNOB("l2_crossing", 1, l2_crossing_cycles),
	KNOB("l2_lost", 1, l2_lost_cycles),
	KNOB("l2_replay", 1, l2_replay_cycles),
	KNOB("l2_news", 1, l2_news_cycles),
};

static uint32_t *place_of(struct net_machine *m, size_t at)
{
	return (uint32_t *)((char *)m + at);
}

static const struct knob *knob_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
		if (strlen(knobs[i].name) == length && !memcmp(knobs[i].name, name, length))
			return &knobs[i];
	fprintf(stderr, "BGQ_FIT: no figure is called %.*s\n", (int)length, name);
	exit(2);
}

static void knob_set(struct net_machine *m, const struct knob *k, double value)
{
	uint32_t was = *place_of(m, k->place), is = (uint32_t)(value * k->unit + 0.5);

	*place_of(m, k->place) = is;
	if (k->also != NOWHERE)
		*place_of(m, k->also) += is - was;
}

/* "?": names and values, for the script. */
static void knobs_print(struct net_machine *m)
{
	for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
		printf("%s %g\n", knobs[i].name,
		       (double)*place_of(m, knobs[i].place) / knobs[i].unit);
	exit(0);
}

static void knobs_read(struct net_machine *m, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "=");
		const struct knob *k = knob_find(text, length);
		char *end;

		knob_set(m, k, strtod(text + length + (text[length] == '='), &end));
		text = *end == ',' ? end + 1 : end;
	}
}

const struct net_machine *net_machine_bgq(void)
{
	static struct net_machine m;
	const char *text = getenv("BGQ_FIT");

	if (m.name)
		return &m;
	m = *machine_as_it_is();
	if (text && !strcmp(text, "?"))
		knobs_print(&m);
	if (text)
		knobs_read(&m, text);
	return &m;
}
