/*
 * transaction.c - what bgq-ppc makes of XL's #pragma tm_atomic, and XL's statistics of it.
 *
 * A transaction is a critical section of the process: transactions run one after the other,
 * as they do on the machine where they conflict.  Nested ones are part of the outer one.  It
 * takes the time of a mutex, and nothing for what the machine's L2 and kernel do besides.
 *
 * Never: rolls back; keeps away stores of other threads that are in no transaction.
 */
#include <pthread.h>
#include <stdio.h>

#include "include/bgqemu/xl/speculation.h"

int bgqrt_tm_enter(void);
void bgqrt_tm_leave(int *entered);

static pthread_mutex_t transaction = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static unsigned long total;
static unsigned depth;

int bgqrt_tm_enter(void)
{
	pthread_mutex_lock(&transaction);
	if (depth++ == 0)
		total++;
	return 0;
}

void bgqrt_tm_leave(int *entered)
{
	(void)entered;
	depth--;
	pthread_mutex_unlock(&transaction);
}

void tm_get_all_stats(TmReport_t *stats)
{
	*stats = (TmReport_t){ .totalTransactions = total };
}

void tm_print_all_stats(void)
{
	printf("transactions %lu, rollbacks 0, serialized 0\n", total);
}
