/*
 * fortran.h - the small MPI as Fortran calls it: names in lower case with an underscore, arguments
 * by reference, handles as integers (mpif.h has those that are there from the start), an error code
 * last.  Errors end the job in any case, so that code is MPI_SUCCESS.
 */
#ifndef BGQ_MPI_FORTRAN_H
#define BGQ_MPI_FORTRAN_H

#include <stdbool.h>

#include <comm/include/mpi.h>

#define STATUS_INTEGERS 6 /* MPI_STATUS_SIZE of mpif.h: an MPI_Status */

/* fortran.c.  Handles: 0 is the null one.  One that is not known ends the job, named. */
MPI_Comm bgqmpi_fortran_comm(int handle);
MPI_Datatype bgqmpi_fortran_type(int handle);
MPI_Op bgqmpi_fortran_op(int handle);
MPI_Group bgqmpi_fortran_group(int handle);
MPI_Request bgqmpi_fortran_request(int handle);
int bgqmpi_fortran_comm_new(MPI_Comm c);
int bgqmpi_fortran_type_new(MPI_Datatype t);
int bgqmpi_fortran_op_new(MPI_Op o);
int bgqmpi_fortran_group_new(MPI_Group g);
int bgqmpi_fortran_request_new(MPI_Request r);
/* After a wait: a request that has ended gives its number back. */
void bgqmpi_fortran_request_set(int *handle, MPI_Request r);

/* A buffer: MPI_BOTTOM and MPI_IN_PLACE are variables of mpif.h. */
void *bgqmpi_fortran_buffer(void *buffer);
/* A status array, or MPI_STATUS_IGNORE: where C is to write, and then to Fortran's array. */
MPI_Status *bgqmpi_fortran_status(int *status, MPI_Status *room);
void bgqmpi_fortran_status_put(int *status, const MPI_Status *from);

#endif
