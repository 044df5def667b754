/* spi_threads.h - threads that take and return a number, for the tests of threads. */
#ifndef SPI_THREADS_H
#define SPI_THREADS_H

#include "spi_test.h"

#include <pthread.h>

typedef void *thread_fn(void *);

static inline pthread_t start(thread_fn *fn, long arg)
{
	pthread_t t;

	CHECK(pthread_create(&t, NULL, fn, (void *)arg) == 0);
	return t;
}

static inline long finish(pthread_t t)
{
	void *result;

	CHECK(pthread_join(t, &result) == 0);
	return (long)result;
}

#endif
