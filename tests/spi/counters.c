/*
 * counters.c - the performance monitor (bgpm/include/bgpm.h) counts what the program knows
 * that it has sent: on a ring of nodes in dimension A, of at least three, each rank sends
 * messages to the next one, dynamically or deterministically routed, and all-reduces.
 *
 * With an argument, what is refused: "event", "channels", "overflow", "twice", "handle"; or
 * "lenient", the same without an end.
 */
#include "mail.h"

#include <string.h>

#include <bgpm/include/bgpm.h>

#define MESSAGES 20
#define PACKET_CHUNKS 17u /* 512 bytes and the header */
#define LAST_CHUNKS 3u    /* 64 bytes */

static unsigned char payload[3 * 512 + 64] __attribute__((aligned(64)));
static volatile unsigned received;

static int take(void *param, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
	(void)param, (void)header, (void)bytes;
	received++;
	return 0;
}

static void exchange(void)
{
	uint32_t ranks = mail_self.Network_Config.Anodes;
	uint32_t next = (Kernel_GetRank() + 1) % ranks;
	MUSPI_RecFifo_t *rec = MUSPI_IdToRecFifo(0, &mail_rec);

	received = 0;
	test_barrier();
	for (unsigned i = 0; i < MESSAGES; i++) {
		mail_send(next, payload, sizeof payload, 1);
		while (received < 4 * (i + 1))
			MUSPI_RecFifoPoll(rec, 100);
	}
	test_barrier();
}

static uint64_t value(int set, unsigned event)
{
	unsigned i = (unsigned)Bgpm_GetEventIndex((unsigned)set, event, 0);
	uint64_t v;

	CHECK(i < (unsigned)Bgpm_NumEvents((unsigned)set));
	CHECK(Bgpm_ReadEvent((unsigned)set, i, &v) == 0);
	return v;
}

static uint64_t of_link(int set, unsigned event, UPC_NW_LinkMasks links)
{
	unsigned i = (unsigned)Bgpm_GetEventIndex((unsigned)set, event, 0);
	uint64_t v;

	CHECK(Bgpm_NW_ReadLinkEvent((unsigned)set, i, links, &v) == 0);
	return v;
}

static const uint64_t sent = MESSAGES * (3 * PACKET_CHUNKS + LAST_CHUNKS);

static void check_network(int set, unsigned times)
{
	CHECK(value(set, PEVT_NW_USER_PP_SENT) == times * sent);
	CHECK(value(set, PEVT_NW_USER_ESC_PP_SENT) == times * sent);
	CHECK(value(set, PEVT_NW_USER_DYN_PP_SENT) == 0);
	CHECK(value(set, PEVT_NW_SENT) == times * sent);
	CHECK(value(set, PEVT_NW_SYS_PP_SENT) == 0 && value(set, PEVT_NW_COMMWORLD_COL_SENT) == 0);
	CHECK(value(set, PEVT_NW_USER_PP_RECV) == times * 4 * MESSAGES);
	CHECK(value(set, PEVT_NW_SYS_PP_RECV) == 0);
	CHECK(of_link(set, PEVT_NW_USER_PP_SENT, UPC_NW_LINK_A_PLUS) == times * sent);
	CHECK(of_link(set, PEVT_NW_USER_PP_SENT, UPC_NW_LINK_A_MINUS) == 0);
	CHECK(of_link(set, PEVT_NW_USER_PP_RECV, UPC_NW_LINK_A_MINUS) == times * 4 * MESSAGES);
	CHECK(of_link(set, PEVT_NW_USER_PP_RECV, UPC_NW_LINK_A_PLUS) == 0);
	CHECK(of_link(set, PEVT_NW_USER_PP_SENT, UPC_NW_LINK_E) == 0);
}

/* Words of the program's own at the set and its third event; what an event is. */
static void own_words(unsigned set)
{
	char text[8];
	int length = sizeof text;
	uint64_t value = 9;

	CHECK(Bgpm_GetEventUser1(set, 2, &value) == BGPM_EOK && value == 0);
	CHECK(Bgpm_SetEventUser1(set, 2, 5) == BGPM_EOK);
	CHECK(Bgpm_SetEventUser2(set, 2, 6) == BGPM_EOK);
	CHECK(Bgpm_SetEventSetUser1(set, 7) == BGPM_EOK);
	CHECK(Bgpm_GetEventUser1(set, 2, &value) == BGPM_EOK && value == 5);
	CHECK(Bgpm_GetEventUser2(set, 2, &value) == BGPM_EOK && value == 6);
	CHECK(Bgpm_GetEventSetUser1(set, &value) == BGPM_EOK && value == 7);
	CHECK(Bgpm_GetEventSetUser2(set, &value) == BGPM_EOK && value == 0);
	CHECK(Bgpm_GetLongDesc(PEVT_NW_CYCLES, text, &length) == BGPM_EOK);
	CHECK(!strcmp(text, "PEVT_NW") && length == 14);
}

static void network(void)
{
	unsigned list[] = {
		PEVT_NW_USER_PP_SENT, PEVT_NW_USER_DYN_PP_SENT, PEVT_NW_USER_ESC_PP_SENT,
		PEVT_NW_SENT, PEVT_NW_SYS_PP_SENT, PEVT_NW_COMMWORLD_COL_SENT,
		PEVT_NW_USER_PP_RECV, PEVT_NW_SYS_PP_RECV, PEVT_NW_USER_PP_RECV_FIFO,
		PEVT_NW_CYCLES,
	};
	int set = Bgpm_CreateEventSet();
	uint64_t begin, v;

	CHECK(set >= 0 && Bgpm_AddEventList((unsigned)set, list, sizeof list / sizeof *list) == 0);
	CHECK(Bgpm_GetUnitType((unsigned)set) == BGPMUnitType_NW);
	CHECK(!strcmp(Bgpm_GetEventLabel((unsigned)set, 2), "PEVT_NW_USER_ESC_PP_SENT"));
	CHECK(Bgpm_GetEventIdFromLabel("PEVT_NW_CYCLES") == PEVT_NW_CYCLES);
	own_words((unsigned)set);
	CHECK(Bgpm_GetEventIndex((unsigned)set, PEVT_CYCLES, 0) == 10);
	CHECK(Bgpm_Attach((unsigned)set, UPC_NW_ALL_TORUS_LINKS, 0) == 0);
	CHECK(Bgpm_IsController((unsigned)set) == 1);
	exchange(); /* not counted */
	test_barrier();
	begin = GetTimeBase();
	CHECK(Bgpm_Start((unsigned)set) == 0);
	CHECK(Bgpm_Start((unsigned)set) == BGPM_WALREADY_STARTED);
	exchange();
	check_network(set, 1); /* while it counts */
	exchange();
	CHECK(Bgpm_Stop((unsigned)set) == 0);
	CHECK(Bgpm_Stop((unsigned)set) == BGPM_WALREADY_STOPPED);
	v = value(set, PEVT_NW_CYCLES); /* of 2 ns */
	CHECK(v > 0 && v <= (GetTimeBase() - begin) * 5 / 16 + 1);
	CHECK(value(set, PEVT_NW_USER_PP_RECV_FIFO) <= v * 8 * MESSAGES);
	exchange(); /* not counted */
	check_network(set, 2);
	CHECK(Bgpm_ResetStart((unsigned)set) == 0);
	exchange();
	CHECK(Bgpm_Stop((unsigned)set) == 0);
	check_network(set, 1);
	CHECK(Bgpm_Reset((unsigned)set) == 0);
	check_network(set, 0);
	CHECK(Bgpm_DeleteEventSet((unsigned)set) == 0);
}

static void message_unit(void)
{
	unsigned list[] = { PEVT_MU_PKT_INJ, PEVT_MU_MSG_INJ, PEVT_MU_FIFO_PKT_RCV,
			    PEVT_MU_RGET_PKT_RCV, PEVT_MU_PUT_PKT_RCV };
	int set = Bgpm_CreateEventSet();
	uint64_t v[5];
	unsigned n = 5;

	CHECK(Bgpm_AddEventList((unsigned)set, list, 5) == 0);
	CHECK(Bgpm_Apply((unsigned)set) == 0 && Bgpm_Start((unsigned)set) == 0);
	exchange();
	CHECK(Bgpm_Stop((unsigned)set) == 0);
	CHECK(Bgpm_ReadEventList((unsigned)set, v, &n) == 0 && n == 5);
	CHECK(v[0] == 4 * MESSAGES && v[1] == MESSAGES && v[2] == 4 * MESSAGES);
	CHECK(v[3] == 0 && v[4] == 0);
}

static void core(void)
{
	int set = Bgpm_CreateEventSet();
	Bgpm_Punit_Handles_t h;
	uint64_t v;

	CHECK(Bgpm_AddEvent((unsigned)set, PEVT_CYCLES) == 0);
	CHECK(Bgpm_Apply((unsigned)set) == 0);
	CHECK(Bgpm_Punit_GetHandles((unsigned)set, &h) == 0 && h.numCtrs == 1);
	Bgpm_Punit_Start(h.allCtrMask);
	DelayTimeBase(10000);
	Bgpm_Punit_Stop(h.allCtrMask);
	DelayTimeBase(10000);
	v = Bgpm_Punit_Read(h.hCtr[0]);
	CHECK(v >= 10000 && v < 11000 && v == value(set, PEVT_CYCLES));
}

static int refused(const char *what)
{
	unsigned set = (unsigned)Bgpm_CreateEventSet();

	CHECK(Bgpm_AddEvent(set, PEVT_NW_SENT) == 0);
	if (!strcmp(what, "event"))
		return Bgpm_AddEvent((unsigned)Bgpm_CreateEventSet(),
				     PEVT_L2_REQ_REJECT);
	if (!strcmp(what, "channels"))
		return Bgpm_SetEventVirtChannels(set, 0, UPC_NW_VC_COL_USER_WORLD);
	if (!strcmp(what, "overflow"))
		return Bgpm_SetOverflow(set, 0, 1000);
	if (!strcmp(what, "twice"))
		return Bgpm_Init(BGPM_MODE_SWDISTRIB);
	return Bgpm_Start(1000);
}

static void lenient(void)
{
	CHECK(Bgpm_PrintOnError(0) == 1 && Bgpm_ExitOnError(0) == 1);
	CHECK(refused("event") == BGPM_ENOTIMPL && Bgpm_LastErr() == BGPM_ENOTIMPL);
	CHECK(!strcmp(Bgpm_LastErrStrg(), "PEVT_L2_REQ_REJECT: not modelled"));
	CHECK(refused("channels") == BGPM_ENOTIMPL);
	CHECK(refused("overflow") == BGPM_EUNSUP_OVERFLOW);
	CHECK(refused("twice") == BGPM_EINITED && refused("handle") == BGPM_EINV_SET_HANDLE);
}

int main(int argc, char **argv)
{
	mail_init();
	MUSPI_RegisterRecvFunction(take, NULL, 1);
	CHECK(Bgpm_Init(BGPM_MODE_SWDISTRIB) == 0);
	if (argc > 1 && !strcmp(argv[1], "lenient"))
		lenient();
	else if (argc > 1)
		return refused(argv[1]) ? 3 : 4;
	network();
	message_unit();
	core();
	CHECK(Bgpm_Disable() == 0);
	return 0;
}
