! mpif.h - constants of the small MPI for Fortran, in any source form; see bgq-mpicc(1).
! Handles are numbers of emu/target/mpi/fortran.c.
      integer MPI_VERSION, MPI_SUBVERSION
      parameter (MPI_VERSION = 2, MPI_SUBVERSION = 2)
      integer MPI_SUCCESS, MPI_ERR_OTHER
      parameter (MPI_SUCCESS = 0, MPI_ERR_OTHER = 15)
      integer MPI_COMM_NULL, MPI_COMM_WORLD, MPI_COMM_SELF
      parameter (MPI_COMM_NULL = 0, MPI_COMM_WORLD = 1)
      parameter (MPI_COMM_SELF = 2)
      integer MPI_GROUP_NULL, MPI_GROUP_EMPTY
      parameter (MPI_GROUP_NULL = 0, MPI_GROUP_EMPTY = 1)
      integer MPI_REQUEST_NULL, MPI_DATATYPE_NULL, MPI_OP_NULL
      parameter (MPI_REQUEST_NULL = 0, MPI_DATATYPE_NULL = 0)
      parameter (MPI_OP_NULL = 0)
      integer MPI_INFO_NULL
      parameter (MPI_INFO_NULL = 0)
      integer MPI_CHARACTER, MPI_INTEGER, MPI_LOGICAL, MPI_INTEGER1
      parameter (MPI_CHARACTER = 1, MPI_INTEGER = 2)
      parameter (MPI_LOGICAL = 2, MPI_INTEGER1 = 3)
      integer MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8
      parameter (MPI_INTEGER2 = 4, MPI_INTEGER4 = 2, MPI_INTEGER8 = 5)
      integer MPI_REAL, MPI_REAL4, MPI_REAL8, MPI_DOUBLE_PRECISION
      parameter (MPI_REAL = 6, MPI_REAL4 = 6, MPI_REAL8 = 7)
      parameter (MPI_DOUBLE_PRECISION = 7)
      integer MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8
      parameter (MPI_COMPLEX = 8, MPI_DOUBLE_COMPLEX = 9)
      parameter (MPI_COMPLEX8 = 8)
      integer MPI_COMPLEX16, MPI_BYTE, MPI_2INTEGER, MPI_LB, MPI_UB
      parameter (MPI_COMPLEX16 = 9, MPI_BYTE = 10)
      parameter (MPI_2INTEGER = 11, MPI_LB = 12, MPI_UB = 13)
      integer MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND
      parameter (MPI_MAX = 1, MPI_MIN = 2, MPI_SUM = 3)
      parameter (MPI_PROD = 4, MPI_LAND = 5, MPI_BAND = 6)
      integer MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR
      parameter (MPI_LOR = 7, MPI_BOR = 8, MPI_LXOR = 9, MPI_BXOR = 10)
      integer MPI_MINLOC, MPI_MAXLOC
      parameter (MPI_MINLOC = 11, MPI_MAXLOC = 12)
      integer MPI_PROC_NULL, MPI_ANY_SOURCE, MPI_ROOT, MPI_ANY_TAG
      parameter (MPI_PROC_NULL = -1, MPI_ANY_SOURCE = -2)
      parameter (MPI_ROOT = -3, MPI_ANY_TAG = -1)
      integer MPI_UNDEFINED, MPI_MAX_PROCESSOR_NAME
      parameter (MPI_UNDEFINED = -32766)
      parameter (MPI_MAX_PROCESSOR_NAME = 128)
      integer MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED
      parameter (MPI_THREAD_SINGLE = 0, MPI_THREAD_FUNNELED = 1)
      integer MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE
      parameter (MPI_THREAD_SERIALIZED = 2, MPI_THREAD_MULTIPLE = 3)
      integer MPI_STATUS_SIZE, MPI_SOURCE, MPI_TAG, MPI_ERROR
      parameter (MPI_STATUS_SIZE = 6, MPI_SOURCE = 1)
      parameter (MPI_TAG = 2, MPI_ERROR = 3)
      integer MPI_ADDRESS_KIND, MPI_OFFSET_KIND, MPI_INTEGER_KIND
      parameter (MPI_ADDRESS_KIND = 8, MPI_OFFSET_KIND = 8)
      parameter (MPI_INTEGER_KIND = 4)
      integer MPI_BOTTOM, MPI_IN_PLACE
      integer MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
      integer MPI_STATUSES_IGNORE(MPI_STATUS_SIZE)
      common /bgqmpi_bottom/ MPI_BOTTOM
      common /bgqmpi_in_place/ MPI_IN_PLACE
      common /bgqmpi_status_ignore/ MPI_STATUS_IGNORE
      common /bgqmpi_statuses_ignore/ MPI_STATUSES_IGNORE
      save /bgqmpi_bottom/, /bgqmpi_in_place/
      save /bgqmpi_status_ignore/, /bgqmpi_statuses_ignore/
      double precision MPI_WTIME, MPI_WTICK
      external MPI_WTIME, MPI_WTICK
