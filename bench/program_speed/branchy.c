/* branchy.c - a loop of many short branches on data: a scanner of random text that counts
 * words, numbers and signs. */
#include "kernel.h"

#define BYTES (1 << 20)

static unsigned char text[BYTES + 1];

struct counts {
	uint64_t words, numbers, signs, lines, value;
};

static void scan(struct counts *n)
{
	const unsigned char *p = text;

	while (*p) {
		if (*p == ' ') {
			p++;
		} else if (*p == '\n') {
			n->lines++;
			p++;
		} else if (*p >= '0' && *p <= '9') {
			uint64_t v = 0;

			while (*p >= '0' && *p <= '9')
				v = v * 10 + *p++ - '0';
			if (v & 1)
				n->value += v;
			else
				n->value ^= v;
			n->numbers++;
		} else if (*p >= 'a' && *p <= 'z') {
			while (*p >= 'a' && *p <= 'z')
				p++;
			n->words++;
		} else {
			if (*p == '(')
				n->signs += 2;
			else if (*p == '+' || *p == '-')
				n->signs += 3;
			else
				n->signs++;
			p++;
		}
	}
}

int main(int argc, char **argv)
{
	static const char letters[] = "abcxyz 0123459  \n()+-*/=;aaeeiou00";
	struct counts n = { 0, 0, 0, 0, 0 };
	uint64_t x = 5;

	for (int i = 0; i < BYTES; i++)
		text[i] = (unsigned char)letters[kernel_random(&x) % (sizeof letters - 1)];
	for (unsigned r = kernel_repeats(argc, argv, 40); r > 0; r--)
		scan(&n);
	kernel_print(n.words + n.numbers * 3 + n.signs * 5 + n.lines * 7 + n.value);
	return 0;
}
