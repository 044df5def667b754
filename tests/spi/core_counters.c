/*
 * core_counters.c - counters of the core by the performance monitor: what it counts of a
 * computation that the program knows.
 *
 * Usage: core_counters WHAT: "counts" (also prints them), "slope" (cycles and instructions of a
 * computation twice as long, as text), "roundings", "groups", "operations", "overflow",
 * "multiplex", "hardware", "units", "io", "caches", "never", "errors".
 *
 * Never: a number that hangs on how the compiler writes integer code.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <bgpm/include/bgpm.h>
#include <spi/include/kernel/process.h>
#include <spi/include/l2/atomic.h>

#define ROUNDS 1000u

static volatile double a = 1, b = 1.0000001, c, d;
static volatile float narrow;

/* So many multiplications, half as many additions, a tenth as many divisions. */
static __attribute__((noinline)) void compute(unsigned rounds)
{
	NOT_UNROLLED
	for (unsigned i = 0; i < rounds; i++) {
		c = a * b;
		if (i % 2)
			d = a + b;
		if (i % 10 == 0)
			d = a / b;
	}
}

static unsigned set_make(const unsigned *list, unsigned n)
{
	int set = Bgpm_CreateEventSet();

	CHECK(set >= 0 && Bgpm_AddEventList((unsigned)set, (unsigned *)list, n) == 0);
	return (unsigned)set;
}

static uint64_t value(unsigned set, unsigned event)
{
	uint64_t v;

	CHECK(Bgpm_ReadEvent(set, (unsigned)Bgpm_GetEventIndex(set, event, 0), &v) == 0);
	return v;
}

static void count(unsigned set, unsigned rounds)
{
	CHECK(Bgpm_ResetStart(set) == 0);
	compute(rounds);
	CHECK(Bgpm_Stop(set) == 0);
}

static const unsigned plain[] = {
	PEVT_CYCLES, PEVT_INST_ALL, PEVT_INST_XU_ALL, PEVT_INST_QFPU_ALL, PEVT_INST_QFPU_FMUL,
	PEVT_INST_QFPU_FADD, PEVT_INST_QFPU_FDIV, PEVT_INST_QFPU_FPGRP1, PEVT_INST_XU_LD,
	PEVT_INST_XU_FLD, PEVT_INST_XU_FST, PEVT_LSU_COMMIT_AXU_LDS, PEVT_XU_BR_COMMIT,
	PEVT_INST_XU_BRC, PEVT_IU_IS1_STALL_CYC, PEVT_IU_IS2_STALL_CYC, PEVT_AXU_IDLE,
	PEVT_XU_PPC_COMMIT, PEVT_IU_TOT_ISSUE_COUNT, PEVT_IU_AXU_DEP_HIT_CYC,
	PEVT_IU_FXU_DEP_HIT_CYC, PEVT_XU_BR_MISPRED_COMMIT,
};
#define PLAIN (sizeof plain / sizeof *plain)

static void counts(void)
{
	unsigned set = set_make(plain, PLAIN);

	CHECK(Bgpm_Apply(set) == 0 && Bgpm_GetUnitType(set) == BGPMUnitType_PUNIT);
	count(set, ROUNDS);
	CHECK(value(set, PEVT_INST_QFPU_FMUL) == ROUNDS);
	CHECK(value(set, PEVT_INST_QFPU_FADD) == ROUNDS / 2);
	CHECK(value(set, PEVT_INST_QFPU_FDIV) == ROUNDS / 10);
	CHECK(value(set, PEVT_INST_QFPU_FPGRP1) == ROUNDS + ROUNDS / 2 + 8 * ROUNDS / 10);
	CHECK(value(set, PEVT_INST_XU_FST) == ROUNDS + ROUNDS / 2 + ROUNDS / 10);
	CHECK(value(set, PEVT_INST_XU_FLD) == 2 * (ROUNDS + ROUNDS / 2 + ROUNDS / 10));
	CHECK(value(set, PEVT_LSU_COMMIT_AXU_LDS) == value(set, PEVT_INST_XU_FLD));
	CHECK(value(set, PEVT_INST_XU_BRC) >= 2 * ROUNDS);
	CHECK(value(set, PEVT_INST_ALL) ==
	      value(set, PEVT_INST_XU_ALL) + value(set, PEVT_INST_QFPU_ALL));
	CHECK(value(set, PEVT_XU_PPC_COMMIT) == value(set, PEVT_INST_ALL));
	CHECK(value(set, PEVT_IU_TOT_ISSUE_COUNT) == value(set, PEVT_INST_ALL));
	CHECK(value(set, PEVT_IU_IS2_STALL_CYC) == 0); /* it has its core for itself */
	CHECK(value(set, PEVT_IU_IS1_STALL_CYC) ==
	      value(set, PEVT_IU_AXU_DEP_HIT_CYC) + value(set, PEVT_IU_FXU_DEP_HIT_CYC));
	CHECK(value(set, PEVT_AXU_IDLE) ==
	      value(set, PEVT_CYCLES) - value(set, PEVT_INST_QFPU_ALL));
	CHECK(value(set, PEVT_INST_ALL) + value(set, PEVT_IU_IS1_STALL_CYC) <=
	      value(set, PEVT_CYCLES));
	for (unsigned i = 0; i < PLAIN; i++)
		if (plain[i] != PEVT_CYCLES && plain[i] != PEVT_AXU_IDLE)
			printf("%s %lu\n", Bgpm_GetEventLabel(set, i),
			       (unsigned long)value(set, plain[i]));
}

static void slope(void)
{
	unsigned set = set_make(plain, PLAIN);
	uint64_t cycles, instructions, stalls;

	CHECK(Bgpm_Apply(set) == 0);
	count(set, ROUNDS);
	cycles = value(set, PEVT_CYCLES);
	instructions = value(set, PEVT_INST_ALL);
	stalls = value(set, PEVT_IU_IS1_STALL_CYC);
	count(set, 2 * ROUNDS);
	printf("%lu %lu %lu\n", (unsigned long)(value(set, PEVT_CYCLES) - cycles),
	       (unsigned long)(value(set, PEVT_INST_ALL) - instructions),
	       (unsigned long)(value(set, PEVT_IU_IS1_STALL_CYC) - stalls));
}

/* Counts roundings of double to float, which are neither conversions nor moves. */
static void roundings(void)
{
	const unsigned list[] = { PEVT_INST_QFPU_FRND, PEVT_INST_QFPU_QRND,
				  PEVT_INST_QFPU_FCVT, PEVT_INST_QFPU_QCVT };
	unsigned set = set_make(list, sizeof list / sizeof *list);

	CHECK(Bgpm_Apply(set) == 0 && Bgpm_ResetStart(set) == 0);
	NOT_UNROLLED
	for (unsigned i = 0; i < ROUNDS; i++)
		narrow = (float)a;
	CHECK(Bgpm_Stop(set) == 0);
	CHECK(value(set, PEVT_INST_QFPU_FRND) + value(set, PEVT_INST_QFPU_QRND) >= ROUNDS);
	CHECK(value(set, PEVT_INST_QFPU_FCVT) + value(set, PEVT_INST_QFPU_QCVT) == 0);
}

/* Each XU group once, and a mask of several. */
static void groups(void)
{
	const unsigned list[] = { PEVT_INST_XU_GRP_MASK, PEVT_INST_QFPU_GRP_MASK, PEVT_INST_XU_LD,
				  PEVT_INST_XU_FLD, PEVT_INST_XU_ST, PEVT_INST_QFPU_FMUL,
				  PEVT_INST_QFPU_FADD, PEVT_INST_XU_ALL };
	unsigned set = set_make(list, sizeof list / sizeof *list);
	uint64_t mask, sum = 0;

	CHECK(Bgpm_SetXuGrpMask(set, 0, UPC_P_XU_OGRP_LD | UPC_P_XU_OGRP_FLD) == 0);
	CHECK(Bgpm_SetQfpuGrpMask(set, 1, UPC_P_AXU_OGRP_FMUL | UPC_P_AXU_OGRP_FADD) == 0);
	CHECK(Bgpm_GetXuGrpMask(set, 0, &mask) == 0);
	CHECK(mask == (UPC_P_XU_OGRP_LD | UPC_P_XU_OGRP_FLD));
	CHECK(Bgpm_Apply(set) == 0);
	count(set, ROUNDS);
	CHECK(value(set, PEVT_INST_XU_GRP_MASK) ==
	      value(set, PEVT_INST_XU_LD) + value(set, PEVT_INST_XU_FLD));
	CHECK(value(set, PEVT_INST_QFPU_GRP_MASK) == ROUNDS + ROUNDS / 2);
	unsigned all = set_make((unsigned[]){ PEVT_INST_XU_ALL }, 1);

	for (unsigned id = PEVT_INST_XU_FLD; id < PEVT_INST_XU_ALL; id++) {
		Bgpm_PrintOnError(0);
		Bgpm_ExitOnError(0);
		if (Bgpm_AddEvent(all, id) == BGPM_ENOTIMPL)
			CHECK(!strncmp(Bgpm_LastErrStrg(), Bgpm_GetEventIdLabel(id),
				       strlen(Bgpm_GetEventIdLabel(id))));
	}
	CHECK(Bgpm_Apply(all) == 0);
	count(all, ROUNDS);
	for (unsigned i = 1; i < (unsigned)Bgpm_NumEvents(all); i++)
		sum += value(all, (unsigned)Bgpm_GetEventId(all, i));
	CHECK(sum == value(all, PEVT_INST_XU_ALL));
}

static void operations(void)
{
	const unsigned list[] = { PEVT_INST_QFPU_FPGRP1, PEVT_INST_QFPU_FPGRP2,
				  PEVT_INST_QFPU_FPGRP1_INSTR, PEVT_INST_QFPU_FPGRP1_QUAD,
				  PEVT_INST_QFPU_FDIV, PEVT_AXU_FP_EXCEPT };
	unsigned set = set_make(list, sizeof list / sizeof *list);
	unsigned short scale;

	CHECK(Bgpm_GetFpDivScale(set, &scale) == 0 && scale == 8);
	CHECK(Bgpm_SetFpDivScale(set, 1) == 0);
	CHECK(Bgpm_SetQfpuFp(set, 4, 1) == 0);
	CHECK(Bgpm_GetQfpuFp(set, 0, &scale) == 0 && scale == 1);
	CHECK(Bgpm_Apply(set) == 0);
	count(set, ROUNDS);
	CHECK(value(set, PEVT_INST_QFPU_FPGRP1) == ROUNDS + ROUNDS / 2 + ROUNDS / 10);
	CHECK(value(set, PEVT_INST_QFPU_FPGRP2) == ROUNDS + ROUNDS / 2 + ROUNDS / 10);
	CHECK(value(set, PEVT_INST_QFPU_FPGRP1_INSTR) == ROUNDS + ROUNDS / 2 + ROUNDS / 10);
	CHECK(value(set, PEVT_INST_QFPU_FPGRP1_QUAD) == 0);
	CHECK(value(set, PEVT_INST_QFPU_FDIV) == ROUNDS / 10);
	CHECK(value(set, PEVT_AXU_FP_EXCEPT) == 1); /* products are inexact */
}

/* ---- overflow */

static volatile unsigned overflows[3], strange;
static unsigned over;

static void overflown(int set, uint64_t address, uint64_t vector, const ucontext_t *context)
{
	unsigned index[BGPM_MAX_OVERFLOW_EVENTS], n = BGPM_MAX_OVERFLOW_EVENTS;

	CHECK((unsigned)set == over && context != NULL);
	if (address < (uintptr_t)compute || address > (uintptr_t)compute + 4096)
		strange++;
	CHECK(Bgpm_GetOverflowEventIndices(over, vector, index, &n) == 0 && n > 0);
	for (unsigned i = 0; i < n; i++)
		overflows[index[i]]++;
}

static void overflow(void)
{
	const unsigned list[] = { PEVT_INST_QFPU_FMUL, PEVT_CYCLES, PEVT_INST_ALL };
	Bgpm_OverflowHandler_t handler;
	uint64_t period;

	over = set_make(list, 3);
	CHECK(Bgpm_SetOverflow(over, 0, 5000) == 0 && Bgpm_SetOverflow(over, 1, 500000) == 0);
	CHECK(Bgpm_SetOverflowHandler(over, overflown) == 0);
	CHECK(Bgpm_GetOverflow(over, 0, &period, &handler) == 0 && period == 5000);
	CHECK(handler == overflown);
	CHECK(Bgpm_GetOverflow(over, 2, &period, &handler) == 0 && period == 0);
	CHECK(Bgpm_Apply(over) == 0);
	count(over, 100 * ROUNDS);
	uint64_t products = value(over, PEVT_INST_QFPU_FMUL), cycles = value(over, PEVT_CYCLES);

	CHECK(products == 100 * ROUNDS);
	CHECK(overflows[0] >= products / 5000 - 1 && overflows[0] <= products / 5000);
	CHECK(overflows[1] >= cycles / 500000 - 1 && overflows[1] <= cycles / 500000);
	CHECK(overflows[2] == 0);
	CHECK(strange == 0);
	printf("%u %u overflows\n", overflows[0], overflows[1]);
	compute(100 * ROUNDS); /* not counted */
	CHECK(value(over, PEVT_INST_QFPU_FMUL) == products);
}

/* ---- multiplexing */

static void multiplex(void)
{
	const unsigned list[] = { PEVT_INST_QFPU_FMUL, PEVT_CYCLES, PEVT_INST_QFPU_FADD,
				  PEVT_XU_TIMEBASE_TICK };
	Bgpm_MuxStats_t stats;
	int set = Bgpm_CreateEventSet();

	CHECK(Bgpm_SetMultiplex2((unsigned)set, 0, BGPM_NOTNORMAL, 2) == 0);
	CHECK(Bgpm_AddEventList((unsigned)set, (unsigned *)list, 4) == 0);
	CHECK(Bgpm_Apply((unsigned)set) == 0 && Bgpm_GetMuxGroups((unsigned)set) == 2);
	CHECK(Bgpm_Start((unsigned)set) == 0);
	compute(ROUNDS); /* of the first two alone */
	CHECK(Bgpm_SwitchMux((unsigned)set) == 0);
	compute(3 * ROUNDS); /* of the others */
	CHECK(Bgpm_Stop((unsigned)set) == 0);
	CHECK(value((unsigned)set, PEVT_INST_QFPU_FMUL) == ROUNDS);
	CHECK(value((unsigned)set, PEVT_INST_QFPU_FADD) == 3 * ROUNDS / 2);
	CHECK(value((unsigned)set, PEVT_CYCLES) == Bgpm_GetMuxElapsedCycles((unsigned)set, 0));
	CHECK(value((unsigned)set, PEVT_XU_TIMEBASE_TICK) ==
	      Bgpm_GetMuxEventElapsedCycles((unsigned)set, 3));
	CHECK(Bgpm_GetMultiplex((unsigned)set, &stats) == 0 && stats.active && stats.numGrps == 2);
	CHECK(stats.numSwitches == 1 && stats.maxEvtsPerGrp == 2);
	CHECK(stats.elapsedCycles == value((unsigned)set, PEVT_CYCLES) +
					     value((unsigned)set, PEVT_XU_TIMEBASE_TICK));
	CHECK(Bgpm_DeleteEventSet((unsigned)set) == 0);
	/* Multiplexing goes by time, and is scaled. */
	set = Bgpm_CreateEventSet();
	CHECK(Bgpm_SetMultiplex2((unsigned)set, 20000, BGPM_NORMAL, 2) == 0);
	CHECK(Bgpm_AddEventList((unsigned)set, (unsigned *)list, 4) == 0);
	CHECK(Bgpm_Apply((unsigned)set) == 0 && Bgpm_Start((unsigned)set) == 0);
	compute(100 * ROUNDS);
	CHECK(Bgpm_Stop((unsigned)set) == 0);
	CHECK(Bgpm_GetMultiplex((unsigned)set, &stats) == 0 && stats.numSwitches > 20);
	uint64_t products = value((unsigned)set, PEVT_INST_QFPU_FMUL);
	uint64_t sums = value((unsigned)set, PEVT_INST_QFPU_FADD);

	/* Half of the time each, scaled to the longer half. */
	CHECK(products > 45 * ROUNDS && products < 60 * ROUNDS);
	CHECK(sums > 45 * ROUNDS / 2 && sums < 60 * ROUNDS / 2);
	printf("%lu %lu %u\n", (unsigned long)products, (unsigned long)sums, stats.numSwitches);
}

/* ---- hardware threads: another one computes while this one waits in a loop */

static volatile unsigned stage;

static void *other(void *unused)
{
	(void)unused;
	while (stage != 1)
		;
	compute(ROUNDS);
	stage = 2;
	return NULL;
}

static void hardware(void)
{
	const unsigned list[] = { PEVT_INST_QFPU_FMUL, PEVT_CYCLES, PEVT_INST_XU_BRC };
	uint64_t mask = Kernel_ThreadMask(Kernel_MyTcoord()), v, mine, all;
	unsigned set = set_make(list, 3);
	pthread_t thread;

	CHECK(Bgpm_Attach(set, mask, 0) == 0);
	CHECK(Bgpm_NumTargets(set) == __builtin_popcountll(mask));
	CHECK(pthread_create(&thread, NULL, other, NULL) == 0);
	CHECK(Bgpm_Start(set) == 0);
	stage = 1;
	while (stage != 2)
		;
	CHECK(Bgpm_Stop(set) == 0);
	CHECK(value(set, PEVT_INST_QFPU_FMUL) == ROUNDS);
	CHECK(Bgpm_ReadThreadEvent(set, 0, UPC_APP_HWTID_MASK(Kernel_ProcessorID()), 0, &v) == 0);
	CHECK(v == 0);
	CHECK(Bgpm_ReadThreadEvent(set, 1, UPC_APP_HWTID_MASK(Kernel_ProcessorID()), 0, &v) == 0);
	CHECK(v * (uint64_t)Bgpm_NumTargets(set) == value(set, PEVT_CYCLES));
	CHECK(Bgpm_ReadThreadEvent(set, 2, UPC_APP_HWTID_MASK(Kernel_ProcessorID()), 0, &mine) ==
	      0);
	all = value(set, PEVT_INST_XU_BRC);
	CHECK(mine > 10 && all > mine);
	printf("%lu of %lu\n", (unsigned long)mine, (unsigned long)all);
	CHECK(pthread_join(thread, NULL) == 0);
}

/* ---- sets of several units at a time */

static void units(void)
{
	static uint64_t word __attribute__((aligned(64)));
	unsigned core = set_make((unsigned[]){ PEVT_INST_QFPU_FMUL }, 1);
	unsigned l2 = set_make((unsigned[]){ PEVT_L2_HITS }, 1);
	unsigned mu = set_make((unsigned[]){ PEVT_MU_MSG_INJ }, 1);
	unsigned nw = set_make((unsigned[]){ PEVT_NW_USER_PP_SENT, PEVT_NW_CYCLES }, 2);

	CHECK(Bgpm_GetUnitType(l2) == BGPMUnitType_L2 && Bgpm_GetUnitType(mu) == BGPMUnitType_IO);
	CHECK(Kernel_L2AtomicsAllocate(&word, sizeof word) == 0);
	CHECK(Bgpm_Apply(core) == 0 && Bgpm_Apply(l2) == 0 && Bgpm_Apply(mu) == 0);
	CHECK(Bgpm_Attach(nw, UPC_NW_ALL_LINKS, 0) == 0);
	CHECK(!Bgpm_Start(core) && !Bgpm_Start(l2) && !Bgpm_Start(mu) && !Bgpm_Start(nw));
	compute(ROUNDS);
	for (unsigned i = 0; i < 50; i++)
		L2_AtomicLoadIncrement(&word);
	CHECK(!Bgpm_Stop(nw) && !Bgpm_Stop(mu) && !Bgpm_Stop(l2) && !Bgpm_Stop(core));
	CHECK(value(core, PEVT_INST_QFPU_FMUL) == ROUNDS);
	CHECK(value(l2, PEVT_L2_HITS) == 50);
	CHECK(value(mu, PEVT_MU_MSG_INJ) == 0 && value(nw, PEVT_NW_USER_PP_SENT) == 0);
	CHECK(value(nw, PEVT_NW_CYCLES) > 0);
	Bgpm_PrintOnError(0);
	Bgpm_ExitOnError(0);
	CHECK(Bgpm_DeleteEventSet(core) == 0);
	core = (unsigned)Bgpm_CreateEventSet();
	CHECK(Bgpm_AddEvent(core, PEVT_CYCLES) == 0);
	CHECK(Bgpm_AddEvent(core, PEVT_L2_HITS) == BGPM_ECONF_UNIT);
}

/* ---- calls on files: packets to and from the I/O node */

static void io(void)
{
	static char block[2000];
	unsigned set = set_make((unsigned[]){ PEVT_NW_SYS_PP_SENT, PEVT_NW_SYS_PP_RECV,
					      PEVT_NW_USER_PP_SENT }, 3);
	uint64_t v;

	CHECK(Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0) == 0);
	CHECK(Bgpm_Start(set) == 0);
	int fd = open(".", O_TMPFILE | O_RDWR, 0600);

	CHECK(fd >= 0 && value(set, PEVT_NW_SYS_PP_SENT) == 1);
	CHECK(write(fd, block, sizeof block) == sizeof block);
	CHECK(value(set, PEVT_NW_SYS_PP_SENT) == 1 + 4 + 63); /* four headers, and 2,000 bytes */
	CHECK(value(set, PEVT_NW_SYS_PP_RECV) == 2);
	CHECK(pread(fd, block, sizeof block, 0) == sizeof block);
	CHECK(value(set, PEVT_NW_SYS_PP_SENT) == 1 + 4 + 63 + 1);
	CHECK(value(set, PEVT_NW_SYS_PP_RECV) == 2 + 4);
	CHECK(value(set, PEVT_NW_USER_PP_SENT) == 0);
	CHECK(Bgpm_NW_ReadLinkEvent(set, 0, UPC_NW_ALL_IO_LINK, &v) == 0 && v == 1 + 4 + 63 + 1);
	CHECK(Bgpm_NW_ReadLinkEvent(set, 0, UPC_NW_ALL_TORUS_LINKS, &v) == 0 && v == 0);
	CHECK(Bgpm_Stop(set) == 0);
}

/* ---- caches, by samples: a stream through more than L1, and one that stays in it */

#define WORDS (8u << 20)
double words[WORDS]; /* another file might store to it */

static void caches(void)
{
	const unsigned list[] = { PEVT_LSU_COMMIT_LD_MISSES, PEVT_L1P_BAS_HIT, PEVT_L1P_BAS_MISS };
	unsigned set = set_make(list, 3), l2 = set_make((unsigned[]){ PEVT_L2_HITS, PEVT_L2_MISSES,
								      PEVT_L2_FETCH_LINE }, 3);
	volatile double sum = 0;

	CHECK(Bgpm_Apply(set) == 0 && Bgpm_Apply(l2) == 0);
	count(set, 1000 * ROUNDS);
	CHECK(value(set, PEVT_LSU_COMMIT_LD_MISSES) == 0);
	CHECK(Bgpm_ResetStart(set) == 0 && Bgpm_ResetStart(l2) == 0);
	NOT_UNROLLED
	for (unsigned i = 0; i < WORDS; i++)
		sum += words[i];
	CHECK(Bgpm_Stop(set) == 0 && Bgpm_Stop(l2) == 0);
	uint64_t lines = value(set, PEVT_LSU_COMMIT_LD_MISSES), all = WORDS / 8;

	printf("%lu lines of %lu, %lu and %lu in L2\n", (unsigned long)lines, (unsigned long)all,
	       (unsigned long)value(l2, PEVT_L2_HITS), (unsigned long)value(l2, PEVT_L2_MISSES));
	CHECK(lines > all / 2 && lines < all + all / 4);
	CHECK(value(set, PEVT_L1P_BAS_HIT) == lines && value(set, PEVT_L1P_BAS_MISS) == 0);
	CHECK(value(l2, PEVT_L2_HITS) + value(l2, PEVT_L2_MISSES) >= lines / 2 - lines / 100);
	CHECK(value(l2, PEVT_L2_MISSES) > 0);
	CHECK(value(l2, PEVT_L2_FETCH_LINE) == value(l2, PEVT_L2_MISSES));
}

/* The model has none of these, and a message says so. */
static void never(void)
{
	const unsigned list[] = { PEVT_IU_IL1_MISS, PEVT_AXU_DENORM_FLUSH,
				  PEVT_LSU_COMMIT_LD_MISSES };
	unsigned set = set_make(list, 3);

	CHECK(Bgpm_Apply(set) == 0);
	count(set, ROUNDS);
	for (unsigned i = 0; i < 3; i++)
		CHECK(value(set, list[i]) == 0);
}

static void errors(void)
{
	unsigned set = set_make(plain, PLAIN), other;
	Bgpm_MuxStats_t stats;
	uint64_t v;

	Bgpm_PrintOnError(0);
	Bgpm_ExitOnError(0);
	CHECK(Bgpm_GetEventIdFromLabel("pevt_inst_all") == PEVT_INST_ALL);
	CHECK(Bgpm_GetEventIdFromLabel("PEVT_NONE") == PEVT_UNDEF);
	CHECK(Bgpm_GetEventIdFromLabel(NULL) == BGPM_EINV_PARM);
	CHECK(Bgpm_Start(set) == BGPM_ENOT_APPLIED);
	CHECK(Bgpm_ReadEvent(set, 0, &v) == BGPM_ENOT_APPLIED);
	CHECK(Bgpm_Attach(set, ~0ull, 0) == BGPM_EINV_OP);
	CHECK(Bgpm_SetXuGrpMask(set, 0, 1) == BGPM_ENOT_MASK_EVENT);
	CHECK(Bgpm_SetQfpuFp(set, 0, 1) == BGPM_ENOT_QFPU_INST_EVENT);
	CHECK(Bgpm_SetOverflow(set, 0, 0) == BGPM_EINV_OVF);
	CHECK(Bgpm_SwitchMux(set) == BGPM_ENOT_MUXED);
	CHECK(Bgpm_GetMultiplex(set, &stats) == 0 && !stats.active);
	CHECK(Bgpm_Apply(set) == 0);
	CHECK(Bgpm_AddEvent(set, PEVT_CYCLES) == BGPM_EES_FROZEN);
	CHECK(Bgpm_SetOverflow(set, 0, 1000) == BGPM_EES_FROZEN);
	CHECK(Bgpm_WriteEvent(set, 4, 77) == 0 && value(set, PEVT_INST_QFPU_FMUL) == 77);
	CHECK(Bgpm_Start(set) == 0);
	compute(ROUNDS);
	CHECK(value(set, PEVT_INST_QFPU_FMUL) == 77 + ROUNDS);
	CHECK(Bgpm_Stop(set) == 0 && Bgpm_Apply(set) == 0);
	CHECK(value(set, PEVT_INST_QFPU_FMUL) == 0); /* it is reset */
	other = (unsigned)Bgpm_CreateEventSet();
	CHECK(Bgpm_AddEvent(other, PEVT_XU_STCX_FAIL) == BGPM_ENOTIMPL);
	CHECK(!strcmp(Bgpm_LastErrStrg(), "PEVT_XU_STCX_FAIL: not modelled"));
	CHECK(Bgpm_AddEvent(other, PEVT_INST_XU_TLB) == BGPM_ENOTIMPL);
	CHECK(Bgpm_AddEvent(other, PEVT_L1P_LIST_CMP) == BGPM_ENOTIMPL);
	CHECK(Bgpm_AddEvent(other, PEVT_L2_REQ_REJECT) == BGPM_ENOTIMPL);
	CHECK(Bgpm_SetXuMatch(set, 0, 0, 0) == BGPM_ENOTIMPL);
	CHECK(!strcmp(Bgpm_LastErrStrg(), "not modelled"));
	CHECK(Bgpm_Apply(other) == BGPM_EEVT_SET_UNASSIGNED);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} what[] = {
		{ "counts", counts }, { "slope", slope }, { "roundings", roundings },
		{ "groups", groups },
		{ "operations", operations }, { "overflow", overflow },
		{ "multiplex", multiplex }, { "hardware", hardware }, { "units", units },
		{ "io", io },
		{ "caches", caches }, { "never", never }, { "errors", errors },
	};

	CHECK(argc > 1);
	CHECK(Bgpm_Init(strcmp(argv[1], "hardware") ? BGPM_MODE_SWDISTRIB
						    : BGPM_MODE_HWDISTRIB) == 0);
	for (unsigned i = 0; i < sizeof what / sizeof *what; i++)
		if (!strcmp(argv[1], what[i].name)) {
			what[i].run();
			CHECK(Bgpm_Disable() == 0);
			return 0;
		}
	return 2;
}
