/*
 * mpi_objects.c - the small MPI: what holds no message: keys and attributes of a program, hints,
 * names, groups as sets, parts of arrays, packing, operations in one rank, error handlers and
 * codes.
 * Leaves out arguments that are wrong.
 */
#include "mpi_test.h"

#define W MPI_COMM_WORLD

static int copies, deletions;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	CHECK(comm != MPI_COMM_NULL && keyval >= 0 && extra == &copies);
	copies++;
	*(void **)out = (char *)in + 1;
	*flag = 1;
	return MPI_SUCCESS;
}

static int gone(MPI_Comm comm, int keyval, void *value, void *extra)
{
	CHECK(comm != MPI_COMM_NULL && keyval >= 0 && value && extra == &copies);
	deletions++;
	return MPI_SUCCESS;
}

static void attributes(void)
{
	static char place[4];
	MPI_Comm dup;
	int mine, plain, flag;
	void *value;

	MPI_Comm_create_keyval(copy, gone, &mine, &copies);
	MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &plain, NULL);
	MPI_Comm_get_attr(W, mine, &value, &flag);
	CHECK(!flag);
	MPI_Comm_set_attr(W, mine, place);
	MPI_Attr_put(W, plain, place + 3);
	MPI_Attr_get(W, plain, &value, &flag);
	CHECK(flag && value == place + 3);
	MPI_Comm_dup(W, &dup);
	CHECK(copies == 1);
	MPI_Comm_get_attr(dup, mine, &value, &flag);
	CHECK(flag && value == place + 1);
	MPI_Comm_get_attr(dup, plain, &value, &flag);
	CHECK(!flag);
	MPI_Comm_set_attr(dup, mine, place + 2);
	CHECK(deletions == 1);
	MPI_Comm_free(&dup);
	CHECK(deletions == 2);
	MPI_Comm_delete_attr(W, mine);
	CHECK(deletions == 3);
	MPI_Attr_delete(W, plain);
	MPI_Keyval_free(&plain);
	MPI_Comm_free_keyval(&mine);
	CHECK(mine == MPI_KEYVAL_INVALID && plain == MPI_KEYVAL_INVALID);
}

static void hints(void)
{
	MPI_Info info, other;
	char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
	int flag, n;

	MPI_Info_create(&info);
	MPI_Info_set(info, "access", "random");
	MPI_Info_set(info, "size", "12");
	MPI_Info_set(info, "access", "sequential");
	MPI_Info_get(info, "access", MPI_MAX_INFO_VAL, value, &flag);
	CHECK(flag && strcmp(value, "sequential") == 0);
	MPI_Info_get(info, "access", 3, value, &flag);
	CHECK(flag && strcmp(value, "seq") == 0);
	MPI_Info_get_valuelen(info, "size", &n, &flag);
	CHECK(flag && n == 2);
	MPI_Info_get(info, "none", MPI_MAX_INFO_VAL, value, &flag);
	CHECK(!flag);
	MPI_Info_dup(info, &other);
	MPI_Info_delete(info, "access");
	MPI_Info_get_nkeys(info, &n);
	CHECK(n == 1);
	MPI_Info_get_nkeys(other, &n);
	CHECK(n == 2);
	MPI_Info_get_nthkey(other, 1, key);
	CHECK(strcmp(key, "size") == 0);
	MPI_Info_free(&info);
	MPI_Info_free(&other);
	CHECK(info == MPI_INFO_NULL);
}

static void names(void)
{
	char name[MPI_MAX_OBJECT_NAME];
	MPI_Comm dup, cart;
	int n, kind, flag, periodic = 1;

	MPI_Comm_get_name(W, name, &n);
	CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && n == 14);
	MPI_Comm_dup(W, &dup);
	MPI_Comm_set_name(dup, "rows");
	MPI_Comm_get_name(dup, name, &n);
	CHECK(strcmp(name, "rows") == 0 && n == 4);
	MPI_Topo_test(dup, &kind);
	MPI_Comm_test_inter(dup, &flag);
	CHECK(kind == MPI_UNDEFINED && !flag);
	MPI_Cart_create(W, 1, &mpi_size, &periodic, 0, &cart);
	MPI_Topo_test(cart, &kind);
	CHECK(kind == MPI_CART);
	MPI_Comm_free(&cart);
	MPI_Comm_free(&dup);
	MPI_Is_thread_main(&flag);
	CHECK(flag);
	MPI_Error_class(MPI_ERR_RANK, &n);
	CHECK(n == MPI_ERR_RANK);
}

static void sets(void)
{
	MPI_Group all, even, low, g;
	int every_second[1][3] = { { 0, mpi_size - 1, 2 } };
	int half[1][3] = { { mpi_size / 2 - 1, 0, -1 } };
	int size, rank, result;

	MPI_Comm_group(W, &all);
	MPI_Group_range_incl(all, 1, every_second, &even);
	MPI_Group_rank(even, &rank);
	CHECK(rank == (mpi_rank % 2 ? MPI_UNDEFINED : mpi_rank / 2));
	MPI_Group_range_incl(all, 1, half, &low);
	MPI_Group_rank(low, &rank);
	CHECK(rank == (mpi_rank < mpi_size / 2 ? mpi_size / 2 - 1 - mpi_rank : MPI_UNDEFINED));
	MPI_Group_union(even, low, &g);
	MPI_Group_size(g, &size);
	CHECK(size == mpi_size / 2 + (mpi_size + 1) / 2 - (mpi_size / 2 + 1) / 2);
	MPI_Group_free(&g);
	MPI_Group_intersection(even, low, &g);
	MPI_Group_size(g, &size);
	CHECK(size == (mpi_size / 2 + 1) / 2);
	MPI_Group_free(&g);
	MPI_Group_difference(all, even, &g);
	MPI_Group_size(g, &size);
	CHECK(size == mpi_size / 2);
	MPI_Group_free(&g);
	MPI_Group_range_excl(all, 1, every_second, &g);
	MPI_Group_compare(g, even, &result);
	CHECK(result == (mpi_size > 0 ? MPI_UNEQUAL : MPI_IDENT));
	MPI_Group_free(&g);
	MPI_Group_union(low, all, &g);
	MPI_Group_compare(g, all, &result);
	CHECK(result == (mpi_size / 2 < 2 ? MPI_IDENT : MPI_SIMILAR));
	MPI_Group_free(&g);
	MPI_Group_free(&even);
	MPI_Group_free(&low);
	MPI_Group_free(&all);
}

/* Elements of a part of an array, through a message to the caller itself. */
static void part(int order)
{
	int sizes[3] = { 4, 5, 6 }, parts[3] = { 2, 3, 4 }, starts[3] = { 1, 0, 2 };
	int array[4 * 5 * 6], got[2 * 3 * 4], n = 0;
	MPI_Aint lb, extent;
	MPI_Datatype t;

	for (int i = 0; i < 4 * 5 * 6; i++)
		array[i] = i;
	MPI_Type_create_subarray(3, sizes, parts, starts, order, MPI_INT, &t);
	MPI_Type_commit(&t);
	MPI_Type_get_extent(t, &lb, &extent);
	CHECK(lb == 0 && extent == (MPI_Aint)sizeof array);
	MPI_Sendrecv(array, 1, t, 0, 0, got, 2 * 3 * 4, MPI_INT, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	if (order == MPI_ORDER_C) {
		for (int x = 1; x < 3; x++)
			for (int y = 0; y < 3; y++)
				for (int z = 2; z < 6; z++)
					CHECK(got[n++] == (x * 5 + y) * 6 + z);
	} else {
		for (int z = 2; z < 6; z++)
			for (int y = 0; y < 3; y++)
				for (int x = 1; x < 3; x++)
					CHECK(got[n++] == (z * 5 + y) * 4 + x);
	}
	MPI_Type_free(&t);
}

static void types(void)
{
	int at[3] = { 4, 0, 2 }, values[6] = { 10, 11, 12, 13, 14, 15 }, got[6] = { 0 };
	MPI_Aint lb, ub, extent;
	MPI_Datatype pairs, wide, copied;

	MPI_Type_create_indexed_block(3, 2, at, MPI_INT, &pairs);
	MPI_Type_commit(&pairs);
	MPI_Sendrecv(values, 1, pairs, 0, 0, got, 6, MPI_INT, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	CHECK(got[0] == 14 && got[1] == 15 && got[2] == 10 && got[5] == 13);
	MPI_Type_create_resized(MPI_INT, -4, 16, &wide);
	MPI_Type_lb(wide, &lb);
	MPI_Type_ub(wide, &ub);
	CHECK(lb == -4 && ub == 12);
	MPI_Type_get_true_extent(wide, &lb, &extent);
	CHECK(lb == 0 && extent == 4);
	MPI_Type_dup(pairs, &copied);
	MPI_Type_free(&pairs);
	memset(got, 0, sizeof got);
	MPI_Sendrecv(values, 6, MPI_INT, 0, 0, got, 1, copied, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	CHECK(got[4] == 10 && got[5] == 11 && got[0] == 12 && got[3] == 15);
	MPI_Type_free(&copied);
	MPI_Type_free(&wide);
}

/* A mark says nothing of the other bound: the data does, and 0 where there is none. */
static void marks(void)
{
	MPI_Datatype only[] = { MPI_LB }, above[] = { MPI_DOUBLE, MPI_LB }, t;
	int one[] = { 1, 1 };
	MPI_Aint at[] = { 10, 0 }, place[] = { 0, 100 }, lb, extent;

	MPI_Type_create_struct(1, one, at, only, &t);
	MPI_Type_get_extent(t, &lb, &extent);
	CHECK(lb == 10 && extent == -10);
	MPI_Type_free(&t);
	MPI_Type_create_struct(2, one, place, above, &t);
	MPI_Type_get_extent(t, &lb, &extent);
	CHECK(lb == 100 && extent == -88);
	MPI_Type_free(&t);
}

/* What a type says that it was made of, and a type made of that again. */
static void made_of(MPI_Datatype t, int combiner, int integers, int addresses, int types,
		    const int want[])
{
	int i, a, d, c, integer[32];
	MPI_Aint address[4];
	MPI_Datatype old[4];

	MPI_Type_get_envelope(t, &i, &a, &d, &c);
	CHECK(c == combiner && i == integers && a == addresses && d == types);
	MPI_Type_get_contents(t, i, a, d, integer, address, old);
	for (int k = 0; k < i; k++)
		CHECK(integer[k] == want[k]);
	for (int k = 0; k < a; k++)
		CHECK(address[k] == want[i + k]);
	for (int k = 0; k < d; k++)
		CHECK(old[k] == MPI_INT);
	MPI_Type_free(&t);
}

static void recipes(void)
{
	int two[] = { 2, 3 }, at[] = { 1, 5 }, ones[] = { 1, 1 }, how[] = { 121, 122 };
	int none[] = { MPI_DISTRIBUTE_DFLT_DARG, 2 }, grid[] = { 1, 1 }, i, a, d, c;
	MPI_Aint far[] = { 8, 64 };
	MPI_Datatype both[] = { MPI_INT, MPI_INT }, t, outer, old;

	MPI_Type_get_envelope(MPI_INT, &i, &a, &d, &c);
	CHECK(c == MPI_COMBINER_NAMED && i == 0 && a == 0 && d == 0);
	MPI_Type_contiguous(3, MPI_INT, &t);
	made_of(t, MPI_COMBINER_CONTIGUOUS, 1, 0, 1, (int[]){ 3 });
	MPI_Type_vector(2, 3, 4, MPI_INT, &t);
	made_of(t, MPI_COMBINER_VECTOR, 3, 0, 1, (int[]){ 2, 3, 4 });
	MPI_Type_create_hvector(2, 3, 20, MPI_INT, &t);
	made_of(t, MPI_COMBINER_HVECTOR, 2, 1, 1, (int[]){ 2, 3, 20 });
	MPI_Type_indexed(2, two, at, MPI_INT, &t);
	made_of(t, MPI_COMBINER_INDEXED, 5, 0, 1, (int[]){ 2, 2, 3, 1, 5 });
	MPI_Type_create_indexed_block(2, 4, at, MPI_INT, &t);
	made_of(t, MPI_COMBINER_INDEXED_BLOCK, 4, 0, 1, (int[]){ 2, 4, 1, 5 });
	MPI_Type_create_hindexed(2, two, far, MPI_INT, &t);
	made_of(t, MPI_COMBINER_HINDEXED, 3, 2, 1, (int[]){ 2, 2, 3, 8, 64 });
	MPI_Type_create_struct(2, two, far, both, &t);
	made_of(t, MPI_COMBINER_STRUCT, 3, 2, 2, (int[]){ 2, 2, 3, 8, 64 });
	MPI_Type_create_subarray(2, at, ones, (int[]){ 0, 4 }, MPI_ORDER_C, MPI_INT, &t);
	made_of(t, MPI_COMBINER_SUBARRAY, 8, 0, 1, (int[]){ 2, 1, 5, 1, 1, 0, 4, MPI_ORDER_C });
	MPI_Type_create_darray(1, 0, 2, two, how, none, grid, MPI_ORDER_FORTRAN, MPI_INT, &t);
	made_of(t, MPI_COMBINER_DARRAY, 12, 0, 1,
		(int[]){ 1, 0, 2, 2, 3, 121, 122, none[0], 2, 1, 1, MPI_ORDER_FORTRAN });
	MPI_Type_create_resized(MPI_INT, -4, 16, &t);
	made_of(t, MPI_COMBINER_RESIZED, 0, 2, 1, (int[]){ -4, 16 });
	MPI_Type_dup(MPI_INT, &t);
	made_of(t, MPI_COMBINER_DUP, 0, 0, 1, NULL);
	/* An old type can be freed first, and is there again. */
	MPI_Type_vector(2, 1, 2, MPI_INT, &t);
	MPI_Type_contiguous(2, t, &outer);
	MPI_Type_free(&t);
	MPI_Type_get_contents(outer, 1, 0, 1, &i, NULL, &old);
	MPI_Type_free(&outer);
	made_of(old, MPI_COMBINER_VECTOR, 3, 0, 1, (int[]){ 2, 1, 2 });
}

static void names_of_types(void)
{
	char name[MPI_MAX_OBJECT_NAME];
	MPI_Datatype t;
	int n;

	MPI_Type_get_name(MPI_DOUBLE, name, &n);
	CHECK(strcmp(name, "MPI_DOUBLE") == 0 && n == 10);
	MPI_Type_contiguous(2, MPI_INT, &t);
	MPI_Type_get_name(t, name, &n);
	CHECK(n == 0 && *name == '\0');
	MPI_Type_set_name(t, "a pair");
	MPI_Type_get_name(t, name, &n);
	CHECK(strcmp(name, "a pair") == 0 && n == 6);
	MPI_Type_free(&t);
	MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t);
	CHECK(t == MPI_DOUBLE);
	MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &t);
	CHECK(t == MPI_SHORT);
	MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 32, &t);
	CHECK(t == MPI_COMPLEX32);
}

static int asked, asked_code;
static MPI_Comm asked_comm;

static void ask(MPI_Comm *comm, int *code, ...)
{
	asked++;
	asked_comm = *comm;
	asked_code = *code;
}

/* A communicator has its parent's; a handler lives while one has it. */
static void handlers(void)
{
	MPI_Comm dup, half;
	MPI_Errhandler mine, got;

	MPI_Comm_get_errhandler(W, &got);
	CHECK(got == MPI_ERRORS_ARE_FATAL);
	MPI_Comm_dup(W, &dup);
	MPI_Comm_create_errhandler(ask, &mine);
	MPI_Comm_set_errhandler(dup, mine);
	MPI_Comm_split(dup, mpi_rank % 2, 0, &half);
	MPI_Errhandler_get(half, &got);
	CHECK(got == mine);
	MPI_Errhandler_free(&mine);
	CHECK(mine == MPI_ERRHANDLER_NULL);
	MPI_Comm_call_errhandler(half, MPI_ERR_TAG);
	CHECK(asked == 1 && asked_comm == half && asked_code == MPI_ERR_TAG);
	MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
	CHECK(MPI_Comm_call_errhandler(half, MPI_ERR_TAG) == MPI_SUCCESS && asked == 1);
	MPI_Comm_free(&half);
	MPI_Comm_free(&dup);
}

/* Classes and codes of the program's are above the standard's. */
static void own_errors(void)
{
	int class, code, other, *last, flag, n;
	char text[MPI_MAX_ERROR_STRING];

	MPI_Comm_get_attr(W, MPI_LASTUSEDCODE, &last, &flag);
	CHECK(flag && *last == MPI_ERR_LASTCODE);
	MPI_Add_error_class(&class);
	MPI_Add_error_code(class, &code);
	MPI_Add_error_code(MPI_ERR_IO, &other);
	CHECK(class > MPI_ERR_LASTCODE && code > class && *last == other);
	MPI_Error_string(code, text, &n);
	CHECK(n == 0);
	MPI_Add_error_string(class, "class");
	MPI_Add_error_string(code, "code");
	MPI_Error_string(class, text, &n);
	CHECK(n == 5 && strcmp(text, "class") == 0);
	MPI_Error_class(code, &n);
	CHECK(n == class);
	MPI_Error_class(other, &n);
	CHECK(n == MPI_ERR_IO);
}

static int ended, expected;

/* The last one set is the first; MPI can still be called. */
static int at_end(MPI_Comm comm, int key, void *value, void *extra)
{
	int flag = 1;

	(void)key;
	MPI_Finalized(&flag);
	MPI_Barrier(comm);
	if (!flag && comm == MPI_COMM_SELF && *(int *)value == expected-- && extra == &ended)
		ended++;
	return MPI_SUCCESS;
}

/* MPI_Finalize() frees MPI_COMM_SELF first. */
static void attributes_of_self(void)
{
	static int values[4] = { 1, 2, 3, 4 };

	for (int i = 0; i < 4; i++) {
		int key;

		MPI_Comm_create_keyval(MPI_NULL_COPY_FN, at_end, &key, &ended);
		MPI_Comm_set_attr(MPI_COMM_SELF, key, &values[i]);
		MPI_Comm_free_keyval(&key);
	}
	expected = 4;
}

static void packed(void)
{
	char bytes[64], got[64];
	double number = 1.5, back = 0;
	int word = mpi_rank, other = -1, at = 0, size;
	MPI_Status s;

	MPI_Pack(&word, 1, MPI_INT, bytes, sizeof bytes, &at, W);
	MPI_Pack(&number, 1, MPI_DOUBLE, bytes, sizeof bytes, &at, W);
	MPI_Pack_size(1, MPI_DOUBLE, W, &size);
	CHECK(size == 8 && at == 12);
	MPI_Sendrecv(bytes, at, MPI_PACKED, (mpi_rank + 1) % mpi_size, 1, got, sizeof got,
		     MPI_PACKED, MPI_ANY_SOURCE, 1, W, &s);
	MPI_Get_count(&s, MPI_PACKED, &size);
	CHECK(size == 12);
	at = 0;
	MPI_Unpack(got, size, &at, &other, 1, MPI_INT, W);
	MPI_Unpack(got, size, &at, &back, 1, MPI_DOUBLE, W);
	CHECK(other == (mpi_rank + mpi_size - 1) % mpi_size && back == 1.5 && at == 12);
}

static void operations(void)
{
	int in[3] = { 1, 5, 3 }, inout[3] = { 4, 2, 3 }, commutes = -1;

	MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_MAX);
	CHECK(inout[0] == 4 && inout[1] == 5 && inout[2] == 3);
	MPI_Op_commutative(MPI_MAX, &commutes);
	CHECK(commutes == 1);
}

/* Handles of C have numbers in Fortran; mpif.h has the numbers of predefined ones. */
static void numbers(void)
{
	MPI_Datatype pair;
	MPI_Group all;
	MPI_Comm dup;
	MPI_Fint n;

	CHECK(MPI_Comm_f2c(MPI_Comm_c2f(W)) == W && MPI_Comm_c2f(MPI_COMM_NULL) == 0);
	CHECK(MPI_Comm_f2c(0) == MPI_COMM_NULL && MPI_Op_f2c(MPI_Op_c2f(MPI_MAX)) == MPI_MAX);
	CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
	CHECK(MPI_Request_f2c(MPI_Request_c2f(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
	MPI_Comm_dup(W, &dup);
	n = MPI_Comm_c2f(dup);
	CHECK(n != MPI_Comm_c2f(W) && n == MPI_Comm_c2f(dup) && MPI_Comm_f2c(n) == dup);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	CHECK(MPI_Type_f2c(MPI_Type_c2f(pair)) == pair);
	MPI_Comm_group(W, &all);
	CHECK(MPI_Group_f2c(MPI_Group_c2f(all)) == all);
	MPI_Group_free(&all);
	MPI_Type_free(&pair);
	MPI_Comm_free(&dup);
}

int main(int argc, char **argv)
{
	mpi_begin(&argc, &argv);
	attributes();
	hints();
	names();
	sets();
	part(MPI_ORDER_C);
	part(MPI_ORDER_FORTRAN);
	types();
	marks();
	recipes();
	names_of_types();
	handlers();
	own_errors();
	packed();
	operations();
	numbers();
	attributes_of_self();
	mpi_end();
	CHECK(ended == 4);
	printf("rank %d: objects right\n", mpi_rank);
	return 0;
}
