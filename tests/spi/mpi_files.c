/*
 * mpi_files.c - the small MPI: files.  Opening and its errors, views with holes, explicit offsets,
 * own and shared pointers, split calls, requests, handlers of errors.  Any number of ranks; files
 * in the working directory, none of which is left.
 * Leaves out times, and what other file systems than the host's may refuse.
 */
#include "mpi_test.h"

#define W MPI_COMM_WORLD
#define EACH 24 /* integers of a rank */

static int class_of(int code)
{
	int class;

	MPI_Error_class(code, &class);
	return class;
}

static int count_of(MPI_Status *status)
{
	int n;

	MPI_Get_count(status, MPI_INT, &n);
	return n;
}

static MPI_File begin(const char *name, int more)
{
	MPI_File f;

	CHECK(MPI_File_open(W, name, MPI_MODE_RDWR | MPI_MODE_CREATE | more, MPI_INFO_NULL, &f) ==
	      MPI_SUCCESS);
	return f;
}

static void end(MPI_File *f)
{
	CHECK(MPI_File_close(f) == MPI_SUCCESS && *f == MPI_FILE_NULL);
}

static void opening(void)
{
	MPI_File f = MPI_FILE_NULL;
	MPI_Group all, of_file;
	int mode, same;
	char text[MPI_MAX_ERROR_STRING];

	CHECK(class_of(MPI_File_open(W, "mpi_none", MPI_MODE_RDONLY, MPI_INFO_NULL, &f)) ==
	      MPI_ERR_NO_SUCH_FILE);
	CHECK(class_of(MPI_File_open(W, "mpi_none", 0, MPI_INFO_NULL, &f)) == MPI_ERR_AMODE);
	CHECK(class_of(MPI_File_open(W, "mpi_none", MPI_MODE_RDONLY | MPI_MODE_CREATE,
				     MPI_INFO_NULL, &f)) == MPI_ERR_AMODE);
	if (mpi_size > 1)
		CHECK(class_of(MPI_File_open(W, "mpi_none", mpi_rank ? MPI_MODE_WRONLY :
					     MPI_MODE_RDWR, MPI_INFO_NULL, &f)) == MPI_ERR_AMODE);
	CHECK(class_of(MPI_File_delete("mpi_none", MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
	MPI_Error_string(MPI_ERR_NO_SUCH_FILE, text, &mode);
	CHECK(mode == (int)strlen(text) && mode > 8);
	f = begin("ufs:mpi_file", MPI_MODE_EXCL);
	CHECK(MPI_File_get_amode(f, &mode) == MPI_SUCCESS &&
	      mode == (MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL));
	MPI_Comm_group(W, &all);
	MPI_File_get_group(f, &of_file);
	MPI_Group_compare(all, of_file, &same);
	CHECK(same == MPI_IDENT);
	MPI_Group_free(&all);
	MPI_Group_free(&of_file);
	end(&f);
	MPI_Barrier(W);
	CHECK(class_of(MPI_File_open(W, "mpi_file", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL,
				     MPI_INFO_NULL, &f)) == MPI_ERR_FILE_EXISTS);
	MPI_Barrier(W);
	if (mpi_rank == 0)
		CHECK(MPI_File_delete("mpi_file", MPI_INFO_NULL) == MPI_SUCCESS);
	MPI_Barrier(W);
}

/* Ranks take every mpi_size-th integer, behind a head of 8 bytes. */
static void views(void)
{
	int mine[EACH], back[EACH], whole, ranks = mpi_size, at = mpi_rank, one = 1;
	MPI_File f = begin("mpi_view", MPI_MODE_DELETE_ON_CLOSE);
	MPI_Datatype part, etype, filetype;
	MPI_Offset size, place;
	MPI_Status status;
	char rep[MPI_MAX_DATAREP_STRING];

	for (int i = 0; i < EACH; i++)
		mine[i] = 1000 * mpi_rank + i;
	MPI_Type_create_subarray(1, &ranks, &one, &at, MPI_ORDER_C, MPI_INT, &part);
	MPI_Type_commit(&part);
	CHECK(MPI_File_set_view(f, 8, MPI_INT, part, "native", MPI_INFO_NULL) == MPI_SUCCESS);
	CHECK(class_of(MPI_File_set_view(f, 8, MPI_INT, part, "external32", MPI_INFO_NULL)) ==
	      MPI_ERR_UNSUPPORTED_DATAREP);
	MPI_File_get_view(f, &place, &etype, &filetype, rep);
	CHECK(place == 8 && etype == MPI_INT && strcmp(rep, "native") == 0);
	CHECK(MPI_File_write_all(f, mine, EACH, MPI_INT, &status) == MPI_SUCCESS);
	CHECK(count_of(&status) == EACH);
	MPI_File_get_position(f, &place);
	CHECK(place == EACH);
	MPI_File_get_byte_offset(f, 2, &place);
	CHECK(place == 8 + 4 * (2 * mpi_size + mpi_rank));
	MPI_File_get_size(f, &size);
	CHECK(size == 8 + 4 * EACH * (MPI_Offset)mpi_size);
	CHECK(MPI_File_read_at_all(f, 3, back, EACH, MPI_INT, &status) == MPI_SUCCESS);
	CHECK(count_of(&status) == EACH - 3 && memcmp(back, mine + 3, 4 * (EACH - 3)) == 0);
	MPI_File_set_view(f, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	for (int i = 0; i < EACH * mpi_size; i += 5) {
		MPI_File_read_at(f, i, &whole, 1, MPI_INT, &status);
		CHECK(count_of(&status) == 1 && whole == 1000 * (i % mpi_size) + i / mpi_size);
	}
	MPI_Barrier(W);
	CHECK(MPI_File_set_size(f, 20) == MPI_SUCCESS);
	CHECK(MPI_File_preallocate(f, 28) == MPI_SUCCESS);
	MPI_File_get_size(f, &size);
	CHECK(size == 28);
	MPI_File_seek(f, -1, MPI_SEEK_END);
	MPI_File_read(f, back, 3, MPI_INT, &status);
	CHECK(count_of(&status) == 1 && back[0] == 0);
	MPI_Type_free(&part);
	end(&f);
}

/* A grid of 8 by 8, by rows one behind the other and by columns in blocks. */
static void grids(void)
{
	int grid[2] = { 8, 8 }, places[2] = { 0, 0 }, bytes, n, sum = 0, back[64];
	int how[2] = { MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK };
	int by[2] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG };
	MPI_File f = begin("mpi_grid", MPI_MODE_DELETE_ON_CLOSE);
	MPI_Datatype part;
	MPI_Status status;

	MPI_Dims_create(mpi_size, 2, places);
	MPI_Type_create_darray(mpi_size, mpi_rank, 2, grid, how, by, places, MPI_ORDER_C, MPI_INT,
			       &part);
	MPI_Type_commit(&part);
	MPI_Type_size(part, &bytes);
	n = bytes / 4;
	if (mpi_rank == 0) {
		for (int i = 0; i < 64; i++)
			back[i] = i;
		MPI_File_write_at(f, 0, back, 64, MPI_INT, &status);
	}
	MPI_File_sync(f);
	MPI_Barrier(W);
	if (n > 0) {
		MPI_File_set_view(f, 0, MPI_INT, part, "native", MPI_INFO_NULL);
		MPI_File_read_all(f, back, n, MPI_INT, &status);
		CHECK(count_of(&status) == n);
	} else {
		MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
		MPI_File_read_all(f, back, 0, MPI_INT, &status);
	}
	for (int i = 0; i < n; i++) {
		CHECK(back[i] / 8 % places[0] == mpi_rank / places[1]);
		sum += back[i];
	}
	MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, W);
	CHECK(sum == 63 * 32);
	MPI_Type_free(&part);
	end(&f);
}

/* Ordered calls go by ranks; others take places of their own. */
static void pointers(void)
{
	MPI_File f = begin("mpi_shared", MPI_MODE_DELETE_ON_CLOSE);
	int mine[64], back = -1, seen = 0, before = mpi_rank * (mpi_rank + 1) / 2;
	int all = mpi_size * (mpi_size + 1) / 2;
	MPI_Offset place;
	MPI_Status status;

	for (int i = 0; i <= mpi_rank; i++)
		mine[i] = 100 * mpi_rank + i;
	CHECK(MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS);
	MPI_File_write_ordered(f, mine, mpi_rank + 1, MPI_INT, &status);
	MPI_File_get_position_shared(f, &place);
	CHECK(place == all);
	for (int i = 0; i <= mpi_rank; i++) {
		MPI_File_read_at(f, before + i, &back, 1, MPI_INT, &status);
		CHECK(back == mine[i]);
	}
	MPI_Barrier(W);
	MPI_File_write_shared(f, &mpi_rank, 1, MPI_INT, &status);
	MPI_Barrier(W);
	MPI_File_seek_shared(f, -mpi_size, MPI_SEEK_END);
	MPI_File_read_shared(f, &back, 1, MPI_INT, &status);
	CHECK(count_of(&status) == 1);
	MPI_Allreduce(&back, &seen, 1, MPI_INT, MPI_SUM, W);
	CHECK(seen == mpi_size * (mpi_size - 1) / 2);
	printf("rank %d has read what rank %d wrote\n", mpi_rank, back);
	MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
	MPI_File_read_ordered_begin(f, mine, mpi_rank + 1, MPI_INT);
	MPI_File_read_ordered_end(f, mine, &status);
	CHECK(count_of(&status) == mpi_rank + 1 && mine[0] == 100 * mpi_rank);
	end(&f);
}

static void requests(void)
{
	MPI_File f = begin("mpi_later", MPI_MODE_DELETE_ON_CLOSE);
	int value = 7 * mpi_rank, back = -1, other = (mpi_rank + 1) % mpi_size, done;
	MPI_Request request;
	MPI_Status status;

	MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	MPI_File_set_atomicity(f, 1);
	MPI_File_get_atomicity(f, &done);
	CHECK(done);
	CHECK(MPI_File_iwrite_at(f, mpi_rank, &value, 1, MPI_INT, &request) == MPI_SUCCESS);
	MPI_Wait(&request, &status);
	CHECK(count_of(&status) == 1 && request == MPI_REQUEST_NULL);
	MPI_Barrier(W);
	MPI_File_iread_at(f, other, &back, 1, MPI_INT, &request);
	do
		MPI_Test(&request, &done, &status);
	while (!done);
	CHECK(count_of(&status) == 1 && back == 7 * other);
	CHECK(MPI_File_write_at_all_begin(f, mpi_rank, &back, 1, MPI_INT) == MPI_SUCCESS);
	CHECK(class_of(MPI_File_write_at_all_begin(f, 0, &back, 1, MPI_INT)) == MPI_ERR_IO);
	CHECK(class_of(MPI_File_read_all_end(f, &back, &status)) == MPI_ERR_IO);
	CHECK(MPI_File_write_at_all_end(f, &back, &status) == MPI_SUCCESS);
	CHECK(count_of(&status) == 1);
	end(&f);
}

static int handled;

static void handler(MPI_File *f, int *code, ...)
{
	CHECK(f != NULL && class_of(*code) == MPI_ERR_COUNT);
	handled++;
}

/* Each code says what was wrong with its call, while not too many have come after it. */
static void texts(MPI_File f)
{
	char text[MPI_MAX_ERROR_STRING];
	int first = MPI_File_set_view(f, -5, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), n, code;
	MPI_Status status;

	CHECK(class_of(first) == MPI_ERR_ARG && first > 255 && first < MPI_ERR_LASTCODE);
	code = MPI_File_read_at(f, -1, NULL, 0, MPI_INT, &status);
	CHECK(class_of(code) == MPI_ERR_ARG && code != first);
	MPI_Error_string(first, text, &n);
	CHECK(strcmp(text, "MPI_File_set_view: Invalid argument: displacement -5") == 0);
	CHECK(n == (int)strlen(text));
	MPI_Error_string(code, text, &n);
	CHECK(strcmp(text, "MPI_File_read_at: Invalid argument: offset -1") == 0);
	for (int i = 0; i < 128; i++)
		MPI_File_read_at(f, -1, NULL, 0, MPI_INT, &status);
	MPI_Error_string(first, text, &n);
	CHECK(strcmp(text, "Invalid argument") == 0 && class_of(first) == MPI_ERR_ARG);
}

static void errors(void)
{
	MPI_File f = begin("mpi_wrong", MPI_MODE_DELETE_ON_CLOSE);
	MPI_Errhandler mine;
	MPI_Status status;
	int value = 0;

	CHECK(class_of(MPI_File_read_at(f, -1, &value, 1, MPI_INT, &status)) == MPI_ERR_ARG);
	CHECK(class_of(MPI_File_write(f, &value, 1, MPI_DATATYPE_NULL, &status)) == MPI_ERR_TYPE);
	CHECK(class_of(MPI_File_write(MPI_FILE_NULL, &value, 1, MPI_INT, &status)) == MPI_ERR_FILE);
	texts(f);
	MPI_File_create_errhandler(handler, &mine);
	MPI_File_set_errhandler(f, mine);
	MPI_File_write(f, &value, -1, MPI_INT, &status);
	MPI_File_call_errhandler(f, MPI_ERR_COUNT);
	CHECK(handled == 2);
	MPI_Errhandler_free(&mine);
	end(&f);
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	opening();
	views();
	grids();
	pointers();
	requests();
	errors();
	if (argc > 1) {
		MPI_File f;

		MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
		MPI_File_open(W, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
	}
	printf("rank %d is through\n", mpi_rank);
	mpi_end();
	return 0;
}
