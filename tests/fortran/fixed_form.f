c     fixed_form.f - FORTRAN 77: common blocks, equivalence, entry, data, computed goto, mpif.h.
      program fixed
      include 'mpif.h'
      integer rank, ranks, error, status(MPI_STATUS_SIZE), i, j
      double precision sum, whole
      common /shared/ sum, whole, i
      integer words(2)
      double precision pair
      equivalence (words, pair)
      data words /1, 2/
      call mpi_init(error)
      call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      sum = 0
      do 10 i = 1, 10
         call add(dble(i*(rank+1)))
   10 continue
      call twice
      call mpi_reduce(sum, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                MPI_COMM_WORLD, error)
      j = mod(rank, 3) + 1
      goto (20, 30, 40), j
   20 j = 100
      goto 50
   30 j = 200
      goto 50
   40 j = 300
   50 if (rank .eq. 0) then
         write (*, '(a,f10.1,i6)') 'sum', whole, words(2)
         do 60 i = 1, ranks - 1
            call mpi_recv(j, 1, MPI_INTEGER, MPI_ANY_SOURCE, i,
     &                    MPI_COMM_WORLD, status, error)
            write (*, '(3i6)') j, status(MPI_SOURCE), status(MPI_TAG)
   60    continue
      else
         call mpi_send(j, 1, MPI_INTEGER, 0, rank, MPI_COMM_WORLD,
     &                 error)
      end if
      call mpi_finalize(error)
      end

      subroutine add(x)
      double precision x, sum, whole
      integer i
      common /shared/ sum, whole, i
      sum = sum + x
      return
      entry twice
      sum = 2*sum
      end
