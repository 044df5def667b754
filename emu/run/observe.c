/* observe.c - see observe.h. */
#include "observe.h"

#include <stdio.h>

#include "emu/cli/file_write.h"
#include "emu/machine/machine.h"
#include "emu/measure/measure.h"
#include "emu/page/page.h"

#define STATUS_NOT_WRITTEN 1

bool observe_wanted(void)
{
	return machine.opt.reports != 0;
}

int observe_open(void)
{
	for (unsigned i = 0; i < machine.opt.reports; i++) {
		int rc = page_open(machine.opt.report[i]);

		if (rc == 0)
			continue;
		fprintf(stderr, "bgq-run: --report %s: %s\n", machine.opt.report[i],
			file_write_error(-rc));
		return 2;
	}
	return -1;
}

int observe_start(unsigned workers)
{
	return observe_wanted() ? measure_start(workers) : 0;
}

int observe_end(void)
{
	int rc = observe_wanted() ? page_write() : 0;

	if (rc == 0)
		return 0;
	fprintf(stderr, "bgq-run: --report: %s\n", file_write_error(-rc));
	return STATUS_NOT_WRITTEN;
}

void observe_waited(void *ctx, const struct thread *t)
{
	(void)ctx;
	measure_waited(t);
}

void observe_message(void *ctx, uint32_t node, const struct mu_sent *m, ps_t now_ps)
{
	(void)ctx, (void)now_ps;
	measure_message(node, m);
}

static void received(void *ctx, uint32_t node, const struct net_packet *p, ps_t injected_ps,
		     ps_t now_ps)
{
	(void)ctx;
	measure_received(node, p, now_ps - injected_ps);
}

const struct net_watch observe_net = { .received = received };
