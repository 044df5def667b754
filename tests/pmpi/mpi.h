/*
 * mpi.h - of a small MPI that is not bgqemu's: what test_mpi_trace.sh links with libbgqmpitrace.
 * Handles are numbers, as MPICH has them, or with HANDLES_ARE_POINTERS addresses, as Open MPI has
 * them; all its functions are PMPI's, and MPI's names are weak ones of the same.
 */
#ifndef OTHER_MPI_H
#define OTHER_MPI_H

#ifdef HANDLES_ARE_POINTERS
typedef struct other_comm *MPI_Comm;
typedef struct other_type *MPI_Datatype;
typedef struct other_request *MPI_Request;
extern struct other_comm *const other_world;
extern struct other_type *const other_byte;
#define MPI_COMM_WORLD other_world
#define MPI_BYTE other_byte
#else
typedef int MPI_Comm, MPI_Datatype, MPI_Request;
#define MPI_COMM_WORLD 0x44000000
#define MPI_BYTE 0x4c00010d
#endif

typedef struct { int source, tag, error; } MPI_Status;
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_SUCCESS 0

#define BOTH(name, ...) int MPI_##name(__VA_ARGS__); int PMPI_##name(__VA_ARGS__)
BOTH(Init, int *, char ***);
BOTH(Comm_rank, MPI_Comm, int *);
BOTH(Comm_size, MPI_Comm, int *);
BOTH(Send, const void *, int, MPI_Datatype, int, int, MPI_Comm);
BOTH(Irecv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
BOTH(Wait, MPI_Request *, MPI_Status *);
BOTH(Bcast, void *, int, MPI_Datatype, int, MPI_Comm);
BOTH(Barrier, MPI_Comm);
BOTH(Finalize, void);

#endif
