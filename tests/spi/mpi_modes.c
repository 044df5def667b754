/*
 * mpi_modes.c - the small MPI: sends in each mode, from a buffer of the program among them, and
 * receives that are taken back.
 * Leaves out what a buffer without room says (test_mpi.sh).
 */
#include "mpi_test.h"

#define W MPI_COMM_WORLD

enum { LONG = 20000, MESSAGES = 12 };

static unsigned char from[LONG], to[LONG];
static int next, last;

/* All ranks send before one receives, which needs the buffer if messages are long. */
static void buffered(void)
{
	int each, room, size;
	unsigned char *buffer;
	void *got;

	MPI_Pack_size(LONG, MPI_BYTE, W, &each);
	room = MESSAGES * (each + MPI_BSEND_OVERHEAD);
	buffer = malloc((size_t)room);
	MPI_Buffer_attach(buffer, room);
	for (int round = 0; round < 3; round++) {
		for (int m = 0; m < MESSAGES; m++) {
			int n = m % 3 == 0 ? LONG : 100 * m;

			mpi_fill(from, mpi_rank, m, n);
			MPI_Bsend(from, n, MPI_BYTE, next, m, W);
		}
		memset(from, 0, sizeof from);
		for (int m = 0; m < MESSAGES; m++) {
			int n = m % 3 == 0 ? LONG : 100 * m, count;
			MPI_Status s;

			MPI_Recv(to, LONG, MPI_BYTE, last, m, W, &s);
			MPI_Get_count(&s, MPI_BYTE, &count);
			CHECK(count == n && mpi_is(to, last, m, n));
		}
	}
	MPI_Bsend(from, LONG, MPI_BYTE, MPI_PROC_NULL, 0, W);
	MPI_Buffer_detach(&got, &size);
	CHECK(got == buffer && size == room);
	free(buffer);
}

/* A type with holes is packed when it is sent, not when it leaves. */
static void buffered_type(void)
{
	int values[20], got[10], size;
	char buffer[10 * sizeof(int) + MPI_BSEND_OVERHEAD];
	MPI_Datatype every_second;
	MPI_Request r;
	void *base;

	MPI_Type_vector(10, 1, 2, MPI_INT, &every_second);
	MPI_Type_commit(&every_second);
	for (int i = 0; i < 20; i++)
		values[i] = 100 * mpi_rank + i;
	MPI_Buffer_attach(buffer, sizeof buffer);
	MPI_Ibsend(values, 1, every_second, next, 5, W, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	memset(values, 0, sizeof values);
	MPI_Recv(got, 10, MPI_INT, last, 5, W, MPI_STATUS_IGNORE);
	for (int i = 0; i < 10; i++)
		CHECK(got[i] == 100 * last + 2 * i);
	MPI_Buffer_detach(&base, &size);
	CHECK(base == (void *)buffer && size == (int)sizeof buffer);
	MPI_Type_free(&every_second);
}

static void ready(void)
{
	MPI_Request r[2];

	mpi_fill(from, mpi_rank, 7, LONG);
	MPI_Irecv(to, LONG, MPI_BYTE, last, 6, W, &r[0]);
	MPI_Barrier(W);
	MPI_Rsend(from, LONG, MPI_BYTE, next, 6, W);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
	CHECK(mpi_is(to, last, 7, LONG));
	MPI_Irecv(to, LONG, MPI_BYTE, last, 6, W, &r[0]);
	MPI_Barrier(W);
	MPI_Irsend(from, LONG, MPI_BYTE, next, 6, W, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

typedef int init_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void persistent(init_function *init, int message)
{
	MPI_Request r[2];

	init(from, LONG, MPI_BYTE, next, message, W, &r[0]);
	MPI_Recv_init(to, LONG, MPI_BYTE, last, message, W, &r[1]);
	for (int round = 0; round < 3; round++) {
		mpi_fill(from, mpi_rank, message + round, LONG);
		MPI_Start(&r[1]);
		MPI_Barrier(W);
		MPI_Start(&r[0]);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		CHECK(mpi_is(to, last, message + round, LONG));
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
}

static void all_persistent(void)
{
	char *buffer = malloc(LONG + MPI_BSEND_OVERHEAD);
	void *base;
	int size;

	MPI_Buffer_attach(buffer, LONG + MPI_BSEND_OVERHEAD);
	persistent(MPI_Send_init, 10);
	persistent(MPI_Ssend_init, 20);
	persistent(MPI_Rsend_init, 30);
	persistent(MPI_Bsend_init, 40);
	MPI_Buffer_detach(&base, &size);
	free(buffer);
}

static void cancelled(void)
{
	int word = -1, flag = 1, second = -1;
	MPI_Request r;
	MPI_Status s;

	MPI_Irecv(&word, 1, MPI_INT, last, 50, W, &r);
	MPI_Request_get_status(r, &flag, &s);
	CHECK(!flag && r != MPI_REQUEST_NULL);
	MPI_Cancel(&r);
	MPI_Request_get_status(r, &flag, &s);
	CHECK(flag && r != MPI_REQUEST_NULL);
	MPI_Wait(&r, &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(flag && r == MPI_REQUEST_NULL);
	/* Its message goes to the next receive. */
	MPI_Barrier(W);
	MPI_Send(&mpi_rank, 1, MPI_INT, next, 50, W);
	MPI_Recv(&second, 1, MPI_INT, last, 50, W, &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(!flag && second == last && word == -1);
	/* One that has its message is not cancelled. */
	MPI_Irecv(&word, 1, MPI_INT, last, 51, W, &r);
	MPI_Send(&mpi_rank, 1, MPI_INT, next, 51, W);
	do
		MPI_Request_get_status(r, &flag, &s);
	while (!flag);
	MPI_Cancel(&r);
	MPI_Wait(&r, &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(!flag && word == last && s.MPI_SOURCE == last);
}

/* A send that waits for its receive: the next one's is there all the same. */
static void cancelled_send(MPI_Request r, int tag)
{
	MPI_Status s = { .MPI_ERROR = 99 };
	int flag;

	MPI_Cancel(&r);
	MPI_Cancel(&r);
	MPI_Wait(&r, &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(flag && s.MPI_ERROR == 99);
	MPI_Barrier(W);
	MPI_Iprobe(last, tag, W, &flag, &s);
	CHECK(!flag);
	mpi_fill(from, mpi_rank, tag, LONG);
	MPI_Irecv(to, LONG, MPI_BYTE, last, tag, W, &r);
	MPI_Send(from, LONG, MPI_BYTE, next, tag, W);
	MPI_Wait(&r, &s);
	CHECK(mpi_is(to, last, tag, LONG));
}

static void cancelled_sends(void)
{
	MPI_Request r, many[100];
	MPI_Status s;
	int flag, word = -1;

	MPI_Isend(from, LONG, MPI_BYTE, next, 52, W, &r);
	cancelled_send(r, 52);
	MPI_Issend(from, 1, MPI_BYTE, next, 53, W, &r);
	cancelled_send(r, 53);
	MPI_Send_init(from, LONG, MPI_BYTE, next, 54, W, &r);
	MPI_Start(&r);
	cancelled_send(r, 54);
	MPI_Start(&r);
	MPI_Recv(to, LONG, MPI_BYTE, last, 54, W, MPI_STATUS_IGNORE);
	MPI_Wait(&r, &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(!flag && mpi_is(to, last, 54, LONG));
	MPI_Request_free(&r);
	/* More than the injection FIFO holds. */
	for (int i = 0; i < 100; i++)
		MPI_Isend(from, LONG, MPI_BYTE, next, 100 + i, W, &many[i]);
	for (int i = 0; i < 100; i++)
		MPI_Cancel(&many[i]);
	for (int i = 0; i < 100; i++) {
		MPI_Wait(&many[i], &s);
		MPI_Test_cancelled(&s, &flag);
		CHECK(flag);
	}
	/* One whose receive is there is not taken back. */
	MPI_Irecv(&word, 1, MPI_INT, last, 55, W, &r);
	MPI_Barrier(W);
	MPI_Issend(&mpi_rank, 1, MPI_INT, next, 55, W, &many[0]);
	MPI_Cancel(&many[0]);
	MPI_Waitall(1, &r, &s);
	MPI_Wait(&many[0], &s);
	MPI_Test_cancelled(&s, &flag);
	CHECK(word == (flag ? -1 : last));
	CHECK(!flag);
}

/* What is said of no request: no error, either. */
static void empty_statuses(void)
{
	MPI_Request none = MPI_REQUEST_NULL;
	MPI_Status s = { .MPI_ERROR = 99 };
	int flag = 0, index, n = 1;

	MPI_Request_get_status(none, &flag, &s);
	CHECK(flag && s.MPI_ERROR == MPI_SUCCESS && s.MPI_SOURCE == MPI_ANY_SOURCE);
	s.MPI_ERROR = 99;
	MPI_Wait(&none, &s);
	CHECK(s.MPI_ERROR == MPI_SUCCESS && s.MPI_TAG == MPI_ANY_TAG);
	s.MPI_ERROR = 99;
	MPI_Testany(1, &none, &index, &flag, &s);
	MPI_Get_count(&s, MPI_INT, &n);
	CHECK(flag && index == MPI_UNDEFINED && s.MPI_ERROR == MPI_SUCCESS && n == 0);
	MPI_Request_get_status(none, &flag, MPI_STATUS_IGNORE);
}

/* A message that is in the buffer at the end arrives: MPI_Finalize() waits for it. */
static void left_at_the_end(void)
{
	static char buffer[LONG + MPI_BSEND_OVERHEAD];
	MPI_Request r;

	mpi_fill(from, mpi_rank, 60, LONG);
	MPI_Irecv(to, LONG, MPI_BYTE, last, 60, W, &r);
	MPI_Buffer_attach(buffer, sizeof buffer);
	MPI_Bsend(from, LONG, MPI_BYTE, next, 60, W);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	CHECK(mpi_is(to, last, 60, LONG));
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	next = (mpi_rank + 1) % mpi_size;
	last = (mpi_rank + mpi_size - 1) % mpi_size;
	buffered();
	buffered_type();
	ready();
	all_persistent();
	cancelled();
	cancelled_sends();
	empty_statuses();
	left_at_the_end();
	mpi_end();
	printf("rank %d: modes right\n", mpi_rank);
	return 0;
}
