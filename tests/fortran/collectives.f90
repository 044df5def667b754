! collectives.f90 - each collective of the small MPI that Fortran has, with results that are known;
! MPI_IN_PLACE, parts of a communicator, a vector type.
program collectives
  use mpi
  implicit none
  integer :: rank, ranks, error, i, part, column, mine
  integer, allocatable :: a(:), b(:), counts(:), at(:)
  real(8) :: x(2), y(2), m(4,4)
  logical :: good = .true.
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
  allocate (a(ranks), b(ranks))
  call mpi_allgather(rank, 1, MPI_INTEGER, a, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  good = good .and. all(a == [(i, i=0,ranks-1)])
  a = a + 100*rank
  call mpi_alltoall(a, 1, MPI_INTEGER, b, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  good = good .and. all(b == [(100*i + rank, i=0,ranks-1)])
  b = 0
  call mpi_alltoallw(a, [(1, i=1,ranks)], [(4*i, i=0,ranks-1)], [(MPI_INTEGER, i=1,ranks)], &
       b, [(1, i=1,ranks)], [(4*i, i=0,ranks-1)], [(MPI_INTEGER, i=1,ranks)], MPI_COMM_WORLD, error)
  good = good .and. all(b == [(100*i + rank, i=0,ranks-1)])
  call mpi_alltoallw(MPI_IN_PLACE, 0, 0, 0, &
       a, [(1, i=1,ranks)], [(4*i, i=0,ranks-1)], [(MPI_INTEGER, i=1,ranks)], MPI_COMM_WORLD, error)
  good = good .and. all(a == b)
  call mpi_gather(rank, 1, MPI_INTEGER, b, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (rank == 0) good = good .and. all(b == [(i, i=0,ranks-1)])
  call mpi_scatter(b, 1, MPI_INTEGER, mine, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  good = good .and. mine == rank
  x = [real(rank, 8), -real(rank, 8)]
  call mpi_allreduce(MPI_IN_PLACE, x, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
  good = good .and. x(1) == ranks - 1 .and. x(2) == 0
  call mpi_scan(1, mine, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  good = good .and. mine == rank + 1
  call mpi_comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, part, error)
  call mpi_reduce(rank, mine, 1, MPI_INTEGER, MPI_SUM, 0, part, error)
  if (rank == 1) good = good .and. mine == (ranks/2)**2
  call mpi_comm_free(part, error)
  good = good .and. part == MPI_COMM_NULL
  counts = [(mod(i, 2) + 1, i=0,ranks-1)]
  at = [(sum(counts(1:i)), i=0,ranks-1)]
  deallocate (b)
  allocate (b(sum(counts)))
  call mpi_allgatherv([rank, rank], counts(rank+1), MPI_INTEGER, b, counts, at, MPI_INTEGER, &
    MPI_COMM_WORLD, error)
  good = good .and. b(at(ranks)+1) == ranks - 1 .and. b(1) == 0
  call mpi_type_vector(4, 1, 4, MPI_DOUBLE_PRECISION, column, error)
  call mpi_type_commit(column, error)
  m = rank
  call mpi_sendrecv(m(2,1), 1, column, mod(rank+1, ranks), 3, m(3,1), 1, column, &
    mod(rank+ranks-1, ranks), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  good = good .and. all(m(3,:) == mod(rank+ranks-1, ranks)) .and. all(m(1,:) == rank)
  y = [real(rank, 8), 1d0]
  call mpi_bcast(y, 2, MPI_DOUBLE_PRECISION, ranks - 1, MPI_COMM_WORLD, error)
  good = good .and. y(1) == ranks - 1
  call mpi_barrier(MPI_COMM_WORLD, error)
  print '(i4,l2)', rank, good
  call mpi_finalize(error)
end program
