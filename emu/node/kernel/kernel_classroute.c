/* kernel_classroute.c - see kernel_classroute.h. */
#include "kernel_classroute.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coll/coll.h"
#include "net/guard.h"
#include "emu/node/machine/units.h"
#include "emu/show/report/report.h"
#include "kernel.h"

void kernel_check_route(const char *call, int64_t id)
{
	if (id < 0 || id >= COLL_CLASSES)
		kernel_assert_failed(call, "class route id", (unsigned long long)id);
}

bool kernel_route_is_system(unsigned id)
{
	return coll_classroute_is_system(units.coll, id);
}

ClassRoute_t kernel_route_get(enum coll_net net, unsigned id)
{
	return coll_classroute_get(units.coll, net, thread_self->node, id);
}

void kernel_route_set(enum coll_net net, unsigned id, ClassRoute_t r)
{
	if (coll_classroute_set(units.coll, net, thread_self->node, id, r,
				thread_self->clock_ps) != 0)
		abort();
}

int32_t kernel_route_read(const ClassRoute_t *from, ClassRoute_t *to)
{
	call_begin_in_order();
	if (!call_may_access(from, sizeof *to))
		return EFAULT;
	memcpy(to, from, sizeof *to);
	return 0;
}

int32_t kernel_route_query(enum coll_net net, uint32_t *n, uint32_t *ids, size_t bytes)
{
	uint32_t list[COLL_CLASSES], count = 0;

	call_begin_in_order();
	if (!call_may_access(n, sizeof *n) || !call_may_access(ids, bytes))
		return EFAULT;
	for (unsigned id = 0; id < COLL_CLASSES && count < bytes / sizeof *ids; id++)
		if (coll_classroute_is_free(kernel_route_get(net, id)))
			list[count++] = id;
	memcpy(ids, list, count * sizeof *ids);
	memcpy(n, &count, sizeof *n);
	return 0;
}

int kernel_route_wrong(ClassRoute_t r)
{
	if (r.output & (r.output - 1))
		return 1;
	if (r.output & BGQ_CLASS_INPUT_LINK_LOCAL)
		return 2;
	return r.input & r.output & COLL_LINKS ? 3 : 0;
}


int32_t kernel_route_dead(enum coll_net net, unsigned id, ClassRoute_t r)
{
	const struct thread *t = thread_self;
	unsigned link = 0;
	char field[16];

	while (link < NET_LINKS && !(coll_classroute_links(r) & coll_link_bit(link) &&
				     net_link_is_dead(units.net, t->node, link, t->clock_ps)))
		link++;
	if (link == NET_LINKS)
		return 0;
	snprintf(field, sizeof field, "link %s", net_link_name(link));
	report_ras(&(struct mu_ras){
		.node = t->node, .id = id, .field = field, .value = coll_link_bit(link),
		.unit = net == COLL_NET_BARRIER ? "network barrier class"
						: "network collective class",
		.text = "the class route leads over a dead link, and is not set",
		.time_ps = t->clock_ps });
	return ENETUNREACH;
}
