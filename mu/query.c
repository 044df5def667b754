/* query.c - how FIFOs are set up, as the kernel's registers show it; see mu.h. */
#include "internal.h"

uint32_t mu_injfifo_rget_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++) {
		const struct mu_injfifo *f =
			mu_injfifo_find(mu, node, subgroup * MU_INJ_PER_SUBGROUP + i);

		if (f && f->attr & MU_ATTR_REMOTE_GET)
			mask |= 1u << i;
	}
	return mask;
}

uint32_t mu_recfifo_enabled_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_REC_PER_SUBGROUP; i++) {
		const struct mu_recfifo *f =
			mu_recfifo_find(mu, node, subgroup * MU_REC_PER_SUBGROUP + i);

		if (f && f->enabled)
			mask |= 1u << i;
	}
	return mask;
}
