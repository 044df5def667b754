/*
 * omp_places.c - where threads are.  Every thread has a hardware thread of its
 * own from its first to its last instruction, as on the machine; there is no list
 * of places to choose from.
 */
#include "omp_rt.h"

int omp_get_proc_bind(void)
{
	return omprt_icv()->bind;
}

int omp_get_num_places(void)
{
	return 0;
}

int omp_get_place_num_procs(int place)
{
	(void)place;
	return 0;
}

void omp_get_place_proc_ids(int place, int *ids)
{
	(void)place, (void)ids;
}

int omp_get_place_num(void)
{
	return -1;
}

int omp_get_partition_num_places(void)
{
	return 0;
}

void omp_get_partition_place_nums(int *places)
{
	(void)places;
}
