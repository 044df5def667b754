/*
 * kernel_mu_config.c - Kernel_* calls that set when the message unit raises
 * interrupts (spi/include/kernel/MU.h).  Interrupts go to a kernel, and the calls
 * that would have them handled by a program (kernel/thread.h) are not supported:
 * values set here are kept and read back, and wake no thread.
 */
#include <errno.h>
#include <string.h>

#include "mu/mu.h"
#include "kernel_mu.h"
#include "kernel_node.h"

#define SUBGROUPS_PER_GROUP 4
#define INJ_THRESHOLD_BITS 30
#define REC_THRESHOLD_BITS 31

static uint64_t low_bits(uint64_t v, unsigned n)
{
	return v & ((UINT64_C(1) << n) - 1);
}

static uint32_t inj_bit(uint32_t subgroup, uint32_t id)
{
	return 1u << (31 - (subgroup % SUBGROUPS_PER_GROUP * MU_INJ_PER_SUBGROUP + id));
}

static uint16_t rec_bit(uint32_t subgroup, uint32_t id)
{
	return (uint16_t)(1u << (15 - (subgroup % SUBGROUPS_PER_GROUP * MU_REC_PER_SUBGROUP +
				       id)));
}

static void set16(uint16_t *word, uint16_t bit, int on)
{
	*word = (uint16_t)(on ? *word | bit : *word & ~bit);
}

int32_t Kernel_ConfigureInjFifoInterrupts(MUSPI_InjFifoSubGroup_t *sg, uint32_t n,
					  uint32_t *fifoids,
					  Kernel_InjFifoInterrupts_t *interrupts)
{
	uint32_t subgroup, ids[MU_INJ_PER_SUBGROUP];
	Kernel_InjFifoInterrupts_t on[MU_INJ_PER_SUBGROUP];

	call_begin();
	if (!call_may_access(interrupts, (size_t)n * sizeof *on) ||
	    kernel_get_injfifos(__func__, sg, &subgroup) ||
	    kernel_get_ids(__func__, fifoids, n, MU_INJ_PER_SUBGROUP, ids))
		return EFAULT;
	memcpy(on, interrupts, n * sizeof *on);
	uint32_t *word = &kernel_node_self()->inj_threshold_interrupts[subgroup /
								       SUBGROUPS_PER_GROUP];

	for (uint32_t i = 0; i < n; i++) {
		uint32_t bit = inj_bit(subgroup, ids[i]);

		*word = on[i].Threshold_Crossing ? *word | bit : *word & ~bit;
	}
	return 0;
}

int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg, uint32_t n,
					  uint32_t *fifoids,
					  Kernel_RecFifoInterrupts_t *interrupts)
{
	uint32_t subgroup, ids[MU_REC_PER_SUBGROUP];
	Kernel_RecFifoInterrupts_t on[MU_REC_PER_SUBGROUP];

	call_begin();
	if (!call_may_access(interrupts, (size_t)n * sizeof *on) ||
	    kernel_get_recfifos(__func__, sg, &subgroup) ||
	    kernel_get_ids(__func__, fifoids, n, MU_REC_PER_SUBGROUP, ids))
		return EFAULT;
	memcpy(on, interrupts, n * sizeof *on);
	struct kernel_node *k = kernel_node_self();
	uint32_t group = subgroup / SUBGROUPS_PER_GROUP;

	for (uint32_t i = 0; i < n; i++) {
		uint16_t bit = rec_bit(subgroup, ids[i]);

		set16(&k->rec_threshold_interrupts[group], bit, on[i].Threshold_Crossing);
		set16(&k->rec_packet_interrupts[group], bit, on[i].Packet_Arrival);
	}
	return 0;
}

/* Three registers: groups 0 to 7, 8 to 15, and 16. */
int32_t Kernel_Configure_MU_GEA(uint32_t subgroup, uint64_t flag)
{
	call_begin();
	kernel_check_subgroup(__func__, subgroup);
	uint64_t *word = &kernel_node_self()->gea[subgroup / 32];
	uint64_t bit = UINT64_C(1) << (subgroup < 64 ? 31 - subgroup % 32 : 67 - subgroup);

	*word = flag == KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA ? *word | bit : *word & ~bit;
	return 0;
}

static int optional_word(const uint64_t *p)
{
	return !p || call_may_access(p, sizeof *p);
}

int32_t Kernel_GetInjFifoThresholds(uint64_t *normal, uint64_t *remote_get)
{
	const struct kernel_node *k = kernel_node_find();

	call_begin();
	if (!optional_word(normal) || !optional_word(remote_get))
		return EFAULT;
	if (normal)
		memcpy(normal, &k->inj_threshold, sizeof *normal);
	if (remote_get)
		memcpy(remote_get, &k->rget_threshold, sizeof *remote_get);
	return 0;
}

static void threshold_set(uint64_t *threshold, const uint64_t *from)
{
	uint64_t value;

	if (!from)
		return;
	memcpy(&value, from, sizeof value);
	*threshold = low_bits(value, INJ_THRESHOLD_BITS);
}

int32_t Kernel_ConfigureInjFifoThresholds(uint64_t *normal, uint64_t *remote_get)
{
	call_begin();
	if (!optional_word(normal) || !optional_word(remote_get))
		return EFAULT;
	threshold_set(&kernel_node_self()->inj_threshold, normal);
	threshold_set(&kernel_node_self()->rget_threshold, remote_get);
	return 0;
}

int32_t Kernel_GetRecFifoThreshold(uint64_t *threshold)
{
	const uint64_t *now = &kernel_node_find()->rec_threshold;

	call_begin();
	return kernel_copy_out(threshold, now, sizeof *now) ? 0 : EFAULT;
}

int32_t Kernel_ConfigureRecFifoThreshold(uint64_t threshold)
{
	call_begin();
	kernel_node_self()->rec_threshold = low_bits(threshold, REC_THRESHOLD_BITS);
	return 0;
}

/* ---- Links */

/* The compute node kernel has no such system calls. */
int32_t Kernel_DropPacketsOnLink(uint32_t link, uint32_t user, uint32_t system)
{
	(void)link, (void)user, (void)system;
	call_begin();
	return ENOSYS;
}

int32_t Kernel_EnableSenderAndDropPacketsOnLink(uint32_t link, uint32_t user,
						uint32_t system)
{
	return Kernel_DropPacketsOnLink(link, user, system);
}

/* Tells of links that have failed, which end the job before it can ask; what they have sent again
 * is no failure. */
int32_t Kernel_MU_TermCheck(void)
{
	call_begin();
	return 0;
}
