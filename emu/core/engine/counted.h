/*
 * counted.h - hooks at each event and each resumed thread, for the variant of bgq-run that
 * bench-layers builds (bench/layers/count.c) and for --workers-report (chain.h).  Empty where
 * neither is in use.
 */
#ifndef BGQ_EMU_COUNTED_H
#define BGQ_EMU_COUNTED_H

#include "chain.h"
#include "net/base/event.h"

#ifdef BGQEMU_LAYERS
/* entry is about to be carried out. */
void layers_event(const struct event_entry *entry);
#else
static inline void layers_event(const struct event_entry *entry)
{
	(void)entry;
}
#endif

static inline void event_begins(struct chain *chain, const struct event_entry *entry)
{
	if (chain)
		chain_turn(chain, entry_node(entry), entry->time_ps);
	layers_event(entry);
}

#endif
