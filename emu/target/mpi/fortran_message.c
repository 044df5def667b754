/* fortran_message.c - messages and what begins them, for Fortran: see fortran.h. */
#include <string.h>

#include "fortran.h"

#define MESSAGE void *buffer, const int *n, const int *type, const int *rank, const int *tag, \
	const int *comm
#define MESSAGE_IN_C \
	bgqmpi_fortran_buffer(buffer, *type), *n, bgqmpi_fortran_type(*type), *rank, *tag, \
		bgqmpi_fortran_comm(*comm)

CALL(send, MESSAGE)
{
	*error = MPI_Send(MESSAGE_IN_C);
}

CALL(ssend, MESSAGE)
{
	*error = MPI_Ssend(MESSAGE_IN_C);
}

CALL(rsend, MESSAGE)
{
	*error = MPI_Rsend(MESSAGE_IN_C);
}

CALL(bsend, MESSAGE)
{
	*error = MPI_Bsend(MESSAGE_IN_C);
}

CALL(recv, MESSAGE, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Recv(MESSAGE_IN_C, s);
	bgqmpi_fortran_status_put(status, s);
}

/* Those that begin a message, or keep one to be started. */
#define REQUEST(name, Name) \
	CALL(name, MESSAGE, int *request) \
	{ \
		MPI_Request r; \
\
		*error = MPI_##Name(MESSAGE_IN_C, &r); \
		*request = bgqmpi_fortran_request_new(r); \
	}

REQUEST(isend, Isend)
REQUEST(issend, Issend)
REQUEST(irsend, Irsend)
REQUEST(ibsend, Ibsend)
REQUEST(irecv, Irecv)
REQUEST(send_init, Send_init)
REQUEST(ssend_init, Ssend_init)
REQUEST(rsend_init, Rsend_init)
REQUEST(bsend_init, Bsend_init)
REQUEST(recv_init, Recv_init)

CALL(sendrecv, void *out, const int *nout, const int *tout, const int *to, const int *tag_out,
	void *in, const int *nin, const int *tin, const int *from, const int *tag_in,
	const int *comm, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Sendrecv(bgqmpi_fortran_buffer(out, *tout), *nout, bgqmpi_fortran_type(*tout),
			      *to, *tag_out, bgqmpi_fortran_buffer(in, *tin), *nin,
			      bgqmpi_fortran_type(*tin), *from, *tag_in,
			      bgqmpi_fortran_comm(*comm), s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(sendrecv_replace, void *buffer, const int *n, const int *type, const int *to,
	const int *tag_out, const int *from, const int *tag_in, const int *comm, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Sendrecv_replace(bgqmpi_fortran_buffer(buffer, *type), *n,
				      bgqmpi_fortran_type(*type), *to, *tag_out, *from, *tag_in,
				      bgqmpi_fortran_comm(*comm), s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(buffer_attach, void *buffer, const int *bytes)
{
	*error = MPI_Buffer_attach(buffer, *bytes);
}

/* Where the buffer was is of no use to Fortran. */
CALL(buffer_detach, void *buffer, int *bytes)
{
	void *was;

	(void)buffer;
	*error = MPI_Buffer_detach(&was, bytes);
}

CALL(probe, const int *rank, const int *tag, const int *comm, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Probe(*rank, *tag, bgqmpi_fortran_comm(*comm), s);
	bgqmpi_fortran_status_put(status, s);
}

CALL(iprobe, const int *rank, const int *tag, const int *comm, int *flag, int *status)
{
	MPI_Status room, *s = bgqmpi_fortran_status(status, &room);

	*error = MPI_Iprobe(*rank, *tag, bgqmpi_fortran_comm(*comm), flag, s);
	if (*flag)
		bgqmpi_fortran_status_put(status, s);
}

CALL(get_count, const int *status, const int *type, int *n)
{
	MPI_Status s;

	memcpy(&s, status, sizeof s);
	*error = MPI_Get_count(&s, bgqmpi_fortran_type(*type), n);
}

CALL(get_elements, const int *status, const int *type, int *n)
{
	MPI_Status s;

	memcpy(&s, status, sizeof s);
	*error = MPI_Get_elements(&s, bgqmpi_fortran_type(*type), n);
}

CALL(test_cancelled, const int *status, int *flag)
{
	MPI_Status s;

	memcpy(&s, status, sizeof s);
	*error = MPI_Test_cancelled(&s, flag);
}
