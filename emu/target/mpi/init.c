/*
 * init.c - the job's beginning and end, its clock and names.
 */
#include "bgqmpi.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/uci.h>
#include <spi/include/kernel/location.h>

#define CYCLES_A_SECOND 1.6e9

static enum { BEFORE, RUNNING, AFTER } state;
static int thread_level;
static pthread_t main_thread; /* that called MPI_Init() */

void bgqmpi_check_running(const char *call)
{
	if (state != RUNNING)
		bgqmpi_fail(call, MPI_ERR_OTHER, "called %s", state == BEFORE ?
			    "before MPI_Init" : "after MPI_Finalize");
}

static void start(int required)
{
	int rank, size;

	if (state != BEFORE)
		bgqmpi_fail("MPI_Init", MPI_ERR_OTHER, "called a second time");
	thread_level = required < MPI_THREAD_SERIALIZED ? required : MPI_THREAD_SERIALIZED;
	bgqmpi_place_start(&rank, &size);
	bgqmpi_comm_start(rank, size);
	state = RUNNING;
	main_thread = pthread_self();
	bgqmpi_device_start();
	bgqmpi_barrier_start();
	bgqmpi_meet();
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	ENTER("MPI_Init_thread");
	(void)argc, (void)argv;
	start(required);
	*provided = thread_level;
	return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv)
{
	ENTER("MPI_Init");
	(void)argc, (void)argv;
	start(MPI_THREAD_SINGLE);
	return MPI_SUCCESS;
}

int MPI_Query_thread(int *provided)
{
	*provided = thread_level;
	return MPI_SUCCESS;
}

int MPI_Is_thread_main(int *flag)
{
	bgqmpi_check_running("MPI_Is_thread_main");
	*flag = pthread_equal(pthread_self(), main_thread) != 0;
	return MPI_SUCCESS;
}

int MPI_Initialized(int *flag)
{
	*flag = state != BEFORE;
	return MPI_SUCCESS;
}

int MPI_Get_version(int *version, int *subversion)
{
	*version = MPI_VERSION;
	*subversion = MPI_SUBVERSION;
	return MPI_SUCCESS;
}

/* For tools that stand between; without one it does nothing. */
int MPI_Pcontrol(const int level, ...)
{
	(void)level;
	return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
	ENTER("MPI_Finalize");
	bgqmpi_check_running("MPI_Finalize");
	/* Functions of these attributes may still call MPI. */
	bgqmpi_attributes_delete(MPI_COMM_SELF);
	bgqmpi_buffered_finish();
	/* Messages that no receive has asked for are on their way before the barrier, at least. */
	bgqmpi_device_drain();
	bgqmpi_barrier(MPI_COMM_WORLD);
	bgqmpi_device_drain();
	bgqmpi_device_stop();
	state = AFTER;
	return MPI_SUCCESS;
}

int MPI_Finalized(int *flag)
{
	*flag = state == AFTER;
	return MPI_SUCCESS;
}

void bgqmpi_abort(int status)
{
	/* 0 would be success, for whoever looks at the job's status. */
	if ((status & 0xff) == 0)
		status = 1;
	fflush(NULL);
	if (state == RUNNING) {
		for (int r = 0; r < bgqmpi_world.size; r++)
			if (r != bgqmpi_world.rank)
				bgqmpi_device_end(r, status);
		bgqmpi_device_drain();
	}
	_exit(status);
}

int MPI_Abort(MPI_Comm comm, int code)
{
	ENTER("MPI_Abort");
	(void)comm;
	fflush(stdout);
	fprintf(stderr, "rank %d: MPI_Abort with code %d\n", bgqmpi_world.rank, code);
	bgqmpi_abort(code);
}

int MPI_Get_processor_name(char *name, int *length)
{
	const unsigned *at = bgqmpi_here.at;
	char node[64] = "";
	Personality_t p;

	bgqmpi_check_running("MPI_Get_processor_name");
	if (Kernel_GetPersonality(&p, sizeof p) == 0)
		bg_uci_toString(p.Kernel_Config.UCI, node);
	*length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "Task %d of %d (%u,%u,%u,%u,%u,%u)  %s",
			   bgqmpi_world.rank, bgqmpi_world.size, at[0], at[1], at[2], at[3],
			   at[4], at[5], node);
	return MPI_SUCCESS;
}

double MPI_Wtime(void)
{
	return (double)GetTimeBase() / CYCLES_A_SECOND;
}

double MPI_Wtick(void)
{
	return 1 / CYCLES_A_SECOND;
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
	(void)info;
	if (size < 0)
		bgqmpi_fail("MPI_Alloc_mem", MPI_ERR_ARG, "%td bytes", size);
	*(void **)baseptr = bgqmpi_alloc("MPI_Alloc_mem", (size_t)size);
	return MPI_SUCCESS;
}

int MPI_Free_mem(void *base)
{
	free(base);
	return MPI_SUCCESS;
}
