/*
 * mpi.h - MPI for set-up: what SPI programs call to meet, to exchange addresses and to
 * find their place, out of the box with bgq-mpicc(1).
 *
 * This is a part of MPI 2.2: what stands here works, what does not is not there, so that the
 * compiler or the linker names it.  Meanings are those of the standard.  Errors end the job
 * with a message.  Calls may come from any thread, one at a time (MPI_THREAD_SERIALIZED).
 * Values of constants are those of MPICH, where it has a number for them; handles are
 * pointers.
 */
#ifndef BGQEMU_MPI_H
#define BGQEMU_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION    2
#define MPI_SUBVERSION 2

/* ---- Handles. */

typedef struct bgqmpi_comm *MPI_Comm;
typedef struct bgqmpi_type *MPI_Datatype;
typedef struct bgqmpi_op *MPI_Op;
typedef struct bgqmpi_group *MPI_Group;
typedef struct bgqmpi_request *MPI_Request;
typedef struct bgqmpi_info *MPI_Info;
typedef struct bgqmpi_file *MPI_File;
typedef ptrdiff_t MPI_Aint;
typedef int MPI_Fint; /* an INTEGER of Fortran */
typedef long long MPI_Offset;

typedef struct MPI_Status {
	int MPI_SOURCE;
	int MPI_TAG;
	int MPI_ERROR;
	unsigned long long bgqmpi_bytes;
} MPI_Status;

/* inout[i] = in[i] op inout[i], for *len elements of *type. */
typedef void MPI_User_function(void *in, void *inout, int *len, MPI_Datatype *type);

/* Attributes of a program's own on communicators: at MPI_Comm_dup(), and when one is deleted or
 * its communicator freed.  They return MPI_SUCCESS; *flag: the copy gets *(void **)value_out. */
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int keyval, void *extra_state, void *value,
					void *value_out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int keyval, void *value,
					  void *extra_state);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;

#define MPI_COMM_NULL    ((MPI_Comm)0)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
#define MPI_OP_NULL      ((MPI_Op)0)
#define MPI_GROUP_NULL   ((MPI_Group)0)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_INFO_NULL    ((MPI_Info)0)

extern struct bgqmpi_comm bgqmpi_world, bgqmpi_self;
#define MPI_COMM_WORLD (&bgqmpi_world)
#define MPI_COMM_SELF  (&bgqmpi_self)

extern struct bgqmpi_group bgqmpi_empty;
#define MPI_GROUP_EMPTY (&bgqmpi_empty)

/* ---- Constants. */

#define MPI_PROC_NULL  (-1)
#define MPI_ANY_SOURCE (-2)
#define MPI_ROOT       (-3)
#define MPI_ANY_TAG    (-1)
#define MPI_UNDEFINED  (-32766)

#define MPI_BOTTOM          ((void *)0)
#define MPI_IN_PLACE        ((void *)-1)
#define MPI_STATUS_IGNORE   ((MPI_Status *)1)
#define MPI_STATUSES_IGNORE ((MPI_Status *)1)

#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_MAX_ERROR_STRING   512

/* Results of MPI_Comm_compare. */
#define MPI_IDENT     0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR   2
#define MPI_UNEQUAL   3

#define MPI_COMM_TYPE_SHARED 1

/* Results of MPI_Topo_test. */
#define MPI_GRAPH 1
#define MPI_CART  2

#define MPI_ORDER_C       56
#define MPI_ORDER_FORTRAN 57

/* How MPI_Type_create_darray() distributes a dimension. */
#define MPI_DISTRIBUTE_BLOCK      121
#define MPI_DISTRIBUTE_CYCLIC     122
#define MPI_DISTRIBUTE_NONE       123
#define MPI_DISTRIBUTE_DFLT_DARG  (-49767)

/* How a type was made: MPI_Type_get_envelope(). */
#define MPI_COMBINER_NAMED            1
#define MPI_COMBINER_DUP              2
#define MPI_COMBINER_CONTIGUOUS       3
#define MPI_COMBINER_VECTOR           4
#define MPI_COMBINER_HVECTOR_INTEGER  5
#define MPI_COMBINER_HVECTOR          6
#define MPI_COMBINER_INDEXED          7
#define MPI_COMBINER_HINDEXED_INTEGER 8
#define MPI_COMBINER_HINDEXED         9
#define MPI_COMBINER_INDEXED_BLOCK    10
#define MPI_COMBINER_STRUCT_INTEGER   11
#define MPI_COMBINER_STRUCT           12
#define MPI_COMBINER_SUBARRAY         13
#define MPI_COMBINER_DARRAY           14
#define MPI_COMBINER_F90_REAL         15
#define MPI_COMBINER_F90_COMPLEX      16
#define MPI_COMBINER_F90_INTEGER      17
#define MPI_COMBINER_RESIZED          18

#define MPI_TYPECLASS_REAL    1
#define MPI_TYPECLASS_INTEGER 2
#define MPI_TYPECLASS_COMPLEX 3

/* Bytes that a message of MPI_Bsend() needs in the buffer besides those of MPI_Pack_size(). */
#define MPI_BSEND_OVERHEAD 96

#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_INFO_KEY    255
#define MPI_MAX_INFO_VAL    1024

#define MPI_KEYVAL_INVALID 0x24000000
extern int bgqmpi_dup_fn(MPI_Comm comm, int keyval, void *extra_state, void *value, void *value_out,
			 int *flag);
#define MPI_NULL_COPY_FN        ((MPI_Comm_copy_attr_function *)0)
#define MPI_NULL_DELETE_FN      ((MPI_Comm_delete_attr_function *)0)
#define MPI_DUP_FN              bgqmpi_dup_fn
#define MPI_COMM_NULL_COPY_FN   MPI_NULL_COPY_FN
#define MPI_COMM_NULL_DELETE_FN MPI_NULL_DELETE_FN
#define MPI_COMM_DUP_FN         bgqmpi_dup_fn

/* Attributes of communicators. */
#define MPI_TAG_UB          1
#define MPI_HOST            2
#define MPI_IO              3
#define MPI_WTIME_IS_GLOBAL 4
#define MPI_UNIVERSE_SIZE   5
#define MPI_APPNUM          6
#define MPI_LASTUSEDCODE    7

typedef int MPI_Errhandler;
#define MPI_ERRHANDLER_NULL  0
#define MPI_ERRORS_ARE_FATAL 1
#define MPI_ERRORS_RETURN    2
typedef void MPI_Comm_errhandler_fn(MPI_Comm *comm, int *code, ...);
typedef MPI_Comm_errhandler_fn MPI_Comm_errhandler_function;
typedef MPI_Comm_errhandler_fn MPI_Handler_function;

#define MPI_THREAD_SINGLE     0
#define MPI_THREAD_FUNNELED   1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE   3

#define MPI_SUCCESS       0
#define MPI_ERR_BUFFER    1
#define MPI_ERR_COUNT     2
#define MPI_ERR_TYPE      3
#define MPI_ERR_TAG       4
#define MPI_ERR_COMM      5
#define MPI_ERR_RANK      6
#define MPI_ERR_ROOT      7
#define MPI_ERR_GROUP     8
#define MPI_ERR_OP        9
#define MPI_ERR_TOPOLOGY  10
#define MPI_ERR_DIMS      11
#define MPI_ERR_ARG       12
#define MPI_ERR_UNKNOWN   13
#define MPI_ERR_TRUNCATE  14
#define MPI_ERR_OTHER     15
#define MPI_ERR_INTERN    16
#define MPI_ERR_IN_STATUS 17
#define MPI_ERR_PENDING   18
#define MPI_ERR_REQUEST   19
/* Of files: mpio.h. */
#define MPI_ERR_ACCESS                20
#define MPI_ERR_AMODE                 21
#define MPI_ERR_BAD_FILE              22
#define MPI_ERR_CONVERSION            23
#define MPI_ERR_DUP_DATAREP           24
#define MPI_ERR_FILE_EXISTS           25
#define MPI_ERR_FILE_IN_USE           26
#define MPI_ERR_FILE                  27
#define MPI_ERR_IO                    32
#define MPI_ERR_NOT_SAME              35
#define MPI_ERR_NO_SPACE              36
#define MPI_ERR_NO_SUCH_FILE          37
#define MPI_ERR_QUOTA                 39
#define MPI_ERR_READ_ONLY             40
#define MPI_ERR_UNSUPPORTED_DATAREP   43
#define MPI_ERR_UNSUPPORTED_OPERATION 44
#define MPI_ERR_LASTCODE  0x3fffffff

/* ---- Types and operations that are there from the start. */

extern struct bgqmpi_type bgqmpi_char, bgqmpi_schar, bgqmpi_uchar, bgqmpi_byte, bgqmpi_packed,
	bgqmpi_wchar, bgqmpi_short, bgqmpi_ushort, bgqmpi_int, bgqmpi_unsigned, bgqmpi_long,
	bgqmpi_ulong, bgqmpi_longlong, bgqmpi_ulonglong, bgqmpi_float, bgqmpi_double,
	bgqmpi_longdouble, bgqmpi_bool, bgqmpi_floatcomplex, bgqmpi_doublecomplex, bgqmpi_float_int,
	bgqmpi_double_int, bgqmpi_long_int, bgqmpi_2int, bgqmpi_short_int, bgqmpi_longdouble_int,
	bgqmpi_lb, bgqmpi_ub, bgqmpi_2float, bgqmpi_2double, bgqmpi_real16, bgqmpi_complex32,
	bgqmpi_integer16;

#define MPI_CHAR               (&bgqmpi_char)
#define MPI_SIGNED_CHAR        (&bgqmpi_schar)
#define MPI_UNSIGNED_CHAR      (&bgqmpi_uchar)
#define MPI_BYTE               (&bgqmpi_byte)
#define MPI_PACKED             (&bgqmpi_packed)
#define MPI_WCHAR              (&bgqmpi_wchar)
#define MPI_SHORT              (&bgqmpi_short)
#define MPI_UNSIGNED_SHORT     (&bgqmpi_ushort)
#define MPI_INT                (&bgqmpi_int)
#define MPI_UNSIGNED           (&bgqmpi_unsigned)
#define MPI_LONG               (&bgqmpi_long)
#define MPI_UNSIGNED_LONG      (&bgqmpi_ulong)
#define MPI_LONG_LONG          (&bgqmpi_longlong)
#define MPI_LONG_LONG_INT      MPI_LONG_LONG
#define MPI_UNSIGNED_LONG_LONG (&bgqmpi_ulonglong)
#define MPI_FLOAT              (&bgqmpi_float)
#define MPI_DOUBLE             (&bgqmpi_double)
#define MPI_LONG_DOUBLE        (&bgqmpi_longdouble)
#define MPI_C_BOOL             (&bgqmpi_bool)
#define MPI_C_FLOAT_COMPLEX    (&bgqmpi_floatcomplex)
#define MPI_C_COMPLEX          MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX   (&bgqmpi_doublecomplex)
#define MPI_INT8_T             MPI_SIGNED_CHAR
#define MPI_INT16_T            MPI_SHORT
#define MPI_INT32_T            MPI_INT
#define MPI_INT64_T            MPI_LONG
#define MPI_UINT8_T            MPI_UNSIGNED_CHAR
#define MPI_UINT16_T           MPI_UNSIGNED_SHORT
#define MPI_UINT32_T           MPI_UNSIGNED
#define MPI_UINT64_T           MPI_UNSIGNED_LONG
#define MPI_AINT               MPI_LONG
#define MPI_OFFSET             MPI_LONG
/* Fortran's, by which C names what it shares with it. */
#define MPI_CHARACTER          MPI_CHAR
#define MPI_LOGICAL            MPI_INT
#define MPI_INTEGER            MPI_INT
#define MPI_INTEGER1           MPI_SIGNED_CHAR
#define MPI_INTEGER2           MPI_SHORT
#define MPI_INTEGER4           MPI_INT
#define MPI_INTEGER8           MPI_LONG
#define MPI_REAL               MPI_FLOAT
#define MPI_REAL4              MPI_FLOAT
#define MPI_REAL8              MPI_DOUBLE
#define MPI_DOUBLE_PRECISION   MPI_DOUBLE
#define MPI_COMPLEX            MPI_C_FLOAT_COMPLEX
#define MPI_COMPLEX8           MPI_C_FLOAT_COMPLEX
#define MPI_COMPLEX16          MPI_C_DOUBLE_COMPLEX
#define MPI_DOUBLE_COMPLEX     MPI_C_DOUBLE_COMPLEX
#define MPI_2INTEGER           MPI_2INT
#define MPI_2REAL              (&bgqmpi_2float)
#define MPI_2DOUBLE_PRECISION  (&bgqmpi_2double)
#define MPI_INTEGER16          (&bgqmpi_integer16)
#define MPI_REAL16             (&bgqmpi_real16)
#define MPI_COMPLEX32          (&bgqmpi_complex32)
/* Pairs of a value and an int, for MPI_MAXLOC and MPI_MINLOC. */
#define MPI_FLOAT_INT          (&bgqmpi_float_int)
#define MPI_DOUBLE_INT         (&bgqmpi_double_int)
#define MPI_LONG_INT           (&bgqmpi_long_int)
#define MPI_2INT               (&bgqmpi_2int)
#define MPI_SHORT_INT          (&bgqmpi_short_int)
#define MPI_LONG_DOUBLE_INT    (&bgqmpi_longdouble_int)
/* In MPI_Type_struct: where the type's extent begins and ends. */
#define MPI_LB                 (&bgqmpi_lb)
#define MPI_UB                 (&bgqmpi_ub)

extern struct bgqmpi_op bgqmpi_max, bgqmpi_min, bgqmpi_sum, bgqmpi_prod, bgqmpi_land,
	bgqmpi_band, bgqmpi_lor, bgqmpi_bor, bgqmpi_lxor, bgqmpi_bxor, bgqmpi_minloc,
	bgqmpi_maxloc;

#define MPI_MAX    (&bgqmpi_max)
#define MPI_MIN    (&bgqmpi_min)
#define MPI_SUM    (&bgqmpi_sum)
#define MPI_PROD   (&bgqmpi_prod)
#define MPI_LAND   (&bgqmpi_land)
#define MPI_BAND   (&bgqmpi_band)
#define MPI_LOR    (&bgqmpi_lor)
#define MPI_BOR    (&bgqmpi_bor)
#define MPI_LXOR   (&bgqmpi_lxor)
#define MPI_BXOR   (&bgqmpi_bxor)
#define MPI_MINLOC (&bgqmpi_minloc)
#define MPI_MAXLOC (&bgqmpi_maxloc)

/* ---- The job. */

int MPI_Init(int *argc, char ***argv);
/* *provided: MPI_THREAD_SERIALIZED at most. */
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Query_thread(int *provided);
/* The caller is the thread that called MPI_Init(). */
int MPI_Is_thread_main(int *flag);
int MPI_Get_version(int *version, int *subversion);
/* Does nothing: there is no tool between the program and this MPI. */
int MPI_Pcontrol(const int level, ...);
int MPI_Initialized(int *flag);
int MPI_Finalize(void);
int MPI_Finalized(int *flag);
/* Ends the caller with that exit status, and all other ranks when they are in MPI next. */
int MPI_Abort(MPI_Comm comm, int errorcode) __attribute__((__noreturn__));
int MPI_Get_processor_name(char *name, int *resultlen);
/* Seconds of the time base since boot: simulated time. */
double MPI_Wtime(void);
double MPI_Wtick(void);
int MPI_Error_string(int errorcode, char *string, int *resultlen);
int MPI_Error_class(int errorcode, int *errorclass);
/* The program's own, above MPI_ERR_LASTCODE; the attribute MPI_LASTUSEDCODE has the last. */
int MPI_Add_error_class(int *errorclass);
int MPI_Add_error_code(int errorclass, int *errorcode);
int MPI_Add_error_string(int errorcode, const char *string);
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr);
int MPI_Free_mem(void *base);

/* Hints, which can be read again; no call takes notice of them.  value has room for valuelen + 1
 * bytes. */
int MPI_Info_create(MPI_Info *info);
int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo);
int MPI_Info_set(MPI_Info info, const char *key, const char *value);
int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag);
int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag);
int MPI_Info_get_nkeys(MPI_Info info, int *nkeys);
int MPI_Info_get_nthkey(MPI_Info info, int n, char *key);
int MPI_Info_delete(MPI_Info info, const char *key);
int MPI_Info_free(MPI_Info *info);

/* ---- Communicators and Cartesian topologies. */

int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result);
/* There are no communicators between groups: *flag is 0. */
int MPI_Comm_test_inter(MPI_Comm comm, int *flag);
/* Up to MPI_MAX_OBJECT_NAME - 1 bytes. */
int MPI_Comm_set_name(MPI_Comm comm, const char *name);
int MPI_Comm_get_name(MPI_Comm comm, char *name, int *resultlen);
/* Of MPI 3: MPI_COMM_TYPE_SHARED, those on one node. */
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm);

/* *(int **)value points to the attribute if *flag: the time base is the same everywhere, and
 * tags have 31 bits. */
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag);
int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag);
/* A key of the program's own.  A function of an attribute that does not return MPI_SUCCESS ends
 * the job. */
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
			   MPI_Comm_delete_attr_function *delete_attr, int *keyval,
			   void *extra_state);
int MPI_Comm_free_keyval(int *keyval);
int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value);
int MPI_Comm_delete_attr(MPI_Comm comm, int keyval);
int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *delete_attr, int *keyval,
		      void *extra_state);
int MPI_Keyval_free(int *keyval);
int MPI_Attr_put(MPI_Comm comm, int keyval, void *value);
int MPI_Attr_delete(MPI_Comm comm, int keyval);
/* What MPI_Comm_call_errhandler() does.  Errors that calls find in their arguments end the job,
 * also with MPI_ERRORS_RETURN or a handler of the program's. */
int MPI_Comm_create_errhandler(MPI_Comm_errhandler_fn *function, MPI_Errhandler *handler);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode);
int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Errhandler_free(MPI_Errhandler *handler);

/* Handles of C and numbers of Fortran.  A number stays while its object does. */
MPI_Fint MPI_Comm_c2f(MPI_Comm handle);
MPI_Comm MPI_Comm_f2c(MPI_Fint handle);
MPI_Fint MPI_Type_c2f(MPI_Datatype handle);
MPI_Datatype MPI_Type_f2c(MPI_Fint handle);
MPI_Fint MPI_Op_c2f(MPI_Op handle);
MPI_Op MPI_Op_f2c(MPI_Fint handle);
MPI_Fint MPI_Group_c2f(MPI_Group handle);
MPI_Group MPI_Group_f2c(MPI_Fint handle);
MPI_Fint MPI_Request_c2f(MPI_Request handle);
MPI_Request MPI_Request_f2c(MPI_Fint handle);
MPI_Fint MPI_Info_c2f(MPI_Info handle);
MPI_Info MPI_Info_f2c(MPI_Fint handle);

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank);
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
/* Triplets of first rank, last rank and stride. */
int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int MPI_Group_union(MPI_Group group, MPI_Group other, MPI_Group *newgroup);
int MPI_Group_intersection(MPI_Group group, MPI_Group other, MPI_Group *newgroup);
int MPI_Group_difference(MPI_Group group, MPI_Group other, MPI_Group *newgroup);
int MPI_Group_compare(MPI_Group group, MPI_Group other, int *result);
int MPI_Group_translate_ranks(MPI_Group group, int n, const int ranks[], MPI_Group other,
			      int to[]);
int MPI_Group_free(MPI_Group *group);

/* Ranks keep their order, whatever reorder says. */
int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[],
		    int reorder, MPI_Comm *cart);
int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]);
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank);
int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *source, int *dest);
int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
int MPI_Cartdim_get(MPI_Comm comm, int *ndims);
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
int MPI_Dims_create(int nnodes, int ndims, int dims[]);
/* MPI_CART, or MPI_UNDEFINED. */
int MPI_Topo_test(MPI_Comm comm, int *kind);

/* ---- Messages.  Up to 4096 bytes are sent whether or not a receive is posted; longer
 * ones wait for it. */

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
/* Waits for the receive whatever the length. */
int MPI_Ssend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
/* Sends in ready mode, for which the receive must have been posted: here MPI_Send(). */
int MPI_Rsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
/* Copies the message to the attached buffer: does not wait for the receive.  Without room there
 * the job ends. */
int MPI_Bsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Buffer_attach(void *buffer, int size);
/* Waits until all messages in it are sent; *(void **)buffer and *size are what was attached. */
int MPI_Buffer_detach(void *buffer, int *size);
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
	     MPI_Status *status);
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
		 int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
		 int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int sendtag,
			 int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	      MPI_Request *request);
int MPI_Issend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request);
int MPI_Irsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request);
int MPI_Ibsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request);
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
	      MPI_Request *request);
int MPI_Send_init(const void *buf, int count, MPI_Datatype type, int dest, int tag,
		  MPI_Comm comm, MPI_Request *request);
int MPI_Ssend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request);
int MPI_Rsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request);
int MPI_Bsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
		   MPI_Request *request);
int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
		  MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Startall(int count, MPI_Request *requests);
int MPI_Request_free(MPI_Request *request);
/* Takes a receive back that no message has matched, or a send that waits for its receive, which
 * takes its peer's progress; a message that has left goes on. */
int MPI_Cancel(MPI_Request *request);
int MPI_Test_cancelled(const MPI_Status *status, int *flag);
/* Like MPI_Test(), but the request stays. */
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses);
int MPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status);
int MPI_Waitsome(int count, MPI_Request *requests, int *outcount, int *indices,
		 MPI_Status *statuses);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses);
int MPI_Testany(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status);
int MPI_Testsome(int count, MPI_Request *requests, int *outcount, int *indices,
		 MPI_Status *statuses);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count);

/* ---- Collectives. */

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	       int root, MPI_Comm comm);
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
		  MPI_Comm comm);
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	       int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
/* displacements in extents of the type: */
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		MPI_Comm comm);
int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		 int root, MPI_Comm comm);
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
		   MPI_Comm comm);
int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
/* displacements in bytes: */
int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
		  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
		       MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
			     MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	     MPI_Comm comm);
int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	       MPI_Comm comm);
int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op);
int MPI_Op_free(MPI_Op *op);
int MPI_Op_commutative(MPI_Op op, int *commute);
/* inoutbuf = inbuf op inoutbuf, in the caller. */
int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype type, MPI_Op op);

/* ---- Types. */

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype old,
		    MPI_Datatype *type);
/* stride and displacements in bytes: */
int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
			    MPI_Datatype *type);
int MPI_Type_indexed(int count, const int blocklengths[], const int displacements[],
		     MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_create_hindexed(int count, const int blocklengths[],
			     const MPI_Aint displacements[], MPI_Datatype old,
			     MPI_Datatype *type);
int MPI_Type_create_struct(int count, const int blocklengths[], const MPI_Aint displacements[],
			   const MPI_Datatype types[], MPI_Datatype *type);
/* The same under its name of MPI 1. */
int MPI_Type_struct(int count, const int blocklengths[], const MPI_Aint displacements[],
		    const MPI_Datatype types[], MPI_Datatype *type);
int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
		     MPI_Datatype *type);
int MPI_Type_hindexed(int count, const int blocklengths[], const MPI_Aint displacements[],
		      MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_create_indexed_block(int count, int blocklength, const int displacements[],
				  MPI_Datatype old, MPI_Datatype *type);
/* Part subsizes from starts on of an array of sizes; order: MPI_ORDER_C or MPI_ORDER_FORTRAN. */
int MPI_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[],
			     int order, MPI_Datatype old, MPI_Datatype *type);
/* The part of rank's of an array of gsizes that size ranks share, in a grid of psizes in the order
 * of C.  distribs: MPI_DISTRIBUTE_*; dargs: lengths of blocks, or MPI_DISTRIBUTE_DFLT_DARG. */
int MPI_Type_create_darray(int size, int rank, int ndims, const int gsizes[], const int distribs[],
			   const int dargs[], const int psizes[], int order, MPI_Datatype old,
			   MPI_Datatype *type);
int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type);
int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_commit(MPI_Datatype *type);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Type_size(MPI_Datatype type, int *size);
int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent);
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_lb(MPI_Datatype type, MPI_Aint *lb);
int MPI_Type_ub(MPI_Datatype type, MPI_Aint *ub);
int MPI_Address(const void *location, MPI_Aint *address);
int MPI_Get_address(const void *location, MPI_Aint *address);
/* Numbers of what MPI_Type_get_contents() gives, and MPI_COMBINER_*.  Of old types, derived ones
 * are to be freed. */
int MPI_Type_get_envelope(MPI_Datatype type, int *num_integers, int *num_addresses,
			  int *num_datatypes, int *combiner);
int MPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses,
			  int max_datatypes, int integers[], MPI_Aint addresses[],
			  MPI_Datatype datatypes[]);
/* Up to MPI_MAX_OBJECT_NAME - 1 bytes. */
int MPI_Type_set_name(MPI_Datatype type, const char *name);
int MPI_Type_get_name(MPI_Datatype type, char *name, int *resultlen);
/* Fortran's type of MPI_TYPECLASS_* with as many bytes. */
int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *type);
/* Bytes side by side, nothing else: sent as MPI_PACKED.  *position counts bytes. */
int MPI_Pack(const void *inbuf, int incount, MPI_Datatype type, void *outbuf, int outsize,
	     int *position, MPI_Comm comm);
int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
	       MPI_Datatype type, MPI_Comm comm);
int MPI_Pack_size(int incount, MPI_Datatype type, MPI_Comm comm, int *size);

/* ---- The same for libraries between a program and MPI, which define some of the names above
 * and call these. */

extern __typeof__(MPI_Init) PMPI_Init;
extern __typeof__(MPI_Init_thread) PMPI_Init_thread;
extern __typeof__(MPI_Query_thread) PMPI_Query_thread;
extern __typeof__(MPI_Is_thread_main) PMPI_Is_thread_main;
extern __typeof__(MPI_Get_version) PMPI_Get_version;
extern __typeof__(MPI_Pcontrol) PMPI_Pcontrol;
extern __typeof__(MPI_Initialized) PMPI_Initialized;
extern __typeof__(MPI_Finalize) PMPI_Finalize;
extern __typeof__(MPI_Finalized) PMPI_Finalized;
extern __typeof__(MPI_Abort) PMPI_Abort;
extern __typeof__(MPI_Get_processor_name) PMPI_Get_processor_name;
extern __typeof__(MPI_Wtime) PMPI_Wtime;
extern __typeof__(MPI_Wtick) PMPI_Wtick;
extern __typeof__(MPI_Error_string) PMPI_Error_string;
extern __typeof__(MPI_Error_class) PMPI_Error_class;
extern __typeof__(MPI_Add_error_class) PMPI_Add_error_class;
extern __typeof__(MPI_Add_error_code) PMPI_Add_error_code;
extern __typeof__(MPI_Add_error_string) PMPI_Add_error_string;
extern __typeof__(MPI_Alloc_mem) PMPI_Alloc_mem;
extern __typeof__(MPI_Free_mem) PMPI_Free_mem;
extern __typeof__(MPI_Info_create) PMPI_Info_create;
extern __typeof__(MPI_Info_dup) PMPI_Info_dup;
extern __typeof__(MPI_Info_set) PMPI_Info_set;
extern __typeof__(MPI_Info_get) PMPI_Info_get;
extern __typeof__(MPI_Info_get_valuelen) PMPI_Info_get_valuelen;
extern __typeof__(MPI_Info_get_nkeys) PMPI_Info_get_nkeys;
extern __typeof__(MPI_Info_get_nthkey) PMPI_Info_get_nthkey;
extern __typeof__(MPI_Info_delete) PMPI_Info_delete;
extern __typeof__(MPI_Info_free) PMPI_Info_free;
extern __typeof__(MPI_Comm_rank) PMPI_Comm_rank;
extern __typeof__(MPI_Comm_size) PMPI_Comm_size;
extern __typeof__(MPI_Comm_dup) PMPI_Comm_dup;
extern __typeof__(MPI_Comm_split) PMPI_Comm_split;
extern __typeof__(MPI_Comm_free) PMPI_Comm_free;
extern __typeof__(MPI_Comm_create) PMPI_Comm_create;
extern __typeof__(MPI_Comm_c2f) PMPI_Comm_c2f;
extern __typeof__(MPI_Comm_f2c) PMPI_Comm_f2c;
extern __typeof__(MPI_Type_c2f) PMPI_Type_c2f;
extern __typeof__(MPI_Type_f2c) PMPI_Type_f2c;
extern __typeof__(MPI_Op_c2f) PMPI_Op_c2f;
extern __typeof__(MPI_Op_f2c) PMPI_Op_f2c;
extern __typeof__(MPI_Group_c2f) PMPI_Group_c2f;
extern __typeof__(MPI_Group_f2c) PMPI_Group_f2c;
extern __typeof__(MPI_Request_c2f) PMPI_Request_c2f;
extern __typeof__(MPI_Request_f2c) PMPI_Request_f2c;
extern __typeof__(MPI_Info_c2f) PMPI_Info_c2f;
extern __typeof__(MPI_Info_f2c) PMPI_Info_f2c;
extern __typeof__(MPI_Comm_compare) PMPI_Comm_compare;
extern __typeof__(MPI_Comm_test_inter) PMPI_Comm_test_inter;
extern __typeof__(MPI_Comm_set_name) PMPI_Comm_set_name;
extern __typeof__(MPI_Comm_get_name) PMPI_Comm_get_name;
extern __typeof__(MPI_Comm_split_type) PMPI_Comm_split_type;
extern __typeof__(MPI_Comm_get_attr) PMPI_Comm_get_attr;
extern __typeof__(MPI_Attr_get) PMPI_Attr_get;
extern __typeof__(MPI_Comm_create_keyval) PMPI_Comm_create_keyval;
extern __typeof__(MPI_Comm_free_keyval) PMPI_Comm_free_keyval;
extern __typeof__(MPI_Comm_set_attr) PMPI_Comm_set_attr;
extern __typeof__(MPI_Comm_delete_attr) PMPI_Comm_delete_attr;
extern __typeof__(MPI_Keyval_create) PMPI_Keyval_create;
extern __typeof__(MPI_Keyval_free) PMPI_Keyval_free;
extern __typeof__(MPI_Attr_put) PMPI_Attr_put;
extern __typeof__(MPI_Attr_delete) PMPI_Attr_delete;
extern __typeof__(MPI_Comm_set_errhandler) PMPI_Comm_set_errhandler;
extern __typeof__(MPI_Errhandler_set) PMPI_Errhandler_set;
extern __typeof__(MPI_Errhandler_get) PMPI_Errhandler_get;
extern __typeof__(MPI_Errhandler_create) PMPI_Errhandler_create;
extern __typeof__(MPI_Comm_create_errhandler) PMPI_Comm_create_errhandler;
extern __typeof__(MPI_Comm_get_errhandler) PMPI_Comm_get_errhandler;
extern __typeof__(MPI_Comm_call_errhandler) PMPI_Comm_call_errhandler;
extern __typeof__(MPI_Errhandler_free) PMPI_Errhandler_free;
extern __typeof__(MPI_Comm_group) PMPI_Comm_group;
extern __typeof__(MPI_Group_size) PMPI_Group_size;
extern __typeof__(MPI_Group_rank) PMPI_Group_rank;
extern __typeof__(MPI_Group_incl) PMPI_Group_incl;
extern __typeof__(MPI_Group_excl) PMPI_Group_excl;
extern __typeof__(MPI_Group_range_incl) PMPI_Group_range_incl;
extern __typeof__(MPI_Group_range_excl) PMPI_Group_range_excl;
extern __typeof__(MPI_Group_union) PMPI_Group_union;
extern __typeof__(MPI_Group_intersection) PMPI_Group_intersection;
extern __typeof__(MPI_Group_difference) PMPI_Group_difference;
extern __typeof__(MPI_Group_compare) PMPI_Group_compare;
extern __typeof__(MPI_Group_translate_ranks) PMPI_Group_translate_ranks;
extern __typeof__(MPI_Group_free) PMPI_Group_free;
extern __typeof__(MPI_Cart_create) PMPI_Cart_create;
extern __typeof__(MPI_Cart_coords) PMPI_Cart_coords;
extern __typeof__(MPI_Cart_rank) PMPI_Cart_rank;
extern __typeof__(MPI_Cart_shift) PMPI_Cart_shift;
extern __typeof__(MPI_Cart_get) PMPI_Cart_get;
extern __typeof__(MPI_Cartdim_get) PMPI_Cartdim_get;
extern __typeof__(MPI_Cart_sub) PMPI_Cart_sub;
extern __typeof__(MPI_Dims_create) PMPI_Dims_create;
extern __typeof__(MPI_Topo_test) PMPI_Topo_test;
extern __typeof__(MPI_Send) PMPI_Send;
extern __typeof__(MPI_Ssend) PMPI_Ssend;
extern __typeof__(MPI_Rsend) PMPI_Rsend;
extern __typeof__(MPI_Bsend) PMPI_Bsend;
extern __typeof__(MPI_Buffer_attach) PMPI_Buffer_attach;
extern __typeof__(MPI_Buffer_detach) PMPI_Buffer_detach;
extern __typeof__(MPI_Recv) PMPI_Recv;
extern __typeof__(MPI_Sendrecv) PMPI_Sendrecv;
extern __typeof__(MPI_Sendrecv_replace) PMPI_Sendrecv_replace;
extern __typeof__(MPI_Probe) PMPI_Probe;
extern __typeof__(MPI_Iprobe) PMPI_Iprobe;
extern __typeof__(MPI_Isend) PMPI_Isend;
extern __typeof__(MPI_Issend) PMPI_Issend;
extern __typeof__(MPI_Irsend) PMPI_Irsend;
extern __typeof__(MPI_Ibsend) PMPI_Ibsend;
extern __typeof__(MPI_Irecv) PMPI_Irecv;
extern __typeof__(MPI_Send_init) PMPI_Send_init;
extern __typeof__(MPI_Ssend_init) PMPI_Ssend_init;
extern __typeof__(MPI_Rsend_init) PMPI_Rsend_init;
extern __typeof__(MPI_Bsend_init) PMPI_Bsend_init;
extern __typeof__(MPI_Recv_init) PMPI_Recv_init;
extern __typeof__(MPI_Start) PMPI_Start;
extern __typeof__(MPI_Startall) PMPI_Startall;
extern __typeof__(MPI_Request_free) PMPI_Request_free;
extern __typeof__(MPI_Cancel) PMPI_Cancel;
extern __typeof__(MPI_Test_cancelled) PMPI_Test_cancelled;
extern __typeof__(MPI_Request_get_status) PMPI_Request_get_status;
extern __typeof__(MPI_Wait) PMPI_Wait;
extern __typeof__(MPI_Waitall) PMPI_Waitall;
extern __typeof__(MPI_Waitany) PMPI_Waitany;
extern __typeof__(MPI_Waitsome) PMPI_Waitsome;
extern __typeof__(MPI_Test) PMPI_Test;
extern __typeof__(MPI_Testall) PMPI_Testall;
extern __typeof__(MPI_Testany) PMPI_Testany;
extern __typeof__(MPI_Testsome) PMPI_Testsome;
extern __typeof__(MPI_Get_count) PMPI_Get_count;
extern __typeof__(MPI_Get_elements) PMPI_Get_elements;
extern __typeof__(MPI_Barrier) PMPI_Barrier;
extern __typeof__(MPI_Bcast) PMPI_Bcast;
extern __typeof__(MPI_Reduce) PMPI_Reduce;
extern __typeof__(MPI_Allreduce) PMPI_Allreduce;
extern __typeof__(MPI_Gather) PMPI_Gather;
extern __typeof__(MPI_Allgather) PMPI_Allgather;
extern __typeof__(MPI_Scatter) PMPI_Scatter;
extern __typeof__(MPI_Alltoall) PMPI_Alltoall;
extern __typeof__(MPI_Gatherv) PMPI_Gatherv;
extern __typeof__(MPI_Scatterv) PMPI_Scatterv;
extern __typeof__(MPI_Allgatherv) PMPI_Allgatherv;
extern __typeof__(MPI_Alltoallv) PMPI_Alltoallv;
extern __typeof__(MPI_Alltoallw) PMPI_Alltoallw;
extern __typeof__(MPI_Reduce_scatter) PMPI_Reduce_scatter;
extern __typeof__(MPI_Reduce_scatter_block) PMPI_Reduce_scatter_block;
extern __typeof__(MPI_Scan) PMPI_Scan;
extern __typeof__(MPI_Exscan) PMPI_Exscan;
extern __typeof__(MPI_Op_create) PMPI_Op_create;
extern __typeof__(MPI_Op_free) PMPI_Op_free;
extern __typeof__(MPI_Op_commutative) PMPI_Op_commutative;
extern __typeof__(MPI_Reduce_local) PMPI_Reduce_local;
extern __typeof__(MPI_Type_contiguous) PMPI_Type_contiguous;
extern __typeof__(MPI_Type_vector) PMPI_Type_vector;
extern __typeof__(MPI_Type_create_hvector) PMPI_Type_create_hvector;
extern __typeof__(MPI_Type_indexed) PMPI_Type_indexed;
extern __typeof__(MPI_Type_create_hindexed) PMPI_Type_create_hindexed;
extern __typeof__(MPI_Type_create_struct) PMPI_Type_create_struct;
extern __typeof__(MPI_Type_struct) PMPI_Type_struct;
extern __typeof__(MPI_Type_hvector) PMPI_Type_hvector;
extern __typeof__(MPI_Type_hindexed) PMPI_Type_hindexed;
extern __typeof__(MPI_Type_create_indexed_block) PMPI_Type_create_indexed_block;
extern __typeof__(MPI_Type_create_subarray) PMPI_Type_create_subarray;
extern __typeof__(MPI_Type_create_darray) PMPI_Type_create_darray;
extern __typeof__(MPI_Type_create_resized) PMPI_Type_create_resized;
extern __typeof__(MPI_Type_dup) PMPI_Type_dup;
extern __typeof__(MPI_Type_commit) PMPI_Type_commit;
extern __typeof__(MPI_Type_free) PMPI_Type_free;
extern __typeof__(MPI_Type_size) PMPI_Type_size;
extern __typeof__(MPI_Type_extent) PMPI_Type_extent;
extern __typeof__(MPI_Type_get_extent) PMPI_Type_get_extent;
extern __typeof__(MPI_Type_get_true_extent) PMPI_Type_get_true_extent;
extern __typeof__(MPI_Type_lb) PMPI_Type_lb;
extern __typeof__(MPI_Type_ub) PMPI_Type_ub;
extern __typeof__(MPI_Type_get_envelope) PMPI_Type_get_envelope;
extern __typeof__(MPI_Type_get_contents) PMPI_Type_get_contents;
extern __typeof__(MPI_Type_set_name) PMPI_Type_set_name;
extern __typeof__(MPI_Type_get_name) PMPI_Type_get_name;
extern __typeof__(MPI_Type_match_size) PMPI_Type_match_size;
extern __typeof__(MPI_Address) PMPI_Address;
extern __typeof__(MPI_Get_address) PMPI_Get_address;
extern __typeof__(MPI_Pack) PMPI_Pack;
extern __typeof__(MPI_Unpack) PMPI_Unpack;
extern __typeof__(MPI_Pack_size) PMPI_Pack_size;

#ifdef __cplusplus
}
#endif
#include "mpio.h"
#if defined __cplusplus && !defined MPICH_SKIP_MPICXX
#include "mpicxx.h"
#endif

#endif
