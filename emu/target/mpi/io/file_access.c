/*
 * file_access.c - one call that reads or writes: its arguments are looked at, its place in the
 * file is found, its data moves, and its status or request is made.
 */
#include "file.h"

#include <stdlib.h>
#include <string.h>

#include "emu/target/mpi/request.h"

static struct fault check_data(MPI_File fh, const struct access *a)
{
	if (a->count < 0)
		return bgqmpi_file_fault(MPI_ERR_COUNT, "%d", a->count);
	if (!a->type)
		return bgqmpi_file_fault(MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	if (!a->type->committed)
		return bgqmpi_file_fault(MPI_ERR_TYPE, "not committed");
	if ((uint64_t)a->count * a->type->size % fh->view.etype->size)
		return bgqmpi_file_fault(MPI_ERR_IO, "%s: %zu bytes, of etypes of %zu", fh->name,
					 (size_t)a->count * a->type->size, fh->view.etype->size);
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

static struct fault check(MPI_File fh, const struct access *a)
{
	bool shared = a->pointer == POINTER_SHARED || a->pointer == POINTER_ORDERED;

	if (a->pointer == POINTER_NONE && a->offset < 0)
		return bgqmpi_file_fault(MPI_ERR_ARG, "offset %lld", a->offset);
	if ((fh->amode & MPI_MODE_SEQUENTIAL) && !shared)
		return bgqmpi_file_fault(MPI_ERR_UNSUPPORTED_OPERATION,
					 "%s: MPI_MODE_SEQUENTIAL", fh->name);
	if (a->write && (fh->amode & MPI_MODE_RDONLY))
		return bgqmpi_file_fault(MPI_ERR_READ_ONLY, "%s: MPI_MODE_RDONLY", fh->name);
	if (!a->write && (fh->amode & MPI_MODE_WRONLY))
		return bgqmpi_file_fault(MPI_ERR_ACCESS, "%s: MPI_MODE_WRONLY", fh->name);
	if (a->collective && fh->split.call)
		return bgqmpi_file_fault(MPI_ERR_IO, "%s: %s has not ended", fh->name,
					 fh->split.call);
	return check_data(fh, a);
}

/* The sum over all ranks, and over those before the caller. */
static MPI_Offset sum_before(MPI_Comm comm, MPI_Offset mine, MPI_Offset *all)
{
	size_t bytes = (size_t)comm->size * sizeof mine;
	MPI_Offset *of = bgqmpi_alloc("MPI_File_write_ordered", bytes), before = 0;

	bgqmpi_allgather(comm, (struct part){ &mine, 1, MPI_OFFSET, 0 },
			 (struct part){ of, 1, MPI_OFFSET, 0 });
	*all = 0;
	for (int r = 0; r < comm->size; r++) {
		if (r == comm->rank)
			before = *all;
		*all += of[r];
	}
	free(of);
	return before;
}

/* Rank 0 moves the shared pointer over the data of all. */
static struct fault place_ordered(MPI_File fh, MPI_Offset etypes, MPI_Offset *at)
{
	struct fault f = { .code = MPI_SUCCESS };
	MPI_Offset all, first = 0, before = sum_before(fh->comm, etypes, &all);

	if (fh->comm->rank == 0 && !bgqmpi_pointer_add(fh, all, &first))
		f = bgqmpi_file_fault_errno(fh->pointer_name);
	bgqmpi_bcast(fh->comm, (struct part){ &first, 1, MPI_OFFSET, 0 });
	*at = first + before;
	return bgqmpi_file_agree(fh->comm, f);
}

/* Where the data begins, in etypes. */
static struct fault place(MPI_File fh, const struct access *a, MPI_Offset etypes, MPI_Offset *at)
{
	switch (a->pointer) {
	case POINTER_NONE:
		*at = a->offset;
		break;
	case POINTER_OWN:
		*at = fh->position;
		break;
	case POINTER_SHARED:
		if (!bgqmpi_pointer_add(fh, etypes, at))
			return bgqmpi_file_fault_errno(fh->pointer_name);
		break;
	case POINTER_ORDERED:
		return place_ordered(fh, etypes, at);
	}
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

static struct fault data_move(MPI_File fh, const struct access *a, MPI_Offset at, uint64_t *done)
{
	uint64_t bytes = (uint64_t)a->count * a->type->size;
	char *data = bgqmpi_type_whole(a->type, a->count, a->buf), *packed = NULL;
	struct fault f = { .code = MPI_SUCCESS };

	if (!data) {
		data = packed = bgqmpi_alloc(a->call, bytes);
		if (a->write)
			bgqmpi_pack(a->type, a->count, a->buf, packed);
	}
	if (!bgqmpi_file_bytes(fh, a->write, (uint64_t)at * fh->view.etype->size, data, bytes,
			       done))
		f = bgqmpi_file_fault_errno(fh->name);
	if (packed && !a->write)
		bgqmpi_unpack(a->type, packed, *done, a->buf);
	free(packed);
	return f;
}

/* A rank whose arguments are wrong does not keep others waiting: it takes part with nothing. */
static struct fault carry_out(MPI_File fh, struct access *a, MPI_Status *status)
{
	struct fault f = check(fh, a), placed;
	bool right = f.code == MPI_SUCCESS;
	MPI_Offset at = 0, etypes = 0;
	uint64_t done = 0;

	if (right)
		etypes = (MPI_Offset)((uint64_t)a->count * a->type->size / fh->view.etype->size);
	if (right || a->pointer == POINTER_ORDERED) {
		placed = place(fh, a, etypes, &at);
		if (right)
			f = placed;
	}
	if (f.code == MPI_SUCCESS) {
		f = data_move(fh, a, at, &done);
		if (a->pointer == POINTER_OWN)
			fh->position = at + (MPI_Offset)(done / fh->view.etype->size);
	}
	if (a->collective)
		bgqmpi_barrier(fh->comm);
	bgqmpi_status_clear(status, MPI_ANY_SOURCE);
	status->bgqmpi_bytes = done;
	return f;
}

int bgqmpi_file_access(MPI_File fh, struct access a, MPI_Status *status)
{
	struct fault f;
	MPI_Status s;
	int code;

	if (!bgqmpi_file_check(a.call, fh, &code))
		return code;
	f = carry_out(fh, &a, &s);
	bgqmpi_status_give(&s, status);
	return bgqmpi_file_raise(fh, a.call, f);
}

int bgqmpi_file_request(MPI_File fh, struct access a, MPI_Request *request)
{
	struct bgqmpi_request r = { .state = REQUEST_DONE };
	struct fault f;
	int code;

	*request = MPI_REQUEST_NULL;
	if (!bgqmpi_file_check(a.call, fh, &code))
		return code;
	f = carry_out(fh, &a, &r.status);
	if (f.code == MPI_SUCCESS) {
		r.type = a.type;
		r.comm = fh->comm;
		*request = bgqmpi_request_kept(r);
	}
	return bgqmpi_file_raise(fh, a.call, f);
}

int bgqmpi_file_begin(MPI_File fh, struct access a)
{
	struct fault f;
	MPI_Status s;
	int code;

	if (!bgqmpi_file_check(a.call, fh, &code))
		return code;
	f = carry_out(fh, &a, &s);
	/* What another call has begun stays so. */
	if (!fh->split.call)
		fh->split = (struct file_split){ a.call, s };
	return bgqmpi_file_raise(fh, a.call, f);
}

int bgqmpi_file_end(MPI_File fh, const char *begin, MPI_Status *status)
{
	const char *call = bgqmpi_call.name;
	int code;

	if (!bgqmpi_file_check(call, fh, &code))
		return code;
	if (!fh->split.call || strcmp(fh->split.call, begin) != 0)
		return bgqmpi_file_raise(fh, call, bgqmpi_file_fault(MPI_ERR_IO, "%s: begun is %s",
			fh->name, fh->split.call ? fh->split.call : "none"));
	bgqmpi_status_give(&fh->split.status, status);
	fh->split.call = NULL;
	return MPI_SUCCESS;
}
