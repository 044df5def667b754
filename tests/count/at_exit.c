/*
 * at_exit.c - linked with other programs of the tests: counts what the hardware threads of the
 * rank execute, and prints it at its end.
 *
 * Never: anything that the program itself sees, but time.
 */
#include <stdio.h>
#include <stdlib.h>

#include <bgpm/include/bgpm.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

static unsigned list[] = { PEVT_INST_ALL, PEVT_INST_XU_LD, PEVT_INST_XU_BRC, PEVT_INST_QFPU_ALL,
			   PEVT_IU_IS1_STALL_CYC, PEVT_IU_IS2_STALL_CYC };
#define EVENTS (sizeof list / sizeof *list)
static unsigned set;

__attribute__((constructor)) static void begin(void)
{
	Bgpm_Init(BGPM_MODE_HWDISTRIB);
	set = (unsigned)Bgpm_CreateEventSet();
	Bgpm_AddEventList(set, list, EVENTS);
	Bgpm_Attach(set, Kernel_ThreadMask(Kernel_MyTcoord()), 0);
	Bgpm_Start(set);
}

__attribute__((destructor)) static void end(void)
{
	Bgpm_Stop(set);
	for (unsigned t = 0; t < 64; t++) {
		uint64_t v[EVENTS];

		if (!(Kernel_ThreadMask(Kernel_MyTcoord()) & UPC_APP_HWTID_MASK(t)))
			continue;
		for (unsigned i = 0; i < EVENTS; i++)
			Bgpm_ReadThreadEvent(set, i, UPC_APP_HWTID_MASK(t), 0, &v[i]);
		if (!v[0])
			continue;
		printf("rank %u thread %u:", Kernel_GetRank(), t);
		for (unsigned i = 0; i < EVENTS; i++)
			printf(" %llu", (unsigned long long)v[i]);
		printf("\n");
	}
}
