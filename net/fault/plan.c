/* plan.c - reads fault plans; see plan.h. */
#include "plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/text_line.h"
#include "net/base/time_text.h"

#define COPIES     16
#define GIVE_UP_PS (100 * PS_PER_US)
#define CHANCES    256 /* chunks of a packet, at most */

#define WORDS_MAX 8
#define LINE_BYTES 256
#define SEPARATORS " \t\r\n/"

/* Words of a kind of line. */
enum { AT = 1, BACK = 2, FROM = 4, TO = 8, RATE = 16, NUMBER = 32, BITS = 64, FACTOR = 128 };

static const struct kind {
	const char *name;
	unsigned may, must; /* words; RATE | NUMBER in must: one of both */
} kinds[NET_FAULT_KINDS] = {
	[NET_FAULT_BER] = { "ber", FROM | TO | RATE, RATE },
	[NET_FAULT_OPTICAL] = { "optical", FROM | TO | RATE, RATE },
	[NET_FAULT_BURST] = { "burst", NUMBER | BITS, NUMBER },
	[NET_FAULT_ESCAPE] = { "escape", NUMBER, NUMBER },
	[NET_FAULT_TOKEN] = { "token", FROM | TO | RATE | NUMBER, RATE | NUMBER },
	[NET_FAULT_ACK] = { "ack", FROM | TO | RATE | NUMBER, RATE | NUMBER },
	[NET_FAULT_STOP] = { "stop", AT | BACK, AT },
	[NET_FAULT_SLOW] = { "slow", FROM | TO | FACTOR, FACTOR },
	[NET_FAULT_DIE] = { "die", AT, AT },
	[NET_FAULT_MEMORY] = { "memory", AT | BITS, AT },
	[NET_FAULT_SLOW_NODE] = { "slow-node", FROM | TO | FACTOR, FACTOR },
};

static const struct {
	const char *name;
	unsigned word;
} words[] = { { "at=", AT }, { "back=", BACK }, { "from=", FROM }, { "to=", TO },
	      { "rate=", RATE }, { "number=", NUMBER }, { "bits=", BITS }, { "factor=", FACTOR } };

void net_faults_init(struct net_faults *p, const struct net_machine *m, const struct net_shape *s,
		     uint64_t seed)
{
	*p = (struct net_faults){ .shape = *s, .m = m, .seed = seed,
				  .protocol = { .copies = COPIES, .give_up_ps = GIVE_UP_PS } };
}

void net_faults_cleanup(struct net_faults *p)
{
	for (unsigned i = 0; i < p->count; i++)
		free(p->fault[i].chance);
	free(p->fault);
	p->fault = NULL;
	p->count = 0;
}

/* ---- places */

/* "E+" as a link of the machine; -1. */
static int way(const struct net_machine *m, const char *text)
{
	const char *at = *text ? strchr(m->letters, *text) : NULL;

	if (!at || (text[1] != '+' && text[1] != '-') || text[2])
		return -1;
	return 2 * (int)(at - m->letters) + (text[1] == '+');
}

static bool of_node(const struct net_fault *f)
{
	return f->kind == NET_FAULT_DIE || f->kind == NET_FAULT_MEMORY ||
	       f->kind == NET_FAULT_SLOW_NODE;
}

static const char *place(const struct net_faults *p, struct net_fault *f, const char *text)
{
	const char *end;
	int link;

	f->everywhere = !strcmp(text, "all");
	if (f->everywhere)
		return of_node(f) || f->kind == NET_FAULT_STOP
			       ? "one place has to be named" : NULL;
	end = net_node_parse(text, &p->shape, &f->node);
	if (!end)
		return "its second word names no node of the shape";
	if (of_node(f))
		return *end ? "its second word has to be a node" : NULL;
	link = *end == ':' ? way(p->m, end + 1) : -1;
	if (link < 0)
		return "its second word has to be a link, as 0,0,0,0,1:E+ or 17:A-";
	f->link = (unsigned)link;
	struct net_neighbour n;

	if (!net_neighbour(&p->shape, f->node, f->link, &n))
		return "no link is there: it is the end of a mesh";
	return NULL;
}

/* ---- values */

static bool whole(const char *text, uint64_t most, uint64_t *n)
{
	char *end;

	*n = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && *n >= 1 && *n <= most;
}

static bool moment(const char *text, ps_t *ps)
{
	const char *end = time_text_parse(text, ps);

	return end && !*end;
}

static const char *value(struct net_fault *f, unsigned word, const char *text)
{
	uint64_t n = 1;
	char *end;

	switch (word) {
	case AT:
	case FROM: return moment(text, &f->from_ps) ? NULL : "expected a time, as 20us";
	case BACK:
	case TO: return moment(text, &f->to_ps) ? NULL : "expected a time, as 20us";
	case RATE:
		f->rate = strtod(text, &end);
		return end != text && !*end && f->rate > 0 && f->rate <= 0.5
			       ? NULL : "rate has to be above 0, and 0.5 at most";
	case NUMBER: return whole(text, UINT64_MAX / 2, &f->number) ? NULL : "number begins at 1";
	case BITS:
		if (!whole(text, 4096, &n))
			return "bits has to be from 1 to 4096";
		f->bits = (unsigned)n;
		return NULL;
	default:
		if (!whole(text, 1000, &n))
			return "factor has to be a whole number from 1 to 1000";
		f->factor = (unsigned)n;
		return NULL;
	}
}

/* "rate=1e-6": the word's bit; 0: *why says what is wrong. */
static unsigned take_word(struct net_fault *f, const char *text, const char **why)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i].name);

		if (strncmp(text, words[i].name, n) != 0)
			continue;
		*why = kinds[f->kind].may & words[i].word
			       ? value(f, words[i].word, text + n)
			       : "this kind of fault has no such word";
		return *why ? 0 : words[i].word;
	}
	*why = "expected words like at=, back=, from=, to=, rate=, number=, bits= or factor=";
	return 0;
}

/* ---- chances */

/* Returns the chance that one of two groups of bits has a wrong one. */
static double either(double a, double b)
{
	return a + b - a * b;
}

/* Returns the chance that one of so many bits is wrong. */
static double chance_of(double rate, unsigned bits)
{
	double q = 0;

	for (; bits; bits >>= 1) {
		if (bits & 1)
			q = either(q, rate);
		rate = either(rate, rate);
	}
	return q;
}

static uint64_t in_64ths(double share)
{
	return share < 1 ? (uint64_t)(share * 0x1p64) : UINT64_MAX;
}

static unsigned packet_bits(const struct net_machine *m, unsigned chunks)
{
	unsigned chunk = m->source_routes ? m->word_bytes : 32;

	return 8 * (chunks * chunk + m->link_overhead_bytes);
}

/* Tokens and acknowledgements are lost one by one, whatever packets they are for. */
static bool set_chances(const struct net_faults *p, struct net_fault *f)
{
	bool bits = f->kind == NET_FAULT_BER || f->kind == NET_FAULT_OPTICAL;

	f->chance = malloc(CHANCES * sizeof *f->chance);
	for (unsigned c = 0; f->chance && c < CHANCES; c++)
		f->chance[c] = in_64ths(bits ? chance_of(f->rate, packet_bits(p->m, c)) : f->rate);
	return f->chance != NULL;
}

/* ---- lines */

static const char *append(struct net_faults *p, const struct net_fault *f)
{
	struct net_fault *more = realloc(p->fault, (p->count + 1) * sizeof *more);

	if (!more)
		return "out of memory";
	p->fault = more;
	more[p->count] = *f;
	if (!set_chances(p, &more[p->count]))
		return "out of memory";
	p->count++;
	return NULL;
}

static const char *fault_line(struct net_faults *p, enum net_fault_kind kind, char **word,
			      unsigned n)
{
	const struct kind *k = &kinds[kind];
	struct net_fault f = { .kind = kind, .to_ps = PS_NEVER, .bits = 1 };
	const char *why = n < 2 ? "it names no place" : place(p, &f, word[1]);
	unsigned given = 0;

	for (unsigned i = 2; i < n && !why; i++)
		given |= take_word(&f, word[i], &why);
	if (why)
		return why;
	if (k->must == (RATE | NUMBER) ? !(given & RATE) == !(given & NUMBER)
				       : (given & k->must) != k->must)
		return "a word is missing: at=, number=, factor= or rate=";
	if (f.number && f.everywhere)
		return "one place has to be named";
	if (f.from_ps >= f.to_ps)
		return "its end is not after its beginning";
	return append(p, &f);
}

/* "protocol timeout=1us copies=8". */
static const char *protocol_line(struct net_faults *p, char **word, unsigned n)
{
	struct net_fault_protocol *k = &p->protocol;
	uint64_t copies;

	for (unsigned i = 1; i < n; i++) {
		const char *text = strchr(word[i], '=');
		size_t name = text ? (size_t)(text++ - word[i]) : 0;

		if (name == 7 && !strncmp(word[i], "timeout", name)) {
			if (!moment(text, &k->timeout_ps) || !k->timeout_ps)
				return "timeout has to be a time, as 600ns";
		} else if (name == 5 && !strncmp(word[i], "token", name)) {
			if (!moment(text, &k->token_ps) || !k->token_ps)
				return "token has to be a time, as 600ns";
		} else if (name == 7 && !strncmp(word[i], "give-up", name)) {
			if (!moment(text, &k->give_up_ps))
				return "give-up has to be a time, as 100us";
		} else if (name == 6 && !strncmp(word[i], "copies", name)) {
			if (!whole(text, 1024, &copies))
				return "copies has to be from 1 to 1024";
			k->copies = (unsigned)copies;
		} else {
			return "expected timeout=, token=, give-up= or copies=";
		}
	}
	return NULL;
}

static const char *words_of(struct net_faults *p, char **word, unsigned n)
{
	if (!strcmp(word[0], "protocol"))
		return protocol_line(p, word, n);
	for (int k = 0; k < NET_FAULT_KINDS; k++)
		if (!strcmp(word[0], kinds[k].name))
			return fault_line(p, (enum net_fault_kind)k, word, n);
	return "expected ber, optical, burst, escape, token, ack, stop, slow, die, memory, "
	       "slow-node or protocol";
}

const char *net_faults_add(struct net_faults *p, const char *text)
{
	char line[LINE_BYTES], *word[WORDS_MAX], *rest = line;
	unsigned n = 0;

	if (strlen(text) >= sizeof line)
		return "too long";
	strcpy(line, text);
	line[strcspn(line, "#")] = '\0';
	for (char *w; (w = strtok_r(rest, SEPARATORS, &rest)) != NULL;) {
		if (n == WORDS_MAX)
			return "too many words";
		word[n++] = w;
	}
	return n ? words_of(p, word, n) : NULL;
}

/* Gives each line of a file to take.  NULL, or what is wrong in *line. */
static const char *read_lines(FILE *f, unsigned *line, net_fault_line_fn *take, void *ctx)
{
	char text[LINE_BYTES];
	const char *why;

	for (*line = 1; text_line(f, text, sizeof text, &why); ++*line) {
		if (!why)
			why = take(ctx, text);
		if (why)
			return why;
	}
	return ferror(f) ? strerror(errno) : NULL;
}

const char *net_faults_lines(const char *name, net_fault_line_fn *take, void *ctx)
{
	static char text[160];
	unsigned line = 0;
	FILE *f = fopen(name, "r");

	if (!f)
		return strerror(errno);
	const char *why = read_lines(f, &line, take, ctx);

	fclose(f);
	if (why)
		snprintf(text, sizeof text, "line %u: %s", line, why);
	return why ? text : NULL;
}

static const char *add_line(void *ctx, const char *line)
{
	return net_faults_add(ctx, line);
}

const char *net_faults_read(struct net_faults *p, const char *name)
{
	return net_faults_lines(name, add_line, p);
}

bool net_fault_concerns(const struct net_faults *p, const struct net_fault *f, uint32_t node,
			unsigned link)
{
	struct net_neighbour n;

	if (f->kind == NET_FAULT_MEMORY || f->kind == NET_FAULT_SLOW_NODE)
		return false;
	if (f->everywhere || (f->node == node && (f->link == link || f->kind == NET_FAULT_DIE)))
		return true;
	if (f->kind != NET_FAULT_STOP && f->kind != NET_FAULT_DIE)
		return false;
	net_neighbour(&p->shape, node, link, &n);
	return f->node == n.node && (f->kind == NET_FAULT_DIE || f->link == (link ^ 1));
}

ps_t net_faults_death_ps(const struct net_faults *p, uint32_t node)
{
	ps_t first_ps = PS_NEVER;

	for (unsigned i = 0; i < p->count; i++)
		if (p->fault[i].kind == NET_FAULT_DIE && p->fault[i].node == node)
			first_ps = ps_min(first_ps, p->fault[i].from_ps);
	return first_ps;
}

unsigned net_faults_slower(unsigned factor, const struct net_fault *f)
{
	factor *= f->factor;
	return factor < NET_SLOWNESS_MAX ? factor : NET_SLOWNESS_MAX;
}

unsigned net_faults_slowness(const struct net_faults *p, uint32_t node, ps_t at_ps)
{
	unsigned factor = 1;

	for (unsigned i = 0; i < p->count; i++) {
		const struct net_fault *f = &p->fault[i];

		if (f->kind == NET_FAULT_SLOW_NODE && f->node == node && at_ps >= f->from_ps &&
		    at_ps < f->to_ps)
			factor = net_faults_slower(factor, f);
	}
	return factor;
}
