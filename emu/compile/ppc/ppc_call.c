/*
 * ppc_call.c - the function that a template has become, and the statement that calls it.
 * Registers are handed over as numbers of 64 bits, doubles, or addresses of four doubles.
 */
#include "ppc.h"

#include <ctype.h>
#include <string.h>

/* A call in the making, operand by operand: text of the function and of the statement. */
struct handover {
	const struct translation *t;
	struct {
		struct out parameters, begin, end; /* around what the template does */
	} function;
	struct {
		struct out before, arguments, after;
	} call;
	bool any;            /* parameters */
	int returned;        /* operand that the function returns, or -1 */
};

uint32_t bound_registers(const struct translation *t)
{
	uint32_t bound = 0;
	for (int n = 0; n < 32; n++)
		if ((t->used >> n & 1) != 0 && scope_register(t->scope, 'r', n) != NULL)
			bound |= (uint32_t)1 << n;
	return bound;
}

static void comma(struct handover *h)
{
	if (h->any) {
		out_text(&h->function.parameters, ",");
		out_text(&h->call.arguments, ",");
	}
	h->any = true;
}

static void value(struct out *o, const char *before, const struct ppc_operand *p,
	const char *after)
{
	out_text(o, before);
	out_span(o, p->value.text, p->value.text + p->value.size);
	out_text(o, after);
}

/* The variable that an output goes to; evaluated once. */
static void lvalue(struct out *o, const struct ppc_operand *p, uint32_t k)
{
	if (p->simple)
		value(o, "(", p, ")");
	else
		out_format(o, "(*_bgq_x%u)", k);
}

static void assign(struct out *o, const struct ppc_operand *p, uint32_t k)
{
	lvalue(o, p, k);
	out_text(o, "=(__typeof__");
	lvalue(o, p, k);
	out_text(o, ")");
}

static void variable_point(struct handover *h, const struct ppc_operand *p, uint32_t k)
{
	value(&h->call.before, "__typeof__(&(", p, "))");
	out_format(&h->call.before, "_bgq_x%u=", k);
	value(&h->call.before, "&(", p, ");");
}

static void output(struct handover *h, uint32_t k)
{
	const struct ppc_operand *p = &h->t->a->operand[k];
	bool real = p->kind == PPC_FPR;
	char letter = real ? 'd' : 'a';
	if (!p->simple)
		variable_point(h, p, k);
	if (p->in) {
		comma(h);
		out_format(&h->function.parameters, "%s %c%u", real ? "double" : "_bgq_u",
			letter, k);
		out_text(&h->call.arguments, real ? "(double)" : "(_bgq_u)");
		lvalue(&h->call.arguments, p, k);
	} else {
		out_format(&h->function.begin, "%s %c%u=0;", real ? "double" : "_bgq_u", letter, k);
	}
	if (h->returned == (int)k)
		return;
	comma(h);
	out_format(&h->function.parameters, "%s *p%u", real ? "double" : "_bgq_u", k);
	out_format(&h->call.arguments, "&_bgq_o%u", k);
	out_format(&h->call.before, "%s _bgq_o%u;", real ? "double" : "_bgq_u", k);
	out_format(&h->function.end, "*p%u=%c%u;", k, letter, k);
	assign(&h->call.after, p, k);
	out_format(&h->call.after, "_bgq_o%u;", k);
}

static void input(struct handover *h, uint32_t k)
{
	const struct ppc_operand *p = &h->t->a->operand[k];
	bool real = p->kind == PPC_FPR;
	char letter = p->same >= 0 ? 'i' : real ? 'd' : 'a';
	comma(h);
	if (p->same >= 0)
		out_format(&h->function.begin, "%c%d=i%u;", real ? 'd' : 'a', p->same, k);
	out_format(&h->function.parameters, "%s %c%u", real ? "double" : "_bgq_u", letter, k);
	value(&h->call.arguments, real ? "(double)(" :
		p->kind == PPC_MEMORY ? "(_bgq_u)&(" : "(_bgq_u)(", p, ")");
}

/* A vector of which one number is named, or a double, which a vector's constraint takes. */
static void lane(struct handover *h, const struct ppc_operand *p, uint32_t k)
{
	out_format(&h->call.arguments, "_bgq_q%u.d", k);
	value(&h->call.before, "union{__typeof__(", p, ")v;double d[4];}");
	out_format(&h->call.before, p->in ? "_bgq_q%u={" : "_bgq_q%u", k);
	if (p->in && p->out)
		lvalue(&h->call.before, p, k);
	else if (p->in)
		value(&h->call.before, "(", p, ")");
	out_text(&h->call.before, p->in ? "};" : ";");
	value(&h->call.before, "(void)sizeof(char[sizeof(", p, ")==32||sizeof(");
	value(&h->call.before, "", p, ")==8?1:-1]);");
	if (p->out) {
		lvalue(&h->call.after, p, k);
		out_format(&h->call.after, "=_bgq_q%u.v;", k);
	}
}

/* Four numbers, in a copy of a variable of the source or in a register's shadow. */
static void quad(struct handover *h, uint32_t k)
{
	const struct ppc_operand *p = &h->t->a->operand[k];
	comma(h);
	out_format(&h->function.parameters, "double *%c%u", p->same >= 0 ? 'i' : 'q', k);
	if (p->same >= 0)
		out_format(&h->function.begin, "_bgq_qset(q%d,i%u[0],i%u[1],i%u[2],i%u[3]);",
			p->same, k, k, k, k);
	if (p->bound >= 0) {
		out_format(&h->call.arguments, "bgqrt_fpr[%d]", p->bound);
		return;
	}
	if (p->out && !p->simple)
		variable_point(h, p, k);
	if (p->lane) {
		lane(h, p, k);
		return;
	}
	out_format(&h->call.arguments, "(double*)&_bgq_q%u", k);
	value(&h->call.before, "__typeof__(", p, p->in ? ")" : "");
	out_format(&h->call.before, p->in ? "_bgq_q%u=" : ")_bgq_q%u;", k);
	if (p->in) {
		if (p->out)
			lvalue(&h->call.before, p, k);
		else
			value(&h->call.before, "(", p, ")");
		out_text(&h->call.before, ";");
	}
	value(&h->call.before, "(void)sizeof(char[sizeof(", p, ")==32?1:-1]);");
	if (p->out) {
		lvalue(&h->call.after, p, k);
		out_format(&h->call.after, "=_bgq_q%u;", k);
	}
}

static void operand(struct handover *h, uint32_t k)
{
	const struct ppc_operand *p = &h->t->a->operand[k];
	bool alias = p->bound >= 0 && p->same < 0;
	if (p->kind == PPC_FPR && alias)
		return; /* the shadow register itself */
	if (p->kind == PPC_FPR && p->quad)
		quad(h, k);
	else if (p->out && p->kind != PPC_MEMORY)
		output(h, k);
	else
		input(h, k);
}

/* A general register that the template names, with the variable that lives there. */
static void registers(struct handover *h)
{
	uint32_t bound = bound_registers(h->t);
	for (int n = 0; n < 32; n++) {
		const struct ppc_variable *v = scope_register(h->t->scope, 'r', n);
		if ((h->t->used >> n & 1) == 0)
			continue;
		if ((bound >> n & 1) == 0) {
			const char *unset = register_unset(n);
			out_format(&h->function.begin, "_bgq_u g%d=%s;", n,
				unset != NULL ? unset : "0");
			continue;
		}
		comma(h);
		out_format(&h->function.parameters, "_bgq_u g%d", n);
		out_text(&h->call.arguments, "(_bgq_u)");
		out_span(&h->call.arguments, v->name.at, v->name.end);
		if ((h->t->changed >> n & 1) == 0)
			continue;
		out_format(&h->function.parameters, ",_bgq_u *h%d", n);
		out_format(&h->call.arguments, ",&_bgq_h%d", n);
		out_format(&h->call.before, "_bgq_u _bgq_h%d;", n);
		out_format(&h->function.end, "*h%d=g%d;", n, n);
		out_span(&h->call.after, v->name.at, v->name.end);
		out_text(&h->call.after, "=(__typeof__(");
		out_span(&h->call.after, v->name.at, v->name.end);
		out_format(&h->call.after, "))_bgq_h%d;", n);
	}
}

static int returned_find(const struct ppc_asm *a)
{
	for (uint32_t k = 0; k < a->outputs && a->labels == 0; k++)
		if (a->operand[k].kind == PPC_GPR || (a->operand[k].kind == PPC_FPR &&
			!a->operand[k].quad && a->operand[k].bound < 0))
			return (int)k;
	return -1;
}

static void append(struct out *o, const struct out *part)
{
	out_span(o, part->text, part->text + part->size);
}

static const char *result(const struct handover *h)
{
	const struct ppc_asm *a = h->t->a;
	if (h->returned < 0)
		return a->labels > 0 ? "int" : "void";
	return a->operand[h->returned].kind == PPC_FPR ? "double" : "_bgq_u";
}

/* In C an inline function that is not static may not name one that is: but this may, being
 * in a header of the host's as far as the compiler knows. */
static void wrapper_write(const struct handover *h, struct out *function)
{
	const struct out *parameters = &h->function.parameters;
	const char *p = parameters->text, *end = p + parameters->size;
	out_format(function, "extern __inline__ __attribute__((__gnu_inline__,"
		"__always_inline__)) %s _bgq_call_%u(", result(h), h->t->number);
	append(function, parameters);
	out_format(function, h->any ? ") {%s _bgq_ppc_%u(" : "void) {%s _bgq_ppc_%u(",
		*result(h) == 'v' ? "" : "return", h->t->number);
	while (h->any && p < end) { /* the names in the list */
		const char *stop = memchr(p, ',', end - p);
		stop = stop != NULL ? stop : end;
		const char *name = stop;
		while (name > p && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
			name--;
		out_span(function, name, stop < end ? stop + 1 : stop);
		p = stop + 1;
	}
	out_text(function, ");}\n");
}

static void function_write(const struct handover *h, struct out *function)
{
	const struct ppc_asm *a = h->t->a;
	bool real = h->returned >= 0 && a->operand[h->returned].kind == PPC_FPR;
	out_format(function, "static __attribute__((__noinline__,__unused__)) %s _bgq_ppc_%u(",
		result(h), h->t->number);
	append(function, &h->function.parameters);
	out_text(function, h->any ? ") {" : "void) {");
	out_text(function, "_bgq_u ca=0,ctr=0,xer=0,lr=(_bgq_u)__builtin_return_address(0);"
		"unsigned cr[8]={0,0,0,0,0,0,0,0};int to=0;");
	append(function, &h->function.begin);
	out_text(function, "(void)ca;(void)ctr;(void)cr;(void)xer;(void)lr; ");
	append(function, &h->t->body);
	out_text(function, "goto out;out:(void)to;");
	append(function, &h->function.end);
	if (h->returned >= 0)
		out_format(function, "return %c%d;", real ? 'd' : 'a', h->returned);
	else if (a->labels > 0)
		out_text(function, "return to;");
	out_text(function, h->t->cxx ? "}\n" : "} ");
	if (!h->t->cxx)
		wrapper_write(h, function);
}

void call_write(const struct translation *t, struct out *function, struct out *call)
{
	struct handover h = { .t = t, .returned = returned_find(t->a) };
	for (uint32_t k = 0; k < t->a->operands; k++)
		operand(&h, k);
	registers(&h);
	function_write(&h, function);
	out_text(call, "do{");
	append(call, &h.call.before);
	if (h.returned >= 0)
		assign(call, &t->a->operand[h.returned], h.returned);
	else if (t->a->labels > 0)
		out_text(call, "int _bgq_to=");
	out_format(call, t->cxx ? "_bgq_ppc_%u(" : "_bgq_call_%u(", t->number);
	append(call, &h.call.arguments);
	out_text(call, ");");
	append(call, &h.call.after);
	for (uint32_t k = 0; k < t->a->labels; k++) {
		out_format(call, "if(_bgq_to==%u)goto ", k + 1);
		out_span(call, t->a->label[k].at, t->a->label[k].end);
		out_text(call, ";");
	}
	out_text(call, "}while(0)");
}
