/*
 * ppc.h - what the parts of bgq-ppc share.
 *
 * bgq-ppc translates the PowerPC assembly in a preprocessed C or C++ source for the host.
 * Each asm statement becomes a call of a function of its own, put in front of the source,
 * in which the instructions are statements of C:
 *
 *   ppc_main.c       the compiler's two passes: preprocess, translate, compile
 *   ppc_token.c      tokens of the source
 *   ppc_rewrite.c    finds asm statements and register variables, writes the new text
 *   ppc_place.c      files, lines and bodies of functions
 *   ppc_member.c     calls of member templates, as C++98 was written for GCC 4
 *   ppc_base.c       members of dependent bases, as C++ was written for XL
 *   ppc_scope.c      register variables by name
 *   ppc_align.c      arrays of types that a typedef aligns
 *   ppc_vector.c     names of the type of vectors, arrays in registers, as for XL
 *   ppc_pragma.c     transactions, and statements that XL runs ahead
 *   ppc_parse.c      one asm statement: template, operands, labels
 *   ppc_template.c   instructions and labels of a template
 *   ppc_insn.c       the instructions that are known, with their C and their cost
 *   ppc_operand.c    an operand of an instruction as C
 *   ppc_translate.c  a template as a function
 *   ppc_call.c       the statement that calls it
 *
 * Functions are named _bgq_ppc_N; in them bgq-as counts nothing but the cycles in comments
 * "bgq-cycles N", those of the machine's instructions.
 *
 * Never: a change to what is in the host's own headers, or assembly of the host; a
 * translation of an instruction that is not known.
 */
#ifndef BGQ_PPC_H
#define BGQ_PPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/compile/as/as.h"

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHAR, TOKEN_PUNCT, TOKEN_LINE };
struct token {
	struct span text;
	uint8_t kind;
};
struct tokens {
	struct token *at;
	uint32_t count, room;
};
void tokens_scan(struct span text, struct tokens *t);
bool token_is(const struct tokens *t, uint32_t i, const char *text);
/* The token behind the bracket that closes the one at i. */
uint32_t tokens_skip(const struct tokens *t, uint32_t i);
/* The contents of a string literal, appended to o without escapes. */
void token_unescape(struct span s, struct out *o);

/* ---- where a token is */

struct line_marker {
	struct span file;    /* as the last line marker says */
	long line;           /* of line_at */
	const char *line_at;
	bool system;         /* a header of the host's */
};
void marker_read(struct line_marker *m, struct span line);
long marker_line(const struct line_marker *m, const char *at);
/* The brace at token i, outside of functions, begins one's statements: it is behind parentheses. */
bool brace_begins_body(const struct tokens *t, uint32_t i);

/* ---- an asm statement */

enum ppc_kind { PPC_GPR, PPC_FPR, PPC_MEMORY, PPC_IMMEDIATE };
#define PPC_OPERANDS 30
struct ppc_operand {
	struct span name;    /* [name], or empty */
	struct out value;    /* the expression, on one line */
	uint8_t kind;        /* enum ppc_kind */
	bool in, out;
	bool quad;           /* FPR: all of its four numbers */
	bool vector;         /* FPR: by its constraint */
	bool lane;           /* FPR: instructions name its first number only */
	bool simple;         /* value may be written down twice */
	bool used;
	int same;            /* number of the operand whose register it shares, or -1 */
	int bound;           /* FPR: the shadow register that it is, or -1 */
};
struct ppc_asm {
	struct out text;     /* its template */
	struct ppc_operand operand[PPC_OPERANDS];
	uint32_t operands, outputs;
	struct span label[PPC_OPERANDS]; /* of asm goto */
	uint32_t labels;
	bool extended;       /* has colons: % is an escape */
	bool host;           /* some constraint is the host's */
	bool names_ppc;      /* some clobber is PowerPC's */
};
struct scope;
/* The tokens from first to last, exclusive, are what stands between the parentheses.  Error:
 * text to be shown, or NULL. */
const char *asm_parse(const struct tokens *t, uint32_t first, uint32_t last,
	const struct scope *scope, struct ppc_asm *a);

/* ---- its template */

#define PPC_INSN_OPERANDS 6
struct ppc_line {
	struct span label;   /* before it, or empty */
	struct span name;    /* mnemonic, or empty: a label alone */
	struct span operand[PPC_INSN_OPERANDS];
	uint32_t operands;
};
struct ppc_lines {
	struct ppc_line *at;
	uint32_t count, room;
};
void template_read(struct out *text, struct ppc_lines *lines);

/* ---- instructions */

/* Form of an instruction; operands: one letter each, see ppc_insn.c. */
struct ppc_insn {
	const char *name, *operands, *code;
	uint8_t class;       /* enum core_class; CORE_NOTHING: its code charges */
};
/* NULL if it is not known.  record: it has a dot that sets cr0. */
const struct ppc_insn *insn_find(struct span name, uint32_t operands, bool *record);
/* Branches: b, bne, bdnz, bc ... */
struct ppc_branch {
	bool counts;         /* decrements ctr */
	bool zero;           /* branches if ctr is 0, else if it is not */
	bool conditional;
	bool set;            /* branches if the bit is set */
	uint8_t bit;         /* 8 lt, 4 gt, 2 eq, 1 so; 0: named by the first operand */
};
bool branch_find(struct span name, struct ppc_branch *b);

/* ---- register variables */

struct ppc_register {
	char class;          /* 'r', 'f'; 0: none of PowerPC's */
	int number;
};
struct ppc_register register_of(struct span name);
/* In a declaration or a clobber a number is a general register. */
struct ppc_register register_named(struct span name);
struct ppc_variable {
	struct span name;
	struct ppc_register reg;
	uint32_t depth;      /* of braces */
	uint32_t id;
	bool global;         /* it is its register, which nothing sets, wherever it is named */
};
struct scope {
	struct ppc_variable *at;
	uint32_t count, room, made;
};
const struct ppc_variable *scope_find(const struct scope *s, struct span name);
const struct ppc_variable *scope_register(const struct scope *s, char class, int number);
struct ppc_variable *scope_add(struct scope *s, struct span name, struct ppc_register reg,
	uint32_t depth);
void scope_leave(struct scope *s, uint32_t depth);
/* The value of a general register that nothing sets: of 1 and 13, pointers to the stack and to the
 * thread; NULL: it has none. */
const char *register_unset(int number);
/* Writes what a global register variable's name stands for; false if it is none. */
bool scope_global(const struct scope *s, struct span name, struct out *o);

/* ---- arrays of types that a typedef aligns */

struct ppc_aligned {
	struct span name, attribute;
	uint32_t end;        /* the token behind the typedef */
	const char *unnamed; /* where a name would stand, or NULL: there is one */
};
bool aligned_read(const struct tokens *t, uint32_t i, struct ppc_aligned *a);
const struct ppc_aligned *aligned_array(const struct ppc_aligned *list, uint32_t count,
	const struct tokens *t, uint32_t i);

/* ---- a template as a function */

struct translation {
	struct ppc_asm *a;
	const struct scope *scope;
	struct ppc_lines lines;
	uint32_t number;     /* of the function */
	bool cxx;
	struct out body;
	uint32_t cycles;     /* not yet written */
	uint32_t set, used;  /* general registers by number: written; mentioned */
	uint32_t changed;    /* general registers written anywhere */
	bool flows;          /* it has operands, labels or branches */
	uint32_t line;       /* being translated */
	struct out error;    /* or empty */
};
void translation_error(struct translation *t, const char *what, struct span where);
/* Sets error if there is something that is not known. */
void translation_run(struct translation *t);
/* True if the statement may be one for the host, as no part of it is PowerPC's. */
bool translation_is_hosts(const struct ppc_asm *a, const struct ppc_lines *lines);
void operand_write(struct translation *t, struct span text, char letter, struct out *o);
int operand_shadow(struct translation *t, struct span text);
bool operand_number(const struct translation *t, struct span text, long *value);
int operand_reference(const struct ppc_asm *a, struct span text, char *modifier);
/* Registers whose values come from and go to variables of the source. */
uint32_t bound_registers(const struct translation *t);
void call_write(const struct translation *t, struct out *function, struct out *call);

/* ---- member templates */

struct names {
	struct span *at;
	uint32_t count, room;
};
bool names_have(const struct names *n, struct span name);
void name_add(struct names *n, struct span name);
void name_drop(struct names *n, struct span name);
/* The names of all templates of functions. */
void members_find(const struct tokens *t, struct names *n);
/* The name at token i, of one of those, is called as a member and lacks "template". */
bool member_lacks_template(const struct tokens *t, uint32_t i, const struct names *n);

/* ---- vectors, and arrays in registers (ppc_vector.c) */

uint32_t vector_type(const struct tokens *t, uint32_t i, const struct names *vectors);
void vector_names(const struct tokens *t, uint32_t i, struct names *vectors);
bool register_arrays(const struct tokens *t, uint32_t i);

/* ---- members of dependent bases */

/* text with "this->" in front of the names that the compiler's words call undeclared, in o; false
 * if there are none. */
bool base_names(struct span text, struct span words, struct out *o);

/* ---- pragmas of XL */

enum ppc_pragma { PRAGMA_OTHER, PRAGMA_TRANSACTION, PRAGMA_SPECULATIVE };
enum ppc_pragma pragma_read(struct span line);
/* The token behind the statement that begins at token i or behind lines there. */
uint32_t statement_skip(const struct tokens *t, uint32_t i);

/* ---- a source */
struct rewrite {
	struct span text;
	bool cxx;
	bool transactions;   /* -qtm */
	bool xl;             /* by a name of XL's compilers */
	struct out functions, body;
	uint32_t statements, errors;
};
/* The new text is in o, or nothing if there is nothing to be changed. */
void rewrite_text(struct rewrite *r, const char *prologue, struct out *o);

#endif
