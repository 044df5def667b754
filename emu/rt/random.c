/* random.c - glibc's generators with a state of the process's own: the same
 * sequences as on a machine where each process is alone. */
#include <stdint.h>
#include <stdlib.h>

#define STATE_BYTES 128 /* glibc's default: degree 31 */

static struct random_data data;
static char state[STATE_BYTES] __attribute__((aligned(8)));

static struct random_data *ready(void)
{
	if (!data.state)
		initstate_r(1, state, sizeof state, &data);
	return &data;
}

long random(void)
{
	int32_t r;

	random_r(ready(), &r);
	return r;
}

void srandom(unsigned seed)
{
	srandom_r(seed, ready());
}

int rand(void)
{
	return (int)random();
}

void srand(unsigned seed)
{
	srandom(seed);
}

char *initstate(unsigned seed, char *buf, size_t bytes)
{
	char *before = (char *)ready()->state - sizeof(int32_t);

	return initstate_r(seed, buf, bytes, &data) == 0 ? before : NULL;
}

char *setstate(char *buf)
{
	char *before = (char *)ready()->state - sizeof(int32_t);

	return setstate_r(buf, &data) == 0 ? before : NULL;
}

/* ---- 48 bits */

static struct drand48_data data48;

double drand48(void)
{
	double r;

	drand48_r(&data48, &r);
	return r;
}

double erand48(unsigned short x[3])
{
	double r;

	erand48_r(x, &data48, &r);
	return r;
}

long lrand48(void)
{
	long r;

	lrand48_r(&data48, &r);
	return r;
}

long nrand48(unsigned short x[3])
{
	long r;

	nrand48_r(x, &data48, &r);
	return r;
}

long mrand48(void)
{
	long r;

	mrand48_r(&data48, &r);
	return r;
}

long jrand48(unsigned short x[3])
{
	long r;

	jrand48_r(x, &data48, &r);
	return r;
}

void srand48(long seed)
{
	srand48_r(seed, &data48);
}

unsigned short *seed48(unsigned short x[3])
{
	static unsigned short old[3];

	seed48_r(x, &data48);
	for (int i = 0; i < 3; i++)
		old[i] = data48.__old_x[i];
	return old;
}

void lcong48(unsigned short p[7])
{
	lcong48_r(p, &data48);
}
