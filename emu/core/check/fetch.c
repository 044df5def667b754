/* fetch.c - code that comes into a thread's instruction cache: for fetch_x86_64.S, which has the
 * program's vector registers still.  Compiled without them; calls nothing. */
#include "fetch.h"

#include "include/bgqemu/budget.h"

#define STEP 16 /* lines */
#define ALL  FETCH_PARTS

/* In 256ths, for each STEP of lines that have come since: the chance that 4 of them and
 * more have come into a line's set, which they do by chance (Poisson's, with a mean of lines by
 * sets); after Smith, A comparative study of set associative memory mapping algorithms, 1978. */
static const uint16_t gone[] = {
	0, 0, 0, 2, 5, 10, 17, 26, 37, 49, 62, 76, 90, 105, 119, 132, 145, 157, 168, 179, 188, 197,
	204, 211, 217, 223, 227, 231, 235, 238, 241, 243, 245, 247, 248, 250, 251, 251, 252, 253,
	253, 254, 254, 254, 255, 255, 255, 255, 255, 256,
};
#define STEPS (sizeof gone / sizeof *gone)

/* Code that was never entered is not there; nor is code since whose entry 2^32 lines have come, or
 * exactly none are said to have. */
static uint32_t gone_of(const struct fetch *f, uint32_t function)
{
	uint32_t steps = f->entered ? (f->position - f->entered[function]) / STEP : 0;

	if (!f->entered || !f->entered[function] || steps >= STEPS)
		return ALL;
	return gone[steps];
}

static void all_grow_old(struct fetch *f)
{
	for (unsigned i = 0; i < sizeof f->young; i++)
		f->young[i] = 0;
	f->young_lines = 0;
}

int64_t fetch_take(struct fetch *f, uint32_t what)
{
	uint32_t function = what % FETCH_FUNCTIONS, lines = what / FETCH_FUNCTIONS, misses;

	if (f->young_lines && f->young_lines + lines > FETCH_YOUNG) {
		if (!f->entered)
			return -1;
		all_grow_old(f);
	}
	misses = lines * gone_of(f, function);
	f->young[function / 8] |= (uint8_t)(1u << function % 8);
	f->young_lines += lines;
	f->position += lines;
	if (f->entered)
		f->entered[function] = f->position;
	f->misses += misses;
	return misses * f->cycles / ALL * BUDGET_CYCLE; /* nothing is demanded of the core */
}
