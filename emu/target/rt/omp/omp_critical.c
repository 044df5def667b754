/*
 * omp_critical.c - critical regions, and atomics that the processor cannot do.
 */
#include "omp_rt.h"

static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t atomic = PTHREAD_MUTEX_INITIALIZER;

void GOMP_critical_start(void)
{
	pthread_mutex_lock(&critical);
}

void GOMP_critical_end(void)
{
	pthread_mutex_unlock(&critical);
}

/* The compiler gives each name a pointer, NULL at first. */
void GOMP_critical_name_start(void **name)
{
	pthread_mutex_t *mutex = __atomic_load_n(name, __ATOMIC_ACQUIRE);

	if (!mutex) {
		pthread_mutex_lock(&names);
		mutex = *name;
		if (!mutex) {
			mutex = omprt_alloc(sizeof *mutex);
			pthread_mutex_init(mutex, NULL);
			__atomic_store_n(name, mutex, __ATOMIC_RELEASE);
		}
		pthread_mutex_unlock(&names);
	}
	pthread_mutex_lock(mutex);
}

void GOMP_critical_name_end(void **name)
{
	pthread_mutex_unlock(*name);
}

void GOMP_atomic_start(void)
{
	pthread_mutex_lock(&atomic);
}

void GOMP_atomic_end(void)
{
	pthread_mutex_unlock(&atomic);
}
