! halo.f90 - Jacobi on a ring of slabs: nonblocking messages, a communicator of a grid, allreduce.
program halo
  use mpi
  implicit none
  integer, parameter :: n = 24, rows = 8
  integer :: rank, ranks, grid, error, up, down, it, request(4), i
  real(8) :: u(n,0:rows+1), v(n,rows), change, whole
  call mpi_init(error)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
  call mpi_cart_create(MPI_COMM_WORLD, 1, [ranks], [.false.], .false., grid, error)
  call mpi_comm_rank(grid, rank, error)
  call mpi_cart_shift(grid, 0, 1, up, down, error)
  u = 0
  if (rank == 0) u(:,0) = 1
  do it = 1, 50
    call mpi_irecv(u(1,0), n, MPI_DOUBLE_PRECISION, up, 1, grid, request(1), error)
    call mpi_irecv(u(1,rows+1), n, MPI_DOUBLE_PRECISION, down, 2, grid, request(2), error)
    call mpi_isend(u(1,rows), n, MPI_DOUBLE_PRECISION, down, 1, grid, request(3), error)
    call mpi_isend(u(1,1), n, MPI_DOUBLE_PRECISION, up, 2, grid, request(4), error)
    call mpi_waitall(4, request, MPI_STATUSES_IGNORE, error)
    v = u(:,1:rows)
    do i = 2, n - 1
      v(i,:) = (u(i-1,1:rows) + u(i+1,1:rows) + u(i,0:rows-1) + u(i,2:rows+1)) / 4
    end do
    change = maxval(abs(v - u(:,1:rows)))
    u(:,1:rows) = v
    call mpi_allreduce(change, whole, 1, MPI_REAL8, MPI_MAX, grid, error)
  end do
  call mpi_allreduce(sum(u(:,1:rows)), change, 1, MPI_REAL8, MPI_SUM, grid, error)
  if (rank == 0) print '(2es16.8)', change, whole
  call mpi_finalize(error)
end program
