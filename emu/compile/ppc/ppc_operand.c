/*
 * ppc_operand.c - an operand of an instruction as C: an operand of the asm statement, or a
 * register or number that the template names itself.
 */
#include "ppc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static struct span trim(struct span s)
{
	while (s.at < s.end && isspace((unsigned char)*s.at))
		s.at++;
	while (s.end > s.at && isspace((unsigned char)s.end[-1]))
		s.end--;
	return s;
}

/* The number behind a %, or a name in brackets; *end: behind it. */
static int reference(const struct ppc_asm *a, struct span s, const char **end)
{
	const char *p = s.at;
	if (p < s.end && *p == '[') {
		const char *close = memchr(p, ']', s.end - p);
		if (close == NULL)
			return -1;
		*end = close + 1;
		size_t n = close - p - 1;
		for (uint32_t k = 0; k < a->operands; k++) {
			struct span name = a->operand[k].name;
			if ((size_t)(name.end - name.at) == n && n > 0 &&
				memcmp(name.at, p + 1, n) == 0)
				return (int)k;
		}
		for (uint32_t k = 0; k < a->labels; k++)
			if ((size_t)(a->label[k].end - a->label[k].at) == n &&
				memcmp(a->label[k].at, p + 1, n) == 0)
				return (int)(a->operands + k);
		return -1;
	}
	int k = -1;
	for (; p < s.end && isdigit((unsigned char)*p); p++)
		k = (k < 0 ? 0 : k * 10) + *p - '0';
	*end = p;
	return k < (int)(a->operands + a->labels) ? k : -1;
}

/* The operand that text is, or -1.  *modifier: its letter, or 0. */
int operand_reference(const struct ppc_asm *a, struct span text, char *modifier)
{
	const char *end;
	*modifier = 0;
	if (!a->extended || text.end - text.at < 2 || *text.at != '%')
		return -1;
	text.at++;
	if (isalpha((unsigned char)*text.at))
		*modifier = *text.at++;
	int k = reference(a, text, &end);
	return k >= 0 && end == text.end ? k : -1;
}

/* A number that the template itself has, in any base. */
bool operand_number(const struct translation *t, struct span text, long *value)
{
	char copy[32], *end;
	size_t n = text.end - text.at;
	(void)t;
	if (n == 0 || n >= sizeof copy)
		return false;
	memcpy(copy, text.at, n);
	copy[n] = '\0';
	*value = strtol(copy, &end, 0);
	return *end == '\0';
}

static const struct ppc_operand *shared(const struct translation *t, int *k)
{
	const struct ppc_operand *o = &t->a->operand[*k];
	if (o->same >= 0) {
		*k = o->same;
		o = &t->a->operand[*k];
	}
	return o;
}

/* A register named in the template: its number, or -1. */
static int named(struct translation *t, struct span text, char class)
{
	long n;
	if (text.end - text.at > 2 && text.at[0] == '%' && text.at[1] == '%')
		text.at += 2;
	if (operand_number(t, text, &n))
		return n >= 0 && n <= 31 ? (int)n : -1;
	struct ppc_register reg = register_of(text);
	return reg.class == class ? reg.number : -1;
}

static void general(struct translation *t, struct span text, char letter, struct out *o)
{
	char modifier;
	int k = operand_reference(t->a, text, &modifier);
	if (k >= 0 && k < (int)t->a->operands) {
		const struct ppc_operand *p = shared(t, &k);
		if (p->kind == PPC_FPR)
			translation_error(t, "this is no general register", text);
		out_format(o, "a%d", k);
		return;
	}
	int n = named(t, text, 'r');
	if (n < 0) {
		translation_error(t, "this is no general register", text);
		return;
	}
	if (n == 0 && letter == 'z') {
		out_text(o, "0");
		return;
	}
	uint32_t bit = (uint32_t)1 << n;
	bool variable = scope_register(t->scope, 'r', n) != NULL;
	if (letter != 'w' && !variable && n != 1 && n != 2 && n != 13 && (t->set & bit) == 0)
		translation_error(t, "this register is read, and nothing has set it", text);
	t->used |= bit;
	if (letter == 'w' || letter == 'x') {
		t->set |= bit;
		t->changed |= bit;
	}
	out_format(o, "g%d", n);
}

/* The register whose shadow it is, or -1. */
int operand_shadow(struct translation *t, struct span text)
{
	char modifier;
	int k = operand_reference(t->a, text, &modifier);
	return k >= 0 && k < (int)t->a->operands ? shared(t, &k)->bound : named(t, text, 'f');
}

static void floating(struct translation *t, struct span text, bool quad, struct out *o)
{
	char modifier;
	int k = operand_reference(t->a, text, &modifier), n = -1;
	if (k >= 0 && k < (int)t->a->operands) {
		const struct ppc_operand *p = shared(t, &k);
		if (p->kind != PPC_FPR)
			translation_error(t, "this is no floating-point register", text);
		if (p->bound < 0) {
			out_format(o, p->quad ? quad ? "q%d" : "q%d[0]" : "d%d", k);
			return;
		}
		n = p->bound;
	} else {
		n = named(t, text, 'f');
	}
	if (n < 0)
		translation_error(t, "this is no floating-point register", text);
	out_format(o, quad ? "bgqrt_fpr[%d]" : "bgqrt_fpr[%d][0]", n);
}

/* Numbers and operators, with operands of the statement between them. */
static void immediate(struct translation *t, struct span text, struct out *o)
{
	const char *end;
	out_text(o, "(");
	for (const char *p = text.at; p < text.end;) {
		if (*p == '%' && t->a->extended) {
			struct span s = { p + 1, text.end };
			if (s.at < s.end && isalpha((unsigned char)*s.at))
				s.at++;
			int k = reference(t->a, s, &end);
			if (k < 0 || k >= (int)t->a->operands) {
				translation_error(t, "this is no number", text);
				return;
			}
			shared(t, &k);
			out_format(o, "a%d", k);
			p = end;
			continue;
		}
		if (isdigit((unsigned char)*p)) {
			const char *from = p;
			while (p < text.end && isalnum((unsigned char)*p))
				p++;
			out_text(o, "(_bgq_u)");
			out_span(o, from, p);
			continue;
		}
		if (strchr("+-*/()<>&|~ \t", *p) == NULL) {
			translation_error(t, "this is no number", text);
			return;
		}
		out_span(o, p, p + 1);
		p++;
	}
	out_text(o, ")");
}

/* D(RA), or an operand in memory.  With RA only, if that is asked for. */
static void address(struct translation *t, struct span text, bool only_register, struct out *o)
{
	char modifier;
	int k = operand_reference(t->a, text, &modifier);
	const char *close = text.end - 1, *open = close;
	if (k >= 0 && k < (int)t->a->operands && t->a->operand[k].kind == PPC_MEMORY) {
		out_format(o, "a%d", k);
		return;
	}
	while (open > text.at && *open != '(')
		open--;
	if (text.at == text.end || *close != ')' || *open != '(') {
		translation_error(t, "this is no address", text);
		return;
	}
	struct span reg = trim((struct span){ open + 1, close });
	if (!only_register && open > text.at) {
		immediate(t, trim((struct span){ text.at, open }), o);
		out_text(o, "+");
	}
	general(t, reg, only_register ? 'x' : 'z', o);
}

/* A field of the condition register. */
static long field(struct translation *t, struct span text)
{
	long n;
	struct ppc_register reg = register_of(text);
	if (reg.class == 'c')
		return reg.number;
	if (operand_number(t, text, &n) && n >= 0 && n <= 7)
		return n;
	translation_error(t, "this is no field of the condition register", text);
	return 0;
}

/* A bit: lt, 4*cr1+eq, or its number; -1 if it is none. */
static long condition_number(struct translation *t, struct span text)
{
	static const char *const names[] = { "lt", "gt", "eq", "so", "un" };
	long n = -1, cr = 0;
	const char *plus = memchr(text.at, '+', text.end - text.at);
	struct span name = trim((struct span){ plus != NULL ? plus + 1 : text.at, text.end });
	for (int i = 0; i < 5; i++)
		if (span_is(name, names[i]))
			n = i < 4 ? i : 3;
	if (plus != NULL && plus - text.at > 2) {
		const char *c = memmem(text.at, plus - text.at, "cr", 2);
		if (c != NULL && c + 2 < text.end)
			cr = c[2] - '0';
	}
	if (n < 0 && plus == NULL && operand_number(t, text, &n)) {
		cr = n / 4;
		n %= 4;
	}
	if (n >= 0 && n <= 3 && cr >= 0 && cr <= 7)
		return 4 * cr + n;
	translation_error(t, "this is no bit of the condition register", text);
	return -1;
}

static void condition_bit(struct translation *t, struct span text, struct out *o)
{
	long n = condition_number(t, text);
	if (n >= 0)
		out_format(o, "(cr[%ld]&%d)", n / 4, 8 >> n % 4);
}

void operand_write(struct translation *t, struct span text, char letter, struct out *o)
{
	t->flows = true;
	switch (letter) {
	case 'w':
	case 'r':
	case 'x':
	case 'z': general(t, text, letter, o); break;
	case 'F':
	case 'G':
	case 'f': floating(t, text, false, o); break;
	case 'Q':
	case 'q':
	case 'P': floating(t, text, true, o); break;
	case 'm':
	case 'u': address(t, text, false, o); break;
	case '@': address(t, text, true, o); break;
	case 'c': out_format(o, "cr[%ld]", field(t, text)); break;
	case 'b': condition_bit(t, text, o); break;
	case 'B': out_format(o, "%ld", condition_number(t, text)); break;
	default: immediate(t, text, o); break;
	}
}
