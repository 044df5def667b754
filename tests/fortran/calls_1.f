C calls_1.f - calls of MPI 1 that have INTEGERs where MPI 2 has others: attributes, addresses,
C types by bytes; without declarations, and with bits as a number, as compilers of the time took it.
C Any number of ranks.
      program calls1
      include 'mpif.h'
      external copy1, drop1
      integer status(MPI_STATUS_SIZE), at(2), types(2), lengths(2)
      integer first(4)
      integer*8 bits
      double precision second(4)
      logical flag
      common /sent/ second, first
      parameter (bits = x'00003fffffffffff')
      call mpi_init(ierr)
      call mpi_comm_rank(MPI_COMM_WORLD, me, ierr)
      call mpi_comm_size(MPI_COMM_WORLD, n, ierr)
      call mpi_attr_get(MPI_COMM_WORLD, MPI_TAG_UB, ival, flag, ierr)
      if (.not. flag .or. ival .lt. 32767) print *, 'WRONG: tag', ival
      call mpi_attr_get(MPI_COMM_WORLD, MPI_IO, ival, flag, ierr)
      if (.not. flag .or. ival .ne. MPI_ANY_SOURCE) print *, 'WRONG: io'
      call mpi_keyval_create(copy1, drop1, key, 5, ierr)
      call mpi_attr_put(MPI_COMM_SELF, key, -1000 - me, ierr)
      call mpi_comm_dup(MPI_COMM_SELF, icopy, ierr)
      call mpi_attr_get(icopy, key, ival, flag, ierr)
      if (.not. flag .or. ival .ne. -995 - me) print *, 'WRONG: copy'
      call mpi_attr_delete(icopy, key, ierr)
      call mpi_attr_get(icopy, key, ival, flag, ierr)
      if (flag) print *, 'WRONG: deleted'
      call mpi_comm_free(icopy, ierr)
      call mpi_keyval_free(key, ierr)
      if (key .ne. MPI_KEYVAL_INVALID) print *, 'WRONG: key', key
      call mpi_keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, key, 0,
     +  ierr)
      call mpi_attr_put(MPI_COMM_WORLD, key, me, ierr)
      call mpi_comm_dup(MPI_COMM_WORLD, icopy, ierr)
      call mpi_attr_get(icopy, key, ival, flag, ierr)
      if (.not. flag .or. ival .ne. me) print *, 'WRONG: dup_fn'
C A structure of two arrays: from where they lie, and from MPI_BOTTOM.
      do i = 1, 4
        first(i) = 10*me + i
        second(i) = me + i/8d0
      end do
      call mpi_address(first(2), at(1), ierr)
      call mpi_address(second(3), at(2), ierr)
      lengths(1) = 2
      lengths(2) = 1
      types(1) = MPI_INTEGER
      types(2) = MPI_DOUBLE_PRECISION
      call mpi_type_struct(2, lengths, at, types, itype, ierr)
      call mpi_type_commit(itype, ierr)
      iright = mod(me + 1, n)
      ileft = mod(me + n - 1, n)
      call mpi_sendrecv_replace(MPI_BOTTOM, 1, itype, iright, 1, ileft,
     +  1, MPI_COMM_WORLD, status, ierr)
      if (first(1) .ne. 10*me + 1 .or. first(2) .ne. 10*ileft + 2 .or.
     +  first(3) .ne. 10*ileft + 3 .or. first(4) .ne. 10*me + 4 .or.
     +  second(2) .ne. me + .25d0 .or. second(3) .ne. ileft + .375d0)
     +  print *, 'WRONG: struct', first, second
      call mpi_type_free(itype, ierr)
      at(2) = at(2) - at(1)
      at(1) = 0
      call mpi_type_struct(2, lengths, at, types, itype, ierr)
      call mpi_type_commit(itype, ierr)
      call mpi_bcast(first(2), 1, itype, n - 1, MPI_COMM_WORLD, ierr)
      ilast = mod(2*n - 2, n)
      if (first(2) .ne. 10*ilast + 2 .or. second(3) .ne. ilast + .375d0)
     +  print *, 'WRONG: bcast', first, second
      call mpi_type_extent(itype, isize, ierr)
      call mpi_type_lb(itype, lb, ierr)
      call mpi_type_ub(itype, iub, ierr)
      if (iub - lb .ne. isize) print *, 'WRONG: extent', isize, lb, iub
      call mpi_type_free(itype, ierr)
      at(1) = 8
      at(2) = 0
      lengths(1) = 1
      call mpi_type_hindexed(2, lengths, at, MPI_INTEGER, itype, ierr)
      call mpi_type_hvector(2, 1, 4, itype, ivec, ierr)
      call mpi_type_size(ivec, isize, ierr)
      call mpi_type_extent(ivec, iext, ierr)
      if (isize .ne. 16 .or. iext .ne. 16) print *, 'WRONG: hvector'
      print '(i4, i16)', me, bits
      call mpi_finalize(ierr)
      end

      subroutine copy1(icomm, key, istate, ival, iout, flag, ierr)
      include 'mpif.h'
      logical flag
      iout = ival + istate
      flag = .true.
      ierr = MPI_SUCCESS
      end

      subroutine drop1(icomm, key, ival, istate, ierr)
      include 'mpif.h'
      if (istate .ne. 5) print *, 'WRONG: state', istate
      ierr = MPI_SUCCESS
      end
