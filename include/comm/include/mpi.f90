! mpi.f90 - the module of the small MPI: what mpif.h has.  bgq-mpif90 compiles it with the compiler
! that is to use it, since each version has its own form of modules.
module mpi
  implicit none
  include 'mpif.h'
end module mpi
