/* pinned.h - begins a thread on a hardware thread of the node; ends the program if there is
 * none. */
#ifndef PINNED_H
#define PINNED_H

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static void pinned_begin(pthread_t *id, int hwthread, void *(*work)(void *), void *arg)
{
	pthread_attr_t attr;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(hwthread, &set);
	pthread_attr_init(&attr);
	if (pthread_attr_setaffinity_np(&attr, sizeof set, &set) ||
	    pthread_create(id, &attr, work, arg)) {
		fprintf(stderr, "no thread on hardware thread %d\n", hwthread);
		exit(1);
	}
}

#endif
