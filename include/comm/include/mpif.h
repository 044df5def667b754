! mpif.h - constants of the small MPI for Fortran, in any source form; see bgq-mpicc(1).
! Handles are numbers of emu/target/mpi/fortran.c.
! The next line is an error under -fdefault-integer-8: MPI's INTEGER has
! 4 bytes, and a wider one would be read and written by halves.
      integer(32/bit_size(1)*4) MPI_INTEGER_HAS_4_BYTES
      parameter (MPI_INTEGER_HAS_4_BYTES = 4)
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
      integer MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE
      parameter (MPI_ERR_BUFFER = 1)
      parameter (MPI_ERR_COUNT = 2)
      parameter (MPI_ERR_TYPE = 3)
      integer MPI_ERR_TAG, MPI_ERR_COMM, MPI_ERR_RANK
      parameter (MPI_ERR_TAG = 4, MPI_ERR_COMM = 5, MPI_ERR_RANK = 6)
      integer MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP
      parameter (MPI_ERR_ROOT = 7, MPI_ERR_GROUP = 8, MPI_ERR_OP = 9)
      integer MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG
      parameter (MPI_ERR_TOPOLOGY = 10)
      parameter (MPI_ERR_DIMS = 11)
      parameter (MPI_ERR_ARG = 12)
      integer MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_INTERN
      parameter (MPI_ERR_UNKNOWN = 13)
      parameter (MPI_ERR_TRUNCATE = 14)
      parameter (MPI_ERR_INTERN = 16)
      integer MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_ERR_REQUEST
      parameter (MPI_ERR_IN_STATUS = 17)
      parameter (MPI_ERR_PENDING = 18)
      parameter (MPI_ERR_REQUEST = 19)
      integer MPI_FILE_NULL, MPI_MODE_CREATE, MPI_MODE_RDONLY
      parameter (MPI_FILE_NULL = 0, MPI_MODE_CREATE = 1)
      parameter (MPI_MODE_RDONLY = 2)
      integer MPI_MODE_WRONLY, MPI_MODE_RDWR, MPI_MODE_DELETE_ON_CLOSE
      parameter (MPI_MODE_WRONLY = 4, MPI_MODE_RDWR = 8)
      parameter (MPI_MODE_DELETE_ON_CLOSE = 16)
      integer MPI_MODE_UNIQUE_OPEN, MPI_MODE_EXCL, MPI_MODE_APPEND
      parameter (MPI_MODE_UNIQUE_OPEN = 32, MPI_MODE_EXCL = 64)
      parameter (MPI_MODE_APPEND = 128)
      integer MPI_MODE_SEQUENTIAL, MPI_MAX_DATAREP_STRING
      parameter (MPI_MODE_SEQUENTIAL = 256)
      parameter (MPI_MAX_DATAREP_STRING = 127)
      integer MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END
      parameter (MPI_SEEK_SET = 600)
      parameter (MPI_SEEK_CUR = 602)
      parameter (MPI_SEEK_END = 604)
      integer(8) MPI_DISPLACEMENT_CURRENT
      parameter (MPI_DISPLACEMENT_CURRENT = -54278278)
      integer MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC
      parameter (MPI_DISTRIBUTE_BLOCK = 121)
      parameter (MPI_DISTRIBUTE_CYCLIC = 122)
      integer MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG
      parameter (MPI_DISTRIBUTE_NONE = 123)
      parameter (MPI_DISTRIBUTE_DFLT_DARG = -49767)
      integer MPI_ERR_ACCESS, MPI_ERR_AMODE, MPI_ERR_BAD_FILE
      parameter (MPI_ERR_ACCESS = 20)
      parameter (MPI_ERR_AMODE = 21)
      parameter (MPI_ERR_BAD_FILE = 22)
      integer MPI_ERR_CONVERSION, MPI_ERR_DUP_DATAREP
      parameter (MPI_ERR_CONVERSION = 23)
      parameter (MPI_ERR_DUP_DATAREP = 24)
      integer MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE
      parameter (MPI_ERR_FILE_EXISTS = 25)
      parameter (MPI_ERR_FILE_IN_USE = 26)
      parameter (MPI_ERR_FILE = 27)
      integer MPI_ERR_IO, MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE
      parameter (MPI_ERR_IO = 32)
      parameter (MPI_ERR_NOT_SAME = 35)
      parameter (MPI_ERR_NO_SPACE = 36)
      integer MPI_ERR_NO_SUCH_FILE, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY
      parameter (MPI_ERR_NO_SUCH_FILE = 37)
      parameter (MPI_ERR_QUOTA = 39)
      parameter (MPI_ERR_READ_ONLY = 40)
      integer MPI_ERR_UNSUPPORTED_DATAREP
      parameter (MPI_ERR_UNSUPPORTED_DATAREP = 43)
      integer MPI_ERR_UNSUPPORTED_OPERATION
      parameter (MPI_ERR_UNSUPPORTED_OPERATION = 44)
      integer MPI_ERR_LASTCODE
      parameter (MPI_ERR_LASTCODE = 1073741823)
      integer MPI_PACKED, MPI_2REAL, MPI_2DOUBLE_PRECISION
      parameter (MPI_PACKED = 15)
      parameter (MPI_2REAL = 16)
      parameter (MPI_2DOUBLE_PRECISION = 17)
      integer MPI_REAL16, MPI_COMPLEX32, MPI_INTEGER16
      parameter (MPI_REAL16 = 18)
      parameter (MPI_COMPLEX32 = 19)
      parameter (MPI_INTEGER16 = 20)
      integer MPI_AINT, MPI_OFFSET, MPI_CHAR
      parameter (MPI_AINT = 5, MPI_OFFSET = 5, MPI_CHAR = 1)
      integer MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_WCHAR
      parameter (MPI_SIGNED_CHAR = 3)
      parameter (MPI_UNSIGNED_CHAR = 21)
      parameter (MPI_WCHAR = 22)
      integer MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT
      parameter (MPI_SHORT = 4, MPI_UNSIGNED_SHORT = 23, MPI_INT = 2)
      integer MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG
      parameter (MPI_UNSIGNED = 24)
      parameter (MPI_LONG = 5)
      parameter (MPI_UNSIGNED_LONG = 25)
      integer MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG
      parameter (MPI_LONG_LONG = 26)
      parameter (MPI_LONG_LONG_INT = 26)
      parameter (MPI_UNSIGNED_LONG_LONG = 27)
      integer MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE
      parameter (MPI_FLOAT = 6, MPI_DOUBLE = 7, MPI_LONG_DOUBLE = 14)
      integer MPI_C_BOOL, MPI_C_FLOAT_COMPLEX, MPI_C_COMPLEX
      parameter (MPI_C_BOOL = 28)
      parameter (MPI_C_FLOAT_COMPLEX = 8)
      parameter (MPI_C_COMPLEX = 8)
      integer MPI_C_DOUBLE_COMPLEX, MPI_INT8_T, MPI_INT16_T
      parameter (MPI_C_DOUBLE_COMPLEX = 9)
      parameter (MPI_INT8_T = 3)
      parameter (MPI_INT16_T = 4)
      integer MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T
      parameter (MPI_INT32_T = 2, MPI_INT64_T = 5, MPI_UINT8_T = 21)
      integer MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T
      parameter (MPI_UINT16_T = 23)
      parameter (MPI_UINT32_T = 24)
      parameter (MPI_UINT64_T = 25)
      integer MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT
      parameter (MPI_FLOAT_INT = 29)
      parameter (MPI_DOUBLE_INT = 30)
      parameter (MPI_LONG_INT = 31)
      integer MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT
      parameter (MPI_2INT = 11)
      parameter (MPI_SHORT_INT = 32)
      parameter (MPI_LONG_DOUBLE_INT = 33)
      integer MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR
      parameter (MPI_IDENT = 0, MPI_CONGRUENT = 1, MPI_SIMILAR = 2)
      integer MPI_UNEQUAL, MPI_GRAPH, MPI_CART
      parameter (MPI_UNEQUAL = 3, MPI_GRAPH = 1, MPI_CART = 2)
      integer MPI_COMM_TYPE_SHARED, MPI_ORDER_C, MPI_ORDER_FORTRAN
      parameter (MPI_COMM_TYPE_SHARED = 1)
      parameter (MPI_ORDER_C = 56)
      parameter (MPI_ORDER_FORTRAN = 57)
      integer MPI_BSEND_OVERHEAD
      integer MPI_MAX_ERROR_STRING
      integer MPI_MAX_OBJECT_NAME
      parameter (MPI_BSEND_OVERHEAD = 96)
      parameter (MPI_MAX_ERROR_STRING = 512)
      parameter (MPI_MAX_OBJECT_NAME = 128)
      integer MPI_MAX_INFO_KEY, MPI_MAX_INFO_VAL, MPI_KEYVAL_INVALID
      parameter (MPI_MAX_INFO_KEY = 255)
      parameter (MPI_MAX_INFO_VAL = 1024)
      parameter (MPI_KEYVAL_INVALID = 603979776)
      integer MPI_COMBINER_NAMED
      parameter (MPI_COMBINER_NAMED = 1)
      integer MPI_COMBINER_DUP
      parameter (MPI_COMBINER_DUP = 2)
      integer MPI_COMBINER_CONTIGUOUS
      parameter (MPI_COMBINER_CONTIGUOUS = 3)
      integer MPI_COMBINER_VECTOR
      parameter (MPI_COMBINER_VECTOR = 4)
      integer MPI_COMBINER_HVECTOR_INTEGER
      parameter (MPI_COMBINER_HVECTOR_INTEGER = 5)
      integer MPI_COMBINER_HVECTOR
      parameter (MPI_COMBINER_HVECTOR = 6)
      integer MPI_COMBINER_INDEXED
      parameter (MPI_COMBINER_INDEXED = 7)
      integer MPI_COMBINER_HINDEXED_INTEGER
      parameter (MPI_COMBINER_HINDEXED_INTEGER = 8)
      integer MPI_COMBINER_HINDEXED
      parameter (MPI_COMBINER_HINDEXED = 9)
      integer MPI_COMBINER_INDEXED_BLOCK
      parameter (MPI_COMBINER_INDEXED_BLOCK = 10)
      integer MPI_COMBINER_STRUCT_INTEGER
      parameter (MPI_COMBINER_STRUCT_INTEGER = 11)
      integer MPI_COMBINER_STRUCT
      parameter (MPI_COMBINER_STRUCT = 12)
      integer MPI_COMBINER_SUBARRAY
      parameter (MPI_COMBINER_SUBARRAY = 13)
      integer MPI_COMBINER_DARRAY
      parameter (MPI_COMBINER_DARRAY = 14)
      integer MPI_COMBINER_F90_REAL
      parameter (MPI_COMBINER_F90_REAL = 15)
      integer MPI_COMBINER_F90_COMPLEX
      parameter (MPI_COMBINER_F90_COMPLEX = 16)
      integer MPI_COMBINER_F90_INTEGER
      parameter (MPI_COMBINER_F90_INTEGER = 17)
      integer MPI_COMBINER_RESIZED
      parameter (MPI_COMBINER_RESIZED = 18)
      integer MPI_TYPECLASS_REAL
      parameter (MPI_TYPECLASS_REAL = 1)
      integer MPI_TYPECLASS_INTEGER
      parameter (MPI_TYPECLASS_INTEGER = 2)
      integer MPI_TYPECLASS_COMPLEX
      parameter (MPI_TYPECLASS_COMPLEX = 3)
      integer MPI_TAG_UB, MPI_HOST, MPI_IO
      parameter (MPI_TAG_UB = 1, MPI_HOST = 2, MPI_IO = 3)
      integer MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_APPNUM
      integer MPI_LASTUSEDCODE
      parameter (MPI_WTIME_IS_GLOBAL = 4)
      parameter (MPI_UNIVERSE_SIZE = 5)
      parameter (MPI_APPNUM = 6, MPI_LASTUSEDCODE = 7)
      integer MPI_ERRHANDLER_NULL
      integer MPI_ERRORS_ARE_FATAL
      integer MPI_ERRORS_RETURN
      parameter (MPI_ERRHANDLER_NULL = 0)
      parameter (MPI_ERRORS_ARE_FATAL = 1)
      parameter (MPI_ERRORS_RETURN = 2)
      external MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, MPI_DUP_FN
      external MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN
      external MPI_COMM_DUP_FN
      integer MPI_BOTTOM, MPI_IN_PLACE
      integer MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
      integer MPI_STATUSES_IGNORE(MPI_STATUS_SIZE)
      common /bgqmpi_bottom/ MPI_BOTTOM
      common /bgqmpi_in_place/ MPI_IN_PLACE
      common /bgqmpi_status_ignore/ MPI_STATUS_IGNORE
      common /bgqmpi_statuses_ignore/ MPI_STATUSES_IGNORE
      save /bgqmpi_bottom/, /bgqmpi_in_place/
      save /bgqmpi_status_ignore/, /bgqmpi_statuses_ignore/
! Of 8 bytes, whatever options make of other real numbers.
      real(kind=8) MPI_WTIME, MPI_WTICK
      external MPI_WTIME, MPI_WTICK
