/*
 * machines.h - the machines beside Blue Gene/Q whose networks there are descriptions of, and
 * where each figure of all of them is from: what describe.h writes beside it.
 */
#ifndef BGQ_NET_MACHINES_H
#define BGQ_NET_MACHINES_H

#include "describe.h"

const struct net_machine *net_machine_bgl(void); /* Blue Gene/L: US 7,668,970 */
const struct net_machine *net_machine_bgp(void); /* Blue Gene/P: US 7,761,687 */

const struct net_machine *net_machine_snl(void); /* a petaflops mesh: SAND2003-2954 */

extern const struct net_source net_sources_bgq[], net_sources_bgl[], net_sources_bgp[],
	net_sources_snl[];

#endif
