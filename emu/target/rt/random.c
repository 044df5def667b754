/*
 * random.c - rand and random: glibc's generator with its state in the image, so
 * that the sequence after a seed is the usual one on every rank.
 */
#include "cost.h"

#include <stdlib.h>

static struct random_data data;
static int32_t table[32]; /* as many words as glibc's own */

static struct random_data *generator(void)
{
	if (!data.state)
		initstate_r(1, (char *)table, sizeof table, &data);
	return &data;
}

long random(void)
{
	int32_t value;

	RT_COST(random);
	random_r(generator(), &value);
	return value;
}

void srandom(unsigned seed)
{
	srandom_r(seed, generator());
}

int rand(void)
{
	return (int)random();
}

void srand(unsigned seed)
{
	srandom(seed);
}

/* The state that a program sees begins one word before the generator's. */
char *initstate(unsigned seed, char *state, size_t bytes)
{
	char *old = (char *)(generator()->state - 1);

	return initstate_r(seed, state, bytes, &data) ? NULL : old;
}

char *setstate(char *state)
{
	char *old = (char *)(generator()->state - 1);

	return setstate_r(state, &data) ? NULL : old;
}
