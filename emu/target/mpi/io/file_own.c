/*
 * file_own.c - reads and writes where the rank's own file pointer is.
 */
#include "file.h"

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_read");
	return bgqmpi_file_access(fh, READS(POINTER_OWN, 0), status);
}

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_read_all");
	return bgqmpi_file_access(fh, READS_ALL(POINTER_OWN, 0), status);
}

int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	ENTER("MPI_File_iread");
	return bgqmpi_file_request(fh, READS(POINTER_OWN, 0), request);
}

int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype type)
{
	ENTER("MPI_File_read_all_begin");
	return bgqmpi_file_begin(fh, READS_ALL(POINTER_OWN, 0));
}

int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	ENTER("MPI_File_read_all_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_read_all_begin", status);
}

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_write");
	return bgqmpi_file_access(fh, WRITES(POINTER_OWN, 0), status);
}

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype type,
		       MPI_Status *status)
{
	ENTER("MPI_File_write_all");
	return bgqmpi_file_access(fh, WRITES_ALL(POINTER_OWN, 0), status);
}

int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype type,
		    MPI_Request *request)
{
	ENTER("MPI_File_iwrite");
	return bgqmpi_file_request(fh, WRITES(POINTER_OWN, 0), request);
}

int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype type)
{
	ENTER("MPI_File_write_all_begin");
	return bgqmpi_file_begin(fh, WRITES_ALL(POINTER_OWN, 0));
}

int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	ENTER("MPI_File_write_all_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_write_all_begin", status);
}
