/*
 * fortran.h - the small MPI as Fortran calls it: names in lower case with an underscore, arguments
 * by reference, handles as integers (mpif.h has those that are there from the start), an error code
 * last.  Errors end the job in any case, so that code is MPI_SUCCESS, but of files.
 *
 * pmpi gives each function the names that other compilers' options make of it, too.
 *
 * Never: an argument that is read as another width than Fortran's; a handle of C in a program's
 * variable.
 */
#ifndef BGQ_MPI_FORTRAN_H
#define BGQ_MPI_FORTRAN_H

#include <stdbool.h>

#include "bgqmpi.h"

/* A subroutine with arguments, and its error code behind them. */
#define CALL(name, ...) void mpi_##name##_(__VA_ARGS__, int *error); \
	void mpi_##name##_(__VA_ARGS__, int *error)

/* Texts of Fortran have blanks at their end.  A string of C without those at both ends, to be
 * freed; and a string of C to a variable of room bytes. */
char *bgqmpi_fortran_text(const char *call, const char *text, size_t length);
void bgqmpi_fortran_text_put(const char *text, char *to, size_t room);

#define STATUS_INTEGERS 6 /* MPI_STATUS_SIZE of mpif.h: an MPI_Status */

/* fortran.c.  Handles: 0 is the null one.  One that is not known ends the job, named. */
MPI_Comm bgqmpi_fortran_comm(int handle);
MPI_Datatype bgqmpi_fortran_type(int handle);
MPI_Op bgqmpi_fortran_op(int handle);
MPI_Group bgqmpi_fortran_group(int handle);
MPI_Request bgqmpi_fortran_request(int handle);
MPI_Info bgqmpi_fortran_info(int handle);
MPI_File bgqmpi_fortran_file(int handle);
int bgqmpi_fortran_comm_new(MPI_Comm c);
int bgqmpi_fortran_type_new(MPI_Datatype t);
int bgqmpi_fortran_op_new(MPI_Op o);
int bgqmpi_fortran_group_new(MPI_Group g);
int bgqmpi_fortran_request_new(MPI_Request r);
int bgqmpi_fortran_info_new(MPI_Info i);
int bgqmpi_fortran_file_new(MPI_File f);
/* Give the number back, once the object is freed: *handle becomes the null handle. */
void bgqmpi_fortran_comm_end(int *handle);
void bgqmpi_fortran_type_end(int *handle);
void bgqmpi_fortran_op_end(int *handle);
void bgqmpi_fortran_group_end(int *handle);
void bgqmpi_fortran_request_end(int *handle);
void bgqmpi_fortran_info_end(int *handle);
void bgqmpi_fortran_file_end(int *handle);
/* After a wait: a request that has ended gives its number back. */
void bgqmpi_fortran_request_set(int *handle, MPI_Request r);

/* A buffer: MPI_BOTTOM and MPI_IN_PLACE are variables of mpif.h.  Displacements of a type from
 * MPI_BOTTOM are addresses, or what MPI_ADDRESS gives. */
void *bgqmpi_fortran_buffer(void *buffer, int type);
/* An address as an INTEGER: its distance from MPI_BOTTOM.  One that does not fit ends the job. */
int bgqmpi_fortran_address(const char *call, const void *at);
/* A number for an INTEGER.  One that does not fit ends the job. */
int bgqmpi_fortran_integer(const char *call, MPI_Aint value);

/* A status array, or MPI_STATUS_IGNORE: where C is to write, and then to Fortran's array. */
MPI_Status *bgqmpi_fortran_status(int *status, MPI_Status *room);
void bgqmpi_fortran_status_put(int *status, const MPI_Status *from);

#endif
