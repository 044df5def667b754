/*
 * mpi_bindings.cc - MPI's C++ bindings: each class and most members, by messages and
 * collectives whose results are known.  Leaves out what the C functions do, which
 * mpi_messages.c and mpi_collectives.c have.
 */
extern "C" {
#include <mpi.h>
}
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(x)                                                                      \
	do {                                                                          \
		if (!(x)) {                                                           \
			std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);  \
			MPI::COMM_WORLD.Abort(1);                                     \
		}                                                                     \
	} while (0)

static int rank, size;

static void messages()
{
	MPI::Status status, statuses[2];
	MPI::Request requests[2];
	int mine = rank, theirs = -1, next = (rank + 1) % size, before = (rank + size - 1) % size;

	MPI::COMM_WORLD.Sendrecv(&mine, 1, MPI::INT, next, 3, &theirs, 1, MPI::INT, before, 3,
				 status);
	CHECK(theirs == before && status.Get_source() == before && status.Get_tag() == 3);
	CHECK(status.Get_count(MPI::INT) == 1);
	requests[0] = MPI::COMM_WORLD.Irecv(&theirs, 1, MPI::INT, MPI::ANY_SOURCE, 4);
	requests[1] = MPI::COMM_WORLD.Isend(&mine, 1, MPI::INT, before, 4);
	MPI::Request::Waitall(2, requests, statuses);
	CHECK(theirs == next && statuses[0].Get_source() == next);
	CHECK(requests[0] == MPI::REQUEST_NULL);

	MPI::Prequest again[2] = { MPI::COMM_WORLD.Recv_init(&theirs, 1, MPI::INT, before, 5),
				   MPI::COMM_WORLD.Send_init(&mine, 1, MPI::INT, next, 5) };
	for (int i = 0; i < 2; i++) {
		MPI::Prequest::Startall(2, again);
		again[0].Wait();
		again[1].Wait();
		CHECK(theirs == before);
	}
	again[0].Free();
	again[1].Free();
	MPI::COMM_WORLD.Barrier();
}

/* Both ranks of each pair send first, from a buffer of the program. */
static void modes()
{
	char *buffer = new char[sizeof(int) + MPI::BSEND_OVERHEAD], bytes[16];
	int next = (rank + 1) % size, before = (rank + size - 1) % size, theirs = -1, at = 0;
	void *detached;

	MPI::Attach_buffer(buffer, sizeof(int) + MPI::BSEND_OVERHEAD);
	MPI::COMM_WORLD.Bsend(&rank, 1, MPI::INT, next, 7);
	MPI::COMM_WORLD.Recv(&theirs, 1, MPI::INT, before, 7);
	CHECK(theirs == before && MPI::Detach_buffer(detached) == sizeof(int) + MPI_BSEND_OVERHEAD);
	CHECK(detached == buffer);
	delete[] buffer;
	MPI::INT.Pack(&rank, 1, bytes, sizeof bytes, at, MPI::COMM_WORLD);
	CHECK(at == MPI::INT.Pack_size(1, MPI::COMM_WORLD));
	at = 0;
	MPI::INT.Unpack(bytes, sizeof bytes, &theirs, 1, at, MPI::COMM_WORLD);
	CHECK(theirs == rank);

	MPI::Request r = MPI::COMM_WORLD.Irecv(&theirs, 1, MPI::INT, before, 8);
	MPI::Status status;
	r.Cancel();
	r.Wait(status);
	CHECK(status.Is_cancelled());
}

static void objects()
{
	int last[1][3] = { { size - 1, size - 1, 1 } };
	char text[MPI::MAX_OBJECT_NAME];
	MPI::Group all = MPI::COMM_WORLD.Get_group(), one = all.Range_incl(1, last);
	MPI::Group rest = MPI::Group::Difference(all, one);
	MPI::Info info = MPI::Info::Create();

	CHECK(one.Get_size() == 1 && rest.Get_size() == size - 1);
	CHECK(MPI::Group::Compare(MPI::Group::Union(rest, one), all) == MPI::IDENT);
	one.Free();
	rest.Free();
	info.Set("key", "value");
	CHECK(info.Get("key", sizeof text - 1, text) && std::strcmp(text, "value") == 0);
	info.Free();
	CHECK(MPI::COMM_WORLD.Get_topology() == MPI::UNDEFINED && MPI::Is_thread_main());
	CHECK(MPI::SUM.Is_commutative());
}

static void larger(const void *in, void *inout, int n, const MPI::Datatype &type)
{
	CHECK(type == MPI::DOUBLE);
	for (int i = 0; i < n; i++)
		if (static_cast<const double *>(in)[i] > static_cast<double *>(inout)[i])
			static_cast<double *>(inout)[i] = static_cast<const double *>(in)[i];
}

static void collectives()
{
	double value = rank, most = -1, sum = rank;
	int all[64], root = rank == 0 ? 42 : 0;
	MPI::Op op;

	op.Init(larger, true);
	MPI::COMM_WORLD.Allreduce(&value, &most, 1, MPI::DOUBLE, op);
	op.Free();
	CHECK(most == size - 1);
	MPI::COMM_WORLD.Allreduce(MPI::IN_PLACE, &sum, 1, MPI::DOUBLE, MPI::SUM);
	CHECK(sum == size * (size - 1) / 2.0);
	MPI::COMM_WORLD.Bcast(&root, 1, MPI::INT, 0);
	CHECK(root == 42);
	MPI::COMM_WORLD.Allgather(&rank, 1, MPI::INT, all, 1, MPI::INT);
	for (int i = 0; i < size; i++)
		CHECK(all[i] == i);
	int ones[64], places[64], mine[64];
	MPI::Datatype types[64];
	for (int i = 0; i < size; i++) {
		ones[i] = 1;
		places[i] = 4 * i;
		mine[i] = 100 * rank + i;
		types[i] = MPI::INT;
	}
	MPI::COMM_WORLD.Alltoallw(mine, ones, places, types, all, ones, places, types);
	for (int i = 0; i < size; i++)
		CHECK(all[i] == 100 * i + rank);
	MPI::COMM_WORLD.Alltoallw(MPI::IN_PLACE, 0, 0, 0, mine, ones, places, types);
	for (int i = 0; i < size; i++)
		CHECK(mine[i] == 100 * i + rank);
	MPI::COMM_WORLD.Scan(&rank, all, 1, MPI::INT, MPI::SUM);
	CHECK(all[0] == rank * (rank + 1) / 2);
}

static void communicators()
{
	MPI::Intracomm half = MPI::COMM_WORLD.Split(rank % 2, rank), none = MPI::COMM_NULL;
	MPI::Intracomm same = MPI::COMM_WORLD.Dup();
	const int dims[1] = { size };
	const bool periods[1] = { true };
	int from, to, got[1];
	bool round[1];

	CHECK(half.Get_rank() == rank / 2 && half != MPI::COMM_WORLD && none == MPI::COMM_NULL);
	CHECK(MPI::Comm::Compare(same, MPI::COMM_WORLD) == MPI::CONGRUENT);
	CHECK(MPI::COMM_WORLD.Get_group().Get_size() == size);
	MPI::Cartcomm ring = same.Create_cart(1, dims, periods, false);
	ring.Shift(0, 1, from, to);
	CHECK(to == (rank + 1) % size && from == (rank + size - 1) % size);
	ring.Get_topo(1, got, round, &from);
	CHECK(ring.Get_dim() == 1 && got[0] == size && round[0] && from == rank);
	ring.Free();
	same.Free();
	half.Free();
}

static void types()
{
	MPI::Datatype pair = MPI::INT.Create_vector(2, 1, 3);
	int at[4] = { 1, 2, 3, 4 }, got[2] = { 0, 0 };
	MPI::Aint lb, extent;

	pair.Commit();
	CHECK(pair.Get_size() == 2 * (int)sizeof(int));
	pair.Get_extent(lb, extent);
	CHECK(lb == 0 && extent == 4 * (MPI::Aint)sizeof(int));
	MPI::COMM_SELF.Sendrecv(at, 1, pair, 0, 0, got, 2, MPI::INT, 0, 0);
	CHECK(got[0] == 1 && got[1] == 4);
	pair.Free();
}

int main(int argc, char **argv)
{
	char name[MPI::MAX_PROCESSOR_NAME];
	int length;

	MPI::Init(argc, argv);
	try {
		MPI::COMM_WORLD.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
		rank = MPI::COMM_WORLD.Get_rank();
		size = MPI::COMM_WORLD.Get_size();
		CHECK(MPI::Is_initialized() && !MPI::Is_finalized() && MPI::Wtime() > 0);
		MPI::Get_processor_name(name, length);
		CHECK((int)std::strlen(name) == length);
		messages();
		collectives();
		modes();
		objects();
		communicators();
		types();
	} catch (MPI::Exception &e) {
		std::fprintf(stderr, "%s\n", e.Get_error_string());
		MPI::COMM_WORLD.Abort(e.Get_error_code());
	}
	MPI::Finalize();
	return 0;
}
