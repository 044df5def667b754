! numbers.f90 - intrinsic functions whose results are exact, random numbers and time of each rank's
! own, sorting, strings, bits.
program numbers
  use mpi
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer :: rank, error, i, n
  integer, allocatable :: seed(:)
  integer(int64) :: now, rate, later
  real(real64) :: r(4), whole(4)
  character(:), allocatable :: text
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call random_seed(size=n)
  allocate (seed(n))
  seed = 12345
  call random_seed(put=seed)
  call random_number(r)
  call mpi_allreduce(r, whole, 4, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
  call system_clock(now, rate)
  do i = 1, 1000
    r(1) = mod(r(1)*16807, 1d0)
  end do
  call system_clock(later)
  text = repeat('ab', 3)
  text = text // 'c'
  print '(i3,3l2,i3,2i6,1x,a,i3,f6.2)', rank, all(whole(2:4) == r(2:4)), later >= now, rate > 0, &
    popcnt(255), ieor(12, 10), ishft(1, 10), text(5:), index(text, 'c'), norm2([3d0, 4d0])
  call mpi_finalize(error)
end program
