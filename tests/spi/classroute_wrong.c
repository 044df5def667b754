/*
 * classroute_wrong.c - barriers that cannot work, on four nodes in a line: what bgq-run
 * says is read by test_bgq_run.sh.  The first argument chooses.
 */
#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/gi.h>

#define CLASS 2
#define LOCAL BGQ_CLASS_INPUT_LINK_LOCAL
#define AM    BGQ_CLASS_LINK_AM
#define AP    BGQ_CLASS_LINK_AP

/* 0 -> 1 -> 2 -> 3 */
static const ClassRoute_t good[4] = { { LOCAL, AP }, { LOCAL | AM, AP }, { LOCAL | AM, AP },
				      { LOCAL | AM, 0 } };

static void set(ClassRoute_t cr)
{
	CHECK(Kernel_AllocateGlobalInterruptClassRoute(CLASS, NULL) == 0);
	CHECK(Kernel_SetGlobalInterruptClassRoute(CLASS, &cr) == 0);
	test_barrier();
	CHECK(MUSPI_GIBarrierInitMU1(CLASS) == 0);
	test_barrier();
	CHECK(MUSPI_GIBarrierInitMU2(CLASS, 100000) == 0);
	test_barrier();
}

static void barrier(void)
{
	MUSPI_GIBarrier_t b;

	CHECK(MUSPI_GIBarrierInit(&b, CLASS) == 0);
	CHECK(MUSPI_GIBarrierEnterAndWait(&b) == 0);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	uint32_t rank = Kernel_GetRank();

	if (!strcmp(way, "system")) { /* drives a class that it does not have */
		if (rank == 3)
			CHECK(MUSPI_GIBarrierInitMU1(CLASS) == 0);
	} else if (!strcmp(way, "missing")) { /* one does not come */
		set(good[rank]);
		barrier();
		if (rank != 3)
			barrier();
	} else if (!strcmp(way, "input")) { /* 1 sends to 0, which 2 does not know */
		static const ClassRoute_t wrong[4] = { { LOCAL | AP, 0 }, { LOCAL, AM },
						       { LOCAL | AM, AP }, { LOCAL | AM, 0 } };

		set(wrong[rank]);
		barrier();
	} else {
		return 9; /* no such way */
	}
	return 0;
}
