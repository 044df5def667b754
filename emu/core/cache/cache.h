/*
 * cache.h - --memory-model: what a program's own loads and stores wait for beyond the L1,
 * by samples.
 *
 * Once in CACHE_SAMPLE_CYCLES of its time a thread is looked at in two rounds of its loop: what
 * the instructions of the loop access, by the registers at its check, and how far each
 * access has moved from one round to the next.  The thread is assumed to have iterated like
 * that since the last sample, and is charged for it.  Which level answers is told by how far
 * an access has been seen to reach (L1) and by a list of what the node's threads have
 * touched last (L2).
 *
 * Never: anything of the host's state in a decision; a sample of a wait that has an effect, since
 * waits may be parked.
 */
#ifndef BGQ_EMU_CACHE_CACHE_H
#define BGQ_EMU_CACHE_CACHE_H

/* Lines of the L2 that the prefetcher of the calling thread's core fetches ahead: of each stream,
 * and of all together; 0: none. */
typedef void cache_prefetch(unsigned *each, unsigned *all);

/* Once, before workers start, if the job asks for it. */
void cache_init(cache_prefetch *prefetch);

#endif
