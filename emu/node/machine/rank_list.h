/* rank_list.h - sets of ranks as users write them: "0,4-7", in any order. */
#ifndef BGQ_EMU_RANK_LIST_H
#define BGQ_EMU_RANK_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* Whether list is a list of ranks; the empty one is none. */
bool rank_list_ok(const char *list);

/* Whether all ranks of a list are below `ranks`.  If not, *beyond is the first that is not, or as
 * large as it can be. */
bool rank_list_below(const char *list, uint32_t ranks, unsigned long *beyond);

/* Whether rank is in a list. */
bool rank_list_has(const char *list, uint32_t rank);

#endif
