/*
 * mpio.h - files of MPI 2.2 (its chapter 13), a part of mpi.h, which includes this.
 *
 * A rank reads and writes by pread() and pwrite() of its own, whose simulated time is that of
 * bgq-run's I/O path; collective calls end with a barrier of the file's ranks.  Calls that do
 * not wait for the end are carried out at once, and their requests are done.  Errors return a
 * class (MPI_ERR_NO_SUCH_FILE and so on), unless the file's error handler says otherwise; those
 * of MPI_File_open() and MPI_File_delete() go by the handler of MPI_FILE_NULL.  Offsets are in
 * elementary types of the view, displacements in bytes.
 * Source: MPI-2.2; values and corner cases are ROMIO's.
 */
#ifndef BGQEMU_MPIO_H
#define BGQEMU_MPIO_H

#include "mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void MPI_File_errhandler_fn(MPI_File *fh, int *code, ...);
typedef MPI_File_errhandler_fn MPI_File_errhandler_function;

#define MPI_FILE_NULL ((MPI_File)0)

#define MPI_MODE_CREATE          1
#define MPI_MODE_RDONLY          2
#define MPI_MODE_WRONLY          4
#define MPI_MODE_RDWR            8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN     32
#define MPI_MODE_EXCL            64
#define MPI_MODE_APPEND          128
#define MPI_MODE_SEQUENTIAL      256

#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604

#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_MAX_DATAREP_STRING   128

/* Names of ROMIO before MPI 2. */
#define MPIO_Request      MPI_Request
#define MPIO_REQUEST_NULL MPI_REQUEST_NULL
#define MPIO_Wait         MPI_Wait
#define MPIO_Test         MPI_Test

/* ---- Opening, and what belongs to the whole file. */

/* Collective.  A prefix of ROMIO's (ufs:, bglockless:, ...) before the name is left out. */
int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
int MPI_File_close(MPI_File *fh);
int MPI_File_delete(const char *filename, MPI_Info info);
/* Collective: the first rank sets the size. */
int MPI_File_set_size(MPI_File fh, MPI_Offset size);
/* Collective: the file has size bytes at least, with space on the disk. */
int MPI_File_preallocate(MPI_File fh, MPI_Offset size);
int MPI_File_get_size(MPI_File fh, MPI_Offset *size);
int MPI_File_get_group(MPI_File fh, MPI_Group *group);
int MPI_File_get_amode(MPI_File fh, int *amode);
/* No call takes notice of hints, so that none are got back. */
int MPI_File_set_info(MPI_File fh, MPI_Info info);
int MPI_File_get_info(MPI_File fh, MPI_Info *info);
/* flag: each access locks what it touches, by fcntl(). */
int MPI_File_set_atomicity(MPI_File fh, int flag);
int MPI_File_get_atomicity(MPI_File fh, int *flag);
int MPI_File_sync(MPI_File fh);

/* ---- Views. */

/* datarep: native or internal, which are the same; external32 is MPI_ERR_UNSUPPORTED_DATAREP. */
int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
		      const char *datarep, MPI_Info info);
int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
		      char *datarep);
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp);
int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype type, MPI_Aint *extent);

/* ---- At an offset of the call. */

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
		     MPI_Status *status);
int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
			 MPI_Status *status);
int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
		      MPI_Datatype type, MPI_Status *status);
int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
			  MPI_Datatype type, MPI_Status *status);
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
		      MPI_Request *request);
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
		       MPI_Datatype type, MPI_Request *request);
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
			       MPI_Datatype type);
int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status);
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
				MPI_Datatype type);
int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status);

/* ---- At the rank's own file pointer. */

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype type,
		   MPI_Status *status);
int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype type,
		       MPI_Status *status);
int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype type, MPI_Request *request);
int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype type,
		    MPI_Request *request);
int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype type);
int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status);
int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype type);
int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status);
int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence);
int MPI_File_get_position(MPI_File fh, MPI_Offset *offset);

/* ---- At the file pointer that all ranks share.  Calls of several ranks go in the order of
 * simulated time; ordered ones in that of ranks. */

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype type,
			 MPI_Status *status);
int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			  MPI_Status *status);
int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype type,
			  MPI_Request *request);
int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			   MPI_Request *request);
int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype type,
			  MPI_Status *status);
int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype type,
			   MPI_Status *status);
int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype type);
int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status);
int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype type);
int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status);
int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence);
int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset);

/* ---- Errors. */

int MPI_File_create_errhandler(MPI_File_errhandler_fn *function, MPI_Errhandler *handler);
/* fh: MPI_FILE_NULL: of files that are not open yet, which inherit it. */
int MPI_File_set_errhandler(MPI_File fh, MPI_Errhandler handler);
int MPI_File_get_errhandler(MPI_File fh, MPI_Errhandler *handler);
int MPI_File_call_errhandler(MPI_File fh, int code);

MPI_Fint MPI_File_c2f(MPI_File handle);
MPI_File MPI_File_f2c(MPI_Fint handle);

/* ---- The same for libraries between a program and MPI. */

extern __typeof__(MPI_File_open) PMPI_File_open;
extern __typeof__(MPI_File_close) PMPI_File_close;
extern __typeof__(MPI_File_delete) PMPI_File_delete;
extern __typeof__(MPI_File_set_size) PMPI_File_set_size;
extern __typeof__(MPI_File_preallocate) PMPI_File_preallocate;
extern __typeof__(MPI_File_get_size) PMPI_File_get_size;
extern __typeof__(MPI_File_get_group) PMPI_File_get_group;
extern __typeof__(MPI_File_get_amode) PMPI_File_get_amode;
extern __typeof__(MPI_File_set_info) PMPI_File_set_info;
extern __typeof__(MPI_File_get_info) PMPI_File_get_info;
extern __typeof__(MPI_File_set_atomicity) PMPI_File_set_atomicity;
extern __typeof__(MPI_File_get_atomicity) PMPI_File_get_atomicity;
extern __typeof__(MPI_File_sync) PMPI_File_sync;
extern __typeof__(MPI_File_set_view) PMPI_File_set_view;
extern __typeof__(MPI_File_get_view) PMPI_File_get_view;
extern __typeof__(MPI_File_get_byte_offset) PMPI_File_get_byte_offset;
extern __typeof__(MPI_File_get_type_extent) PMPI_File_get_type_extent;
extern __typeof__(MPI_File_read_at) PMPI_File_read_at;
extern __typeof__(MPI_File_read_at_all) PMPI_File_read_at_all;
extern __typeof__(MPI_File_write_at) PMPI_File_write_at;
extern __typeof__(MPI_File_write_at_all) PMPI_File_write_at_all;
extern __typeof__(MPI_File_iread_at) PMPI_File_iread_at;
extern __typeof__(MPI_File_iwrite_at) PMPI_File_iwrite_at;
extern __typeof__(MPI_File_read_at_all_begin) PMPI_File_read_at_all_begin;
extern __typeof__(MPI_File_read_at_all_end) PMPI_File_read_at_all_end;
extern __typeof__(MPI_File_write_at_all_begin) PMPI_File_write_at_all_begin;
extern __typeof__(MPI_File_write_at_all_end) PMPI_File_write_at_all_end;
extern __typeof__(MPI_File_read) PMPI_File_read;
extern __typeof__(MPI_File_read_all) PMPI_File_read_all;
extern __typeof__(MPI_File_write) PMPI_File_write;
extern __typeof__(MPI_File_write_all) PMPI_File_write_all;
extern __typeof__(MPI_File_iread) PMPI_File_iread;
extern __typeof__(MPI_File_iwrite) PMPI_File_iwrite;
extern __typeof__(MPI_File_read_all_begin) PMPI_File_read_all_begin;
extern __typeof__(MPI_File_read_all_end) PMPI_File_read_all_end;
extern __typeof__(MPI_File_write_all_begin) PMPI_File_write_all_begin;
extern __typeof__(MPI_File_write_all_end) PMPI_File_write_all_end;
extern __typeof__(MPI_File_seek) PMPI_File_seek;
extern __typeof__(MPI_File_get_position) PMPI_File_get_position;
extern __typeof__(MPI_File_read_shared) PMPI_File_read_shared;
extern __typeof__(MPI_File_write_shared) PMPI_File_write_shared;
extern __typeof__(MPI_File_iread_shared) PMPI_File_iread_shared;
extern __typeof__(MPI_File_iwrite_shared) PMPI_File_iwrite_shared;
extern __typeof__(MPI_File_read_ordered) PMPI_File_read_ordered;
extern __typeof__(MPI_File_write_ordered) PMPI_File_write_ordered;
extern __typeof__(MPI_File_read_ordered_begin) PMPI_File_read_ordered_begin;
extern __typeof__(MPI_File_read_ordered_end) PMPI_File_read_ordered_end;
extern __typeof__(MPI_File_write_ordered_begin) PMPI_File_write_ordered_begin;
extern __typeof__(MPI_File_write_ordered_end) PMPI_File_write_ordered_end;
extern __typeof__(MPI_File_seek_shared) PMPI_File_seek_shared;
extern __typeof__(MPI_File_get_position_shared) PMPI_File_get_position_shared;
extern __typeof__(MPI_File_create_errhandler) PMPI_File_create_errhandler;
extern __typeof__(MPI_File_set_errhandler) PMPI_File_set_errhandler;
extern __typeof__(MPI_File_get_errhandler) PMPI_File_get_errhandler;
extern __typeof__(MPI_File_call_errhandler) PMPI_File_call_errhandler;
extern __typeof__(MPI_File_c2f) PMPI_File_c2f;
extern __typeof__(MPI_File_f2c) PMPI_File_f2c;

#ifdef __cplusplus
}
#endif

#endif
