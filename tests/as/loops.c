/*
 * loops.c - loops of every shape, for test_as.sh: nested, vectorised, with the test at
 * the top, with many live values, with calls in them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
enum { N = 37 };

static double a[N][N], b[N][N], c[N][N];
static int numbers[1000];
static unsigned char flags[5000];

NOINLINE static void product(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = 0;
			for (int k = 0; k < n; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s;
		}
}

NOINLINE static void shell(int *v, int n)
{
	for (int gap = n / 2; gap > 0; gap /= 2)
		for (int i = gap; i < n; i++) {
			int t = v[i], j;
			for (j = i; j >= gap && v[j - gap] > t; j -= gap)
				v[j] = v[j - gap];
			v[j] = t;
		}
}

NOINLINE static int sieve(int n)
{
	int primes = 0;
	memset(flags, 1, n);
	for (int i = 2; i < n; i++) {
		if (!flags[i])
			continue;
		primes++;
		for (int j = 2 * i; j < n; j += i)
			flags[j] = 0;
	}
	return primes;
}

NOINLINE static long collatz(long n)
{
	long best = 0;
	for (long i = 1; i < n; i++) {
		long x = i, steps = 0;
		while (x != 1) {
			x = x & 1 ? 3 * x + 1 : x / 2;
			steps++;
		}
		if (steps > best)
			best = steps;
	}
	return best;
}

/* Needs more values than there are registers. */
NOINLINE static unsigned long crowded(unsigned long x, int n)
{
	unsigned long r[18];
	for (int i = 0; i < 18; i++)
		r[i] = x * (unsigned long)(i + 1);
	unsigned long p = r[0], q = r[1], s = r[2], t = r[3], u = r[4], v = r[5], w = r[6],
		y = r[7], z = r[8], e = r[9], f = r[10], g = r[11], h = r[12], k = r[13];
	for (int i = 0; i < n; i++) {
		p += q ^ s, q -= t & u, s ^= v + w, t += y ^ z, u ^= e + f, v -= g | h;
		w += k ^ p, y ^= q + s, z -= t ^ u, e += v & w, f ^= y + z, g += e ^ f;
		h -= g + k, k ^= h + p;
		if (p & 64)
			q++;
	}
	return p ^ q ^ s ^ t ^ u ^ v ^ w ^ y ^ z ^ e ^ f ^ g ^ h ^ k;
}

NOINLINE static unsigned checksum(const unsigned char *p, unsigned long n)
{
	unsigned crc = ~0u;
	while (n--) {
		crc ^= *p++;
		for (int k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

NOINLINE static int called(int x)
{
	return x * 3 + 1;
}

NOINLINE static int some_calls(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < i % 7; j++)
			s ^= s << 3 ^ j;
		if (i % 16 == 3)
			s += called(s & 255);
	}
	return s;
}

NOINLINE static double series(int n)
{
	double s = 0, f = 1;
	float g = 1;
	for (int i = 1; i < n; i++) {
		f = sqrt(f + 1.0 / i);
		g /= 1.5f + (float)i;
		s += f + (f > 1.3 ? g : -g);
	}
	return s;
}

NOINLINE static long divided(long n)
{
	long s = 0;
	do {
		s += n % 10 * (n / 7 % 3);
		n = n * 3 / 4;
	} while (n != 0);
	return s;
}

NOINLINE static int tangled(int n)
{
	int s = 0, i = 0;
	if (n & 1)
		goto middle;
top:
	s += i;
	if (s > 1000000)
		return s;
middle:
	s ^= i * 3;
	i++;
	if (i % 5 == 2 && i < n)
		goto top;
	if (i < n)
		goto middle;
	return s;
}

NOINLINE static void copied(char *to, const char *from, unsigned long n)
{
	__builtin_memcpy(to, from, n);
	__builtin_memset(to + n, 5, n);
	__builtin_memcpy(to + 7, from + 1, 300);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = i - j, b[i][j] = i + 2 * j;
	product(N);
	unsigned x = 5;
	for (int i = 0; i < 1000; i++)
		numbers[i] = (int)((x = x * 1103515245 + 12345) >> 4);
	shell(numbers, 1000);
	printf("%g %g %d %d\n", c[3][5], c[36][36], numbers[0], numbers[777]);
	printf("%d %ld %lu %lu\n", sieve(5000), collatz(300), crowded(77, 100), crowded(3, 1));
	printf("%u %d %.12g %ld\n", checksum(flags, 500), some_calls(500), series(50),
		divided(987654321));
	static char text[4000];
	copied(text, (char *)flags, 1500);
	printf("%d %d %u\n", tangled(30), tangled(41), checksum((unsigned char *)text, 4000));
	return 0;
}
