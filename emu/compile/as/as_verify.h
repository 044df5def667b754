/*
 * as_verify.h - between the parts of the verifier (BGQ_AS_VERIFY=1), which reads what bgq-as
 * has written again and refuses it if a value of the program could be lost.
 *
 *   as_verify_read.c    statements of a text: labels, directives, instructions
 *   as_verify_match.c   which of them are the program's and which were added
 *   as_verify_effect.c  what an instruction of the program reads and overwrites
 *   as_verify_added.c   what each added one does, form by form
 *   as_verify_label.c   labels, functions, and what is reached by its address
 *   as_verify_flow.c    states along every way through the text
 *
 * The pass asks, backwards, what is live; the verifier follows, forwards, what added
 * instructions have overwritten ("junk"), until the program overwrites it itself.  An
 * instruction of the program that reads junk is refused.  Nothing is shared with the pass:
 * neither its graph nor its list of instructions.
 *
 * Never: a value taken for overwritten by an instruction that is not known to do so.
 */
#ifndef BGQ_AS_VERIFY_H
#define BGQ_AS_VERIFY_H

#include "as.h"

enum statement_kind {
	STATEMENT_LABEL,     /* its name, without the colon */
	STATEMENT_DIRECTIVE,
	STATEMENT_INSN,
	STATEMENT_ASM,       /* inline assembly, from #APP to #NO_APP */
	STATEMENT_BEGIN, STATEMENT_END, /* marks around the parts of an atomic */
};

struct statement {
	struct span text;
	uint32_t line;
	uint32_t section;
	uint32_t next;     /* the one behind it in its section, or NONE */
	uint32_t function; /* number of the function that it is in */
	uint8_t kind;
	bool code;         /* in a section with instructions */
	bool added;
	struct span was;   /* the program's, if its target is in %r11 instead; or empty */
};

struct statements {
	struct statement *s;
	uint32_t n, room;
	bool compiled; /* by a compiler that keeps to the ABI */
	bool wide;     /* names vector registers beyond xmm0 to xmm15 */
};

/* Junk: a bit for each register and flag that added instructions have overwritten. */
struct state {
	regs_t junk;
	regs_t added;  /* has what instructions added since the program's last one put there */
	regs_t unused; /* since its function's entry, where the ABI passes nothing in it */
	uint16_t vectors; /* the same for xmm0 to xmm15 */
	uint8_t place;    /* register that has the budget, or NO_REG: memory */
	uint8_t kept, keeper; /* general register whose value is in a vector one; NO_REG: none */
	regs_t kept_junk; /* that register, if its value is junk */
	uint8_t spared;   /* times the red zone has been stepped over */
	uint8_t depth;    /* of what is pushed below that */
	struct { bool flags; regs_t junk; } pushed[3];
	bool number;      /* what bgqemu_fetch takes is pushed */
	bool atomic;      /* between the marks of one */
	struct span target; /* operand of a call through a pointer, which r11 has; or empty */
	bool known;       /* reached */
	uint32_t function; /* of the program's last instruction */
};

/* The effect of one instruction of the program. */
struct effect {
	regs_t reads, writes;   /* writes: whole registers and flags only */
	uint16_t vectors;       /* xmm0 to xmm15, mentioned */
	struct span target;     /* of a direct branch */
	bool jump, conditional, indirect, call, returns, glues, x87;
};

/* as_verify_read.c */
void statements_read(struct statements *t, struct span text);
bool statement_equal(struct span a, struct span b);
struct span word_first(struct span s, struct span *rest);

/* as_verify_match.c */
bool statements_match(const struct statements *before, struct statements *after);

/* as_verify_effect.c */
void effect_find(struct span s, struct effect *e);

/* as_verify_added.c */
const char *added_apply(struct span s, struct state *st, const struct statements *t, bool x87,
	struct span *jump, bool *ends);

/* as_verify_flow.c */
bool states_follow(const struct statements *t);
bool verify_fails(const struct statements *t, uint32_t at, const char *why);

/* Whether what bgq-as made of one text loses nothing; says on stderr what. */
bool verify_text(struct span before, struct span after);

#endif
