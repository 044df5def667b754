/*
 * train_kinds.c - long collectives of every kind: operations and word lengths, messages
 * that are no whole packets, reductions to one node, broadcasts.  Each node compares its
 * share of each result with what it makes of all contributions itself, and all hear that
 * they have the same result.
 * Usage: train_kinds WAY [bytes], a multiple of 512; see ways[].
 */
#include "train.h"

#define OP(name) MUHWI_COLLECTIVE_OP_CODE_##name

/* Limb i of node n.  Those with large steps are negative, too; their sums carry from limb
 * to limb and overflow in every packet. */
static uint64_t step = 0x10003;

static uint64_t limb(uint32_t n, uint64_t i)
{
	return (n * 37 + i * 11) % coll_nodes * step + i;
}

static double real(uint32_t n, uint64_t i)
{
	return ((double)((n * 37 + i * 11) % coll_nodes) - 8.5) * 0.25 + (double)i * 16;
}

static int is_real(uint8_t op)
{
	return op == OP(FLOATING_POINT_ADD) || op == OP(FLOATING_POINT_MIN) ||
	       op == OP(FLOATING_POINT_MAX);
}

static void contribute(uint8_t op, uint64_t length)
{
	for (uint64_t i = 0; i < length / 8; i++) {
		uint64_t v = limb(coll_node, i);
		double x = real(coll_node, i);

		memcpy(from + 8 * i, is_real(op) ? (void *)&x : (void *)&v, 8);
	}
}

/* ---- what must come */

static uint64_t fold(uint8_t op, uint64_t a, uint64_t b)
{
	switch (op) {
	case OP(AND): return a & b;
	case OP(OR): return a | b;
	case OP(XOR): return a ^ b;
	case OP(UNSIGNED_MIN): return a < b ? a : b;
	case OP(UNSIGNED_MAX): return a > b ? a : b;
	case OP(SIGNED_MIN): return (int64_t)a < (int64_t)b ? a : b;
	case OP(SIGNED_MAX): return (int64_t)a > (int64_t)b ? a : b;
	default: return a + b;
	}
}

static uint64_t expected_word(uint8_t op, uint64_t i)
{
	uint64_t v = limb(0, i);

	for (uint32_t n = 1; n < coll_nodes; n++)
		v = fold(op, v, limb(n, i));
	return v;
}

static double expected_real(uint8_t op, uint64_t i)
{
	double v = real(0, i);

	for (uint32_t n = 1; n < coll_nodes; n++) {
		double x = real(n, i);

		if (op == OP(FLOATING_POINT_ADD))
			v += x;
		else if (op == OP(FLOATING_POINT_MIN) ? x < v : x > v)
			v = x;
	}
	return v;
}

/* A node's share is every SHAREth word. */
#define SHARE 8

static void check_words(uint8_t op, uint64_t length)
{
	for (uint64_t i = coll_node % SHARE; i < length / 8; i += SHARE) {
		if (is_real(op)) {
			double x = expected_real(op, i);

			CHECK(memcmp(to + 8 * i, &x, sizeof x) == 0);
		} else {
			CHECK(train_word(to, i) == expected_word(op, i));
		}
	}
}

/* Words of several limbs, the most significant one first. */
static void check_long_sums(uint64_t length, uint64_t word_bytes)
{
	uint64_t limbs = word_bytes / 8;

	for (uint64_t w = coll_node % SHARE; w < length / word_bytes; w += SHARE) {
		unsigned __int128 carry = 0;

		for (uint64_t j = limbs; j-- > 0;) {
			uint64_t i = w * limbs + j;

			for (uint32_t n = 0; n < coll_nodes; n++)
				carry += limb(n, i);
			CHECK(train_word(to, i) == (uint64_t)carry);
			carry >>= 64;
		}
	}
}

/* Halves of limbs, for themselves. */
static void check_short_sums(uint64_t length)
{
	for (uint64_t i = coll_node % SHARE; i < length / 8; i += SHARE) {
		uint32_t low = 0, high = 0;

		for (uint32_t n = 0; n < coll_nodes; n++) {
			low += (uint32_t)limb(n, i);
			high += (uint32_t)(limb(n, i) >> 32);
		}
		CHECK(train_word(to, i) == ((uint64_t)high << 32 | low));
	}
}

/* Shares a word of all nodes, by a short collective to behind the results. */
static void all_have(uint64_t word)
{
	const uint64_t at = TRAIN_ROOM - 128;

	memcpy(from + at, &word, sizeof word);
	coll_counter = sizeof word;
	test_barrier();
	coll_inject(coll_put(from + at, at, sizeof word, OP(UNSIGNED_MAX), 0,
			     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	CHECK(train_word(to + at, 0) == word);
}

static void check(uint8_t op, uint16_t word_bytes, uint64_t length)
{
	if (word_bytes == 8)
		check_words(op, length);
	else if (word_bytes == 4)
		check_short_sums(length);
	else
		check_long_sums(length, word_bytes);
}

/* ---- one collective */

static MUHWI_Descriptor_t put(uint64_t length, uint8_t op, uint16_t word_bytes, unsigned type)
{
	MUHWI_Descriptor_t d = coll_put(from, 0, length, op, 0, type);

	MUSPI_SetWordLength(&d, (uint8_t)word_bytes);
	if (word_bytes > 128) /* more than the call takes */
		d.PacketHeader.NetworkHeader.collective.Byte1.Byte1 =
			(uint8_t)(op | muspi_word_length_code(word_bytes));
	return d;
}

static void collective(const char *what, const MUHWI_Descriptor_t *d, int sends, int receives,
		       uint64_t length)
{
	memset(to, GUARD, sizeof to);
	coll_counter = receives ? length : 0;
	test_barrier();
	note(now());
	if (sends)
		coll_inject(*d);
	coll_wait();
	note(now());
	test_barrier();
	note(now());
	CHECK(train_untouched(to + (receives ? length : 0), to + sizeof to));
	train_print(what, to, receives ? length : 0);
}

static void allreduce(const char *what, uint8_t op, uint16_t word_bytes, uint64_t length)
{
	MUHWI_Descriptor_t d = put(length, op, word_bytes, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);

	contribute(op, length);
	collective(what, &d, 1, 1, length);
	check(op, word_bytes, length);
	all_have(train_digest(to, length));
}

static void operations(void)
{
	allreduce("and", OP(AND), 8, bytes);
	allreduce("or", OP(OR), 8, bytes);
	allreduce("xor", OP(XOR), 8, bytes);
	allreduce("unsigned add", OP(UNSIGNED_ADD), 8, bytes);
	allreduce("unsigned min", OP(UNSIGNED_MIN), 8, bytes);
	allreduce("unsigned max", OP(UNSIGNED_MAX), 8, bytes);
	allreduce("signed add", OP(SIGNED_ADD), 8, bytes);
	allreduce("signed min", OP(SIGNED_MIN), 8, bytes);
	allreduce("signed max", OP(SIGNED_MAX), 8, bytes);
	allreduce("double add", OP(FLOATING_POINT_ADD), 8, bytes);
	allreduce("double min", OP(FLOATING_POINT_MIN), 8, bytes);
	allreduce("double max", OP(FLOATING_POINT_MAX), 8, bytes);
}

static void words(void)
{
	for (uint16_t word_bytes = 4; word_bytes <= 512; word_bytes *= 2)
		allreduce("words", OP(UNSIGNED_ADD), word_bytes, bytes);
}

static void carries(void)
{
	step = UINT64_C(0x0800000181000003);
	allreduce("unsigned add", OP(UNSIGNED_ADD), 8, bytes);
	allreduce("signed min", OP(SIGNED_MIN), 8, bytes);
	words();
}

/* Adds doubles twice: the second time the cache is warm. */
static void doubles(void)
{
	allreduce("doubles", OP(FLOATING_POINT_ADD), 8, bytes);
	allreduce("doubles", OP(FLOATING_POINT_ADD), 8, bytes);
}

static void lengths(void)
{
	static const uint64_t less[] = { 8, 32, 200, 480, 504 };

	for (unsigned i = 0; i < sizeof less / sizeof *less; i++)
		allreduce("length", OP(FLOATING_POINT_ADD), 8, bytes - less[i]);
}

static void reduce(const char *what, uint32_t node, unsigned channel)
{
	MUHWI_Descriptor_t d = put(bytes, OP(SIGNED_ADD), 8,
				   channel | MUHWI_COLLECTIVE_TYPE_REDUCE);

	train_destination(&d.PacketHeader.NetworkHeader.collective.Destination, node);
	contribute(OP(SIGNED_ADD), bytes);
	collective(what, &d, 1, coll_node == node, bytes);
	if (coll_node == node)
		for (uint64_t i = 0; i < bytes / 8; i++)
			CHECK(train_word(to, i) == expected_word(OP(SIGNED_ADD), i));
}

/* To a leaf of the tree, its first and its last node and one of those between. */
static void reduces(void)
{
	reduce("reduce to the first", 0, SUB);
	reduce("reduce to one between", coll_nodes / 2 + 1, WORLD);
	reduce("reduce to the last", coll_nodes - 1, SUB);
}

static void broadcast(const char *what, uint32_t node, unsigned channel, uint64_t length)
{
	MUHWI_Descriptor_t d = put(length, OP(OR), 8, channel | MUHWI_COLLECTIVE_TYPE_BROADCAST);

	for (uint64_t i = 0; i < length; i++)
		from[i] = (unsigned char)(i * 7 + i / 512 + node);
	collective(what, &d, coll_node == node, 1, length);
	CHECK(memcmp(to, from, length) == 0);
}

static void broadcasts(void)
{
	broadcast("broadcast by the first", 0, SUB, bytes);
	broadcast("broadcast by one between", coll_nodes / 2 - 1, WORLD, bytes - 1);
	broadcast("broadcast by the last", coll_nodes - 1, SUB, bytes - 321);
}

static const struct train_way ways[] = {
	{ "operations", operations }, { "words", words }, { "carries", carries },
	{ "doubles", doubles },
	{ "lengths", lengths }, { "reduces", reduces }, { "broadcasts", broadcasts },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
