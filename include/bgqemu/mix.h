/*
 * bgqemu/mix.h - classes in which executed instructions are counted, part of the ABI.
 *
 * bgq-as lists in section .bgq_budget_mix of each object which instructions every payment of the
 * budget stands for (emu/compile/as/as_mix.c); bgq-run counts them in programs that ask for counts
 * (emu/node/image/mix.h).  The first classes are the groups of opcodes that the machine's counters
 * know: XU groups in the order of bits 27 down to 3 of their masks (UPC_P_XU_OGRP_*), then AXU
 * groups in the order of bits 21 down to 1 of theirs (UPC_P_AXU_OGRP_*).
 */
#ifndef BGQEMU_MIX_H
#define BGQEMU_MIX_H

enum bgqemu_mix {
	MIX_FLD, MIX_FST, MIX_QLD, MIX_QST, MIX_BITS, MIX_BRC, MIX_BRU, MIX_CINV, MIX_CSTO,
	MIX_CTCH, MIX_IADD, MIX_ICMP, MIX_ICSW, MIX_IDIV, MIX_ILOG, MIX_IMOV, MIX_IMUL, MIX_INT,
	MIX_LD, MIX_LSCX, MIX_ST, MIX_SYNC, MIX_TLB, MIX_TLBI, MIX_WCH,
	MIX_FOTH, MIX_FRES, MIX_FADD, MIX_FCVT, MIX_FCMP, MIX_FDIV, MIX_FMOV, MIX_FMA, MIX_FMUL,
	MIX_FRND, MIX_FSQE, MIX_FSQ, MIX_QMOV, MIX_QOTH, MIX_QADD, MIX_QMUL, MIX_QRES, MIX_QMA,
	MIX_QRND, MIX_QCVT, MIX_QCMP,
	/* Cycles in which nothing is issued, before an instruction of that pipeline. */
	MIX_STALL_XU, MIX_STALL_FU,
	MIX_FORWARD, /* conditional branches that lead forward, also in MIX_BRC */
	MIX_COUNT
};

#define MIX_AXU MIX_FOTH         /* the first of that pipeline */
#define MIX_INSTRUCTIONS (MIX_QCMP + 1)

/* QPX is counted in numbers of its vectors, so many to an instruction. */
#define MIX_QUAD 4

static inline int mix_is_quad(unsigned class)
{
	return class == MIX_QLD || class == MIX_QST || (class >= MIX_QMOV && class <= MIX_QCMP);
}

/* Returns the class's bit in a mask of groups of its pipeline. */
static inline unsigned mix_mask_bit(unsigned class)
{
	return class < MIX_AXU ? 27 - class : 21 - (class - MIX_AXU);
}

/* ---- .bgq_budget_mix: entries without padding: a place (8 bytes), flags and the number of
 * parts (a byte each), and for each part a class (a byte) and a number (2 bytes, signed). */
#define MIX_KEEPS_FLAGS 1 /* flags are needed behind it */
#define MIX_NOTHING     2 /* the instruction there does nothing: for this alone */
#define MIX_TIMES_RCX   4 /* numbers are those of an element of a repeated instruction */
#define MIX_HEAD_BYTES  10
#define MIX_PART_BYTES  3

#endif
