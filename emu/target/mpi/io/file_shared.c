/*
 * file_shared.c - reads and writes at the file pointer that all ranks share, in the order of
 * simulated time, or in that of ranks.
 */
#include "file.h"

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_read_shared");
	return bgqmpi_file_access(fh, READS(POINTER_SHARED, 0), status);
}

int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype type,
			  MPI_Request *request)
{
	ENTER("MPI_File_iread_shared");
	return bgqmpi_file_request(fh, READS(POINTER_SHARED, 0), request);
}

int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			  MPI_Status *status)
{
	ENTER("MPI_File_write_shared");
	return bgqmpi_file_access(fh, WRITES(POINTER_SHARED, 0), status);
}

int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			   MPI_Request *request)
{
	ENTER("MPI_File_iwrite_shared");
	return bgqmpi_file_request(fh, WRITES(POINTER_SHARED, 0), request);
}

int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype type,
			  MPI_Status *status)
{
	ENTER("MPI_File_read_ordered");
	return bgqmpi_file_access(fh, READS_ALL(POINTER_ORDERED, 0), status);
}

int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype type)
{
	ENTER("MPI_File_read_ordered_begin");
	return bgqmpi_file_begin(fh, READS_ALL(POINTER_ORDERED, 0));
}

int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
	ENTER("MPI_File_read_ordered_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_read_ordered_begin", status);
}

int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			   MPI_Status *status)
{
	ENTER("MPI_File_write_ordered");
	return bgqmpi_file_access(fh, WRITES_ALL(POINTER_ORDERED, 0), status);
}

int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype type)
{
	ENTER("MPI_File_write_ordered_begin");
	return bgqmpi_file_begin(fh, WRITES_ALL(POINTER_ORDERED, 0));
}

int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	ENTER("MPI_File_write_ordered_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_write_ordered_begin", status);
}
