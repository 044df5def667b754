/*
 * as.h - what the parts of bgq-as share.
 *
 * bgq-as stands between a compiler and the host's assembler.  It reads the compiler's
 * assembly text, adds instructions that count core cycles down from a budget
 * and gives the text to the real assembler.  Steps, in order:
 *
 *   as_main.c    command line, reading, starting the real assembler
 *   as_unaligned.c  vector moves that take any alignment
 *   as_state.c   flags and segment registers behind inline assembly
 *   as_instead.c reads of the host's clock, system calls
 *   as_version.c versions of symbols
 *   as_text.c    statements of the text: instructions, labels, sections
 *   as_line.c    what one statement means, directive by directive
 *   as_insn.c    one instruction (as_words.c, as_operand.c, as_mnemonic.c, as_branch.c,
 *                as_vector.c)
 *   as_flow.c    straight-line nodes and the edges between them
 *   as_live.c    which registers and flags are still needed where
 *   as_loop.c    loops that keep the budget in a register (as_scc.c), and as_align.c
 *   as_depend.c  what each node costs: issue, and what waits for what (as_values.c)
 *   as_lock.c    checks where locks are taken
 *   as_charge.c  what each node and edge pays
 *   as_fetch.c   which functions look for their code in the instruction cache
 *   as_target.c  calls through pointers that may be another rank's
 *   as_mix_place.c  which instructions each payment stands for (as_mix.c)
 *   as_emit.c    the text with the payments in it (as_stub.c, as_range.c, as_site.c,
 *                as_unwind.c)
 *
 * Never: change an instruction of the program, except where a branch leads to and what
 * alignment a move needs; put anything where flags or registers of the program would be lost.
 */
#ifndef BGQ_AS_H
#define BGQ_AS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/bgqemu/budget.h"

#include "target.h"

#define NONE UINT32_MAX

/* Core cycles, and the demand in them, as they are subtracted from the budget: see
 * bgqemu/budget.h.  Sums are sums of both. */
typedef uint64_t cost_t;

static inline cost_t cost_make(uint32_t cycles, uint32_t demand)
{
	return (cost_t)cycles << BUDGET_DEMAND_BITS | demand;
}

/* A piece of the input. */
struct span {
	const char *at, *end;
};

enum insn_kind {
	INSN_PLAIN,
	INSN_JCC,      /* may branch to its target */
	INSN_JMP,      /* to its target */
	INSN_INDIRECT, /* jmp * */
	INSN_CALL,
	INSN_RET,
	INSN_TRAP,     /* ud2, hlt: its handler decides where it goes on */
	INSN_ASM,      /* a whole piece of inline assembly, never looked into */
};

/* Marks of l2/atomic.h stand around the loads and stores of an operation; those of
 * bgqemu/call_cost.h around what compilers make of a call of the SPI. */
enum mark { MARK_NONE, MARK_BEGIN, MARK_END };

/* So many of a class of bgqemu/mix.h. */
struct insn_mix {
	uint8_t class, count;
};

struct insn {
	struct span text;
	struct span where; /* of a branch: its operand */
	const char *label; /* first label before it since an alignment, or NULL */
	regs_t reads;
	regs_t kills;      /* overwritten without having been read */
	regs_t touches;    /* mentioned in any way */
	regs_t told;       /* of LOAD_RESERVE: have then what was in memory */
	uint32_t target;   /* symbol of a direct branch, or NONE */
	uint32_t section;
	uint32_t cycles;   /* of inline assembly */
	cost_t upto;       /* of one that takes a lock: what its node costs before it */
	values_t address, sources, results; /* of memory; to calculate with; what it gives */
	uint8_t kind;      /* enum insn_kind */
	uint8_t op, load, store; /* enum core_class of its parts */
	uint8_t elements;  /* of a vector: the operation is done for each; 0: once */
	uint8_t accesses;  /* the load, or the store, is done for so many; 0: once */
	bool address_shift, address_add; /* more than the A2 does to an address: as_risc.c */
	bool fused;        /* a sum that has a product in it */
	struct insn_mix mix[3];  /* the load, the operation, the store; count 0: none */
	bool repeats;      /* rep: rcx times */
	bool counts_down;  /* repe, repne: at most rcx times */
	bool tells;        /* of LOAD_RESERVE: what follows may read what was in memory */
	bool glued;        /* belongs to the one before: nothing may come between */
	bool leader;       /* a label that something leads to is before it */
	uint8_t mark;      /* enum mark: of an atomic, right before it */
	uint8_t call_mark; /* enum mark: of a call of the SPI, right before it */
	bool self;         /* jumps to itself: jmp . */
	bool data16;       /* nothing but this prefix */
	bool vector;       /* names a vector register */
	bool x87;          /* may use the x87 unit, or its registers as those of MMX */
	bool flags_live;   /* before it; set by live_find() */
	bool by_pointer;   /* calls a function through one; set by targets_find() */
};

struct symbol {
	struct span name;
	uint32_t insn;    /* the instruction that its label is before, or NONE */
	uint32_t section;
	uint32_t count;   /* of a numeric label: definitions so far */
	bool function, global, called;
	bool taken;       /* its address is used as a value */
	bool pad;         /* named in an exceptions' table */
	bool lands;       /* named there as a landing pad */
	bool branched;    /* some branch leads to it */
	bool alias;       /* defined by a value instead of a label */
};

/* A place where code may be put out of line: the end of a function, and before the
 * section changes. */
struct gap {
	const char *at;
	uint32_t insns;   /* instructions before it */
	uint32_t section; /* it is in */
	bool leaves;      /* the section ends here */
};

struct section {
	struct span name;
	struct span group; /* its COMDAT group, or empty */
	bool code, tables, ignored; /* instructions; exceptions' tables; debugging */
	uint32_t last;     /* node in it, while nodes are made */
};

/* A directive of unwinding or of a line, and the instructions before it. */
struct unwind_note {
	uint32_t insns, section;
	struct span name, rest;
};

/* Instructions that are executed one after the other.  A call ends one. */
struct node {
	uint32_t first, last; /* instructions */
	uint32_t next, jump;  /* nodes that follow, or NONE */
	uint32_t preds;       /* edges into it */
	uint32_t unit;        /* function, with its parts in other sections */
	bool root;     /* nothing is paid in advance for it */
	bool outside;  /* may be entered otherwise than by the edges: entry, after call */
	bool atomic;   /* begins between the marks of an atomic, or has its begin: no check */
	bool atomic_out; /* ends between the marks of an atomic */
	bool entry;    /* a function's */
	bool taken, pad, lands;
	bool head;     /* jumped back to */
	bool check;    /* jumped back to past no other check, or entry of a function that calls */
	bool locks;    /* begins with what takes a lock: as_lock.c */
	uint8_t reg;   /* register that has the budget, or NO_REG */
	uint8_t keep;  /* vector register that has what was in it, or NO_REG */
	uint8_t align; /* bytes of the loop that begins here, if that helps; or 0 */
	regs_t live_in, reads, kills, touches;
	/* as_charge.c */
	cost_t cost, ahead; /* of itself; and of the cheapest way on */
	int64_t before, after; /* paid in advance when it begins, ends; < 0: owed */
	cost_t pay, next_pay, jump_pay; /* by itself; by the edges */
	uint32_t pay_at;    /* instruction before which it pays */
	uint32_t fetch;     /* of an entry: for bgqemu_fetch; 0: no look */
	uint32_t stall_xu, stall_fu; /* cycles in which nothing is issued: as_depend.c */
};
#define NO_REG 0xff

/* Ways out of a unit that edges do not show. */
struct unit {
	uint32_t parent;
	uint32_t last_indirect; /* node with the last indirect jump, or NONE */
	bool calls, pads;
	bool entered;           /* has a function's entry */
	bool vectors;           /* overwrites a vector register */
	bool x87;               /* an instruction of it may use that */
	regs_t pads_live, taken_live, touches;
	regs_t written, stored; /* general registers: overwritten; put into memory */
};

enum as_mode { MODE_FULL, MODE_BLOCKS, MODE_MEMORY, MODE_INSTRUCTIONS, MODE_OFF };

struct unit_text {
	struct span text;
	enum as_mode mode;
	bool compiled; /* by a compiler that keeps to the ABI */
	bool strange;  /* has things that cannot be followed: pass it on */
	bool loops;    /* has inline assembly that may, without a check */
	bool wide;     /* may use vector registers beyond xmm0 to xmm15 */
	bool mmx;      /* names its registers */
	bool qpx;      /* vectors of doubles are the machine's */
	struct insn *insn;
	uint32_t insns, insn_room;
	struct symbol *symbol;
	uint32_t symbols, symbol_room;
	uint32_t *hash; /* symbol + 1, 0 free */
	uint32_t hash_size;
	struct section *section;
	uint32_t sections, section_room;
	struct gap *gap;
	uint32_t gaps, gap_room;
	struct unwind_note *unwind;
	uint32_t unwinds, unwind_room;
	struct node *node;
	uint32_t nodes;
	uint32_t *node_of; /* of an instruction */
	struct unit *unit;
	uint32_t units, unit_room;
	regs_t taken_live; /* at labels in no function that can be named */
	struct node_mix *mix; /* of each node: as_mix_place.c */
};

/* A text under construction. */
struct out {
	char *text;
	size_t size, room;
};

/* as_out.c */
void *as_alloc(size_t count, size_t size);
void *as_grow(void *array, uint32_t used, uint32_t *room, size_t size);
void out_span(struct out *o, const char *at, const char *end);
void out_text(struct out *o, const char *text);
__attribute__((format(printf, 2, 3))) void out_format(struct out *o, const char *format, ...);

/* as_symbol.c */
#define TRANSLATED "_bgq_ppc_" /* how functions made by bgq-ppc are called */
bool span_is(struct span s, const char *text);
bool span_starts(struct span s, const char *text);
uint32_t symbol_get(struct unit_text *f, struct span name);
uint32_t symbol_defined(struct unit_text *f, struct span label);
uint32_t symbol_referred(struct unit_text *f, struct span name);
void symbol_alias(struct unit_text *f, struct span rest);
void symbols_taken(struct unit_text *f, struct span rest);
struct span symbol_scan(struct span *rest);

/* as_text.c, as_line.c, as_section.c */
struct reader {
	struct unit_text *f;
	const char *at;       /* still to be read */
	uint32_t section;
	uint32_t stack[16], previous; /* .pushsection, .previous */
	uint32_t depth;
	uint32_t table_entry; /* of an exceptions' table since its last label */
	const char *asm_start; /* in inline assembly, which began here; or NULL */
	uint32_t asm_count;
	uint32_t asm_cycles;  /* as a comment of bgq-ppc says */
	bool translated;      /* in a function made by bgq-ppc: comments alone count */
	bool asm_jumps, asm_x87, asm_scope; /* scope: outside functions, as clang marks it */
	bool in_function;     /* between its label and its end */
	const char *label;    /* for the next instruction */
	uint8_t mark, call_mark;
	bool glue;            /* the next instruction belongs to the one before */
	bool exclusive;       /* between an exclusive load and its store */
};
void text_read(struct unit_text *f);
struct insn *text_append(struct reader *r, struct span s);
void line_directive(struct reader *r, struct span s);
bool section_directive(struct reader *r, struct span name, struct span rest);
void section_start(struct reader *r);
void unwind_note(struct reader *r, struct span name, struct span rest);
void branch_target(struct reader *r, struct insn *i, struct span where); /* as_symbol.c */

/* as_words.c */
struct span word_take(struct span *s);
struct span operand_take(struct span *s);

/* as_operand.c */
enum operand_kind { OPERAND_REG, OPERAND_VECTOR, OPERAND_MEMORY, OPERAND_IMMEDIATE };
struct operand {
	struct span text;
	regs_t regs;
	values_t values;
	uint8_t kind;  /* enum operand_kind */
	uint8_t bytes; /* of a general register */
};
#define OPERANDS_MAX 6
uint32_t operands_parse(struct span s, struct operand *op);
regs_t operand_scan(struct span s);
values_t operand_values(struct span s);

/* as_insn.c and what it uses */
enum {
	DO_SUFFIX = 1,   /* may end in b, w, l or q */
	DO_WRITES = 2,   /* last operand is only written */
	DO_READS = 4,    /* last operand is only read */
	DO_FLAGS_IN = 8, /* reads the carry */
	DO_FLAGS_OUT = 16, /* sets or destroys all of them */
	DO_COPIES = 32,  /* a load or store if an operand is memory, no work besides */
	DO_NOT_ACCESS = 64, /* its memory operand is not accessed: lea, nop, prefetch */
};
struct mnemonic {
	char name[12];
	uint8_t class, what;
	regs_t reads, writes; /* registers that are not written down */
};
const struct mnemonic *mnemonic_find(struct span name);
regs_t condition_flags(struct span condition);
void branch_read(struct reader *r, struct insn *i, struct span name, struct span rest);
void insn_read(struct reader *r, struct span s);
bool vectors_are_wide(struct span text);
void vector_classify(struct insn *i, struct span name, const struct operand *op, uint32_t n);
void x87_classify(struct insn *i, struct span name, const struct operand *op, uint32_t n);

/* Bytes of an instruction's widest vector register; 16 without one. */
unsigned vector_bytes(struct span text);
/* Bytes of the integers that an instruction of this name calculates with; 0: of none. */
unsigned vector_integer_bytes(struct span name);
bool vector_name_starts(struct span name, const char *const *list);

/* as_mix.c */
void mix_classify(struct insn *i, struct span name, bool vector);
void mix_clear(struct insn *i);
void mix_add(int32_t *sum, const struct insn *i);
void mix_of_node(const struct unit_text *f, const struct node *n, int32_t *sum);

/* as_risc.c */
void code_reduce(struct unit_text *f);

/* as_scalar.c */
void vectors_divide(struct unit_text *f);

/* as_call.c */
void calls_free(struct unit_text *f);
void insn_translated(const struct reader *r, struct insn *i, struct span operands);

/* as_depend.c */
void depend_plain(struct insn *i, const struct mnemonic *m, const struct operand *op, uint32_t n);
void depend_vector(struct insn *i, struct span name, const struct operand *op, uint32_t n);
void depend_x87(struct insn *i, struct span name, const struct operand *op, uint32_t n);
void depend_cost(struct unit_text *f);

/* as_lock.c */
bool insn_locks(const struct unit_text *f, uint32_t at);
void locks_check(struct unit_text *f);

/* as_instead.c: statements of text that has not been read yet */
char *statement_stop(char *p, char *end);
char *statement_name(char *p, char *end);
struct span statement_word(const char *p, const char *end);

/* The target's: target.h. */
void text_prepare(struct out *text, enum as_mode mode);
bool asm_may_loop(struct span s);
void target_steps(struct unit_text *f);

void moves_unalign(struct out *text);
void instructions_replace(struct out *text);
void states_check(struct out *text);
void versions_drop(struct out *text);
void flow_build(struct unit_text *f);
void checks_choose(struct unit_text *f);
struct unit *unit_of(const struct unit_text *f, const struct node *n);
bool insn_leaves(const struct unit_text *f, const struct insn *i);
void live_find(struct unit_text *f);
void loop_registers(struct unit_text *f);
void loops_align(struct unit_text *f);
void targets_find(struct unit_text *f);
cost_t cost_least(cost_t a, cost_t b);
void charge_place(struct unit_text *f);
uint32_t behind_set_up(const struct unit_text *f, const struct node *n);
void fetch_find(struct unit_text *f);
void mix_place(struct unit_text *f);
void emit_text(struct unit_text *f, struct out *o);

#endif
