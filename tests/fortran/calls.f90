! calls.f90 - calls of the small MPI that collectives.f90, halo.f90 and objects.f90 do not have:
! modes of sends, persistent requests, waits for some, groups, types, packing, operations and
! attributes of the program, hints, names; with results that are known.  Any number of ranks.
program calls
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, ranks, error, right, left, i, n, done, other, group, part, op, info, key
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE,4), requests(4), indices(4)
  integer :: a(8), b(8), type, request, position, dims(2), coords(2), cart, version, counts(4096)
  integer(MPI_ADDRESS_KIND) :: lb, extent, at(2), value, state
  logical :: flag, periods(2), same(2)
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=MPI_MAX_ERROR_STRING) :: text
  character(len=12) :: word
  character :: bytes(64)
  real(8) :: pair(2,2), best(2,2)
  real(16) :: quad, all_quads
  type(c_ptr) :: memory
  integer, pointer :: there(:)
  external :: largest, copied, deleted, asked
  integer :: copies, deletions
  common /seen/ copies, deletions
  character(len=40), save :: buffer(1000)

  call mpi_init_thread(MPI_THREAD_FUNNELED, i, error)
  call mpi_query_thread(n, error)
  call check('thread', i == MPI_THREAD_FUNNELED .and. n == i)
  call mpi_is_thread_main(flag, error)
  call check('main', flag)
  call mpi_get_version(version, n, error)
  call check('version', version == MPI_VERSION .and. n == MPI_SUBVERSION)
  call mpi_pcontrol(1)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)

  ! modes of sends
  call mpi_buffer_attach(buffer, 40000, error)
  call mpi_bsend(rank, 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, error)
  call mpi_ibsend(rank + 1, 1, MPI_INTEGER, right, 2, MPI_COMM_WORLD, request, error)
  call mpi_wait(request, MPI_STATUS_IGNORE, error)
  call mpi_recv(n, 1, MPI_INTEGER, left, 1, MPI_COMM_WORLD, status, error)
  call check('bsend', n == left .and. status(MPI_SOURCE) == left .and. status(MPI_TAG) == 1)
  call mpi_recv(n, 1, MPI_INTEGER, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call check('ibsend', n == left + 1)
  call mpi_buffer_detach(buffer, n, error)
  call check('detach', n == 40000)
  call mpi_irecv(n, 1, MPI_INTEGER, left, 3, MPI_COMM_WORLD, request, error)
  call mpi_barrier(MPI_COMM_WORLD, error)
  call mpi_rsend(rank, 1, MPI_INTEGER, right, 3, MPI_COMM_WORLD, error)
  call mpi_wait(request, status, error)
  call mpi_get_elements(status, MPI_INTEGER, i, error)
  call check('rsend', n == left .and. i == 1 .and. request == MPI_REQUEST_NULL)
  n = rank
  call mpi_sendrecv_replace(n, 1, MPI_INTEGER, right, 4, left, 4, MPI_COMM_WORLD, status, error)
  call check('replace', n == left)

  ! persistent requests, and waits for some
  call mpi_recv_init(a(1), 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, requests(1), error)
  call mpi_recv_init(a(2), 1, MPI_INTEGER, left, 6, MPI_COMM_WORLD, requests(2), error)
  call mpi_send_init(b(1), 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, requests(3), error)
  call mpi_ssend_init(b(2), 1, MPI_INTEGER, right, 6, MPI_COMM_WORLD, requests(4), error)
  do i = 1, 3
    b(1:2) = [rank + i, rank - i]
    call mpi_startall(3, requests, error)
    call mpi_start(requests(4), error)
    done = 0
    do while (done < 4)
      if (mod(i, 2) == 0) call mpi_waitsome(4, requests, n, indices, statuses, error)
      if (mod(i, 2) == 1) call mpi_testsome(4, requests, n, indices, statuses, error)
      if (n > 0) call check('some', all(indices(:n) >= 1 .and. indices(:n) <= 4))
      done = done + n
    end do
    call check('persistent', a(1) == left + i .and. a(2) == left - i)
  end do
  do i = 1, 4
    call mpi_request_free(requests(i), error)
  end do
  call check('freed', all(requests == MPI_REQUEST_NULL))
  do i = 1, 2
    call mpi_irecv(a(i), 1, MPI_INTEGER, left, 6 + i, MPI_COMM_WORLD, requests(i), error)
    b(i) = rank*i
    call mpi_issend(b(i), 1, MPI_INTEGER, right, 6 + i, MPI_COMM_WORLD, requests(2+i), error)
  end do
  flag = .false.
  do while (.not. flag)
    call mpi_testall(4, requests, flag, statuses, error)
  end do
  call check('testall', all(a(1:2) == [left, 2*left]) .and. all(requests == MPI_REQUEST_NULL) &
    .and. statuses(MPI_TAG, 2) == 8)
  call mpi_testany(4, requests, i, flag, status, error)
  call check('none', flag .and. i == MPI_UNDEFINED)
  call mpi_irecv(n, 1, MPI_INTEGER, left, 99, MPI_COMM_WORLD, request, error)
  call mpi_request_get_status(request, flag, status, error)
  call check('not yet', .not. flag)
  call mpi_cancel(request, error)
  call mpi_wait(request, status, error)
  call mpi_test_cancelled(status, flag, error)
  call check('cancelled', flag)

  ! groups
  call mpi_comm_group(MPI_COMM_WORLD, group, error)
  call mpi_group_size(group, n, error)
  call mpi_group_rank(group, i, error)
  call check('group', n == ranks .and. i == rank)
  call mpi_group_excl(group, 1, [0], part, error)
  call mpi_group_size(part, n, error)
  call check('excl', n == ranks - 1)
  call mpi_group_difference(group, part, other, error)
  call mpi_group_translate_ranks(other, 1, [0], group, a, error)
  call check('difference', a(1) == 0)
  call mpi_group_union(part, other, i, error)
  call mpi_group_compare(group, i, n, error)
  call check('union', n == merge(MPI_IDENT, MPI_SIMILAR, ranks == 1))
  call mpi_group_free(i, error)
  call mpi_group_intersection(part, other, i, error)
  call mpi_group_size(i, n, error)
  call check('intersection', n == 0)
  call mpi_group_free(other, error)
  call mpi_group_free(part, error)
  call mpi_group_range_incl(group, 1, reshape([0, ranks-1, 2], [3,1]), part, error)
  call mpi_group_size(part, n, error)
  call check('range', n == (ranks + 1)/2)
  call mpi_group_free(part, error)
  call mpi_group_range_excl(group, 1, reshape([0, ranks-1, 2], [3,1]), part, error)
  call mpi_group_size(part, n, error)
  call check('range_excl', n == ranks/2)
  call mpi_group_free(part, error)
  call mpi_group_free(group, error)
  call check('group_free', group == MPI_GROUP_NULL)

  ! communicators
  do i = 1, 100
    call mpi_comm_dup(MPI_COMM_WORLD, part, error)
    if (i < 100) call mpi_comm_free(part, error)
  end do
  call check('numbers are given back', part < 10)
  call mpi_comm_compare(part, MPI_COMM_WORLD, n, error)
  call check('congruent', n == MPI_CONGRUENT)
  call mpi_comm_set_name(part, 'second world', error)
  call mpi_comm_get_name(part, name, n, error)
  call check('name', name == 'second world' .and. n == 12)
  call mpi_comm_test_inter(part, flag, error)
  call check('inter', .not. flag)
  call mpi_comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, other, error)
  call mpi_comm_size(other, n, error)
  call check('shared', n >= 1 .and. n <= ranks)
  call mpi_comm_free(other, error)
  call mpi_cart_create(MPI_COMM_WORLD, 2, [ranks, 1], [.true., .false.], .false., cart, error)
  call mpi_topo_test(cart, n, error)
  call mpi_cartdim_get(cart, i, error)
  call mpi_cart_get(cart, 2, dims, periods, coords, error)
  call check('cart', n == MPI_CART .and. i == 2 .and. all(dims == [ranks, 1]) .and. periods(1) &
    .and. .not. periods(2) .and. coords(1) == rank)
  call mpi_topo_test(part, n, error)
  call check('no topology', n == MPI_UNDEFINED)

  ! collectives
  call mpi_exscan(rank, n, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (rank > 0) call check('exscan', n == rank*(rank - 1)/2)
  counts(1:ranks) = [(10*i + rank, i=0,ranks-1)]
  call mpi_reduce_scatter_block(counts, n, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call check('scatter_block', n == ranks*10*rank + ranks*(ranks - 1)/2)
  call mpi_reduce_scatter(counts, n, spread(1, 1, ranks), MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, &
    error)
  call check('reduce_scatter', n == 10*rank + ranks - 1)
  call mpi_op_create(largest, .true., op, error)
  call mpi_op_commutative(op, flag, error)
  call check('commutative', flag)
  call mpi_allreduce([rank, -rank], a, 2, MPI_INTEGER, op, MPI_COMM_WORLD, error)
  call check('operation', a(1) == ranks - 1 .and. a(2) == 1 - ranks)
  a(1:2) = [5, -50]
  call mpi_reduce_local([-6, 7], a, 2, MPI_INTEGER, op, error)
  call check('local', all(a(1:2) == [-6, -50]))
  call mpi_op_free(op, error)
  call check('op_free', op == MPI_OP_NULL)
  pair(:,1) = [real(mod(rank, 3), 8), real(rank, 8)]
  pair(:,2) = [-real(rank, 8), real(rank, 8)]
  call mpi_allreduce(pair, best, 2, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, error)
  call check('maxloc', best(1,1) == min(ranks - 1, 2) .and. best(2,1) == best(1,1) &
    .and. best(1,2) == 0 .and. best(2,2) == 0)
  quad = 1/3q0 + rank
  call mpi_allreduce(quad, all_quads, 1, MPI_REAL16, MPI_MAX, MPI_COMM_WORLD, error)
  call check('real16', all_quads == 1/3q0 + (ranks - 1))

  ! types
  call mpi_type_create_subarray(2, [4, 2], [2, 2], [1, 0], MPI_ORDER_FORTRAN, MPI_INTEGER, type, &
    error)
  call mpi_type_commit(type, error)
  a = [(100*rank + i, i=1,8)]
  b = 0
  call mpi_sendrecv(a, 1, type, right, 9, b, 4, MPI_INTEGER, left, 9, MPI_COMM_WORLD, status, error)
  call check('subarray', all(b(1:4) == 100*left + [2, 3, 6, 7]))
  call mpi_type_get_extent(type, lb, extent, error)
  call mpi_type_get_true_extent(type, at(1), at(2), error)
  call check('extents', lb == 0 .and. extent == 32 .and. at(1) == 4 .and. at(2) == 24)
  call mpi_type_free(type, error)
  call mpi_type_indexed(2, [1, 2], [6, 1], MPI_INTEGER, type, error)
  call pack_it(type, 3)
  call check('indexed', all(b(1:3) == 100*rank + [7, 2, 3]))
  call mpi_type_create_indexed_block(2, 1, [7, 0], MPI_INTEGER, type, error)
  call pack_it(type, 2)
  call check('indexed_block', all(b(1:2) == 100*rank + [8, 1]))
  at = [20, 8]
  call mpi_type_create_hindexed(2, [1, 1], at, MPI_INTEGER, type, error)
  call pack_it(type, 2)
  call check('hindexed', all(b(1:2) == 100*rank + [6, 3]))
  extent = 12
  call mpi_type_create_hvector(2, 1, extent, MPI_INTEGER, type, error)
  call pack_it(type, 2)
  call check('hvector', all(b(1:2) == 100*rank + [1, 4]))
  call mpi_get_address(a(3), at(1), error)
  call mpi_get_address(a(1), at(2), error)
  call mpi_type_create_struct(2, [1, 1], at, [MPI_INTEGER, MPI_INTEGER], type, error)
  call mpi_type_commit(type, error)
  call mpi_sendrecv(MPI_BOTTOM, 1, type, right, 10, b, 2, MPI_INTEGER, left, 10, MPI_COMM_WORLD, &
    status, error)
  call check('struct', all(b(1:2) == 100*left + [3, 1]))
  call mpi_type_dup(type, other, error)
  call mpi_type_free(type, error)
  call mpi_type_free(other, error)
  lb = -4
  extent = 12
  call mpi_type_create_resized(MPI_INTEGER, lb, extent, type, error)
  call mpi_type_get_extent(type, at(1), at(2), error)
  call check('resized', at(1) == -4 .and. at(2) == 12)
  call mpi_type_free(type, error)

  call mpi_type_vector(2, 1, 3, MPI_REAL8, type, error)
  call mpi_type_contiguous(4, type, other, error)
  call mpi_type_set_name(type, 'columns ', error)
  call mpi_type_free(type, error)
  call mpi_type_get_envelope(other, i, n, done, info, error)
  call check('envelope', i == 1 .and. n == 0 .and. done == 1 .and. info == MPI_COMBINER_CONTIGUOUS)
  call mpi_type_get_contents(other, 1, 0, 1, a, at, indices, error)
  call mpi_type_free(other, error)
  call mpi_type_get_contents(indices(1), 3, 0, 1, b, at, indices(2), error)
  call mpi_type_get_name(indices(1), name, n, error)
  call check('contents', a(1) == 4 .and. all(b(:3) == [2, 1, 3]) .and. indices(2) == MPI_REAL8 &
             .and. name == 'columns' .and. n == 7)
  call mpi_type_free(indices(1), error)
  call mpi_type_match_size(MPI_TYPECLASS_INTEGER, 8, n, error)
  call check('match', n == MPI_INTEGER8)

  ! hints, memory, texts
  call mpi_info_create(info, error)
  call mpi_info_set(info, ' key one ', '  a value ', error)
  call mpi_info_set(info, 'two', '2', error)
  call mpi_info_get(info, 'key one', 12, word, flag, error)
  call check('info', flag .and. word == 'a value')
  call mpi_info_get(info, 'three', 12, word, flag, error)
  call check('no hint', .not. flag .and. word == 'a value')
  call mpi_info_get_valuelen(info, 'key one  ', n, flag, error)
  call mpi_info_get_nkeys(info, i, error)
  call check('lengths', flag .and. n == 7 .and. i == 2)
  call mpi_info_dup(info, other, error)
  call mpi_info_delete(info, 'two', error)
  call mpi_info_get_nthkey(info, 0, name, error)
  call mpi_info_get_nkeys(other, n, error)
  call check('dup', name == 'key one' .and. n == 2)
  call mpi_info_free(info, error)
  call mpi_info_free(other, error)
  call check('info_free', info == MPI_INFO_NULL)
  extent = 400
  call mpi_alloc_mem(extent, MPI_INFO_NULL, memory, error)
  call c_f_pointer(memory, there, [100])
  there = rank
  call check('memory', sum(there) == 100*rank)
  call mpi_free_mem(there, error)
  call mpi_error_class(MPI_ERR_TRUNCATE, n, error)
  call mpi_error_string(MPI_ERR_TRUNCATE, text, i, error)
  call check('error', n == MPI_ERR_TRUNCATE .and. text(:i) == 'Message truncated')
  call mpi_comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
  call mpi_errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, error)
  call mpi_comm_create_errhandler(asked, n, error)
  call mpi_comm_dup(MPI_COMM_WORLD, other, error)
  call mpi_comm_set_errhandler(other, n, error)
  call mpi_errhandler_get(other, i, error)
  copies = 0
  call mpi_comm_call_errhandler(other, MPI_ERR_IO, error)
  call check('errhandler', i == n .and. copies == other + MPI_ERR_IO)
  call mpi_comm_free(other, error)
  copies = 0
  call mpi_add_error_class(n, error)
  call mpi_add_error_code(n, done, error)
  call mpi_add_error_string(done, 'of my own  ', error)
  call mpi_error_string(done, text, i, error)
  call mpi_error_class(done, i, error)
  call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, value, flag, error)
  call check('own error', text == 'of my own' .and. i == n .and. flag .and. value == done)

  ! attributes
  call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, error)
  call check('tag_ub', flag .and. value == huge(1))
  call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, value, flag, error)
  call check('global', flag .and. value == 1)
  state = 7
  call mpi_comm_create_keyval(copied, deleted, key, state, error)
  value = 2_8**40 + rank
  call mpi_comm_set_attr(part, key, value, error)
  call mpi_comm_dup(part, other, error)
  call mpi_comm_get_attr(other, key, value, flag, error)
  call check('copied', flag .and. value == 2_8**40 + rank + 7 .and. copies == 1)
  call mpi_comm_get_attr(MPI_COMM_WORLD, key, value, flag, error)
  call check('not there', .not. flag)
  call mpi_comm_free(other, error)
  call mpi_comm_delete_attr(part, key, error)
  call check('deleted', deletions == 2)
  call mpi_comm_free_keyval(key, error)
  call mpi_comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, state, error)
  value = -rank
  call mpi_comm_set_attr(part, key, value, error)
  call mpi_comm_dup(part, other, error)
  call mpi_comm_get_attr(other, key, value, flag, error)
  call check('dup_fn', flag .and. value == -rank)
  call mpi_comm_free(other, error)
  call mpi_comm_free(part, error)
  call mpi_comm_free(cart, error)

  print '(i4,a)', rank, ' has called all'
  call mpi_finalize(error)

contains
  subroutine check(what, good)
    character(len=*) :: what
    logical :: good
    if (.not. good) print '(i4,a,a)', rank, ' WRONG: ', what
  end subroutine

  ! Frees the type.
  subroutine pack_it(type, n)
    integer :: type, n
    call mpi_type_commit(type, error)
    position = 0
    call mpi_pack(a, 1, type, bytes, 64, position, MPI_COMM_WORLD, error)
    call mpi_pack_size(1, type, MPI_COMM_WORLD, i, error)
    call check('packed', position == 4*n .and. i >= position)
    position = 0
    call mpi_unpack(bytes, 64, position, b, n, MPI_INTEGER, MPI_COMM_WORLD, error)
    call mpi_type_free(type, error)
  end subroutine
end program

! The number with the larger magnitude.
subroutine largest(in, inout, n, type)
  use mpi
  implicit none
  integer :: n, type, in(n), inout(n)
  if (type /= MPI_INTEGER) print *, 'WRONG: type', type
  where (abs(in) > abs(inout)) inout = in
end subroutine

subroutine asked(comm, code)
  implicit none
  integer :: comm, code, copies, deletions
  common /seen/ copies, deletions
  copies = comm + code
end subroutine

subroutine copied(comm, key, state, in, out, flag, error)
  use mpi
  implicit none
  integer :: comm, key, error, copies, deletions
  integer(MPI_ADDRESS_KIND) :: state, in, out
  logical :: flag
  common /seen/ copies, deletions
  copies = copies + 1
  out = in + state
  flag = .true.
  error = MPI_SUCCESS
end subroutine

subroutine deleted(comm, key, value, state, error)
  use mpi
  implicit none
  integer :: comm, key, error, copies, deletions
  integer(MPI_ADDRESS_KIND) :: value, state
  common /seen/ copies, deletions
  if (state /= 7) print *, 'WRONG: state', state
  deletions = deletions + 1
  error = MPI_SUCCESS
end subroutine
