/*
 * train_counters.c - what the performance monitor counts of a long allreduce, which is
 * carried out in trains of packets: the same as packet by packet.
 */
#include "train.h"

#include <bgpm/include/bgpm.h>

int main(void)
{
	unsigned network[] = { PEVT_NW_USER_SUBC_COL_SENT, PEVT_NW_RECV, PEVT_NW_SENT },
		 unit[] = { PEVT_MU_PKT_INJ, PEVT_MU_MSG_INJ, PEVT_MU_PUT_PKT_RCV };
	unsigned sets[2];
	uint64_t v;

	coll_init(to);
	bytes = TRAIN_MAX;
	CHECK(Bgpm_Init(BGPM_MODE_SWDISTRIB) == 0);
	sets[0] = (unsigned)Bgpm_CreateEventSet();
	sets[1] = (unsigned)Bgpm_CreateEventSet();
	CHECK(Bgpm_AddEventList(sets[0], network, 3) == 0 && Bgpm_Apply(sets[0]) == 0);
	CHECK(Bgpm_AddEventList(sets[1], unit, 3) == 0 && Bgpm_Apply(sets[1]) == 0);
	train_ready();
	CHECK(Bgpm_Start(sets[0]) == 0 && Bgpm_Start(sets[1]) == 0);
	test_barrier();
	coll_inject(train_allreduce(from, 0, bytes));
	until(&coll_counter, 0);
	test_barrier();
	delay_cycles(10 * MICROSECOND); /* until heads have moved */
	for (unsigned s = 0; s < 2; s++)
		for (unsigned i = 0; i < 3; i++) {
			CHECK(Bgpm_ReadEvent(sets[s], i, &v) == 0);
			note(v);
		}
	CHECK(train_seen[3] == TRAIN_MAX / 512 && train_seen[4] == 1);
	CHECK(train_seen[5] == TRAIN_MAX / 512 && train_seen[0] == train_seen[2]);
	train_done("counters");
	return 0;
}
