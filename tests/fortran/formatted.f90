! formatted.f90 - print and write in many forms, and internal files.
program formatted
  implicit none
  integer :: i
  character(20) :: line
  logical :: yes = .true.
  complex :: z = (1.5, -2.25)
  real(16) :: q
  print '(a,i5,z6,b9)', 'integers', 42, 255, 5
  write (*, '(f8.3,es12.4,g10.3)') 3.14159d0, 12345.678d0, 0.001d0
  write (*, '(3(i3,","),l2)') (i*i, i=1,3), yes
  write (*, '(2f7.2)') z
  write (line, '(a,i4.4)') 'file', 7
  print *, trim(line), len_trim(line)
  read (line(5:8), *) i
  print '(i0)', i
  q = 2
  print '(f40.33)', sqrt(q)
  print '(e12.3)', tiny(1d0)
end program
