! objects.f90 - types with procedures, polymorphism, interfaces to C, recursion, modules with state:
! which is each rank's own.
module counter
  implicit none
  integer, save :: calls = 0
  type, abstract :: figure
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    function area_of(this) result(a)
      import figure
      class(figure), intent(in) :: this
      real(8) :: a
    end function
  end interface
  type, extends(figure) :: square
    real(8) :: side
  contains
    procedure :: area => square_area
  end type
  type, extends(figure) :: circle
    real(8) :: radius
  contains
    procedure :: area => circle_area
  end type
contains
  function square_area(this) result(a)
    class(square), intent(in) :: this
    real(8) :: a
    calls = calls + 1
    a = this%side**2
  end function
  function circle_area(this) result(a)
    class(circle), intent(in) :: this
    real(8) :: a
    calls = calls + 10
    a = acos(-1d0)*this%radius**2
  end function
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    f = n
    if (n > 1) f = fibonacci(n-1) + fibonacci(n-2)
  end function
end module
program objects
  use counter
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    pure function c_abs(n) bind(c, name='abs') result(r)
      import c_int
      integer(c_int), value :: n
      integer(c_int) :: r
    end function
  end interface
  class(figure), allocatable :: f
  integer :: rank, error, i
  real(8) :: s = 0
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  do i = 0, rank
    if (mod(i, 2) == 0) then
      allocate (f, source=square(i + 1d0))
    else
      allocate (f, source=circle(i + 1d0))
    end if
    s = s + f%area()
    deallocate (f)
  end do
  print '(i3,i4,f9.3,i4,i3)', rank, calls, s, fibonacci(10), c_abs(-rank)
  call mpi_finalize(error)
end program
