/*
 * request.h - what the calls that send and receive share: a request is checked, kept if it
 * outlives the call, started and finished.
 *
 * Never: included by what is above requests, as collectives.
 */
#ifndef BGQ_EMU_MPI_REQUEST_H
#define BGQ_EMU_MPI_REQUEST_H

#include "bgqmpi.h"

/* Fields of a request, by the names that arguments of all such calls have. */
#define SENDS(buffer) \
	.buf = (void *)(buffer), .count = count, .type = type, .peer = dest, .tag = tag, \
	.comm = comm
#define RECEIVES \
	.receive = true, .buf = buf, .count = count, .type = type, .peer = source, .tag = tag, \
	.comm = comm

/* The request that a call asks for, with the context of its communicator; an argument that is
 * wrong ends the job. */
struct bgqmpi_request bgqmpi_request_checked(const char *call, struct bgqmpi_request r);
/* A copy of from with a life of its own: until it is released or, if persistent, freed. */
struct bgqmpi_request *bgqmpi_request_kept(struct bgqmpi_request from);
void bgqmpi_request_start(struct bgqmpi_request *r);
/* Waits until r is done. */
void bgqmpi_request_finish(struct bgqmpi_request *r);
/* Copies a status, but for its MPI_ERROR, unless to is MPI_STATUS_IGNORE. */
void bgqmpi_status_give(const MPI_Status *from, MPI_Status *to);
void bgqmpi_status_clear(MPI_Status *s, int source);
/* The status of no request and of one that is not active, its MPI_ERROR included. */
void bgqmpi_status_empty(MPI_Status *to);

/* Copies what r sends to the program's buffer, from where it is sent (buffered.c). */
void bgqmpi_buffered_send(const char *call, const struct bgqmpi_request *r);

#endif
