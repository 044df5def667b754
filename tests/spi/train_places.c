/*
 * train_places.c - where the buffers of a long allreduce are: at different alignments on
 * different nodes, one on the other, overlapping, beside the counter; and all of these at
 * once.  What overlaps is no use to a program, but has one result all the same.
 * Usage: train_places WAY [bytes]; see ways[].
 */
#include "train.h"

#define SHIFT (16u << 10)

/* Counters right before and right behind the payload. */
static struct {
	unsigned char line[64];
	volatile uint64_t before;
	unsigned char payload[TRAIN_MAX];
	volatile uint64_t behind;
	unsigned char end[56];
} box __attribute__((aligned(128)));

static void allreduce(const char *what, unsigned char *source, unsigned char *result,
		      volatile uint64_t *counter)
{
	train_fill(source, bytes);
	train_base(COLL_PAYLOAD, result);
	CHECK(MUSPI_SetBaseAddress(&coll_bat, COLL_COUNTER, train_counter_address(counter)) == 0);
	*counter = bytes;
	test_barrier();
	note(now());
	coll_inject(train_allreduce(source, 0, bytes));
	until(counter, bytes / 2);
	note(now());
	until(counter, 0);
	note(now());
	train_print(what, result, bytes);
	test_barrier();
}

/* Nothing but to[at .. at + bytes) was written. */
static void check_at(uint64_t at)
{
	train_check(to + at, bytes);
	CHECK(train_untouched(to, to + at));
	CHECK(train_untouched(to + at + bytes, to + sizeof to));
	memset(to, GUARD, sizeof to);
}

static void aligned(void)
{
	memset(to, GUARD, sizeof to);
	allreduce("aligned", from, to, &coll_counter);
	check_at(0);
}

static void off_by(const char *what, const uint64_t *off)
{
	uint64_t at = off[coll_node % 4], result_at = off[(coll_node / 4 + 1) % 4];

	memset(to, GUARD, sizeof to);
	allreduce(what, from + at, to + result_at, &coll_counter);
	check_at(result_at);
}

static void off(void)
{
	static const uint64_t lines[4] = { 0, 8, 32, 128 };
	static const uint64_t odd[4] = { 0, 1, 67, 509 };

	off_by("lines off", lines);
	off_by("bytes off", odd);
}

static void in_place(void)
{
	allreduce("in place", from, from, &coll_counter);
	train_check(from, bytes);
}

/* Overwrites what was sent long ago. */
static void behind(void)
{
	allreduce("shifted down", from + SHIFT, from, &coll_counter);
	train_check(from, bytes);
}

/* Overwrites what is sent later, so that the second SHIFT bytes are sums of results. */
static void ahead(void)
{
	const uint64_t shift = 4 * SHIFT;

	allreduce("shifted far up", from, from + shift, &coll_counter);
	for (uint64_t i = 0; i < bytes / 8; i++)
		CHECK(train_word(from + shift, i) ==
		      (i < shift / 8 ? train_sum(i) :
				       train_word(from + shift, i - shift / 8) * coll_nodes));
}

/* A few packets ahead, some nodes have read what others overwrite before they do. */
static void close_ahead(void)
{
	for (uint64_t shift = 64; shift <= SHIFT; shift *= 4)
		allreduce("shifted up", from, from + shift, &coll_counter);
}

static void beside_counter(void)
{
	volatile uint64_t *counter = coll_node % 3 ? &box.behind : &box.before;
	volatile uint64_t *other = coll_node % 3 ? &box.before : &box.behind;

	*other = 12345;
	bytes = TRAIN_MAX;
	allreduce("beside the counter", from, box.payload, counter);
	train_check(box.payload, bytes);
	CHECK(*other == 12345);
}

/* Each rank another way. */
static void mixed(void)
{
	static unsigned char *const at[][2] = {
		{ from, to }, { from, from }, { from + SHIFT, from }, { from + 8, to + 32 },
		{ from + 5, from + 5 - 4 }, { from + 128, to + 4 },
	};
	unsigned way = coll_node % (sizeof at / sizeof *at);

	allreduce("mixed", at[way][0], at[way][1], &coll_counter);
	train_check(at[way][1], bytes);
}

static const struct train_way ways[] = {
	{ "aligned", aligned }, { "off", off }, { "in_place", in_place }, { "behind", behind },
	{ "ahead", ahead }, { "close", close_ahead }, { "counter", beside_counter },
	{ "mixed", mixed }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
