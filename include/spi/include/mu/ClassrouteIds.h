/*
 * mu/ClassrouteIds.h - which ranks use which class route: the part of
 * mu/Classroute_inlines.h, which includes this, that agrees on an id for a
 * rectangle of nodes.
 *
 * Each node keeps a table behind *env (NULL at first; never freed) and all make the
 * same calls in the same order.  A route is shared by all that ask for the same
 * rectangle and virtual channel.  Nothing here talks to the kernel or waits.
 */
#ifndef SPI_MU_CLASSROUTE_IDS_H
#define SPI_MU_CLASSROUTE_IDS_H

#include <stdlib.h>
#include <string.h>

#include <spi/include/mu/Classroute.h>
#include <spi/include/mu/ClassrouteRect.h>

#ifndef __INLINE__
#define __INLINE__ static inline
#endif

/* Set in the result of MUSPI_GetClassrouteIds: the rectangle has a route. */
#define CR_MATCH_RECT_FLAG 0x80000000

/* One use of an id; those of the same id have the same rectangle and channel. */
struct muspi_classroute_use {
	CR_RECT_T rect;
	int vc;
	struct muspi_classroute_use *next;
};

struct muspi_classroute_table {
	struct muspi_classroute_use *use[BGQ_COLL_CLASS_MAX_CLASSROUTES];
	uint32_t others; /* bit i: id i is the system's, or another's */
	int isGI;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Make the table, if there is none, with all ids free; then, if nfree is not 0, give
 * up those that are not used and that are not in free_ids.  Returns 0. */
__INLINE__ uint32_t MUSPI_InitClassrouteIds(uint32_t *free_ids, uint32_t nfree, int isGI,
					    void **env)
{
	struct muspi_classroute_table *table = (struct muspi_classroute_table *)*env;
	uint32_t i;

	if (table == NULL) {
		table = (struct muspi_classroute_table *)calloc(1, sizeof(*table));
		MUSPI_assert(table != NULL);
		table->isGI = isGI;
		*env = table;
	}
	if (free_ids == NULL || nfree == 0)
		return 0;
	for (i = 0; i < BGQ_COLL_CLASS_MAX_CLASSROUTES; i++) {
		if (table->use[i] == NULL)
			table->others |= 1u << i;
	}
	for (i = 0; i < nfree; i++)
		table->others &= ~(1u << free_ids[i]);
	return 0;
}

/* The ids that could serve subcomm, as bits: the one that does already, with
 * CR_MATCH_RECT_FLAG, or all that are free.  The lowest bit that every node of the
 * rectangle has is the id to use. */
__INLINE__ uint32_t MUSPI_GetClassrouteIds(int vc, CR_RECT_T *subcomm, void **env)
{
	struct muspi_classroute_table *table;
	uint32_t i, free_bits = 0;

	MUSPI_InitClassrouteIds(NULL, 0, 0, env);
	table = (struct muspi_classroute_table *)*env;
	for (i = 0; i < BGQ_COLL_CLASS_MAX_CLASSROUTES; i++) {
		struct muspi_classroute_use *use = table->use[i];

		if (use == NULL) {
			if (!(table->others >> i & 1))
				free_bits |= 1u << i;
		} else if (use->vc == vc &&
			   __MUSPI_rect_compare(&use->rect, subcomm) == 0) {
			return CR_MATCH_RECT_FLAG | 1u << i;
		}
	}
	return free_bits;
}

/* Use id for subcomm.  Returns 1 if it is the first use: then the route must be set;
 * 0 if others have set it. */
__INLINE__ int MUSPI_SetClassrouteId(int id, int vc, CR_RECT_T *subcomm, void **env)
{
	struct muspi_classroute_use *use =
		(struct muspi_classroute_use *)malloc(sizeof(*use));
	struct muspi_classroute_table *table;

	MUSPI_assert(use != NULL);
	MUSPI_InitClassrouteIds(NULL, 0, 0, env);
	table = (struct muspi_classroute_table *)*env;
	use->rect = *subcomm;
	use->vc = vc & BGQ_CLASS_INPUT_VC_MASK;
	use->next = table->use[id];
	table->use[id] = use;
	return use->next == NULL;
}

/* End one use of id, which must have been set.  Returns 1 if it was the last: then the
 * route must be cleared; 0 if others go on. */
__INLINE__ int MUSPI_ReleaseClassrouteId(int id, int vc, CR_RECT_T *subcomm, void **env)
{
	struct muspi_classroute_table *table = (struct muspi_classroute_table *)*env;
	struct muspi_classroute_use *use = table->use[id];

	(void)vc;
	(void)subcomm;
	table->use[id] = use->next;
	free(use);
	return table->use[id] == NULL;
}

#ifdef __cplusplus
}
#endif
#endif
