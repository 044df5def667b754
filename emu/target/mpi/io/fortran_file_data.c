/* fortran_file_data.c - reading and writing of files, for Fortran: see fortran.h. */
#include "emu/target/mpi/fortran.h"
#include "file.h"

/* Arguments that all such calls have, and the same in C's terms. */
#define DATA void *buf, const int *count, const int *type
#define DATA_IN_C \
	bgqmpi_fortran_buffer(buf, *type), *count, bgqmpi_fortran_type(*type)
#define FILE_IN_C bgqmpi_fortran_file(*file)

/* A call with a status, one with a request, and one that only begins. */
#define STATUS_CALL(name, c_name, place, ...) \
	CALL(name, const int *file, place DATA, int *status) \
	{ \
		MPI_Status room = { 0 }, *s = bgqmpi_fortran_status(status, &room); \
		*error = c_name(FILE_IN_C, __VA_ARGS__ DATA_IN_C, s); \
		bgqmpi_fortran_status_put(status, s); \
	}
#define REQUEST_CALL(name, c_name, place, ...) \
	CALL(name, const int *file, place DATA, int *request) \
	{ \
		MPI_Request r; \
		*error = c_name(FILE_IN_C, __VA_ARGS__ DATA_IN_C, &r); \
		*request = bgqmpi_fortran_request_new(r); \
	}
#define BEGIN_CALL(name, c_name, place, ...) \
	CALL(name, const int *file, place DATA) \
	{ \
		*error = c_name(FILE_IN_C, __VA_ARGS__ DATA_IN_C); \
	}
#define END_CALL(name, c_name) \
	CALL(name, const int *file, void *buf, int *status) \
	{ \
		MPI_Status room = { 0 }, *s = bgqmpi_fortran_status(status, &room); \
		*error = c_name(FILE_IN_C, buf, s); \
		bgqmpi_fortran_status_put(status, s); \
	}

#define NOWHERE
#define OFFSET const MPI_Offset *offset,

STATUS_CALL(file_read_at, MPI_File_read_at, OFFSET, *offset,)
STATUS_CALL(file_read_at_all, MPI_File_read_at_all, OFFSET, *offset,)
REQUEST_CALL(file_iread_at, MPI_File_iread_at, OFFSET, *offset,)
BEGIN_CALL(file_read_at_all_begin, MPI_File_read_at_all_begin, OFFSET, *offset,)
END_CALL(file_read_at_all_end, MPI_File_read_at_all_end)
STATUS_CALL(file_read, MPI_File_read, NOWHERE, )
STATUS_CALL(file_read_all, MPI_File_read_all, NOWHERE, )
REQUEST_CALL(file_iread, MPI_File_iread, NOWHERE, )
BEGIN_CALL(file_read_all_begin, MPI_File_read_all_begin, NOWHERE, )
END_CALL(file_read_all_end, MPI_File_read_all_end)
STATUS_CALL(file_read_shared, MPI_File_read_shared, NOWHERE, )
REQUEST_CALL(file_iread_shared, MPI_File_iread_shared, NOWHERE, )
STATUS_CALL(file_read_ordered, MPI_File_read_ordered, NOWHERE, )
BEGIN_CALL(file_read_ordered_begin, MPI_File_read_ordered_begin, NOWHERE, )
END_CALL(file_read_ordered_end, MPI_File_read_ordered_end)

STATUS_CALL(file_write_at, MPI_File_write_at, OFFSET, *offset,)
STATUS_CALL(file_write_at_all, MPI_File_write_at_all, OFFSET, *offset,)
REQUEST_CALL(file_iwrite_at, MPI_File_iwrite_at, OFFSET, *offset,)
BEGIN_CALL(file_write_at_all_begin, MPI_File_write_at_all_begin, OFFSET, *offset,)
END_CALL(file_write_at_all_end, MPI_File_write_at_all_end)
STATUS_CALL(file_write, MPI_File_write, NOWHERE, )
STATUS_CALL(file_write_all, MPI_File_write_all, NOWHERE, )
REQUEST_CALL(file_iwrite, MPI_File_iwrite, NOWHERE, )
BEGIN_CALL(file_write_all_begin, MPI_File_write_all_begin, NOWHERE, )
END_CALL(file_write_all_end, MPI_File_write_all_end)
STATUS_CALL(file_write_shared, MPI_File_write_shared, NOWHERE, )
REQUEST_CALL(file_iwrite_shared, MPI_File_iwrite_shared, NOWHERE, )
STATUS_CALL(file_write_ordered, MPI_File_write_ordered, NOWHERE, )
BEGIN_CALL(file_write_ordered_begin, MPI_File_write_ordered_begin, NOWHERE, )
END_CALL(file_write_ordered_end, MPI_File_write_ordered_end)
