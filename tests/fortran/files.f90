! files.f90 - each rank writes and reads a file of its own: formatted, unformatted, direct, stream,
! with rewind, backspace, inquire and a scratch file.
program files
  use mpi
  implicit none
  integer :: rank, error, i, n, unit, status
  real(8) :: x(100), y(100)
  character(32) :: name
  logical :: there
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  write (name, '("of_rank.",i0)') rank
  open (newunit=unit, file=name, action='readwrite', status='replace')
  do i = 1, 5
    write (unit, '(i4,f8.3)') i*rank, real(i)/3
  end do
  rewind (unit)
  n = 0
  do
    read (unit, *, iostat=status) i
    if (status /= 0) exit
    n = n + i
  end do
  backspace (unit)
  close (unit)
  x = [(rank + i/7d0, i=1,100)]
  open (newunit=unit, file=name, form='unformatted', access='stream', status='replace', &
        asynchronous='yes')
  write (unit) x
  read (unit, pos=1) y
  close (unit)
  open (newunit=unit, file=name, form='unformatted', access='direct', recl=16)
  read (unit, rec=3) x(1), x(2)
  write (unit, rec=3) x(2), x(1)
  read (unit, rec=3) x(3), x(4)
  close (unit, status='delete')
  inquire (file=name, exist=there)
  open (newunit=unit, status='scratch')
  write (unit, '(a)') 'scratch'
  rewind (unit)
  read (unit, '(a)') name
  close (unit)
  print '(i3,i6,l2,f10.5,2f10.5,l2,1x,a)', rank, n, all(y == [(rank + i/7d0, i=1,100)]), y(100), &
    x(3), x(4), there, trim(name)
  call mpi_finalize(error)
end program
