/*
 * counted.h - a hook at each event and each thread that goes on, for the variant of bgq-run
 * that bench-layers builds (bench/layers/count.c).  In all other builds it is nothing.
 */
#ifndef BGQ_EMU_COUNTED_H
#define BGQ_EMU_COUNTED_H

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

#endif
