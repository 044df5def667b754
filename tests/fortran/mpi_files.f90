! mpi_files.f90 - files of the small MPI: views, offsets, both kinds of pointers, requests, errors.
! Any number of ranks; leaves no file behind.
program mpi_files
  use mpi
  implicit none
  integer, parameter :: each = 10
  integer :: e, me, ranks, file, part, class, i, request, amode, etype, filetype
  integer :: status(MPI_STATUS_SIZE), mine(each), back(each), n, sizes(1), ones(1), starts(1)
  integer(MPI_OFFSET_KIND) :: place
  character(len=20) :: rep

  call mpi_init(e)
  call mpi_comm_rank(MPI_COMM_WORLD, me, e)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, e)
  call mpi_file_open(MPI_COMM_WORLD, 'mpi_none', MPI_MODE_RDONLY, MPI_INFO_NULL, file, e)
  call mpi_error_class(e, class, i)
  if (class /= MPI_ERR_NO_SUCH_FILE) print *, 'WRONG: class', class
  call mpi_file_open(MPI_COMM_WORLD, 'mpi_fortran   ', MPI_MODE_RDWR + MPI_MODE_CREATE + &
       MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file, e)
  if (e /= MPI_SUCCESS) print *, 'WRONG: open', e
  call mpi_file_get_amode(file, amode, e)
  if (amode /= MPI_MODE_RDWR + MPI_MODE_CREATE + MPI_MODE_DELETE_ON_CLOSE) print *, 'WRONG: mode'
  sizes = ranks
  ones = 1
  starts = me
  call mpi_type_create_subarray(1, sizes, ones, starts, MPI_ORDER_FORTRAN, MPI_INTEGER, part, e)
  call mpi_type_commit(part, e)
  call mpi_file_set_view(file, 16_MPI_OFFSET_KIND, MPI_INTEGER, part, 'native', MPI_INFO_NULL, e)
  call mpi_file_get_view(file, place, etype, filetype, rep, e)
  if (place /= 16 .or. rep /= 'native') print *, 'WRONG: view ', place, rep
  mine = [(100*me + i, i = 1, each)]
  call mpi_file_write_all(file, mine, each, MPI_INTEGER, status, e)
  call mpi_get_count(status, MPI_INTEGER, n, e)
  if (n /= each) print *, 'WRONG: written', n
  call mpi_file_get_size(file, place, e)
  if (place /= 16 + 4*each*ranks) print *, 'WRONG: size', place
  call mpi_file_read_at(file, 4_MPI_OFFSET_KIND, back, each, MPI_INTEGER, status, e)
  call mpi_get_count(status, MPI_INTEGER, n, e)
  if (n /= each - 4 .or. any(back(:n) /= mine(5:))) print *, 'WRONG: read', n, back
  call mpi_barrier(MPI_COMM_WORLD, e)
  call mpi_file_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', &
       MPI_INFO_NULL, e)
  call mpi_file_iread_at(file, int(4 + me, MPI_OFFSET_KIND), n, 1, MPI_INTEGER, request, e)
  call mpi_wait(request, status, e)
  if (n /= mine(1)) print *, 'WRONG: later', n
  call mpi_file_seek_shared(file, 0_MPI_OFFSET_KIND, MPI_SEEK_SET, e)
  call mpi_file_write_ordered(file, mine, 2, MPI_INTEGER, status, e)
  call mpi_file_get_position_shared(file, place, e)
  if (place /= 2*ranks) print *, 'WRONG: shared', place
  call mpi_file_seek(file, int(2*me, MPI_OFFSET_KIND), MPI_SEEK_SET, e)
  call mpi_file_read(file, back, 2, MPI_INTEGER, status, e)
  if (any(back(:2) /= mine(:2))) print *, 'WRONG: ordered', back(:2)
  call mpi_type_free(part, e)
  call mpi_file_close(file, e)
  if (file /= MPI_FILE_NULL) print *, 'WRONG: closed', file
  print *, me, sum(mine)
  call mpi_finalize(e)
end program
