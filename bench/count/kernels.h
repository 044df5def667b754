/*
 * kernels.h - kernels whose instructions are counted, by us and by a reference: KERNEL(name) is a
 * function of how often it is to be done.  Small, whole, and without libraries.
 */
#ifndef COUNT_KERNELS_H
#define COUNT_KERNELS_H

#include <stdint.h>
#include <string.h>

#define N 256
#define NOINLINE __attribute__((noinline))

static struct {
	double a[N], b[N], c[N], grid[18][18], next[18][18];
	int32_t i[N], j[N];
	int64_t l[N];
	uint8_t text[N + 1];
	float f[N];
	struct { double x, y, z, fx, fy, fz; } body[16];
	struct node { struct node *next; int64_t value; } list[N];
	struct tree { struct tree *left, *right; int64_t key; } tree[N];
	uint32_t table[N];
	char out[N];
	volatile int64_t result;
} w;

static uint32_t next_random(uint32_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 17;
	*x ^= *x << 5;
	return *x;
}

static void fill(void)
{
	uint32_t x = 2463534242u;

	for (int k = 0; k < N; k++) {
		w.a[k] = k + 1, w.b[k] = 2 * k + 1, w.c[k] = 0, w.f[k] = (float)k;
		w.i[k] = (int32_t)(next_random(&x) % 1000), w.j[k] = k;
		w.l[k] = (int64_t)next_random(&x), w.text[k] = (uint8_t)('a' + k % 23);
		w.list[k].next = &w.list[(k * 7 + 3) % N], w.list[k].value = k;
		w.table[k] = next_random(&x);
	}
	w.text[N] = 0;
	for (int k = 0; k < 16; k++)
		w.body[k].x = k, w.body[k].y = k * k, w.body[k].z = 1.0 / (k + 1);
	for (int r = 0; r < 18; r++)
		for (int s = 0; s < 18; s++)
			w.grid[r][s] = r * s;
}

/* ---- floating point */
static NOINLINE void copy(void) { for (int k = 0; k < N; k++) w.c[k] = w.a[k]; }
static NOINLINE void scale(void) { for (int k = 0; k < N; k++) w.c[k] = 3.0 * w.a[k]; }
static NOINLINE void add(void) { for (int k = 0; k < N; k++) w.c[k] = w.a[k] + w.b[k]; }
static NOINLINE void triad(void) { for (int k = 0; k < N; k++) w.c[k] = w.a[k] + 3.0 * w.b[k]; }

static NOINLINE void dot(void)
{
	double sum = 0;

	for (int k = 0; k < N; k++)
		sum += w.a[k] * w.b[k];
	w.result = (int64_t)sum;
}

static NOINLINE void polynomial(void)
{
	for (int k = 0; k < N; k++) {
		double x = w.a[k];

		w.c[k] = ((((x * 0.5 + 1.0) * x + 2.0) * x + 3.0) * x + 4.0) * x + 5.0;
	}
}

static NOINLINE void stencil(void)
{
	for (int r = 1; r < 17; r++)
		for (int s = 1; s < 17; s++)
			w.next[r][s] = 0.25 * (w.grid[r - 1][s] + w.grid[r + 1][s] +
					       w.grid[r][s - 1] + w.grid[r][s + 1]);
}

static NOINLINE void matrix(void)
{
	for (int r = 0; r < 8; r++)
		for (int s = 0; s < 8; s++) {
			double sum = 0;

			for (int k = 0; k < 8; k++)
				sum += w.a[r * 8 + k] * w.b[k * 8 + s];
			w.c[r * 8 + s] = sum;
		}
}

static NOINLINE void bodies(void)
{
	for (int k = 0; k < 16; k++)
		for (int m = 0; m < 16; m++) {
			double x = w.body[m].x - w.body[k].x, y = w.body[m].y - w.body[k].y,
			       z = w.body[m].z - w.body[k].z, q = x * x + y * y + z * z + 0.01;

			w.body[k].fx += x / q, w.body[k].fy += y / q, w.body[k].fz += z / q;
		}
}

static NOINLINE void floats(void) { for (int k = 0; k < N; k++) w.f[k] = w.f[k] * 0.5f + 1.0f; }

static NOINLINE void largest(void)
{
	double most = w.a[0];

	for (int k = 1; k < N; k++)
		if (w.a[k] > most)
			most = w.a[k];
	w.result = (int64_t)most;
}

static NOINLINE void convert(void) { for (int k = 0; k < N; k++) w.c[k] = w.i[k]; }

/* ---- integers */
static NOINLINE void sum_ints(void)
{
	int32_t sum = 0;

	for (int k = 0; k < N; k++)
		sum += w.i[k];
	w.result = sum;
}

static NOINLINE void add_ints(void) { for (int k = 0; k < N; k++) w.j[k] += w.i[k]; }

static NOINLINE void prefix(void)
{
	int64_t sum = 0;

	for (int k = 0; k < N; k++)
		w.l[k] = sum += w.i[k];
}

static NOINLINE void count_bits(void)
{
	int64_t bits = 0;

	for (int k = 0; k < N; k++)
		for (uint32_t x = w.table[k]; x; x &= x - 1)
			bits++;
	w.result = bits;
}

static NOINLINE void hash(void)
{
	uint32_t h = 2166136261u;

	for (int k = 0; k < N; k++)
		h = (h ^ w.text[k]) * 16777619u;
	w.result = h;
}

static NOINLINE void checksum(void)
{
	uint32_t c = ~0u;

	for (int k = 0; k < N; k++)
		c = w.table[(c ^ w.text[k]) & 0xff] ^ c >> 8;
	w.result = c;
}

static NOINLINE void collatz(void)
{
	int64_t steps = 0;

	for (uint64_t start = 1; start < 40; start++)
		for (uint64_t x = start; x != 1; steps++)
			x = x & 1 ? 3 * x + 1 : x / 2;
	w.result = steps;
}

static NOINLINE void gcds(void)
{
	int64_t sum = 0;

	for (int k = 0; k + 1 < N; k++) {
		uint32_t x = (uint32_t)w.i[k] + 1, y = (uint32_t)w.i[k + 1] + 1;

		while (y) {
			uint32_t z = x % y;

			x = y, y = z;
		}
		sum += x;
	}
	w.result = sum;
}

/* ---- branches, memory, calls */
static NOINLINE void bubble(void)
{
	for (int k = 0; k < 24; k++)
		w.j[k] = w.i[k];
	for (int k = 0; k < 24; k++)
		for (int m = 0; m + 1 < 24 - k; m++)
			if (w.j[m] > w.j[m + 1]) {
				int32_t x = w.j[m];

				w.j[m] = w.j[m + 1], w.j[m + 1] = x;
			}
}

static NOINLINE void search(void)
{
	int64_t found = 0;

	for (int k = 0; k < N; k++) {
		int low = 0, high = N;

		while (high - low > 1) {
			int middle = (low + high) / 2;

			if (w.a[middle] <= w.b[k]) low = middle; else high = middle;
		}
		found += low;
	}
	w.result = found;
}

static NOINLINE void walk(void)
{
	int64_t sum = 0;
	const struct node *n = w.list;

	for (int k = 0; k < N; k++, n = n->next)
		sum += n->value;
	w.result = sum;
}

static NOINLINE void words(void)
{
	int64_t n = 0;
	int inside = 0;

	for (const uint8_t *p = w.text; *p; p++) {
		int letter = *p != 'e' && *p != 't';

		n += letter && !inside;
		inside = letter;
	}
	w.result = n;
}

static NOINLINE void machine(void)
{
	int64_t x = 0, y = 1;

	for (int k = 0; k < N; k++)
		switch (w.i[k] % 8) {
		case 0: x += y; break;
		case 1: y -= x; break;
		case 2: x ^= y; break;
		case 3: y = x + k; break;
		case 4: x = -x; break;
		case 5: y <<= 1; break;
		case 6: x |= 1; break;
		default: y &= 0xffff; break;
		}
	w.result = x + y;
}

static NOINLINE int64_t fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static NOINLINE void calls(void) { w.result = fibonacci(10); }

static NOINLINE int64_t weight(const int32_t *x, int k) { return x[k] + k; }
static NOINLINE int64_t half(const int32_t *x, int k) { return x[k] >> 1; }
static int64_t (*volatile ways[2])(const int32_t *, int) = { weight, half };

static NOINLINE void pointers(void)
{
	int64_t sum = 0;

	for (int k = 0; k < N; k++)
		sum += ways[k & 1](w.i, k);
	w.result = sum;
}

static NOINLINE void insert(struct tree **root, struct tree *t, int64_t key)
{
	while (*root)
		root = key < (*root)->key ? &(*root)->left : &(*root)->right;
	t->left = t->right = 0, t->key = key;
	*root = t;
}

static NOINLINE void trees(void)
{
	struct tree *root = 0;

	for (int k = 0; k < 64; k++)
		insert(&root, &w.tree[k], w.i[k]);
	w.result = root->key;
}

static NOINLINE void decimal(void)
{
	char *p = w.out;

	for (int k = 0; k < 32; k++) {
		uint32_t x = w.table[k];

		do
			*p++ = (char)('0' + x % 10);
		while ((x /= 10) && p < w.out + N - 1);
		if (p >= w.out + N - 16)
			p = w.out;
	}
	w.result = w.out[0];
}

/* A message library's work: a header is made, copied, matched in a queue and taken out. */
static NOINLINE void messages(void)
{
	struct header { uint32_t tag, source; uint64_t bytes; struct header *next; } h[16];
	struct header *queue = 0;

	for (uint32_t k = 0; k < 16; k++) {
		h[k] = (struct header){ .tag = k % 5, .source = k, .bytes = k * 8, .next = queue };
		queue = &h[k];
	}
	for (uint32_t tag = 0; tag < 5; tag++)
		for (struct header **at = &queue; *at;) {
			if ((*at)->tag == tag) {
				memcpy(w.out, *at, 16);
				*at = (*at)->next;
			} else {
				at = &(*at)->next;
			}
		}
	w.result = queue == 0;
}

#define KERNELS(K) \
	K(copy) K(scale) K(add) K(triad) K(dot) K(polynomial) K(stencil) K(matrix) K(bodies) \
	K(floats) K(largest) K(convert) K(sum_ints) K(add_ints) K(prefix) K(count_bits) K(hash) \
	K(checksum) K(collatz) K(gcds) K(bubble) K(search) K(walk) K(words) K(machine) K(calls) \
	K(pointers) K(trees) K(decimal) K(messages)

#endif
