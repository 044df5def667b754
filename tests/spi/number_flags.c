/*
 * number_flags.c - waits for flags that are no integers: a double, a float, two doubles that
 * are looked at together.  Another thread stores them 20 us after each other; how long each
 * wait took is printed.
 */
#include "spi_test.h"

#include <pthread.h>
#include <unistd.h>

static volatile double number;
static volatile float small;
struct pair {
	double first, second;
};
static volatile struct pair pair;

static void *set(void *arg)
{
	(void)arg;
	usleep(20);
	number = 1.5;
	usleep(20);
	small = 2;
	usleep(20);
	pair.second = 3;
	return NULL;
}

static void wait_for_pair(void)
{
	struct pair seen;

	do
		seen = pair;
	while (seen.first != 0 || seen.second != 3);
}

int main(void)
{
	uint64_t at[4];
	pthread_t t;

	CHECK(pthread_create(&t, NULL, set, NULL) == 0);
	at[0] = GetTimeBase();
	while (number != 1.5)
		;
	at[1] = GetTimeBase();
	while (small < 1)
		;
	at[2] = GetTimeBase();
	wait_for_pair();
	at[3] = GetTimeBase();
	CHECK(pthread_join(t, NULL) == 0);
	for (int i = 0; i < 3; i++) {
		CHECK(at[i + 1] - at[i] > 30000 && at[i + 1] - at[i] < 34000);
		printf("%d: %llu cycles\n", i, (unsigned long long)(at[i + 1] - at[i]));
	}
	return 0;
}
