/* kinds.c - the router for a description; see kind.h.  Compiled once. */
#include "kind.h"

#include <string.h>

static const struct net_router *const kinds[] = {
	&net_router_bgq, &net_3d_router, &net_mesh_router, &net_any_router
};

#define KINDS (sizeof kinds / sizeof *kinds)

const struct net_router *net_router_of(const struct net_machine *m)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!kinds[i]->wrong(m))
			return kinds[i];
	return NULL;
}

const struct net_router *net_router_named(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}
