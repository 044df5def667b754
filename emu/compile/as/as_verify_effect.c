/*
 * as_verify_effect.c - what an instruction of the program reads and overwrites, for the
 * verifier: from lists of the architecture, the short ones of each kind.
 *
 * Few instructions read flags: those are listed, all of them.  Many overwrite them: the ones
 * that compilers use are listed, and one that is not is taken to leave them as they are.
 * A register that is named is read, unless the instruction is listed as one that only
 * overwrites its last operand.
 */
#include "as_verify.h"

#include <stdlib.h>
#include <string.h>

/* ---- names in lists of words with blanks between and around them */

static bool listed(const char *list, const char *at, size_t n)
{
	for (const char *p = list; (p = memmem(p, strlen(p), at, n)) != NULL; p++)
		if (p[-1] == ' ' && p[n] == ' ')
			return true;
	return false;
}

/* Whether the name, or what it is without its size, is in the list. */
static bool is_any(struct span name, const char *list)
{
	size_t n = name.end - name.at;
	return listed(list, name.at, n) ||
		(n > 2 && strchr("bwlq", name.end[-1]) != NULL && listed(list, name.at, n - 1));
}

static bool starts_any(struct span name, const char *const *starts)
{
	for (; *starts != NULL; starts++)
		if (span_starts(name, *starts))
			return true;
	return false;
}

/* ---- registers */

static const char *const low_names[8] = { "ax", "cx", "dx", "bx", "sp", "bp", "si", "di" };

/* The general register called so, or -1; bytes is how many of it. */
static int general(struct span r, int *bytes)
{
	size_t n = r.end - r.at;
	if (n >= 2 && *r.at == 'r' && r.at[1] >= '0' && r.at[1] <= '9') {
		char *end, digits[8] = { 0 };
		memcpy(digits, r.at + 1, n - 1 < 7 ? n - 1 : 7);
		long number = strtol(digits, &end, 10);
		*bytes = *end == '\0' ? 8 : *end == 'd' ? 4 : *end == 'w' ? 2 : 1;
		return number >= 8 && number <= 15 ? (int)number : -1;
	}
	for (int i = 0; i < 8; i++) {
		const char *x = low_names[i];
		bool letters = n >= 2 && r.at[n - 2] == x[0] && r.at[n - 1] == x[1];
		if (letters && (n == 2 || (n == 3 && (*r.at == 'r' || *r.at == 'e')))) {
			*bytes = n == 2 ? 2 : *r.at == 'r' ? 8 : 4;
			return i;
		}
		bool low = n == 3 && r.at[0] == x[0] && r.at[1] == x[1] && r.at[2] == 'l';
		bool byte = n == 2 && i < 4 && r.at[0] == x[0] && (r.at[1] == 'l' ||
			r.at[1] == 'h');
		if (low || byte) {
			*bytes = 1;
			return i;
		}
	}
	return -1;
}

static struct span register_name(const char *p, const char *end)
{
	struct span r = { p, p };
	while (r.end < end && ((*r.end >= 'a' && *r.end <= 'z') ||
		(*r.end >= '0' && *r.end <= '9')))
		r.end++;
	return r;
}

/* All that are named, general and vector ones. */
static regs_t registers(struct span s, uint16_t *vectors)
{
	regs_t regs = 0;
	int bytes;
	for (const char *p = s.at; (p = memchr(p, '%', s.end - p)) != NULL;) {
		struct span r = register_name(++p, s.end);
		int number = general(r, &bytes);
		if (number >= 0)
			regs |= REG(number);
		if (r.end - r.at > 3 && r.at[1] == 'm' && r.at[2] == 'm') {
			long v = strtol(r.at + 3, NULL, 10);
			*vectors |= v < 16 ? (uint16_t)(1u << v) : 0;
		}
	}
	return regs;
}

/* ---- operands */

static struct span last_operand(struct span s)
{
	int depth = 0;
	const char *start = s.at;
	for (const char *p = s.at; p < s.end; p++) {
		depth += (*p == '(') - (*p == ')');
		if (*p == ',' && depth == 0)
			start = p + 1;
	}
	while (start < s.end && (*start == ' ' || *start == '\t'))
		start++;
	return (struct span){ start, s.end };
}

static int count_operands(struct span s)
{
	int depth = 0, n = s.at < s.end;
	for (const char *p = s.at; p < s.end; p++) {
		depth += (*p == '(') - (*p == ')');
		n += *p == ',' && depth == 0;
	}
	return n;
}

/* ---- flags */

static const char sets_flags[] = " add sub and or xor cmp test neg adc sbb imul mul popcnt lzcnt "
	"tzcnt bzhi bextr blsr blsi blsmsk andn cmpxchg xadd popf ptest vptest vtestps vtestpd "
	"comiss comisd ucomiss ucomisd vcomiss vcomisd vucomiss vucomisd vcomish vucomish fcomi "
	"fcomip fucomi fucomip kortestb kortestw kortestd kortestq ktestb ktestw ktestd ktestq "
	"pcmpistri pcmpistrm pcmpestri pcmpestrm vpcmpistri vpcmpistrm vpcmpestri vpcmpestrm "
	"rdrand rdseed ";

static regs_t flags_written(struct span name, struct span rest)
{
	if (is_any(name, sets_flags))
		return REGS_FLAGS;
	if (is_any(name, " inc dec "))
		return REGS_OTHER;
	if (is_any(name, " bt bts btr btc clc stc "))
		return REGS_CARRY;
	bool by_one = count_operands(rest) == 1, by_value = rest.at < rest.end && *rest.at == '$';
	if (is_any(name, " sal shl sar shr shld shrd ") && (by_one ||
		(by_value && strtoul(rest.at + 1, NULL, 0) % 32 != 0)))
		return REGS_FLAGS;
	return 0;
}

/* Returns the flags that a condition reads: what is written behind j, set, cmov, fcmov. */
static regs_t flags_of(const char *at, const char *end)
{
	size_t n = end - at;
	if (listed(" b nb c nc ae nae ", at, n))
		return REGS_CARRY;
	if (listed(" e ne z nz s ns o no p np pe po l nl ge nge le nle g ng ", at, n))
		return REGS_OTHER;
	return REGS_FLAGS;
}

static regs_t flags_read(struct span name)
{
	if (is_any(name, " adc sbb rcl rcr cmc adcx "))
		return REGS_CARRY;
	if (is_any(name, " pushf lahf adox into syscall sysenter salc "))
		return REGS_FLAGS;
	if (span_starts(name, "set") || span_starts(name, "loop"))
		return flags_of(name.at + 3, name.end);
	if (span_starts(name, "cmov"))
		return flags_of(name.at + 4, name.end);
	return span_starts(name, "fcmov") || span_starts(name, "ccmp") ||
		span_starts(name, "ctest") || span_starts(name, "cfcmov") ? REGS_FLAGS : 0;
}

/* ---- general registers */

/* Instructions that only overwrite their last operand, if it is a register. */
static const char overwrites[] = " mov movabs movbe lea pop bzhi bextr andn blsi blsr blsmsk "
	"popcnt lzcnt tzcnt pdep pext rorx sarx shlx shrx mulx pextrb pextrw pextrd pextrq "
	"vpextrb vpextrw vpextrd vpextrq movd vmovd vmov kmovb kmovw kmovd kmovq pmovmskb "
	"vpmovmskb movmskps movmskpd vmovmskps vmovmskpd extractps vextractps rdfsbase "
	"rdgsbase cvtss2si cvtsd2si cvttss2si cvttsd2si vcvtss2si vcvtsd2si vcvttss2si "
	"vcvttsd2si vcvttss2usi vcvttsd2usi vcvtss2usi vcvtsd2usi ";

static bool only_overwrites(struct span name, struct span rest, struct span last)
{
	static const char *const extensions[] = { "movz", "movs", NULL };
	int n = count_operands(rest);
	if (is_any(name, overwrites) || starts_any(name, extensions))
		return true;
	if (is_any(name, " imul "))
		return n == 3;
	const char *comma = memchr(rest.at, ',', rest.end - rest.at);
	if (n != 2 || comma == NULL || !is_any(name, " xor sub "))
		return false;
	struct span first = { rest.at, comma };
	return statement_equal(first, last);
}

/* Registers that are read, or overwritten, without being named. */
static const struct implicit {
	const char *names;
	regs_t reads, writes;
} implicit[] = {
	{ " cltd cqto cdq cqo cwtd cwd ", REG(RAX), REG(RDX) },
	{ " cltq cwtl cbtw cdqe cwde cbw lahf ", REG(RAX), 0 },
	{ " mul ", REG(RAX), REG(RAX) | REG(RDX) },
	{ " div idiv ", REG(RAX) | REG(RDX), REG(RAX) | REG(RDX) },
	{ " mulx ", REG(RDX), 0 },
	{ " cmpxchg sahf xlat ", REG(RAX), 0 },
	{ " out in ", REG(RAX) | REG(RDX), 0 },
	{ " cmpxchg8b cmpxchg16b ", REG(RAX) | REG(RBX) | REG(RCX) | REG(RDX), 0 },
	{ " cpuid xgetbv rdpmc rdmsr wrmsr xsetbv ", REG(RAX) | REG(RCX) | REG(RDX), 0 },
	{ " rdtsc ", 0, REG(RAX) | REG(RDX) },
	{ " rdtscp ", 0, REG(RAX) | REG(RDX) | REG(RCX) },
	{ " xsave xsavec xsaveopt xrstor xsaves xrstors ", REG(RAX) | REG(RDX), 0 },
	{ " leave enter ", REG(RBP), 0 },
	{ " maskmovdqu vmaskmovdqu maskmovq ", REG(RDI), 0 },
	{ " pcmpestri pcmpestrm vpcmpestri vpcmpestrm ", REG(RAX) | REG(RDX), 0 },
	{ " syscall sysenter ", REGS_GPR, REG(RCX) | REG(R11) },
	{ " movs movsb movsw movsl movsq cmps cmpsb cmpsw cmpsl cmpsq ", REG(RSI) | REG(RDI), 0 },
	{ " stos stosb stosw stosl stosq scas scasb scasw scasl scasq ", REG(RAX) | REG(RDI), 0 },
	{ " lods lodsb lodsw lodsl lodsq ", REG(RSI) | REG(RAX), 0 },
};

static void implicit_apply(struct span name, int operands, struct effect *e)
{
	bool string_only = span_starts(name, "movs") && operands == 2;
	for (size_t i = 0; i < sizeof implicit / sizeof *implicit && !string_only; i++) {
		if (!is_any(name, implicit[i].names))
			continue;
		e->reads |= implicit[i].reads;
		e->writes |= implicit[i].writes;
	}
	if (is_any(name, " imul ") && operands == 1)
		e->reads |= REG(RAX);
}

static void plain(struct span name, struct span rest, struct effect *e)
{
	struct span last = last_operand(rest);
	uint16_t vectors = 0;
	int bytes = 0, number = -1;
	if (last.at < last.end && *last.at == '%') {
		struct span r = register_name(last.at + 1, last.end);
		number = r.end == last.end ? general(r, &bytes) : -1;
	}
	e->reads = registers(rest, &e->vectors);
	if (number >= 0 && bytes >= 4 && only_overwrites(name, rest, last)) {
		bool both_same = is_any(name, " xor sub ");
		e->reads = both_same ? 0 :
			registers((struct span){ rest.at, last.at }, &vectors);
		e->writes |= REG(number);
	}
	implicit_apply(name, count_operands(rest), e);
	e->reads |= flags_read(name);
	e->writes |= flags_written(name, rest);
	e->x87 = *name.at == 'f' || memmem(rest.at, rest.end - rest.at, "%mm", 3) != NULL;
}

/* ---- branches */

static void branch(struct span name, struct span rest, struct effect *e)
{
	const char *comma = memchr(name.at, ',', name.end - name.at);
	e->reads = registers(rest, &e->vectors);
	e->indirect = rest.at < rest.end && *rest.at == '*';
	e->target = rest;
	if (span_starts(name, "call")) {
		e->call = true;
	} else if (span_starts(name, "ret")) {
		e->returns = true;
	} else {
		e->jump = true;
		e->conditional = !is_any(name, " jmp ");
		if (e->conditional)
			e->reads |= flags_of(name.at + 1, comma != NULL ? comma : name.end);
	}
}

static bool is_prefix(struct span word)
{
	static const char list[] = " lock rep repe repz repne repnz data16 data32 addr32 rex64 rex "
		"notrack bnd cs ds es fs gs ss xacquire xrelease ";
	return listed(list, word.at, word.end - word.at) || *word.at == '{' ||
		span_starts(word, "rex.");
}

/* The linker rewrites these together with what follows. */
static bool is_tls(struct span s)
{
	return memmem(s.at, s.end - s.at, "@tls", 4) != NULL ||
		memmem(s.at, s.end - s.at, "@TLS", 4) != NULL;
}

void effect_find(struct span s, struct effect *e)
{
	struct span rest, name = word_first(s, &rest);
	bool repeated = false, counted = false;
	*e = (struct effect){ 0 };
	while (name.at < name.end && is_prefix(name)) {
		repeated |= span_starts(name, "rep");
		counted |= span_starts(name, "repe") || span_starts(name, "repz") ||
			span_starts(name, "repn");
		name = word_first(rest, &rest);
	}
	e->glues = name.at == name.end || is_tls(rest);
	if (name.at == name.end)
		return;
	if (*name.at == 'j' || span_starts(name, "call") || span_starts(name, "ret"))
		branch(name, rest, e);
	else
		plain(name, rest, e);
	if (repeated && !e->returns) {
		e->reads |= REG(RCX) | (counted ? REGS_FLAGS : 0); /* none may be compared */
		e->writes = 0;
	}
}
