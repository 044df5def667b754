/*
 * locks.c - instructions that load memory and store to it in one step, among values that are still
 * needed behind them, for test_as.sh: prints what it computes.  Their results are used and not,
 * flags live across them and made by them, several in a row, in loops and before labels.
 */
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

static volatile uint64_t word, other;
static volatile uint32_t half;
static volatile uint8_t byte;
static uint64_t mixed;

NOINLINE static uint64_t in_a_row(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t x = __sync_fetch_and_add(&word, a), y = __sync_fetch_and_add(&other, b);
	uint64_t z = __atomic_exchange_n(&word, c, __ATOMIC_SEQ_CST);

	__sync_fetch_and_or(&other, 5);
	__sync_fetch_and_and(&word, ~UINT64_C(1));
	return x * 31 + y * 7 + z + a + b * 3 + c * 5;
}

/* A leaf with what it needs later below the stack, if the compiler has no room elsewhere. */
NOINLINE static uint64_t many(const uint64_t *v)
{
	uint64_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
	uint64_t i = a * b, j = c * d, k = e * f, l = g * h, m = a + h, n = b ^ g, o = c - f;

	for (int r = 0; r < 3; r++) {
		a += __sync_fetch_and_add(&word, b);
		c ^= __sync_val_compare_and_swap(&other, d, e);
		i += j * k - l;
		m = m * 3 + n;
	}
	return a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + g * 17 + h * 19 + i * 23 + j * 29 +
	       k * 31 + l * 37 + m * 41 + n * 43 + o * 47;
}

NOINLINE static int last_one(void)
{
	return __sync_sub_and_fetch(&half, 1) == 0;
}

NOINLINE static int bit(unsigned n)
{
	return (__sync_fetch_and_or(&half, 1u << n) & (1u << n)) != 0;
}

NOINLINE static uint64_t between(uint64_t a, uint64_t b)
{
	int less = a < b;
	uint64_t was = __atomic_exchange_n(&word, a, __ATOMIC_ACQUIRE);

	return less ? was + b : was - b;
}

NOINLINE static double with_vectors(double x, double y)
{
	double z = x * y;

	byte = 1;
	while (__atomic_exchange_n(&byte, 2, __ATOMIC_ACQUIRE) == 1)
		z += x;
	return z + y;
}

NOINLINE static uint64_t lock_and_count(unsigned rounds)
{
	uint64_t n = 0;
	uint32_t free = 0;

	half = 0;
	for (unsigned r = 0; r < rounds; r++) {
		while (!__atomic_compare_exchange_n(&half, &free, 1, 0, __ATOMIC_ACQUIRE,
						    __ATOMIC_RELAXED)) {
			free = 0;
			n++;
		}
		n += r & 3;
		__atomic_store_n(&half, r % 5 == 9, __ATOMIC_RELEASE);
	}
	return n;
}

int main(void)
{
	uint64_t v[8];
	int lasts = 0, bits = 0;

	for (uint64_t i = 0; i < 300; i++) {
		mixed = mixed * 6364136223846793005u + in_a_row(i, mixed, i * i);
		for (int k = 0; k < 8; k++)
			v[k] = mixed >> k;
		mixed ^= many(v) + between(i * 7 % 64, i * 5 % 64);
		half = 1 + i % 3;
		lasts = lasts * 3 % 65521 + last_one() * 2 + last_one();
		bits = (bits * 2 + bit(i * 13 % 32)) % 65521;
	}
	printf("%llu %d %d %.3f %llu %llu\n", (unsigned long long)mixed, lasts, bits,
	       with_vectors(1.5, 2.25), (unsigned long long)lock_and_count(1000),
	       (unsigned long long)word);
	return 0;
}
