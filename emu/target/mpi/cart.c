/*
 * cart.c - Cartesian topologies: ranks counted row by row, the last dimension fastest.
 */
#include "bgqmpi.h"

#include <string.h>

static const struct cart *cart_of(const char *call, MPI_Comm comm)
{
	bgqmpi_check_comm(call, comm);
	if (!comm->cart)
		bgqmpi_fail(call, MPI_ERR_TOPOLOGY, "not of MPI_Cart_create");
	return comm->cart;
}

static struct cart *cart_new(const char *call, int dims)
{
	struct cart *c = bgqmpi_alloc(call, sizeof *c);

	c->dims = dims;
	c->size = bgqmpi_alloc(call, (size_t)dims * sizeof(int));
	c->periodic = bgqmpi_alloc(call, (size_t)dims * sizeof(int));
	return c;
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[],
		    int reorder, MPI_Comm *cart)
{
	size_t bytes = (size_t)ndims * sizeof(int);
	int64_t places = 1;
	struct cart *c;

	(void)reorder;
	ENTER("MPI_Cart_create");
	bgqmpi_check_comm("MPI_Cart_create", comm);
	for (int d = 0; d < ndims; d++) {
		if (dims[d] < 1)
			bgqmpi_fail("MPI_Cart_create", MPI_ERR_DIMS, "dimension %d is %d", d,
				    dims[d]);
		places *= dims[d];
		if (places > comm->size)
			bgqmpi_fail("MPI_Cart_create", MPI_ERR_DIMS,
				    "more places than the %d ranks", comm->size);
	}
	*cart = bgqmpi_split(comm, comm->rank < places ? 0 : MPI_UNDEFINED, comm->rank);
	if (!*cart)
		return MPI_SUCCESS;
	c = cart_new("MPI_Cart_create", ndims);
	memcpy(c->size, dims, bytes);
	memcpy(c->periodic, periods, bytes);
	(*cart)->cart = c;
	return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
	const struct cart *c = cart_of("MPI_Cart_coords", comm);

	if (rank < 0 || rank >= comm->size)
		bgqmpi_fail("MPI_Cart_coords", MPI_ERR_RANK, "%d, of %d ranks", rank, comm->size);
	if (maxdims < c->dims)
		bgqmpi_fail("MPI_Cart_coords", MPI_ERR_ARG, "room for %d of %d coordinates",
			    maxdims, c->dims);
	for (int d = c->dims - 1; d >= 0; d--) {
		coords[d] = rank % c->size[d];
		rank /= c->size[d];
	}
	return MPI_SUCCESS;
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
	const struct cart *c = cart_of("MPI_Cart_rank", comm);

	*rank = 0;
	for (int d = 0; d < c->dims; d++) {
		int n = c->size[d], x = coords[d];

		if (c->periodic[d])
			x = (x % n + n) % n;
		else if (x < 0 || x >= n)
			bgqmpi_fail("MPI_Cart_rank", MPI_ERR_ARG, "coordinate %d is %d, of %d",
				    d, x, n);
		*rank = *rank * n + x;
	}
	return MPI_SUCCESS;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *source, int *dest)
{
	const struct cart *c = cart_of("MPI_Cart_shift", comm);
	int64_t step = 1;
	int n, here;

	if (direction < 0 || direction >= c->dims)
		bgqmpi_fail("MPI_Cart_shift", MPI_ERR_DIMS, "direction %d of %d", direction,
			    c->dims);
	for (int d = c->dims - 1; d > direction; d--)
		step *= c->size[d];
	n = c->size[direction];
	here = (int)(comm->rank / step % n);
	for (int way = 0; way < 2; way++) {
		int64_t to = here + (way ? (int64_t)disp : -(int64_t)disp);
		int *rank = way ? dest : source;

		if (c->periodic[direction])
			to = (to % n + n) % n;
		*rank = to < 0 || to >= n ? MPI_PROC_NULL : (int)(comm->rank + (to - here) * step);
	}
	return MPI_SUCCESS;
}

int MPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
	*ndims = cart_of("MPI_Cartdim_get", comm)->dims;
	return MPI_SUCCESS;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
	const struct cart *c = cart_of("MPI_Cart_get", comm);

	MPI_Cart_coords(comm, comm->rank, maxdims, coords);
	memcpy(dims, c->size, (size_t)c->dims * sizeof *dims);
	memcpy(periods, c->periodic, (size_t)c->dims * sizeof *periods);
	return MPI_SUCCESS;
}

/* Ranks that agree in what is dropped, in the order of what is kept. */
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
	const struct cart *c = cart_of("MPI_Cart_sub", comm);
	int n = 0, color = 0, key = 0, rest = comm->rank, at[c->dims + 1];
	struct cart *sub;

	ENTER("MPI_Cart_sub");
	for (int d = c->dims - 1; d >= 0; d--) {
		at[d] = rest % c->size[d];
		rest /= c->size[d];
	}
	for (int d = 0; d < c->dims; d++) {
		int *of = remain_dims[d] ? &key : &color;

		*of = *of * c->size[d] + at[d];
		n += remain_dims[d] != 0;
	}
	sub = cart_new("MPI_Cart_sub", n);
	for (int d = 0, i = 0; d < c->dims; d++)
		if (remain_dims[d]) {
			sub->size[i] = c->size[d];
			sub->periodic[i++] = c->periodic[d];
		}
	*newcomm = bgqmpi_split(comm, color, key);
	(*newcomm)->cart = sub;
	return MPI_SUCCESS;
}

/* The most even n factors of a product, none above most, in falling order: those whose first
 * is least, of these those whose second is least, and so on. */
static bool factors(int product, int n, int most, int factor[])
{
	if (n == 0)
		return product == 1;
	for (int f = 1; f <= product && f <= most; f++) {
		if (product % f)
			continue;
		factor[0] = f;
		if (factors(product / f, n - 1, f, factor + 1))
			return true;
	}
	return false;
}

int MPI_Dims_create(int nnodes, int ndims, int dims[])
{
	int open = 0, rest = nnodes, factor[ndims > 0 ? ndims : 1];

	if (nnodes < 1)
		bgqmpi_fail("MPI_Dims_create", MPI_ERR_ARG, "%d nodes", nnodes);
	for (int d = 0; d < ndims; d++) {
		if (dims[d] < 0 || (dims[d] > 0 && rest % dims[d]))
			bgqmpi_fail("MPI_Dims_create", MPI_ERR_DIMS, "dimension %d is %d, of %d",
				    d, dims[d], nnodes);
		if (dims[d] > 0)
			rest /= dims[d];
		else
			open++;
	}
	if (!factors(rest, open, rest, factor))
		bgqmpi_fail("MPI_Dims_create", MPI_ERR_DIMS, "the dimensions do not hold %d",
			    nnodes);
	for (int d = 0, f = 0; d < ndims; d++)
		if (dims[d] == 0)
			dims[d] = factor[f++];
	return MPI_SUCCESS;
}

int MPI_Topo_test(MPI_Comm comm, int *kind)
{
	bgqmpi_check_comm("MPI_Topo_test", comm);
	*kind = comm->cart ? MPI_CART : MPI_UNDEFINED;
	return MPI_SUCCESS;
}
