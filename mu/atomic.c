/*
 * atomic.c - the L2's atomic operations as the message unit asks for them by
 * address (hwi/include/bqc/MU_Addressing.h): bits 0..2 of an atomic address are the opcode.
 *
 * A node's memory is touched by that node's worker only, so one operation is
 * atomic by itself; release order is for compiled code that reads the word
 * through a plain pointer.
 */
#include "internal.h"

#define PA_ATOMIC_BIT (UINT64_C(1) << 36)
#define FAILED        (UINT64_C(1) << 63) /* result of a load that hit its bound */

enum {
	LOAD, LOAD_CLEAR, LOAD_INCREMENT, LOAD_DECREMENT, LOAD_INCREMENT_BOUNDED,
	LOAD_DECREMENT_BOUNDED, LOAD_INCREMENT_IF_EQUAL
};

enum {
	STORE, STORE_TWIN, STORE_ADD, STORE_ADD_COHERENCE_ON_ZERO, STORE_OR, STORE_XOR,
	STORE_MAX_UNSIGNED, STORE_MAX_SIGNED
};

static const char outside[] = "atomic word outside the memory of the node";

static unsigned op_of(uint64_t pa)
{
	return pa & 7;
}

/* The word, with so many words before and after it that the operation uses. */
static uint64_t *words_at(struct mu *mu, uint32_t node, uint64_t pa, unsigned before,
			  unsigned after, int write)
{
	uint64_t at = pa & ~(PA_ATOMIC_BIT | 7);

	if (at < before * 8)
		return NULL;
	uint64_t *w = mu->ops->memory(mu->ctx, node, at - before * 8,
				      (1 + before + after) * 8, write);

	return w ? w + before : NULL;
}

static uint64_t *word_at(struct mu *mu, uint32_t node, uint64_t pa, unsigned before,
			 unsigned after)
{
	return words_at(mu, node, pa, before, after, 1);
}

static void word_set(uint64_t *w, uint64_t value)
{
	__atomic_store_n(w, value, __ATOMIC_RELEASE);
}

const char *mu_atomic_load(struct mu *mu, uint32_t node, uint64_t pa, uint64_t *value)
{
	unsigned op = op_of(pa);
	uint64_t *w = word_at(mu, node, pa, op == LOAD_DECREMENT_BOUNDED,
			      op == LOAD_INCREMENT_BOUNDED || op == LOAD_INCREMENT_IF_EQUAL);

	if (op > LOAD_INCREMENT_IF_EQUAL)
		return "not a load opcode";
	if (!w)
		return outside;
	uint64_t old = *w;

	*value = old;
	switch (op) {
	case LOAD_CLEAR: word_set(w, 0); break;
	case LOAD_INCREMENT: word_set(w, old + 1); break;
	case LOAD_DECREMENT: word_set(w, old - 1); break;
	case LOAD_INCREMENT_BOUNDED:
		if (old == w[1])
			*value = FAILED;
		else
			word_set(w, old + 1);
		break;
	case LOAD_DECREMENT_BOUNDED:
		if (old == w[-1])
			*value = FAILED;
		else
			word_set(w, old - 1);
		break;
	case LOAD_INCREMENT_IF_EQUAL:
		if (old != w[1])
			*value = FAILED;
		else
			word_set(w, old + 1);
		break;
	default: break;
	}
	return NULL;
}

/* Order of sign-magnitude numbers, such as doubles. */
static int64_t sign_magnitude(uint64_t v)
{
	int64_t magnitude = (int64_t)(v & ~FAILED);

	return v & FAILED ? -magnitude : magnitude;
}

const char *mu_atomic_store(struct mu *mu, uint32_t node, uint64_t pa, uint64_t value)
{
	unsigned op = op_of(pa);
	uint64_t *w = word_at(mu, node, pa, 0, op == STORE_TWIN);

	if (!w)
		return outside;
	uint64_t old = *w;

	switch (op) {
	case STORE: word_set(w, value); break;
	case STORE_TWIN:
		if (old == w[1]) {
			w[1] = value;
			word_set(w, value);
		}
		break;
	case STORE_ADD:
	case STORE_ADD_COHERENCE_ON_ZERO: word_set(w, old + value); break;
	case STORE_OR: word_set(w, old | value); break;
	case STORE_XOR: word_set(w, old ^ value); break;
	case STORE_MAX_UNSIGNED: word_set(w, value > old ? value : old); break;
	case STORE_MAX_SIGNED:
		word_set(w, sign_magnitude(value) > sign_magnitude(old) ? value : old);
		break;
	}
	return NULL;
}

const char *mu_counter_at(struct mu *mu, uint32_t node, uint64_t pa, int write,
			  uint64_t **counter)
{
	if (!mu_pa_atomic(pa) ||
	    (op_of(pa) != STORE_ADD && op_of(pa) != STORE_ADD_COHERENCE_ON_ZERO))
		return "counter address is not an atomic store-add";
	*counter = words_at(mu, node, pa, 0, 0, write);
	return *counter ? NULL : "counter outside the memory of the node";
}
