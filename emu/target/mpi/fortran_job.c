/* fortran_job.c - the job, memory, errors and hints, for Fortran: see fortran.h. */
#include <stdlib.h>
#include <string.h>

#include "fortran.h"

/* ---- the job */

void mpi_init_(int *error);
void mpi_init_(int *error)
{
	*error = MPI_Init(NULL, NULL);
}

void mpi_finalize_(int *error);
void mpi_finalize_(int *error)
{
	*error = MPI_Finalize();
}

CALL(init_thread, const int *wanted, int *provided)
{
	*error = MPI_Init_thread(NULL, NULL, *wanted, provided);
}

CALL(initialized, int *flag)
{
	*error = MPI_Initialized(flag);
}

CALL(finalized, int *flag)
{
	*error = MPI_Finalized(flag);
}

CALL(abort, const int *comm, const int *code)
{
	*error = MPI_Abort(bgqmpi_fortran_comm(*comm), *code);
}

double mpi_wtime_(void);
double mpi_wtime_(void)
{
	return MPI_Wtime();
}

double mpi_wtick_(void);
double mpi_wtick_(void)
{
	return MPI_Wtick();
}

CALL(query_thread, int *provided)
{
	*error = MPI_Query_thread(provided);
}

CALL(is_thread_main, int *flag)
{
	*error = MPI_Is_thread_main(flag);
}

CALL(get_version, int *version, int *subversion)
{
	*error = MPI_Get_version(version, subversion);
}

/* The only one without an error code. */
void mpi_pcontrol_(const int *level);
void mpi_pcontrol_(const int *level)
{
	MPI_Pcontrol(*level);
}

void mpi_get_processor_name_(char *name, int *length, int *error, size_t room);
void mpi_get_processor_name_(char *name, int *length, int *error, size_t room)
{
	char text[MPI_MAX_PROCESSOR_NAME];

	*error = MPI_Get_processor_name(text, length);
	bgqmpi_fortran_text_put(text, name, room);
}

void mpi_error_string_(const int *code, char *text, int *length, int *error, size_t room);
void mpi_error_string_(const int *code, char *text, int *length, int *error, size_t room)
{
	char said[MPI_MAX_ERROR_STRING];

	*error = MPI_Error_string(*code, said, length);
	bgqmpi_fortran_text_put(said, text, room);
}

CALL(error_class, const int *code, int *class)
{
	*error = MPI_Error_class(*code, class);
}

CALL(add_error_class, int *class)
{
	*error = MPI_Add_error_class(class);
}

CALL(add_error_code, const int *class, int *code)
{
	*error = MPI_Add_error_code(*class, code);
}

void mpi_add_error_string_(const int *code, const char *text, int *error, size_t length);
void mpi_add_error_string_(const int *code, const char *text, int *error, size_t length)
{
	char *said = bgqmpi_fortran_text("MPI_Add_error_string", text, length);

	*error = MPI_Add_error_string(*code, said);
	free(said);
}

/* ---- memory: its address is an INTEGER(KIND=MPI_ADDRESS_KIND), or a TYPE(C_PTR) */

CALL(alloc_mem, const MPI_Aint *bytes, const int *info, void **memory)
{
	*error = MPI_Alloc_mem(*bytes, bgqmpi_fortran_info(*info), memory);
}

CALL(free_mem, void *memory)
{
	*error = MPI_Free_mem(memory);
}

/* ---- hints */

CALL(info_create, int *info)
{
	MPI_Info i;

	*error = MPI_Info_create(&i);
	*info = bgqmpi_fortran_info_new(i);
}

CALL(info_dup, const int *info, int *copy)
{
	MPI_Info i;

	*error = MPI_Info_dup(bgqmpi_fortran_info(*info), &i);
	*copy = bgqmpi_fortran_info_new(i);
}

CALL(info_free, int *info)
{
	MPI_Info i = bgqmpi_fortran_info(*info);

	*error = MPI_Info_free(&i);
	bgqmpi_fortran_info_end(info);
}

CALL(info_get_nkeys, const int *info, int *n)
{
	*error = MPI_Info_get_nkeys(bgqmpi_fortran_info(*info), n);
}

void mpi_info_get_nthkey_(const int *info, const int *n, char *key, int *error, size_t room);
void mpi_info_get_nthkey_(const int *info, const int *n, char *key, int *error, size_t room)
{
	char text[MPI_MAX_INFO_KEY + 1];

	*error = MPI_Info_get_nthkey(bgqmpi_fortran_info(*info), *n, text);
	bgqmpi_fortran_text_put(text, key, room);
}

void mpi_info_set_(const int *info, const char *key, const char *value, int *error,
		   size_t key_length, size_t value_length);
void mpi_info_set_(const int *info, const char *key, const char *value, int *error,
		   size_t key_length, size_t value_length)
{
	char *k = bgqmpi_fortran_text("MPI_Info_set", key, key_length);
	char *v = bgqmpi_fortran_text("MPI_Info_set", value, value_length);

	*error = MPI_Info_set(bgqmpi_fortran_info(*info), k, v);
	free(k);
	free(v);
}

/* A value is cut to *most bytes, and to the length of the variable. */
void mpi_info_get_(const int *info, const char *key, const int *most, char *value, int *flag,
		   int *error, size_t key_length, size_t room);
void mpi_info_get_(const int *info, const char *key, const int *most, char *value, int *flag,
		   int *error, size_t key_length, size_t room)
{
	char *k = bgqmpi_fortran_text("MPI_Info_get", key, key_length);
	char text[MPI_MAX_INFO_VAL + 1];
	int length = *most < MPI_MAX_INFO_VAL ? *most : MPI_MAX_INFO_VAL;

	*error = MPI_Info_get(bgqmpi_fortran_info(*info), k, length, text, flag);
	if (*flag)
		bgqmpi_fortran_text_put(text, value, room);
	free(k);
}

void mpi_info_get_valuelen_(const int *info, const char *key, int *length, int *flag, int *error,
			    size_t key_length);
void mpi_info_get_valuelen_(const int *info, const char *key, int *length, int *flag, int *error,
			    size_t key_length)
{
	char *k = bgqmpi_fortran_text("MPI_Info_get_valuelen", key, key_length);

	*error = MPI_Info_get_valuelen(bgqmpi_fortran_info(*info), k, length, flag);
	free(k);
}

void mpi_info_delete_(const int *info, const char *key, int *error, size_t key_length);
void mpi_info_delete_(const int *info, const char *key, int *error, size_t key_length)
{
	char *k = bgqmpi_fortran_text("MPI_Info_delete", key, key_length);

	*error = MPI_Info_delete(bgqmpi_fortran_info(*info), k);
	free(k);
}

/* ---- names of communicators */

void mpi_comm_set_name_(const int *comm, const char *name, int *error, size_t length);
void mpi_comm_set_name_(const int *comm, const char *name, int *error, size_t length)
{
	char *text = bgqmpi_fortran_text("MPI_Comm_set_name", name, length);

	*error = MPI_Comm_set_name(bgqmpi_fortran_comm(*comm), text);
	free(text);
}

void mpi_comm_get_name_(const int *comm, char *name, int *length, int *error, size_t room);
void mpi_comm_get_name_(const int *comm, char *name, int *length, int *error, size_t room)
{
	char text[MPI_MAX_OBJECT_NAME];

	*error = MPI_Comm_get_name(bgqmpi_fortran_comm(*comm), text, length);
	bgqmpi_fortran_text_put(text, name, room);
}
