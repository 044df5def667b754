/* traffic_tree_data.c - see traffic_tree_data.h. */
#include "traffic_tree_data.h"

#include <stdlib.h>
#include <string.h>

#include "traffic_internal.h"

#define WORD 8u

static uint64_t word_of(const struct tree_data *d, uint32_t node, unsigned k)
{
	return traffic_hash(d->seed ^ (uint64_t)node << 32 ^ k);
}

/* Whole numbers of 1/1024, of both signs: a sum of 2^20 of them is exact in a double. */
static double double_of(const struct tree_data *d, uint32_t node, unsigned i)
{
	return (double)(int32_t)word_of(d, node, i) / 1024;
}

static unsigned doubles(const struct tree_data *d)
{
	return d->bytes / (unsigned)sizeof(double);
}

static uint64_t fold(enum traffic_tree_op op, uint64_t a, uint64_t b)
{
	switch (op) {
	case TREE_RUN_SUB: return a - b;
	case TREE_RUN_MAX: return a > b ? a : b;
	case TREE_RUN_MIN: return a < b ? a : b;
	case TREE_RUN_OR: return a | b;
	case TREE_RUN_AND: return a & b;
	case TREE_RUN_XOR: return a ^ b;
	default: return a + b;
	}
}

static uint64_t expect(const struct tree_data *d, unsigned k)
{
	uint64_t v = word_of(d, d->broadcast ? d->from : 0, k);

	for (uint32_t n = 1; n < d->nodes && !d->broadcast; n++)
		v = fold(d->op, v, word_of(d, n, k));
	return v;
}

bool tree_data_create(struct tree_data *d)
{
	d->packets = d->op == TREE_RUN_DOUBLE
		     ? 2 : (d->bytes + TREE_PAYLOAD_MOST - 1) / TREE_PAYLOAD_MOST;
	d->expected = calloc(d->packets, sizeof *d->expected);
	if (!d->expected)
		return false;
	for (unsigned k = 0; k < d->packets && d->op != TREE_RUN_DOUBLE; k++)
		d->expected[k] = expect(d, k);
	for (unsigned i = 0; i < doubles(d) && d->op == TREE_RUN_DOUBLE; i++)
		for (uint32_t n = 0; n < d->nodes; n++)
			d->sum[i] += double_of(d, n, i);
	return true;
}

void tree_data_destroy(struct tree_data *d)
{
	free(d->expected);
}

/* Bytes of the message in packet k. */
static unsigned part(const struct tree_data *d, unsigned k)
{
	unsigned left = d->bytes - k * TREE_PAYLOAD_MOST;

	return left < TREE_PAYLOAD_MOST ? left : TREE_PAYLOAD_MOST;
}

static void fill_doubles(const struct tree_data *d, struct tree_packet *p, unsigned pass,
			 const uint8_t *exponents)
{
	p->opcode = pass ? TREE_OP_ADD : TREE_OP_MAX;
	p->operand_bytes = pass ? TREE_ALIGNED_BYTES : TREE_EXPONENT_BYTES;
	for (unsigned i = 0; i < doubles(d); i++) {
		double v = double_of(d, p->src, i);

		if (!pass)
			tree_operand_put(p->payload + i * TREE_EXPONENT_BYTES, TREE_EXPONENT_BYTES,
					 tree_exponent_of(v));
		else
			tree_aligned_of(v, tree_operand_get(exponents + i * TREE_EXPONENT_BYTES,
							    TREE_EXPONENT_BYTES),
					p->payload + i * TREE_ALIGNED_BYTES);
	}
}

static uint8_t opcode_of(enum traffic_tree_op op)
{
	static const uint8_t opcodes[] = {
		[TREE_RUN_ADD] = TREE_OP_ADD, [TREE_RUN_SUB] = TREE_OP_ADD,
		[TREE_RUN_MAX] = TREE_OP_MAX, [TREE_RUN_MIN] = TREE_OP_MAX,
		[TREE_RUN_OR] = TREE_OP_OR, [TREE_RUN_AND] = TREE_OP_AND,
		[TREE_RUN_XOR] = TREE_OP_XOR,
	};
	return opcodes[op];
}

void tree_data_fill(const struct tree_data *d, struct tree_packet *p, unsigned k,
		    const uint8_t *exponents)
{
	if (d->op == TREE_RUN_DOUBLE) {
		fill_doubles(d, p, k, exponents);
		return;
	}
	p->opcode = d->broadcast ? TREE_OP_NONE : opcode_of(d->op);
	p->operand_bytes = WORD;
	for (unsigned at = 0; at < part(d, k); at += WORD) {
		tree_operand_put(p->payload + at, WORD, word_of(d, p->src, k));
		if (d->op == TREE_RUN_MIN && !d->broadcast)
			tree_complement(p->payload + at, WORD);
		if (d->op == TREE_RUN_SUB && !d->broadcast && p->src)
			tree_negate(p->payload + at, WORD);
	}
}

/* The first pass has no result of its own. */
static bool doubles_right(const struct tree_data *d, const struct tree_packet *p, unsigned pass,
			  const uint8_t *exponents)
{
	bool right = true;

	for (unsigned i = 0; i < doubles(d) && pass; i++) {
		uint64_t exponent = tree_operand_get(exponents + i * TREE_EXPONENT_BYTES,
						     TREE_EXPONENT_BYTES);

		right &= tree_double_of(p->payload + i * TREE_ALIGNED_BYTES, exponent) == d->sum[i];
	}
	return right;
}

bool tree_data_right(const struct tree_data *d, struct tree_packet *p, unsigned k,
		     const uint8_t *exponents)
{
	bool right = true;

	if (d->op == TREE_RUN_DOUBLE)
		return doubles_right(d, p, k, exponents);
	for (unsigned at = 0; at < part(d, k); at += WORD) {
		if (d->op == TREE_RUN_MIN && !d->broadcast)
			tree_complement(p->payload + at, WORD);
		right &= tree_operand_get(p->payload + at, WORD) == d->expected[k];
	}
	return right;
}
