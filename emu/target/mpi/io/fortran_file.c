/* fortran_file.c - files as a whole, views and pointers, for Fortran: see fortran.h. */
#include <stdlib.h>
#include <string.h>

#include "emu/target/mpi/fortran.h"
#include "file.h"

void mpi_file_open_(const int *comm, const char *name, const int *amode, const int *info, int *file,
		    int *error, size_t length);
void mpi_file_open_(const int *comm, const char *name, const int *amode, const int *info, int *file,
		    int *error, size_t length)
{
	char *text = bgqmpi_fortran_text("MPI_File_open", name, length);
	MPI_File f;

	*error = MPI_File_open(bgqmpi_fortran_comm(*comm), text, *amode,
			       bgqmpi_fortran_info(*info), &f);
	*file = bgqmpi_fortran_file_new(f);
	free(text);
}

CALL(file_close, int *file)
{
	MPI_File f = bgqmpi_fortran_file(*file);

	*error = MPI_File_close(&f);
	if (!f)
		bgqmpi_fortran_file_end(file);
}

void mpi_file_delete_(const char *name, const int *info, int *error, size_t length);
void mpi_file_delete_(const char *name, const int *info, int *error, size_t length)
{
	char *text = bgqmpi_fortran_text("MPI_File_delete", name, length);

	*error = MPI_File_delete(text, bgqmpi_fortran_info(*info));
	free(text);
}

void mpi_file_set_view_(const int *file, const MPI_Offset *displacement, const int *etype,
			const int *filetype, const char *datarep, const int *info, int *error,
			size_t length);
void mpi_file_set_view_(const int *file, const MPI_Offset *displacement, const int *etype,
			const int *filetype, const char *datarep, const int *info, int *error,
			size_t length)
{
	char *text = bgqmpi_fortran_text("MPI_File_set_view", datarep, length);

	*error = MPI_File_set_view(bgqmpi_fortran_file(*file), *displacement,
				   bgqmpi_fortran_type(*etype), bgqmpi_fortran_type(*filetype),
				   text, bgqmpi_fortran_info(*info));
	free(text);
}

void mpi_file_get_view_(const int *file, MPI_Offset *displacement, int *etype, int *filetype,
			char *datarep, int *error, size_t room);
void mpi_file_get_view_(const int *file, MPI_Offset *displacement, int *etype, int *filetype,
			char *datarep, int *error, size_t room)
{
	char text[MPI_MAX_DATAREP_STRING];
	MPI_Datatype e, f;

	*error = MPI_File_get_view(bgqmpi_fortran_file(*file), displacement, &e, &f, text);
	if (*error != MPI_SUCCESS)
		return;
	*etype = bgqmpi_fortran_type_new(e);
	*filetype = bgqmpi_fortran_type_new(f);
	bgqmpi_fortran_text_put(text, datarep, room);
}

CALL(file_set_size, const int *file, const MPI_Offset *bytes)
{
	*error = MPI_File_set_size(bgqmpi_fortran_file(*file), *bytes);
}

CALL(file_preallocate, const int *file, const MPI_Offset *bytes)
{
	*error = MPI_File_preallocate(bgqmpi_fortran_file(*file), *bytes);
}

CALL(file_get_size, const int *file, MPI_Offset *bytes)
{
	*error = MPI_File_get_size(bgqmpi_fortran_file(*file), bytes);
}

CALL(file_get_amode, const int *file, int *amode)
{
	*error = MPI_File_get_amode(bgqmpi_fortran_file(*file), amode);
}

CALL(file_set_info, const int *file, const int *info)
{
	*error = MPI_File_set_info(bgqmpi_fortran_file(*file), bgqmpi_fortran_info(*info));
}

CALL(file_set_atomicity, const int *file, const int *flag)
{
	*error = MPI_File_set_atomicity(bgqmpi_fortran_file(*file), *flag);
}

CALL(file_get_atomicity, const int *file, int *flag)
{
	*error = MPI_File_get_atomicity(bgqmpi_fortran_file(*file), flag);
}

CALL(file_get_byte_offset, const int *file, const MPI_Offset *offset, MPI_Offset *displacement)
{
	*error = MPI_File_get_byte_offset(bgqmpi_fortran_file(*file), *offset, displacement);
}

CALL(file_get_type_extent, const int *file, const int *type, MPI_Aint *extent)
{
	*error = MPI_File_get_type_extent(bgqmpi_fortran_file(*file),
					 bgqmpi_fortran_type(*type), extent);
}

CALL(file_seek, const int *file, const MPI_Offset *offset, const int *whence)
{
	*error = MPI_File_seek(bgqmpi_fortran_file(*file), *offset, *whence);
}

CALL(file_seek_shared, const int *file, const MPI_Offset *offset, const int *whence)
{
	*error = MPI_File_seek_shared(bgqmpi_fortran_file(*file), *offset, *whence);
}

CALL(file_get_position, const int *file, MPI_Offset *offset)
{
	*error = MPI_File_get_position(bgqmpi_fortran_file(*file), offset);
}

CALL(file_get_position_shared, const int *file, MPI_Offset *offset)
{
	*error = MPI_File_get_position_shared(bgqmpi_fortran_file(*file), offset);
}

CALL(file_sync, const int *file)
{
	*error = MPI_File_sync(bgqmpi_fortran_file(*file));
}

CALL(file_call_errhandler, const int *file, const int *code)
{
	*error = MPI_File_call_errhandler(bgqmpi_fortran_file(*file), *code);
}

CALL(file_set_errhandler, const int *file, const int *handler)
{
	*error = MPI_File_set_errhandler(bgqmpi_fortran_file(*file), *handler);
}

CALL(file_get_errhandler, const int *file, int *handler)
{
	*error = MPI_File_get_errhandler(bgqmpi_fortran_file(*file), handler);
}

CALL(file_get_group, const int *file, int *group)
{
	MPI_Group g = MPI_GROUP_NULL;

	*error = MPI_File_get_group(bgqmpi_fortran_file(*file), &g);
	*group = bgqmpi_fortran_group_new(g);
}

CALL(file_get_info, const int *file, int *info)
{
	MPI_Info i = MPI_INFO_NULL;

	*error = MPI_File_get_info(bgqmpi_fortran_file(*file), &i);
	*info = bgqmpi_fortran_info_new(i);
}

CALL(file_create_errhandler, MPI_File_errhandler_fn *function, int *handler)
{
	*error = MPI_File_create_errhandler(function, handler);
	bgqmpi_handler_of_fortran(*handler);
}
