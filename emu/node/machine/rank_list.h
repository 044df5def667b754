/* rank_list.h - sets of ranks as users write them: "0,4-7", in any order. */
#ifndef BGQ_EMU_RANK_LIST_H
#define BGQ_EMU_RANK_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* Is list of that form?  The empty one is not. */
bool rank_list_ok(const char *list);

/* Are all of them below that?  If not, *beyond is the first that is not, or as large as it
 * can be.  The list must be of that form. */
bool rank_list_below(const char *list, uint32_t ranks, unsigned long *beyond);

/* Is rank in it?  The list must be of that form. */
bool rank_list_has(const char *list, uint32_t rank);

#endif
