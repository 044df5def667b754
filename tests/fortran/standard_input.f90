! standard_input.f90 - rank 0 reads, by list, by format and by namelist; the others are told.
program standard_input
  use mpi
  implicit none
  integer :: rank, error, n = 0
  real(8) :: x(3)
  character(8) :: word
  integer :: level = 1
  logical :: fast = .false.
  namelist /settings/ level, fast
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    read (*, *) n, x
    read (*, '(a)') word
    read (*, nml=settings)
    print '(i3,3f6.2,1x,a,i3,l2)', n, x, word, level, fast
  end if
  call mpi_bcast(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  call mpi_bcast(x, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  call mpi_bcast(word, 8, MPI_CHARACTER, 0, MPI_COMM_WORLD, error)
  print '(i3,i4,f6.2,1x,a)', rank, n, x(2), word
  call mpi_finalize(error)
end program
