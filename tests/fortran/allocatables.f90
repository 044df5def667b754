! allocatables.f90 - arrays whose shape changes, allocatable components and results, move_alloc.
module shapes
  implicit none
  type box
    integer, allocatable :: part(:)
  end type
contains
  function squares(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    integer :: i
    r = [(i*i, i=1,n)]
  end function
end module
program allocatables
  use shapes
  implicit none
  real(8), allocatable :: a(:,:), b(:,:)
  type(box) :: x, y
  integer :: status
  allocate (a(3,4), source=2d0)
  a(:,2) = [1d0, 2d0, 3d0]
  b = matmul(transpose(a), a)
  print '(4f7.1)', b
  x%part = squares(5)
  y = x
  y%part(1) = 100
  print '(6i5)', x%part, y%part(1)
  call move_alloc(a, b)
  print *, allocated(a), shape(b)
  allocate (b(2,2), stat=status)
  print *, status /= 0
end program
