/*
 * bgpm_core.c - events of a core and its L1 for the performance monitor: which of them follow
 * from the classes of instructions that bgq-as counts (bgqemu/mix.h), from the model of the core
 * and, with --memory-model, from that of its caches; see bgpm.h.
 *
 * Never: an event that the model has no number for.
 */
#include "bgpm.h"

#include <stddef.h>
#include <string.h>

#include <bgpm/include/bgpm.h>

#include "include/bgqemu/mix.h"

/* One in so many conditional branches that lead forward is mispredicted
 * (emu/compile/as/as_depend.c). */
#define FORWARD_PER_MISS 13

#define XU(groups)  .how = CORE_INSTRUCTIONS, .xu = groups
#define AXU(groups) .how = CORE_INSTRUCTIONS, .axu = groups
#define ALL         .how = CORE_INSTRUCTIONS, .xu = UPC_P_XU_OGRP_ALL, .axu = UPC_P_AXU_OGRP_ALL
#define OPS(groups) .how = CORE_OPERATIONS, .axu = groups
#define STALLS(of)  .how = CORE_STALLS, .which = of
#define NEVER(text) .how = CORE_NEVER, .why = text

#define FETCH "misses of the instruction cache take their time, but are not counted"
#define TRANSLATION "addresses are translated in no time"

static const struct core_event events[] = {
	{ PEVT_AXU_INSTR_COMMIT, AXU(UPC_P_AXU_OGRP_ALL) },
	{ PEVT_AXU_CR_COMMIT, AXU(UPC_P_AXU_OGRP_FCMP) },
	{ PEVT_AXU_IDLE, .how = CORE_IDLE },
	{ PEVT_AXU_FP_DS_ACTIVE, AXU(UPC_P_AXU_OGRP_UCODE) },
	{ PEVT_AXU_DENORM_FLUSH, NEVER("denormal operands take no time") },
	{ PEVT_AXU_FP_EXCEPT, .how = CORE_EXCEPTIONS },
	{ PEVT_IU_IL1_MISS, NEVER(FETCH) },
	{ PEVT_IU_IL1_MISS_CYC, NEVER(FETCH) },
	{ PEVT_IU_IERAT_MISS, NEVER(TRANSLATION) },
	{ PEVT_IU_IERAT_MISS_CYC, NEVER(TRANSLATION) },
	{ PEVT_IU_IS1_STALL_CYC, STALLS(STALL_XU | STALL_FU | STALL_LOST) },
	{ PEVT_IU_IS2_STALL_CYC, STALLS(STALL_LOST) },
	{ PEVT_IU_RAW_DEP_HIT_CYC, STALLS(STALL_XU | STALL_FU) },
	{ PEVT_IU_AXU_DEP_HIT_CYC, STALLS(STALL_FU) },
	{ PEVT_IU_FXU_DEP_HIT_CYC, STALLS(STALL_XU) },
	{ PEVT_IU_AXU_FXU_DEP_HIT_CYC, STALLS(STALL_XU | STALL_FU) },
	{ PEVT_IU_FXU_ISSUE_COUNT, XU(UPC_P_XU_OGRP_ALL) },
	{ PEVT_IU_TOT_ISSUE_COUNT, ALL },
	{ PEVT_XU_THRD_RUNNING, .how = CORE_TIME },
	{ PEVT_XU_TIMEBASE_TICK, .how = CORE_TIME },
	{ PEVT_XU_PPC_COMMIT, ALL },
	{ PEVT_XU_COMMIT, .how = CORE_INSTRUCTIONS, .xu = UPC_P_XU_OGRP_ALL,
	  .axu = UPC_P_AXU_OGRP_UCODE },
	{ PEVT_XU_UCODE_COMMIT, AXU(UPC_P_AXU_OGRP_UCODE) },
	{ PEVT_XU_ANY_FLUSH, .how = CORE_MISPREDICTED },
	{ PEVT_XU_BR_COMMIT, XU(UPC_P_XU_OGRP_BRC | UPC_P_XU_OGRP_BRU) },
	{ PEVT_XU_BR_MISPRED_COMMIT, .how = CORE_MISPREDICTED },
	{ PEVT_XU_RUN_INSTR, ALL },
	{ PEVT_LSU_COMMIT_STS, .reserved = true,
	  XU(UPC_P_XU_OGRP_ST | UPC_P_XU_OGRP_FST | UPC_P_XU_OGRP_QST) },
	{ PEVT_LSU_COMMIT_ST_MISSES, .how = CORE_LINES, .which = BGQEMU_CORE_STORED },
	{ PEVT_LSU_COMMIT_LD_MISSES, .how = CORE_LINES, .which = BGQEMU_CORE_LOADED },
	{ PEVT_LSU_COMMIT_CACHEABLE_LDS, .reserved = true,
	  XU(UPC_P_XU_OGRP_LD | UPC_P_XU_OGRP_FLD | UPC_P_XU_OGRP_QLD) },
	{ PEVT_LSU_COMMIT_AXU_LDS, XU(UPC_P_XU_OGRP_FLD | UPC_P_XU_OGRP_QLD) },
	{ PEVT_LSU_COMMIT_AXU_STS, XU(UPC_P_XU_OGRP_FST | UPC_P_XU_OGRP_QST) },
	{ PEVT_LSU_COMMIT_STCX, .how = CORE_RESERVED },
	{ PEVT_LSU_LARX_FINISHED, .how = CORE_RESERVED },
	{ PEVT_MMU_IERAT_MISS, NEVER(TRANSLATION) },
	{ PEVT_MMU_IERAT_MISS_CYC, NEVER(TRANSLATION) },
	{ PEVT_MMU_DERAT_MISS, NEVER(TRANSLATION) },
	{ PEVT_MMU_DERAT_MISS_CYC, NEVER(TRANSLATION) },
	{ PEVT_L1P_BAS_HIT, .how = CORE_LINES, .which = BGQEMU_CORE_PREFETCHED },
	{ PEVT_L1P_BAS_MISS, .how = CORE_LINES_MISSED },
	{ PEVT_L1P_BAS_LD, .how = CORE_LINES, .which = BGQEMU_CORE_LOADED },
	{ PEVT_L1P_BAS_ST_32BYTE, XU(UPC_P_XU_OGRP_QST) },
	{ PEVT_L1P_SW_STWCX, .how = CORE_RESERVED },
	{ PEVT_L1P_SW_LWARX, .how = CORE_RESERVED },
	{ PEVT_L1P_STRM_WRT_INVAL, NEVER("what is prefetched is never invalidated") },
	{ PEVT_CYCLES, .how = CORE_TIME },
	{ PEVT_INST_XU_GRP_MASK, XU(UPC_P_XU_OGRP_MASK) },
	{ PEVT_INST_XU_FLD, XU(UPC_P_XU_OGRP_FLD) },
	{ PEVT_INST_XU_FST, XU(UPC_P_XU_OGRP_FST) },
	{ PEVT_INST_XU_QLD, XU(UPC_P_XU_OGRP_QLD) },
	{ PEVT_INST_XU_QST, XU(UPC_P_XU_OGRP_QST) },
	{ PEVT_INST_XU_BITS, XU(UPC_P_XU_OGRP_BITS) },
	{ PEVT_INST_XU_BRC, XU(UPC_P_XU_OGRP_BRC) },
	{ PEVT_INST_XU_BRU, XU(UPC_P_XU_OGRP_BRU) },
	{ PEVT_INST_XU_CTCH, XU(UPC_P_XU_OGRP_CTCH) },
	{ PEVT_INST_XU_IADD, XU(UPC_P_XU_OGRP_IADD) },
	{ PEVT_INST_XU_ICMP, XU(UPC_P_XU_OGRP_ICMP) },
	{ PEVT_INST_XU_IDIV, XU(UPC_P_XU_OGRP_IDIV) },
	{ PEVT_INST_XU_ILOG, XU(UPC_P_XU_OGRP_ILOG) },
	{ PEVT_INST_XU_IMOV, XU(UPC_P_XU_OGRP_IMOV) },
	{ PEVT_INST_XU_IMUL, XU(UPC_P_XU_OGRP_IMUL) },
	{ PEVT_INST_XU_INT, XU(UPC_P_XU_OGRP_INT) },
	{ PEVT_INST_XU_LD, XU(UPC_P_XU_OGRP_LD) },
	{ PEVT_INST_XU_LSCX, XU(UPC_P_XU_OGRP_LSCX) },
	{ PEVT_INST_XU_ST, XU(UPC_P_XU_OGRP_ST) },
	{ PEVT_INST_XU_SYNC, XU(UPC_P_XU_OGRP_SYNC) },
	{ PEVT_INST_XU_ALL, XU(UPC_P_XU_OGRP_ALL) },
	{ PEVT_INST_QFPU_GRP_MASK, AXU(UPC_P_AXU_OGRP_MASK) },
	{ PEVT_INST_QFPU_FOTH, AXU(UPC_P_AXU_OGRP_FOTH) },
	{ PEVT_INST_QFPU_FRES, AXU(UPC_P_AXU_OGRP_FRES) },
	{ PEVT_INST_QFPU_FADD, AXU(UPC_P_AXU_OGRP_FADD) },
	{ PEVT_INST_QFPU_FCVT, AXU(UPC_P_AXU_OGRP_FCVT) },
	{ PEVT_INST_QFPU_FCMP, AXU(UPC_P_AXU_OGRP_FCMP) },
	{ PEVT_INST_QFPU_FDIV, AXU(UPC_P_AXU_OGRP_FDIV) },
	{ PEVT_INST_QFPU_FMOV, AXU(UPC_P_AXU_OGRP_FMOV) },
	{ PEVT_INST_QFPU_FMA, AXU(UPC_P_AXU_OGRP_FMA) },
	{ PEVT_INST_QFPU_FMUL, AXU(UPC_P_AXU_OGRP_FMUL) },
	{ PEVT_INST_QFPU_FRND, AXU(UPC_P_AXU_OGRP_FRND) },
	{ PEVT_INST_QFPU_FSQE, AXU(UPC_P_AXU_OGRP_FSQE) },
	{ PEVT_INST_QFPU_FSQ, AXU(UPC_P_AXU_OGRP_FSQ) },
	{ PEVT_INST_QFPU_QMOV, AXU(UPC_P_AXU_OGRP_QMOV) },
	{ PEVT_INST_QFPU_QOTH, AXU(UPC_P_AXU_OGRP_QOTH) },
	{ PEVT_INST_QFPU_QADD, AXU(UPC_P_AXU_OGRP_QADD) },
	{ PEVT_INST_QFPU_QMUL, AXU(UPC_P_AXU_OGRP_QMUL) },
	{ PEVT_INST_QFPU_QRES, AXU(UPC_P_AXU_OGRP_QRES) },
	{ PEVT_INST_QFPU_QMA, AXU(UPC_P_AXU_OGRP_QMA) },
	{ PEVT_INST_QFPU_QRND, AXU(UPC_P_AXU_OGRP_QRND) },
	{ PEVT_INST_QFPU_QCVT, AXU(UPC_P_AXU_OGRP_QCVT) },
	{ PEVT_INST_QFPU_QCMP, AXU(UPC_P_AXU_OGRP_QCMP) },
	{ PEVT_INST_QFPU_UCODE, AXU(UPC_P_AXU_OGRP_UCODE) },
	{ PEVT_INST_QFPU_ALL, AXU(UPC_P_AXU_OGRP_ALL) },
	{ PEVT_INST_QFPU_FPGRP1, OPS(UPC_P_AXU_OGRP_FPGRP1) },
	{ PEVT_INST_QFPU_FPGRP1_SINGLE, OPS(UPC_P_AXU_OGRP_FPGRP1_SINGLE) },
	{ PEVT_INST_QFPU_FPGRP1_QUAD, OPS(UPC_P_AXU_OGRP_FPGRP1_QUAD) },
	{ PEVT_INST_QFPU_FPGRP2, OPS(UPC_P_AXU_OGRP_FPGRP2) },
	{ PEVT_INST_QFPU_FPGRP2_SINGLE, OPS(UPC_P_AXU_OGRP_FPGRP2_SINGLE) },
	{ PEVT_INST_QFPU_FPGRP2_QUAD, OPS(UPC_P_AXU_OGRP_FPGRP2_QUAD) },
	{ PEVT_INST_QFPU_FPGRP1_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP1) },
	{ PEVT_INST_QFPU_FPGRP1_SINGLE_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP1_SINGLE) },
	{ PEVT_INST_QFPU_FPGRP1_QUAD_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP1_QUAD) },
	{ PEVT_INST_QFPU_FPGRP2_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP2) },
	{ PEVT_INST_QFPU_FPGRP2_SINGLE_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP2_SINGLE) },
	{ PEVT_INST_QFPU_FPGRP2_QUAD_INSTR, AXU(UPC_P_AXU_OGRP_FPGRP2_QUAD) },
	{ PEVT_INST_ALL, ALL },
};

const struct core_event *bgpm_core_event(unsigned event)
{
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i].id == event)
			return &events[i];
	return NULL;
}

/* ---- values */

static bool is_in(const struct bgpm_event *e, unsigned class)
{
	const struct core_event *core = e->kind.core;
	uint64_t mask = class < MIX_AXU ? core->xu : core->axu;

	if (e->id == PEVT_INST_XU_GRP_MASK && class < MIX_AXU)
		mask = e->mask;
	if (e->id == PEVT_INST_QFPU_GRP_MASK && class >= MIX_AXU)
		mask = e->mask;
	return mask >> mix_mask_bit(class) & 1;
}

static int64_t instructions(const struct bgpm_event *e, const struct bgpm_core *c)
{
	int64_t sum = e->kind.core->reserved ? c->count[MIX_LSCX] / 2 : 0, quads = 0;

	for (unsigned class = 0; class < MIX_INSTRUCTIONS; class++) {
		if (is_in(e, class) && mix_is_quad(class))
			quads += c->count[class];
		else if (is_in(e, class))
			sum += c->count[class];
	}
	return sum + quads / MIX_QUAD;
}

/* Operations that one instruction of the class counts for, or each number of a QPX instruction. */
static unsigned scale(unsigned class, const struct bgpm_core *c)
{
	switch (class) {
	case MIX_FDIV: return c->divide_scale;
	case MIX_FSQ: return c->sqrt_scale;
	case MIX_FMA:
	case MIX_QMA: return 2;
	default: return 1;
	}
}

static int64_t operations(const struct bgpm_event *e, const struct bgpm_core *c)
{
	int64_t sum = 0;

	for (unsigned class = MIX_AXU; class < MIX_INSTRUCTIONS; class++) {
		if (is_in(e, class) && class == MIX_QMOV)
			sum += c->count[class] / MIX_QUAD;
		else if (is_in(e, class))
			sum += c->count[class] * scale(class, c);
	}
	return sum;
}

static int64_t all_of_fu(const struct bgpm_core *c)
{
	static const struct core_event all = { AXU(UPC_P_AXU_OGRP_ALL) };
	const struct bgpm_event e = { .kind = { .core = &all } };

	return instructions(&e, c);
}

static int64_t stalls(unsigned which, const struct bgpm_core *c)
{
	return (which & STALL_XU ? c->count[MIX_STALL_XU] : 0) +
	       (which & STALL_FU ? c->count[MIX_STALL_FU] : 0) +
	       (which & STALL_LOST ? c->count[BGQEMU_CORE_LOST] : 0);
}

/* Raised by the thread's code since they were last cleared; a look cannot tell how often. */
static bool has_raised(void)
{
	uint32_t flags = 0;

#if defined(__x86_64__)
	__asm__ volatile("stmxcsr %0" : "=m"(flags));
#endif
	return flags & 0x3d; /* not that an operand is denormal */
}

uint64_t bgpm_core_value(const struct bgpm_event *e, const struct bgpm_core *c)
{
	const struct core_event *core = e->kind.core;

	switch (core->how) {
	case CORE_TIME: return c->cycles;
	case CORE_INSTRUCTIONS:
	case CORE_OPERATIONS:
		return (uint64_t)(e->operations ? operations(e, c) : instructions(e, c));
	case CORE_RESERVED: return (uint64_t)c->count[MIX_LSCX] / 2;
	case CORE_STALLS: return (uint64_t)stalls(core->which, c);
	case CORE_IDLE: return c->cycles - (uint64_t)all_of_fu(c);
	case CORE_MISPREDICTED: return (uint64_t)c->count[MIX_FORWARD] / FORWARD_PER_MISS;
	case CORE_LINES: return (uint64_t)c->count[core->which];
	case CORE_LINES_MISSED:
		return (uint64_t)(c->count[BGQEMU_CORE_LOADED] - c->count[BGQEMU_CORE_PREFETCHED]);
	case CORE_EXCEPTIONS: return c->own && has_raised();
	default: return 0;
	}
}

void bgpm_core_look(const struct bgpm_set *s, uint32_t hwthread, struct bgpm_core *c)
{
	bgqemu_core_counts(hwthread, c->count);
	c->cycles = GetTimeBase();
	c->own = hwthread == BGQEMU_CORE_SELF;
	c->divide_scale = s->divide_scale;
	c->sqrt_scale = s->sqrt_scale;
}

/* A multiply-add of QPX is eight operations; others of the core are one a cycle at most. */
#define RATE_OPERATIONS 8
#define RATE_OTHERS 16

unsigned bgpm_event_rate(const struct bgpm_event *e)
{
	if (!e->kind.core)
		return RATE_OTHERS;
	return e->operations ? RATE_OPERATIONS : e->kind.core->how == CORE_LINES ? RATE_OTHERS : 1;
}
