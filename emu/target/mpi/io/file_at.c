/*
 * file_at.c - reads and writes at an offset that the call gives.
 */
#include "file.h"

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
		     MPI_Status *status)
{
	ENTER("MPI_File_read_at");
	return bgqmpi_file_access(fh, READS(POINTER_NONE, offset), status);
}

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
			 MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_read_at_all");
	return bgqmpi_file_access(fh, READS_ALL(POINTER_NONE, offset), status);
}

int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
		      MPI_Request *request)
{
	ENTER("MPI_File_iread_at");
	return bgqmpi_file_request(fh, READS(POINTER_NONE, offset), request);
}

int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
			       MPI_Datatype type)
{
	ENTER("MPI_File_read_at_all_begin");
	return bgqmpi_file_begin(fh, READS_ALL(POINTER_NONE, offset));
}

int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	ENTER("MPI_File_read_at_all_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_read_at_all_begin", status);
}

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
		      MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_write_at");
	return bgqmpi_file_access(fh, WRITES(POINTER_NONE, offset), status);
}

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
			  MPI_Datatype type, MPI_Status *status)
{
	ENTER("MPI_File_write_at_all");
	return bgqmpi_file_access(fh, WRITES_ALL(POINTER_NONE, offset), status);
}

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
		       MPI_Datatype type, MPI_Request *request)
{
	ENTER("MPI_File_iwrite_at");
	return bgqmpi_file_request(fh, WRITES(POINTER_NONE, offset), request);
}

int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
				MPI_Datatype type)
{
	ENTER("MPI_File_write_at_all_begin");
	return bgqmpi_file_begin(fh, WRITES_ALL(POINTER_NONE, offset));
}

int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	ENTER("MPI_File_write_at_all_end");
	(void)buf;
	return bgqmpi_file_end(fh, "MPI_File_write_at_all_begin", status);
}
