! ends.f90 - how a rank ends: stop with a code, error stop, an error of the library, a file that is
! not closed, arguments and environment.
program ends
  use mpi
  implicit none
  integer :: rank, error, i
  character(16) :: how, value
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(1, how)
  call get_environment_variable('FORTRAN_ENDS', value)
  write (*, '(i3,1x,a,1x,a,i3)') rank, trim(how), trim(value), command_argument_count()
  if (rank == 1) then
    select case (how)
    case ('stop')
      stop 7
    case ('error')
      error stop 'it is wrong'
    case ('library')
      read (how, *) i
    case ('unit')
      open (10, file='left_open')
      write (10, '(a)') 'whole'
      stop
    end select
  end if
end program
