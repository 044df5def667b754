/*
 * follow_skip.c - many rounds at once of an inner loop that counts; see follow.h.
 *
 * The change of each register and word from head to head is taken for its slope in the round that
 * begins, as if it were an induction variable, and slopes are worked out in it (follow_slope.c).
 * If at its end all registers that it has read first and all words that it has stored to have
 * changed by their slopes, in fact and by those of its instructions, they are induction variables,
 * and the rounds after it are like it, as many as follow_slope.rounds says: a round that begins
 * with the values of this one's begin, plus slopes, ends with those of its end, plus slopes.
 *
 * All but the last of those rounds need not be followed: what they read goes on by their number,
 * and so does the time.  The last one is, so that registers and dead words which they only write
 * hold what they hold then, and each word's last use is known.
 *
 * Never: a state that the loop would not come to, or at another time.
 */
#include "follow.h"

#include <string.h>

#define FAILURES_MAX 3
/* Fewer rounds are followed. */
#define SKIP_MIN 2
/* After rounds have been skipped, two heads belong to the last of them and the next one, in
 * which something else happens. */
#define REST 2
#define WORD 8
#define HALF 4

static void remember(struct follow *f)
{
	struct follow_skip *s = &f->skip;

	memcpy(s->reg, f->reg, sizeof s->reg);
	for (unsigned i = 0; i < f->cells; i++)
		s->word[i] = f->cell[i].value;
	s->cells = f->cells;
}

void follow_skip_begin(struct follow *f)
{
	f->skip.rest = f->skip.failures = 0;
	f->skip.looked = false;
	remember(f);
}

/* Returns what a word held at the last head: if it had not been used by then, what memory does. */
static uint64_t was(struct follow *f, unsigned i)
{
	if (i < f->skip.cells)
		return f->skip.word[i];
	follow_cell_read(f, &f->cell[i]);
	return f->cell[i].memory;
}

static bool is_wild(int64_t slope)
{
	return slope > SLOPE_MOST || slope < -SLOPE_MOST;
}

/* ---- a round that is looked at */

/* Takes the slopes of registers; true if one that is live at the head has one. */
static bool registers_seed(struct follow *f)
{
	struct follow_skip *s = &f->skip;
	bool counts = false;

	for (unsigned i = 0; i < REG_IMAGE; i++) {
		int64_t slope = (int64_t)(f->reg[i] - s->reg[i]);

		s->seed[i] = is_wild(slope) ? SLOPE_WILD : slope;
		counts |= slope && !is_wild(slope) && (f->read_first & ~f->junk) >> i & 1;
	}
	return counts;
}

/* Returns the slope of a word that has changed, or of its half. */
static struct slope_word word_slope(uint64_t at, uint64_t now, uint64_t before)
{
	int64_t slope = (int64_t)(now - before);

	if ((uint32_t)now == (uint32_t)before)
		return (struct slope_word){ at + HALF, slope >> 32, HALF };
	if (now >> 32 == before >> 32)
		return (struct slope_word){ at, (int32_t)slope, HALF };
	return (struct slope_word){ at, slope, WORD };
}

/* Takes the slopes of words.  False: too much has changed for a loop that only counts. */
static bool words_seed(struct follow *f)
{
	struct follow_skip *s = &f->skip;

	s->words = 0;
	for (unsigned i = 0; i < f->cells; i++) {
		const struct follow_cell *c = &f->cell[i];

		if (!c->stored || follow_is_dead(f, c->at) || c->value == was(f, i))
			continue;
		if (s->words == SLOPE_WORDS)
			return false;
		s->seed_word[s->words] = word_slope(c->at, c->value, was(f, i));
		if (is_wild(s->seed_word[s->words++].slope))
			return false;
	}
	return true;
}

static bool seeds_take(struct follow *f)
{
	bool counts = registers_seed(f);

	return words_seed(f) && (counts || f->skip.words);
}

void follow_skip_look_begin(struct follow *f)
{
	struct follow_skip *s = &f->skip;
	struct follow_slope *l = &f->slope;

	s->time_ps = f->time_ps;
	memcpy(s->mix, f->mix, sizeof s->mix);
	s->lost_ps = f->lost_ps;
	s->left = f->left;
	s->zero = f->zero;
	s->read_first = f->read_first;
	s->written = f->written;
	f->read_first = f->written = 0;
	memcpy(l->reg, s->seed, sizeof l->reg);
	memcpy(l->word, s->seed_word, sizeof l->word);
	l->words = s->words;
	follow_slope_begin(f);
}

/* Whether registers that the round has read first have changed by their slopes. */
static bool registers_go_on(const struct follow *f)
{
	const struct follow_skip *s = &f->skip;
	uint32_t regs = f->read_first & ((1u << REG_IMAGE) - 1);

	if (f->junk & regs)
		return false;
	for (; regs; regs &= regs - 1) {
		unsigned i = (unsigned)__builtin_ctz(regs);
		int64_t slope = f->written >> i & 1 ? f->slope.reg[i] : 0;

		if (slope == SLOPE_WILD || slope != s->seed[i] ||
		    f->reg[i] - s->reg[i] != (uint64_t)slope)
			return false;
	}
	return true;
}

/* Returns by how much the word at `at` changes. */
static uint64_t sum_at(const struct slope_word *w, unsigned words, uint64_t at)
{
	uint64_t sum = 0;

	for (; words; words--, w++)
		if (w->at - at < WORD)
			sum += (uint64_t)w->slope << 8 * (w->at - at);
	return sum;
}

/* All that change are within a word, or dead. */
static bool words_are_whole(const struct follow *f)
{
	const struct follow_slope *l = &f->slope;

	for (unsigned i = 0; i < l->words; i++) {
		const struct slope_word *w = &l->word[i];
		uint64_t first = w->at & ~UINT64_C(7), last = (w->at + w->bytes - 1) & ~UINT64_C(7);

		if (first != last && !(follow_is_dead(f, first) && follow_is_dead(f, last)))
			return false;
	}
	return true;
}

/* Whether words that the round has stored to have changed by their slopes. */
static bool words_go_on(struct follow *f)
{
	const struct follow_skip *s = &f->skip;

	for (unsigned i = 0; i < f->cells; i++) {
		const struct follow_cell *c = &f->cell[i];
		uint64_t slope = sum_at(f->slope.word, f->slope.words, c->at);

		if (!c->stored || follow_is_dead(f, c->at))
			continue;
		if (c->value - was(f, i) != slope ||
		    slope != sum_at(s->seed_word, s->words, c->at))
			return false;
	}
	return words_are_whole(f);
}

static bool zero_stays(const struct follow_zero *a, const struct follow_zero *b)
{
	return a->copies == b->copies && a->flags == b->flags;
}

static bool round_goes_on(struct follow *f)
{
	const struct follow_skip *s = &f->skip;

	return !f->slope.nonlinear && f->left == s->left && zero_stays(&f->zero, &s->zero) &&
	       registers_go_on(f) && words_go_on(f);
}

/* ---- many rounds at once */

static void least_way(uint64_t *least, uint64_t way, int64_t slope)
{
	uint64_t step = slope > 0 ? (uint64_t)slope : -(uint64_t)slope;

	if (slope < 0)
		way = -way;
	if (way && way % step == 0 && way / step < *least)
		*least = way / step;
}

/* So many rounds from now the state may be the first one again. */
static uint64_t rounds_to_start(struct follow *f)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < REG_IMAGE; i++) {
		int64_t slope = f->skip.seed[i];

		if (slope && slope != SLOPE_WILD && f->read_first >> i & 1)
			least_way(&least, f->start[i] - f->reg[i], slope);
	}
	for (unsigned i = 0; i < f->cells; i++) {
		struct follow_cell *c = &f->cell[i];
		int64_t slope = (int64_t)sum_at(f->skip.seed_word, f->skip.words, c->at);

		if (!slope || follow_is_dead(f, c->at))
			continue;
		follow_cell_read(f, c);
		least_way(&least, c->memory - c->value, slope);
	}
	return least;
}

static void skip(struct follow *f, uint64_t rounds)
{
	const struct follow_skip *s = &f->skip;
	ps_t time_ps = rounds * (f->time_ps - s->time_ps);

	for (uint32_t regs = s->regs; regs; regs &= regs - 1) {
		unsigned i = (unsigned)__builtin_ctz(regs);

		f->reg[i] += rounds * (uint64_t)s->seed[i];
	}
	for (unsigned i = 0; i < f->cells; i++)
		if (!follow_is_dead(f, f->cell[i].at))
			f->cell[i].value += rounds * sum_at(s->seed_word, s->words, f->cell[i].at);
	for (unsigned c = 0; c < MIX_COUNT; c++)
		f->mix[c] += (int64_t)rounds * (f->mix[c] - s->mix[c]);
	f->lost_ps += rounds * (f->lost_ps - s->lost_ps);
	f->time_ps += time_ps;
	f->check_ps += time_ps;
}

/* Ends a round that was looked at: read_first and written are those of all rounds so far again. */
void follow_skip_look_end(struct follow *f)
{
	struct follow_skip *s = &f->skip;

	if (!f->slope.on)
		return;
	s->looked = true;
	s->good = round_goes_on(f);
	s->regs = f->read_first & ((1u << REG_IMAGE) - 1);
	f->slope.on = false;
	f->read_first = s->read_first | (f->read_first & ~s->written);
	f->written |= s->written;
}

/* The round that was looked at is one of many. */
static void go_on(struct follow *f)
{
	struct follow_skip *s = &f->skip;
	uint64_t rounds = f->slope.rounds - 1, start = rounds_to_start(f);

	if (start < rounds)
		rounds = start;
	s->endless = rounds > FOLLOW_SKIP_MOST;
	if (s->endless)
		follow_count_take(f);
	s->failures = 0;
	s->rest = REST;
	if (rounds > SKIP_MIN && !s->endless)
		skip(f, rounds - 1);
}

void follow_skip(struct follow *f)
{
	struct follow_skip *s = &f->skip;

	if (s->failures == FAILURES_MAX)
		return;
	if (s->looked && s->good)
		go_on(f);
	else
		s->failures += s->looked;
	s->looked = false;
	if (s->rest)
		s->rest--;
	else if (seeds_take(f))
		follow_skip_look_begin(f);
	remember(f);
}
