/*
 * conformance_classroute.c - Kernel_* calls on class routes: each result and each error,
 * and the registers that they leave behind.  Barriers over such routes: classroutes.c.
 */
#include "conformance.h"

#include <string.h>

#include <hwi/include/bqc/mu_dcr.h>
#include <hwi/include/bqc/nd_500_dcr.h>
#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>

#define LOCAL   BGQ_CLASS_INPUT_LINK_LOCAL
#define USER    BGQ_CLASS_INPUT_VC_USER
#define SYSTEM  BGQ_CLASS_INPUT_VC_SYSTEM
#define SUBCOMM BGQ_CLASS_INPUT_VC_SUBCOMM

static ClassRoute_t route(unsigned input, unsigned output)
{
	return (ClassRoute_t){ (uint16_t)input, (uint16_t)output };
}

static uint32_t half(uint64_t dcr, uint32_t id)
{
	return (uint32_t)(DCRReadUser(dcr + id / 2) >> (id % 2 ? 0 : 32));
}

static uint32_t gi_register(uint32_t id)
{
	return half(ND_500_DCR(CTRL_GI_CLASS_00_01), id);
}

static uint32_t collective_register(uint32_t id)
{
	return half(ND_500_DCR(CTRL_COLL_CLASS_00_01), id);
}

static uint32_t raw(ClassRoute_t cr)
{
	return (uint32_t)cr.input << 16 | cr.output;
}

/* ---- at the start of a job */

/* A link of the whole machine's tree here; one that it does not have. */
static uint16_t tree_link, other_link;

static void registers_at_start(void)
{
	uint32_t tree = gi_register(0);
	Personality_t p;

	CHECK(tree >> 16 & LOCAL);
	for (uint32_t id = 0; id < BGQ_GI_CLASS_MAX_CLASSROUTES; id++) {
		int used = id == 0 || id > 12;

		CHECK(gi_register(id) == (used ? tree : 0));
		CHECK(collective_register(id) ==
		      (used ? tree | (id ? SYSTEM : SUBCOMM) << 16 : 0));
	}
	CHECK(ND_500_DCR__CTRL_GI_CLASS_00_01__CLASS00_UP_PORT_I_get(
		      DCRReadUser(ND_500_DCR(CTRL_GI_CLASS_00_01))) == tree >> 16);
	CHECK(ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS00_TYPE_get(
		      DCRReadUser(ND_500_DCR(CTRL_COLL_CLASS_00_01))) == 2);
	CHECK(ND_500_DCR__CTRL_COLL_CLASS_00_01__CLASS01_TYPE_get(
		      DCRReadUser(ND_500_DCR(CTRL_COLL_CLASS_14_15))) == 1);
	CHECK(MU_DCR__SYS_BARRIER__VALUE_get(DCRReadUser(MU_DCR(SYS_BARRIER))) == 0x7fff);
	CHECK(DCRReadUser(MU_DCR(BARRIER_INT_EN)) == 0);
	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	CHECK(p.Network_Config.PrimordialClassRoute.GlobIntUpPortInputs == tree >> 16);
	CHECK(p.Network_Config.PrimordialClassRoute.GlobIntUpPortOutputs == (tree & 0xffff));
	CHECK(p.Network_Config.PrimordialClassRoute.CollectiveTypeAndUpPortInputs ==
	      (tree >> 16 | SYSTEM));
	CHECK(p.Network_Config.PrimordialClassRoute.CollectiveUpPortOutputs == (tree & 0xffff));
	for (uint16_t link = BGQ_CLASS_LINK_EP; link <= BGQ_CLASS_LINK_AM; link <<= 1) {
		if ((tree >> 16 | tree) & link)
			tree_link = link;
		else
			other_link = link;
	}
	CHECK(tree_link && other_link);
}

/* ---- which are free */

static void query(int32_t (*call)(uint32_t *, uint32_t *, size_t))
{
	uint32_t n = 77, ids[17];

	memset(ids, 0xee, sizeof ids);
	CHECK(call(&n, ids, sizeof ids) == 0);
	CHECK(n == 12);
	for (uint32_t i = 0; i < n; i++)
		CHECK(ids[i] == i + 1);
	CHECK(ids[12] == 0xeeeeeeeeu);
	memset(ids, 0xee, sizeof ids);
	CHECK(call(&n, ids, 3 * sizeof *ids + 3) == 0); /* as many as fit */
	CHECK(n == 3 && ids[2] == 3 && ids[3] == 0xeeeeeeeeu);
	CHECK(call(&n, ids, 0) == 0 && n == 0);
	CHECK_EFAULT(call(bad, ids, sizeof ids));
	CHECK_EFAULT(call(&n, bad, sizeof ids));
}

/* ---- barriers */

static void gi_allocate(void)
{
	Kernel_GlobalInterruptClassRouteAttributes_t user = { 0 }, system = { 1 };
	uint32_t n, ids[16];

	CHECK(Kernel_AllocateGlobalInterruptClassRoute(3, &system) == EACCES);
	for (int i = 1; i < BAD_POINTERS; i++)
		CHECK(Kernel_AllocateGlobalInterruptClassRoute(3, bad_pointers[i]) == EFAULT);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(0, NULL) == EAGAIN);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(15, &user) == EAGAIN);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(3, &user) == 0);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(3, &user) == EAGAIN);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(12, NULL) == 0);
	CHECK(gi_register(3) == (uint32_t)LOCAL << 16);
	CHECK(gi_register(2) == 0);
	CHECK(DCRReadUser(MU_DCR(SYS_BARRIER)) ==
	      (0x7fffu & ~(1u << (15 - 3)) & ~(1u << (15 - 12))));
	CHECK(Kernel_QueryGlobalInterruptClassRoutes(&n, ids, sizeof ids) == 0);
	CHECK(n == 10 && ids[1] == 2 && ids[2] == 4 && ids[9] == 11);
}

static void gi_set(void)
{
	ClassRoute_t two = route(LOCAL, BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP);
	ClassRoute_t up_local = route(LOCAL, LOCAL);
	ClassRoute_t both = route(LOCAL | BGQ_CLASS_LINK_BP, BGQ_CLASS_LINK_BP);
	ClassRoute_t good = route(SUBCOMM | LOCAL | BGQ_CLASS_LINK_BP | BGQ_CLASS_LINK_IO,
				  BGQ_CLASS_LINK_CM);
	ClassRoute_t passing = route(BGQ_CLASS_LINK_BP, BGQ_CLASS_LINK_CM);
	ClassRoute_t shared = route(LOCAL, BGQ_CLASS_LINK_CM);
	int32_t (*const calls[])(int32_t, ClassRoute_t *) = {
		Kernel_CheckGlobalInterruptClassRoute, Kernel_SetGlobalInterruptClassRoute,
	};

	for (int i = 0; i < 2; i++) {
		CHECK(calls[i](3, &two) == 1);
		CHECK(calls[i](3, &up_local) == 2);
		CHECK(calls[i](3, &both) == 3);
		CHECK_EFAULT(calls[i](3, bad));
		CHECK(gi_register(3) == (uint32_t)LOCAL << 16);
	}
	CHECK(Kernel_CheckGlobalInterruptClassRoute(3, &good) == 0);
	CHECK(gi_register(3) == (uint32_t)LOCAL << 16);
	CHECK(Kernel_SetGlobalInterruptClassRoute(3, &good) == 0);
	CHECK(gi_register(3) == (raw(good) & 0x0fffffffu)); /* no type in it */
	CHECK(Kernel_SetGlobalInterruptClassRoute(3, &passing) == 0);
	CHECK(gi_register(3) == raw(passing)); /* the local bit is not required */
	CHECK(Kernel_CheckGlobalInterruptClassRoute(11, &shared) == 4);
	CHECK(Kernel_CheckGlobalInterruptClassRoute(10, &shared) == 0);
	CHECK(Kernel_SetEmptyGlobalInterruptClassRoute(3) == 0);
	CHECK(gi_register(3) == (uint32_t)LOCAL << 16);
	CHECK(Kernel_CheckGlobalInterruptClassRoute(11, &shared) == 0);
	/* The whole machine's trees have 0 and 13 to 15. */
	for (int32_t id = 5; id <= 8; id++) {
		ClassRoute_t tree = route(LOCAL | tree_link, 0),
			     other = route(LOCAL | other_link, 0);

		CHECK(Kernel_CheckGlobalInterruptClassRoute(id, &tree) == 4);
		CHECK(Kernel_CheckGlobalInterruptClassRoute(id, &other) == 0);
	}
}

/* Class routes of the kernel and the control system are not a user's. */
static void system_classes(void)
{
	ClassRoute_t mine = route(LOCAL, 0);

	for (int32_t id = 14; id <= 15; id++) {
		uint32_t before = gi_register((unsigned)id);

		CHECK(before != 0);
		CHECK(Kernel_DeallocateGlobalInterruptClassRoute(id) == EACCES);
		CHECK(Kernel_SetGlobalInterruptClassRoute(id, &mine) == EACCES);
		CHECK(Kernel_SetEmptyGlobalInterruptClassRoute(id) == EACCES);
		CHECK(gi_register((unsigned)id) == before);
		CHECK(Kernel_DeallocateCollectiveClassRoute((uint32_t)id) == EACCES);
		CHECK(Kernel_SetCollectiveClassRoute((uint32_t)id, &mine) == EACCES);
		CHECK(Kernel_AllocateCollectiveClassRoute((uint32_t)id) == EAGAIN);
	}
}

static void gi_deallocate(void)
{
	CHECK(Kernel_DeallocateGlobalInterruptClassRoute(3) == 0);
	CHECK(Kernel_DeallocateGlobalInterruptClassRoute(12) == 0);
	CHECK(gi_register(3) == 0 && gi_register(12) == 0);
	CHECK(DCRReadUser(MU_DCR(SYS_BARRIER)) == 0x7fff);
	CHECK(Kernel_DeallocateGlobalInterruptClassRoute(3) == 0); /* free: no error */
	query(Kernel_QueryGlobalInterruptClassRoutes);
	/* A register that is set is in use, allocated or not. */
	CHECK(Kernel_SetEmptyGlobalInterruptClassRoute(3) == 0);
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(3, NULL) == EAGAIN);
	CHECK(Kernel_DeallocateGlobalInterruptClassRoute(3) == 0);
}

static void gi_interrupts(void)
{
	CHECK(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_ENABLE) == 0);
	CHECK(Kernel_ConfigureGIInterrupts(15, 2, KERNEL_GI_INTERRUPT_FLAG_ENABLE) == 0);
	CHECK(DCRReadUser(MU_DCR(BARRIER_INT_EN)) == (UINT64_C(1) << 62 | 1));
	CHECK(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_DISABLE) == 0);
	CHECK(Kernel_ConfigureGIInterrupts(15, 2, KERNEL_GI_INTERRUPT_FLAG_DISABLE) == 0);
	CHECK(DCRReadUser(MU_DCR(BARRIER_INT_EN)) == 0);
}

static void gi_job_wide(void)
{
	uint32_t id = 77;

	CHECK(Kernel_GetGlobalBarrierUserClassRouteId(&id) == 0 && id == 0);
	CHECK_EFAULT(Kernel_GetGlobalBarrierUserClassRouteId(bad));
}

/* ---- collectives */

static void collective_allocate(void)
{
	uint32_t n, ids[16];

	CHECK(Kernel_AllocateCollectiveClassRoute(0) == EAGAIN);
	CHECK(Kernel_AllocateCollectiveClassRoute(14) == EAGAIN);
	CHECK(Kernel_AllocateCollectiveClassRoute(12) == 0);
	CHECK(Kernel_AllocateCollectiveClassRoute(12) == EAGAIN);
	CHECK(collective_register(12) == 0x30000000u);
	CHECK(Kernel_QueryCollectiveClassRoutes(&n, ids, sizeof ids) == 0);
	CHECK(n == 11 && ids[10] == 11);
	CHECK(gi_register(12) == 0);
}

static void collective_set(void)
{
	ClassRoute_t two = route(LOCAL, BGQ_CLASS_LINK_DM | BGQ_CLASS_LINK_IO);
	ClassRoute_t up_local = route(0, LOCAL);
	ClassRoute_t no_local = route(BGQ_CLASS_LINK_EM, BGQ_CLASS_LINK_EM);
	ClassRoute_t both = route(LOCAL | BGQ_CLASS_LINK_EM, BGQ_CLASS_LINK_EM);
	ClassRoute_t user = route(USER | LOCAL | tree_link, other_link);
	ClassRoute_t subcomm = route(SUBCOMM | LOCAL | tree_link, other_link);
	ClassRoute_t system = route(SYSTEM | LOCAL, other_link);
	ClassRoute_t apart = route(USER | LOCAL, other_link);

	CHECK(Kernel_SetCollectiveClassRoute(12, &two) == 1);
	CHECK(Kernel_SetCollectiveClassRoute(12, &up_local) == 2);
	CHECK(Kernel_SetCollectiveClassRoute(12, &no_local) == 3);
	CHECK(Kernel_SetCollectiveClassRoute(12, &both) == 4);
	CHECK(Kernel_SetCollectiveClassRoute(12, &user) == 5); /* as 13 to 15 */
	CHECK_EFAULT(Kernel_SetCollectiveClassRoute(12, bad));
	CHECK(collective_register(12) == 0x30000000u);
	CHECK(Kernel_SetCollectiveClassRoute(12, &subcomm) == 0);
	CHECK(collective_register(12) == raw(subcomm));
	CHECK(Kernel_SetCollectiveClassRoute(12, &apart) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(11, &system) == 5);
	CHECK(Kernel_SetCollectiveClassRoute(12, &subcomm) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(11, &system) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(12, &apart) == 5);
	CHECK(collective_register(12) == raw(subcomm));
	CHECK(collective_register(11) == raw(system));
}

static void collective_deallocate(void)
{
	CHECK(Kernel_DeallocateCollectiveClassRoute(12) == 0);
	CHECK(Kernel_DeallocateCollectiveClassRoute(11) == 0);
	CHECK(Kernel_DeallocateCollectiveClassRoute(12) == 0);
	CHECK(collective_register(12) == 0);
	query(Kernel_QueryCollectiveClassRoutes);
}

int main(void)
{
	conformance_init();
	registers_at_start();
	query(Kernel_QueryGlobalInterruptClassRoutes);
	query(Kernel_QueryCollectiveClassRoutes);
	gi_allocate();
	gi_set();
	gi_deallocate();
	system_classes();
	gi_interrupts();
	gi_job_wide();
	collective_allocate();
	collective_set();
	collective_deallocate();
	test_barrier();
	return 0;
}
