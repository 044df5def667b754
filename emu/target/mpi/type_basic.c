/*
 * type_basic.c - the types that are there from the start, and what the operations do to them.
 */
#include "bgqmpi.h"

#include <wchar.h>

/* One case of an operation on arrays a and b: expression is of x, an element of a, and y. */
#define CASE(op, expression) \
	case op: \
		for (size_t i = 0; i < n; i++) { \
			__typeof__(*a) x = a[i], y = b[i]; \
			b[i] = (__typeof__(*a))(expression); \
		} \
		return true;

#define BITS \
	CASE(OP_BAND, x & y) \
	CASE(OP_BOR, x | y) \
	CASE(OP_BXOR, x ^ y)

#define LOGIC \
	CASE(OP_LAND, x && y) \
	CASE(OP_LOR, x || y) \
	CASE(OP_LXOR, !x != !y)

#define SUMS \
	CASE(OP_SUM, x + y) \
	CASE(OP_PROD, x * y)

#define ORDER \
	CASE(OP_MAX, x > y ? x : y) \
	CASE(OP_MIN, x < y ? x : y)

#define OPERATIONS(name, c_type, cases) \
static bool on_##name(enum op_kind op, const void *from, void *to, size_t n) \
{ \
	const c_type *a = from; \
	c_type *b = to; \
\
	switch (op) { \
	cases \
	default: \
		return false; \
	} \
}

/* The larger or smaller value, of equal ones that with the lower index. */
#define PAIR(name, c_type, index_type) \
struct pair_##name { \
	c_type value; \
	index_type index; \
}; \
static bool on_##name(enum op_kind op, const void *from, void *to, size_t n) \
{ \
	const struct pair_##name *a = from; \
	struct pair_##name *b = to; \
\
	if (op != OP_MAXLOC && op != OP_MINLOC) \
		return false; \
	for (size_t i = 0; i < n; i++) { \
		bool better = op == OP_MAXLOC ? a[i].value > b[i].value : \
						a[i].value < b[i].value; \
\
		if (better || (a[i].value == b[i].value && a[i].index < b[i].index)) \
			b[i] = a[i]; \
	} \
	return true; \
}

#define BASIC(name, c_type, number) \
static struct type_block block_##name = { 0, sizeof(c_type), &bgqmpi_##name }; \
struct bgqmpi_type bgqmpi_##name = { \
	.size = sizeof(c_type), .align = _Alignof(c_type), .ub = sizeof(c_type), \
	.kind = number, .committed = true, .fixed = true, .apply = on_##name, \
	.blocks = 1, .block = &block_##name \
};

#define PAIR_TYPE(name, c_type, basic_type) \
PAIR(name, c_type, int) \
static struct type_block block_##name[] = { \
	{ 0, sizeof(c_type), &bgqmpi_##basic_type }, \
	{ offsetof(struct pair_##name, index), sizeof(int), &bgqmpi_int } \
}; \
struct bgqmpi_type bgqmpi_##name = { \
	.size = sizeof(c_type) + sizeof(int), .align = _Alignof(struct pair_##name), \
	.ub = sizeof(struct pair_##name), .committed = true, .fixed = true, .apply = on_##name, \
	.blocks = 2, .block = block_##name \
};

/* Fortran's pairs, whose index is a number of the same type. */
#define PAIR_ALIKE(name, basic_type) \
PAIR(name, basic_type, basic_type) \
static struct type_block block_##name = { 0, 2 * sizeof(basic_type), &bgqmpi_##basic_type }; \
struct bgqmpi_type bgqmpi_##name = { \
	.size = 2 * sizeof(basic_type), .align = _Alignof(basic_type), \
	.ub = 2 * sizeof(basic_type), .committed = true, .fixed = true, .apply = on_##name, \
	.blocks = 1, .block = &block_##name \
};

#define INTEGER(name, c_type) \
	OPERATIONS(name, c_type, SUMS ORDER BITS LOGIC) \
	BASIC(name, c_type, (c_type)-1 < (c_type)1 ? KIND_SIGNED : KIND_UNSIGNED)

#define REAL(name, c_type) \
	OPERATIONS(name, c_type, SUMS ORDER) \
	BASIC(name, c_type, KIND_REAL)

INTEGER(schar, signed char)
INTEGER(uchar, unsigned char)
INTEGER(short, short)
INTEGER(ushort, unsigned short)
INTEGER(int, int)
INTEGER(unsigned, unsigned)
INTEGER(long, long)
INTEGER(ulong, unsigned long)
INTEGER(longlong, long long)
INTEGER(ulonglong, unsigned long long)
REAL(float, float)
REAL(double, double)
REAL(longdouble, long double)
OPERATIONS(floatcomplex, float _Complex, SUMS)
BASIC(floatcomplex, float _Complex, KIND_OTHER)
OPERATIONS(doublecomplex, double _Complex, SUMS)
BASIC(doublecomplex, double _Complex, KIND_OTHER)
OPERATIONS(byte, unsigned char, BITS)
BASIC(byte, unsigned char, KIND_OTHER)
#define on_packed NULL /* MPI_PACKED has no operations, as in the standard. */
BASIC(packed, unsigned char, KIND_OTHER)
OPERATIONS(bool, _Bool, LOGIC)
BASIC(bool, _Bool, KIND_OTHER)
/* The standard has no operations on characters; MPICH has, and programs count on it. */
INTEGER(char, char)
INTEGER(wchar, wchar_t)

/* Fortran's widest numbers.  Their modes are known on each host, names of such types are not. */
typedef float quad __attribute__((mode(TF)));
typedef _Complex float quad_complex __attribute__((mode(TC)));
REAL(real16, quad)
OPERATIONS(complex32, quad_complex, SUMS)
BASIC(complex32, quad_complex, KIND_OTHER)
INTEGER(integer16, __int128)

PAIR_TYPE(float_int, float, float)
PAIR_TYPE(double_int, double, double)
PAIR_TYPE(long_int, long, long)
PAIR_TYPE(2int, int, int)
PAIR_TYPE(short_int, short, short)
PAIR_TYPE(longdouble_int, long double, longdouble)
PAIR_ALIKE(2float, float)
PAIR_ALIKE(2double, double)

struct bgqmpi_type bgqmpi_lb = {
	.align = 1, .committed = true, .fixed = true, .lb_marked = true
};
struct bgqmpi_type bgqmpi_ub = {
	.align = 1, .committed = true, .fixed = true, .ub_marked = true
};
