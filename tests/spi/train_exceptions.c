/*
 * train_exceptions.c - a long allreduce in the midst of which a sum overflows or a NaN
 * comes, in one packet: what reads the network's status register sees it from that packet
 * on, and whose logic made it sees that, too.
 * Usage: train_exceptions WAY [bytes]; see ways[].
 */
#include "train.h"

#include <hwi/include/bqc/nd_500_dcr.h>

#define OP(name) MUHWI_COLLECTIVE_OP_CODE_##name

static uint64_t errors(void)
{
	return DCRReadUser(ND_500_DCR(NON_FATAL_ERR0));
}

/* Words 0 to bytes / 8 of this node, all as small, but for one. */
static void contribute_integers(uint64_t odd, int64_t v)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		int64_t w = i == odd ? v : (int64_t)i - 1000;

		memcpy(from + 8 * i, &w, sizeof w);
	}
}

static void contribute_doubles(uint64_t odd, double v)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		double x = i == odd ? v : (double)i - 1000;

		memcpy(from + 8 * i, &x, sizeof x);
	}
}

/* One node in three looks at nothing but the register; one in three at the counter, and
 * notes what the register says then; the others wait for the end.  If it is to be quiet,
 * all wait, but for one look when half of it has come. */
static int quiet;

static void allreduce(const char *what, uint8_t op, uint64_t before)
{
	memset(to, GUARD, sizeof to);
	coll_counter = bytes;
	test_barrier();
	note(now());
	coll_inject(coll_put(from, 0, bytes, op, 0, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	if (quiet) {
		until(&coll_counter, bytes / 2 - 512 * (coll_node % 7));
		note(now());
		note(errors());
	} else if (coll_node % 3 == 1) {
		while (errors() == before && coll_counter != 0)
			;
		note(now());
		note(coll_counter);
	}
	for (unsigned part = 7; !quiet && coll_node % 3 == 2 && part; part--) {
		until(&coll_counter, bytes / 8 * part);
		note(now());
		note(errors());
	}
	coll_wait();
	note(now());
	note(errors());
	train_print(what, to, bytes);
	test_barrier();
}

static int received(uint64_t bit)
{
	return (errors() & bit) != 0;
}

/* Sums up to overflow: each share is as large as can be without the others, on as many nodes as it
 * takes. */
static void overflow(void)
{
	uint64_t odd = bytes / 16 + 5;
	int64_t share = INT64_MAX / (int64_t)coll_nodes + 1;

	contribute_integers(odd, share);
	allreduce("overflow", OP(SIGNED_ADD), 0);
	for (uint64_t i = 0; i < bytes / 8; i++)
		CHECK(train_word(to, i) ==
		      (i == odd ? (uint64_t)share : i - 1000) * coll_nodes);
	CHECK(received(ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_set(UINT64_C(1))));
}

static void quiet_overflow(void)
{
	quiet = 1;
	overflow();
}

static double result(uint64_t i)
{
	double x;

	memcpy(&x, to + 8 * i, sizeof x);
	return x;
}

static void check_doubles(uint64_t odd)
{
	for (uint64_t i = 0; i < bytes / 8; i++)
		CHECK(i == odd ? result(i) != result(i) :
				 result(i) == ((double)i - 1000) * coll_nodes);
	CHECK(received(ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_set(UINT64_C(1))));
}

/* Contributes a NaN of one node in the middle of the machine. */
static void nan_sent(void)
{
	uint64_t odd = bytes / 16 - 7;

	contribute_doubles(odd, coll_node == coll_nodes / 2 ? __builtin_nan("0x123") : 1.5);
	allreduce("NaN", OP(FLOATING_POINT_ADD), 0);
	check_doubles(odd);
}

static void quiet_nan(void)
{
	quiet = 1;
	nan_sent();
}

static void nan_made(void)
{
	uint64_t odd = bytes / 32 * 3 + 11;
	double v = coll_node == 1 ? __builtin_inf() :
		   coll_node == coll_nodes - 1 ? -__builtin_inf() : 1e300;

	contribute_doubles(odd, v);
	allreduce("infinities", OP(FLOATING_POINT_ADD), 0);
	check_doubles(odd);
}

/* The sum of finite doubles is an infinity; the register has no bit for that.  Then one
 * kind after the other: bits stay. */
static void all(void)
{
	uint64_t before;

	contribute_doubles(bytes / 16, 1.7e308);
	allreduce("infinite sum", OP(FLOATING_POINT_ADD), 0);
	CHECK(result(bytes / 16) == __builtin_inf());
	overflow();
	before = errors();
	contribute_doubles(bytes / 16, __builtin_nan(""));
	allreduce("minimum of NaNs", OP(FLOATING_POINT_MIN), before);
	CHECK(result(bytes / 16) != result(bytes / 16) && result(0) == -1000);
}

static const struct train_way ways[] = {
	{ "overflow", overflow }, { "nan", nan_sent }, { "infinities", nan_made },
	{ "quiet_overflow", quiet_overflow }, { "quiet_nan", quiet_nan }, { "all", all },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
