/*
 * mpicxx.h - the C++ bindings of MPI 2 for the calls of mpi.h, which includes this for C++
 * unless MPICH_SKIP_MPICXX is defined.
 *
 * Each member calls the function of C of its name and returns what that passes back; errors end
 * the job, so nothing is thrown.  C++98.  What mpi.h does not have is not here either.
 */
#ifndef BGQEMU_MPICXX_H
#define BGQEMU_MPICXX_H

#include "mpi.h"

#ifdef __cplusplus
#include <stdio.h>
#include <stdlib.h>

/* Programs include mpi.h in extern "C", too. */
extern "C++" {
namespace MPI {

typedef MPI_Aint Aint;
typedef MPI_Offset Offset;

class Comm;

/* ---- Handles: an object of each class holds one of C, and turns into it. */

#define _BGQMPI_HANDLE(Class, Handle, none)                                           \
	Class() : handle(none) {}                                                     \
	Class(Handle h) : handle(h) {}                                                \
	Class &operator=(Handle h) { handle = h; return *this; }                      \
	bool operator==(const Class &o) const { return handle == o.handle; }          \
	bool operator!=(const Class &o) const { return handle != o.handle; }          \
	operator Handle() const { return handle; }                                    \
protected:                                                                            \
	mutable Handle handle;                                                        \
public:

class Datatype {
public:
	_BGQMPI_HANDLE(Datatype, MPI_Datatype, MPI_DATATYPE_NULL)
	void Set_name(const char *name) { MPI_Type_set_name(handle, name); }
	void Get_name(char *name, int &length) const { MPI_Type_get_name(handle, name, &length); }
	static Datatype Match_size(int typeclass, int size)
	{
		MPI_Datatype t;
		MPI_Type_match_size(typeclass, size, &t);
		return t;
	}
	void Get_envelope(int &integers, int &addresses, int &types, int &combiner) const
	{
		MPI_Type_get_envelope(handle, &integers, &addresses, &types, &combiner);
	}
	Datatype Create_contiguous(int count) const
	{
		MPI_Datatype t;
		MPI_Type_contiguous(count, handle, &t);
		return t;
	}
	Datatype Create_vector(int count, int length, int stride) const
	{
		MPI_Datatype t;
		MPI_Type_vector(count, length, stride, handle, &t);
		return t;
	}
	Datatype Create_hvector(int count, int length, Aint stride) const
	{
		MPI_Datatype t;
		MPI_Type_create_hvector(count, length, stride, handle, &t);
		return t;
	}
	Datatype Create_indexed(int count, const int lengths[], const int at[]) const
	{
		MPI_Datatype t;
		MPI_Type_indexed(count, lengths, at, handle, &t);
		return t;
	}
	Datatype Create_hindexed(int count, const int lengths[], const Aint at[]) const
	{
		MPI_Datatype t;
		MPI_Type_create_hindexed(count, lengths, at, handle, &t);
		return t;
	}
	static Datatype Create_struct(int count, const int lengths[], const Aint at[],
				      const Datatype types[])
	{
		MPI_Datatype t, *of = new MPI_Datatype[count > 0 ? count : 1];
		for (int i = 0; i < count; i++)
			of[i] = types[i];
		MPI_Type_create_struct(count, lengths, at, of, &t);
		delete[] of;
		return t;
	}
	Datatype Create_indexed_block(int count, int length, const int at[]) const
	{
		MPI_Datatype t;
		MPI_Type_create_indexed_block(count, length, at, handle, &t);
		return t;
	}
	Datatype Create_subarray(int dims, const int sizes[], const int parts[], const int starts[],
				 int order) const
	{
		MPI_Datatype t;
		MPI_Type_create_subarray(dims, sizes, parts, starts, order, handle, &t);
		return t;
	}
	Datatype Create_resized(Aint lb, Aint extent) const
	{
		MPI_Datatype t;
		MPI_Type_create_resized(handle, lb, extent, &t);
		return t;
	}
	Datatype Dup() const
	{
		MPI_Datatype t;
		MPI_Type_dup(handle, &t);
		return t;
	}
	inline void Pack(const void *in, int n, void *out, int room, int &at,
			 const Comm &comm) const;
	inline void Unpack(const void *in, int room, void *out, int n, int &at,
			   const Comm &comm) const;
	inline int Pack_size(int n, const Comm &comm) const;
	int Get_size() const { int n; MPI_Type_size(handle, &n); return n; }
	void Get_extent(Aint &lb, Aint &extent) const
	{
		MPI_Type_get_extent(handle, &lb, &extent);
	}
	void Get_true_extent(Aint &lb, Aint &extent) const
	{
		MPI_Type_get_true_extent(handle, &lb, &extent);
	}
	void Commit() { MPI_Type_commit(&handle); }
	void Free() { MPI_Type_free(&handle); }
};

typedef void User_function(const void *in, void *inout, int len, const Datatype &type);

/* C's functions for those of C++, which get the type as an object: one for each slot. */
#define _BGQMPI_OPS 16
template <int slot> struct _Op_function {
	static void call(void *in, void *inout, int *len, MPI_Datatype *type)
	{
		_Op_function<0>::of[slot](in, inout, *len, Datatype(*type));
	}
	static MPI_User_function *find(int wanted)
	{
		return wanted == slot ? call : _Op_function<slot + 1>::find(wanted);
	}
	static User_function *of[_BGQMPI_OPS];
	static int used;
};
template <> inline MPI_User_function *_Op_function<_BGQMPI_OPS>::find(int)
{
	fprintf(stderr, "MPI::Op::Init: more than %d functions\n", _BGQMPI_OPS);
	abort();
}
template <int slot> User_function *_Op_function<slot>::of[_BGQMPI_OPS];
template <int slot> int _Op_function<slot>::used;

class Op {
public:
	_BGQMPI_HANDLE(Op, MPI_Op, MPI_OP_NULL)
	void Init(User_function *function, bool commute)
	{
		int slot = _Op_function<0>::used++;
		MPI_User_function *c = _Op_function<0>::find(slot);
		_Op_function<0>::of[slot] = function;
		MPI_Op_create(c, commute, &handle);
	}
	void Reduce_local(const void *in, void *inout, int n, const Datatype &t) const
	{
		MPI_Reduce_local(in, inout, n, t, handle);
	}
	bool Is_commutative() const
	{
		int f;
		MPI_Op_commutative(handle, &f);
		return f != 0;
	}
	void Free() { MPI_Op_free(&handle); }
};

class Group {
public:
	_BGQMPI_HANDLE(Group, MPI_Group, MPI_GROUP_NULL)
	int Get_size() const { int n; MPI_Group_size(handle, &n); return n; }
	int Get_rank() const { int n; MPI_Group_rank(handle, &n); return n; }
	static void Translate_ranks(const Group &a, int n, const int ranks[], const Group &b,
				    int to[])
	{
		MPI_Group_translate_ranks(a.handle, n, ranks, b.handle, to);
	}
	Group Incl(int n, const int ranks[]) const
	{
		MPI_Group g;
		MPI_Group_incl(handle, n, ranks, &g);
		return g;
	}
	Group Excl(int n, const int ranks[]) const
	{
		MPI_Group g;
		MPI_Group_excl(handle, n, ranks, &g);
		return g;
	}
	static Group Union(const Group &a, const Group &b)
	{
		MPI_Group g;
		MPI_Group_union(a.handle, b.handle, &g);
		return g;
	}
	static Group Intersect(const Group &a, const Group &b)
	{
		MPI_Group g;
		MPI_Group_intersection(a.handle, b.handle, &g);
		return g;
	}
	static Group Difference(const Group &a, const Group &b)
	{
		MPI_Group g;
		MPI_Group_difference(a.handle, b.handle, &g);
		return g;
	}
	Group Range_incl(int n, const int ranges[][3]) const
	{
		MPI_Group g;
		MPI_Group_range_incl(handle, n, const_cast<int(*)[3]>(ranges), &g);
		return g;
	}
	Group Range_excl(int n, const int ranges[][3]) const
	{
		MPI_Group g;
		MPI_Group_range_excl(handle, n, const_cast<int(*)[3]>(ranges), &g);
		return g;
	}
	static int Compare(const Group &a, const Group &b)
	{
		int result;
		MPI_Group_compare(a.handle, b.handle, &result);
		return result;
	}
	void Free() { MPI_Group_free(&handle); }
};

class Errhandler {
public:
	_BGQMPI_HANDLE(Errhandler, MPI_Errhandler, MPI_ERRHANDLER_NULL)
	void Free()
	{
		MPI_Errhandler_free(&handle);
	}
};

class Info {
public:
	_BGQMPI_HANDLE(Info, MPI_Info, MPI_INFO_NULL)
	static Info Create()
	{
		MPI_Info i;
		MPI_Info_create(&i);
		return i;
	}
	Info Dup() const
	{
		MPI_Info i;
		MPI_Info_dup(handle, &i);
		return i;
	}
	void Set(const char *key, const char *value)
	{
		MPI_Info_set(handle, key, value);
	}
	bool Get(const char *key, int length, char *value) const
	{
		int f;
		MPI_Info_get(handle, key, length, value, &f);
		return f != 0;
	}
	bool Get_valuelen(const char *key, int &length) const
	{
		int f;
		MPI_Info_get_valuelen(handle, key, &length, &f);
		return f != 0;
	}
	int Get_nkeys() const
	{
		int n;
		MPI_Info_get_nkeys(handle, &n);
		return n;
	}
	void Get_nthkey(int n, char *key) const
	{
		MPI_Info_get_nthkey(handle, n, key);
	}
	void Delete(const char *key)
	{
		MPI_Info_delete(handle, key);
	}
	void Free()
	{
		MPI_Info_free(&handle);
	}
};

class Status {
public:
	Status() : status() {}
	Status(const MPI_Status &s) : status(s) {}
	operator MPI_Status() const { return status; }
	int Get_source() const { return status.MPI_SOURCE; }
	int Get_tag() const { return status.MPI_TAG; }
	int Get_error() const { return status.MPI_ERROR; }
	void Set_source(int source) { status.MPI_SOURCE = source; }
	void Set_tag(int tag) { status.MPI_TAG = tag; }
	void Set_error(int error) { status.MPI_ERROR = error; }
	int Get_count(const Datatype &t) const
	{
		int n;
		MPI_Get_count(&status, t, &n);
		return n;
	}
	int Get_elements(const Datatype &t) const
	{
		int n;
		MPI_Get_elements(&status, t, &n);
		return n;
	}
	bool Is_cancelled() const
	{
		int f;
		MPI_Test_cancelled(&status, &f);
		return f != 0;
	}
	MPI_Status *_c() { return &status; }

private:
	MPI_Status status;
};

class Request {
public:
	_BGQMPI_HANDLE(Request, MPI_Request, MPI_REQUEST_NULL)
	void Wait(Status &s) { MPI_Wait(&handle, s._c()); }
	void Wait() { MPI_Wait(&handle, MPI_STATUS_IGNORE); }
	bool Test(Status &s) { int f; MPI_Test(&handle, &f, s._c()); return f != 0; }
	bool Test() { int f; MPI_Test(&handle, &f, MPI_STATUS_IGNORE); return f != 0; }
	bool Get_status(Status &s) const
	{
		int f;
		MPI_Request_get_status(handle, &f, s._c());
		return f != 0;
	}
	bool Get_status() const
	{
		int f;
		MPI_Request_get_status(handle, &f, MPI_STATUS_IGNORE);
		return f != 0;
	}
	void Cancel() const
	{
		MPI_Cancel(&handle);
	}
	void Free() { MPI_Request_free(&handle); }
	/* An array of requests is one of C's: an object is its handle.  So is one of states. */
	static void Waitall(int n, Request r[], Status s[])
	{
		MPI_Waitall(n, &r[0].handle, s[0]._c());
	}
	static void Waitall(int n, Request r[])
	{
		MPI_Waitall(n, &r[0].handle, MPI_STATUSES_IGNORE);
	}
	static bool Testall(int n, Request r[], Status s[])
	{
		int f;
		MPI_Testall(n, &r[0].handle, &f, s[0]._c());
		return f != 0;
	}
	static bool Testall(int n, Request r[])
	{
		int f;
		MPI_Testall(n, &r[0].handle, &f, MPI_STATUSES_IGNORE);
		return f != 0;
	}
	static int Waitany(int n, Request r[], Status &s)
	{
		int i;
		MPI_Waitany(n, &r[0].handle, &i, s._c());
		return i;
	}
	static int Waitany(int n, Request r[])
	{
		int i;
		MPI_Waitany(n, &r[0].handle, &i, MPI_STATUS_IGNORE);
		return i;
	}
	static bool Testany(int n, Request r[], int &i, Status &s)
	{
		int f;
		MPI_Testany(n, &r[0].handle, &i, &f, s._c());
		return f != 0;
	}
	static bool Testany(int n, Request r[], int &i)
	{
		int f;
		MPI_Testany(n, &r[0].handle, &i, &f, MPI_STATUS_IGNORE);
		return f != 0;
	}
	static int Waitsome(int n, Request r[], int at[], Status s[])
	{
		int done;
		MPI_Waitsome(n, &r[0].handle, &done, at, s[0]._c());
		return done;
	}
	static int Waitsome(int n, Request r[], int at[])
	{
		int done;
		MPI_Waitsome(n, &r[0].handle, &done, at, MPI_STATUSES_IGNORE);
		return done;
	}
	static int Testsome(int n, Request r[], int at[], Status s[])
	{
		int done;
		MPI_Testsome(n, &r[0].handle, &done, at, s[0]._c());
		return done;
	}
	static int Testsome(int n, Request r[], int at[])
	{
		int done;
		MPI_Testsome(n, &r[0].handle, &done, at, MPI_STATUSES_IGNORE);
		return done;
	}
};

class Prequest : public Request {
public:
	Prequest() {}
	Prequest(MPI_Request r) : Request(r) {}
	void Start() { MPI_Start(&handle); }
	static void Startall(int n, Prequest r[]) { MPI_Startall(n, &r[0].handle); }
};

/* ---- Communicators. */

class Comm {
public:
	_BGQMPI_HANDLE(Comm, MPI_Comm, MPI_COMM_NULL)
	int Get_size() const { int n; MPI_Comm_size(handle, &n); return n; }
	int Get_rank() const { int n; MPI_Comm_rank(handle, &n); return n; }
	Group Get_group() const { MPI_Group g; MPI_Comm_group(handle, &g); return g; }
	bool Is_inter() const { return false; }
	int Get_topology() const
	{
		int kind;
		MPI_Topo_test(handle, &kind);
		return kind;
	}
	void Set_name(const char *name)
	{
		MPI_Comm_set_name(handle, name);
	}
	void Get_name(char *name, int &n) const
	{
		MPI_Comm_get_name(handle, name, &n);
	}
	void Set_attr(int key, const void *value) const
	{
		MPI_Comm_set_attr(handle, key, const_cast<void *>(value));
	}
	void Delete_attr(int key) const
	{
		MPI_Comm_delete_attr(handle, key);
	}
	static int Compare(const Comm &a, const Comm &b)
	{
		int result;
		MPI_Comm_compare(a.handle, b.handle, &result);
		return result;
	}
	bool Get_attr(int key, void *value) const
	{
		int f;
		MPI_Comm_get_attr(handle, key, value, &f);
		return f != 0;
	}
	void Set_errhandler(const Errhandler &e) { MPI_Comm_set_errhandler(handle, e); }
	Errhandler Get_errhandler() const
	{
		MPI_Errhandler e;
		MPI_Comm_get_errhandler(handle, &e);
		return e;
	}
	void Call_errhandler(int code) const { MPI_Comm_call_errhandler(handle, code); }
	void Free() { MPI_Comm_free(&handle); }
	void Abort(int code) { MPI_Abort(handle, code); }

	void Send(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Send(b, n, t, to, tag, handle);
	}
	void Ssend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Ssend(b, n, t, to, tag, handle);
	}
	void Rsend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Rsend(b, n, t, to, tag, handle);
	}
	void Bsend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Bsend(b, n, t, to, tag, handle);
	}
	void Recv(void *b, int n, const Datatype &t, int from, int tag, Status &s) const
	{
		MPI_Recv(b, n, t, from, tag, handle, s._c());
	}
	void Recv(void *b, int n, const Datatype &t, int from, int tag) const
	{
		MPI_Recv(b, n, t, from, tag, handle, MPI_STATUS_IGNORE);
	}
	void Sendrecv(const void *sb, int sn, const Datatype &st, int to, int stag, void *rb,
		      int rn, const Datatype &rt, int from, int rtag, Status &s) const
	{
		MPI_Sendrecv(sb, sn, st, to, stag, rb, rn, rt, from, rtag, handle, s._c());
	}
	void Sendrecv(const void *sb, int sn, const Datatype &st, int to, int stag, void *rb,
		      int rn, const Datatype &rt, int from, int rtag) const
	{
		MPI_Sendrecv(sb, sn, st, to, stag, rb, rn, rt, from, rtag, handle,
			     MPI_STATUS_IGNORE);
	}
	void Sendrecv_replace(void *b, int n, const Datatype &t, int to, int stag, int from,
			      int rtag, Status &s) const
	{
		MPI_Sendrecv_replace(b, n, t, to, stag, from, rtag, handle, s._c());
	}
	void Sendrecv_replace(void *b, int n, const Datatype &t, int to, int stag, int from,
			      int rtag) const
	{
		MPI_Sendrecv_replace(b, n, t, to, stag, from, rtag, handle, MPI_STATUS_IGNORE);
	}
	void Probe(int from, int tag, Status &s) const { MPI_Probe(from, tag, handle, s._c()); }
	void Probe(int from, int tag) const { MPI_Probe(from, tag, handle, MPI_STATUS_IGNORE); }
	bool Iprobe(int from, int tag, Status &s) const
	{
		int f;
		MPI_Iprobe(from, tag, handle, &f, s._c());
		return f != 0;
	}
	bool Iprobe(int from, int tag) const
	{
		int f;
		MPI_Iprobe(from, tag, handle, &f, MPI_STATUS_IGNORE);
		return f != 0;
	}
	Request Isend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Isend(b, n, t, to, tag, handle, &r);
		return r;
	}
	Request Issend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Issend(b, n, t, to, tag, handle, &r);
		return r;
	}
	Request Irsend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Irsend(b, n, t, to, tag, handle, &r);
		return r;
	}
	Request Ibsend(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Ibsend(b, n, t, to, tag, handle, &r);
		return r;
	}
	Request Irecv(void *b, int n, const Datatype &t, int from, int tag) const
	{
		MPI_Request r;
		MPI_Irecv(b, n, t, from, tag, handle, &r);
		return r;
	}
	Prequest Send_init(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Send_init(b, n, t, to, tag, handle, &r);
		return r;
	}
	Prequest Ssend_init(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Ssend_init(b, n, t, to, tag, handle, &r);
		return r;
	}
	Prequest Rsend_init(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Rsend_init(b, n, t, to, tag, handle, &r);
		return r;
	}
	Prequest Bsend_init(const void *b, int n, const Datatype &t, int to, int tag) const
	{
		MPI_Request r;
		MPI_Bsend_init(b, n, t, to, tag, handle, &r);
		return r;
	}
	Prequest Recv_init(void *b, int n, const Datatype &t, int from, int tag) const
	{
		MPI_Request r;
		MPI_Recv_init(b, n, t, from, tag, handle, &r);
		return r;
	}

	void Barrier() const { MPI_Barrier(handle); }
	void Bcast(void *b, int n, const Datatype &t, int root) const
	{
		MPI_Bcast(b, n, t, root, handle);
	}
	void Reduce(const void *sb, void *rb, int n, const Datatype &t, const Op &op,
		    int root) const
	{
		MPI_Reduce(sb, rb, n, t, op, root, handle);
	}
	void Allreduce(const void *sb, void *rb, int n, const Datatype &t, const Op &op) const
	{
		MPI_Allreduce(sb, rb, n, t, op, handle);
	}
	void Gather(const void *sb, int sn, const Datatype &st, void *rb, int rn,
		    const Datatype &rt, int root) const
	{
		MPI_Gather(sb, sn, st, rb, rn, rt, root, handle);
	}
	void Gatherv(const void *sb, int sn, const Datatype &st, void *rb, const int rn[],
		     const int at[], const Datatype &rt, int root) const
	{
		MPI_Gatherv(sb, sn, st, rb, rn, at, rt, root, handle);
	}
	void Scatter(const void *sb, int sn, const Datatype &st, void *rb, int rn,
		     const Datatype &rt, int root) const
	{
		MPI_Scatter(sb, sn, st, rb, rn, rt, root, handle);
	}
	void Scatterv(const void *sb, const int sn[], const int at[], const Datatype &st,
		      void *rb, int rn, const Datatype &rt, int root) const
	{
		MPI_Scatterv(sb, sn, at, st, rb, rn, rt, root, handle);
	}
	void Allgather(const void *sb, int sn, const Datatype &st, void *rb, int rn,
		       const Datatype &rt) const
	{
		MPI_Allgather(sb, sn, st, rb, rn, rt, handle);
	}
	void Allgatherv(const void *sb, int sn, const Datatype &st, void *rb, const int rn[],
			const int at[], const Datatype &rt) const
	{
		MPI_Allgatherv(sb, sn, st, rb, rn, at, rt, handle);
	}
	void Alltoall(const void *sb, int sn, const Datatype &st, void *rb, int rn,
		      const Datatype &rt) const
	{
		MPI_Alltoall(sb, sn, st, rb, rn, rt, handle);
	}
	void Alltoallv(const void *sb, const int sn[], const int sat[], const Datatype &st,
		       void *rb, const int rn[], const int rat[], const Datatype &rt) const
	{
		MPI_Alltoallv(sb, sn, sat, st, rb, rn, rat, rt, handle);
	}
	void Alltoallw(const void *sb, const int sn[], const int sat[], const Datatype st[],
		       void *rb, const int rn[], const int rat[], const Datatype rt[]) const
	{
		int n = Get_size();
		MPI_Datatype *s = new MPI_Datatype[n], *r = new MPI_Datatype[n];
		for (int i = 0; i < n; i++) {
			s[i] = sb == MPI_IN_PLACE ? MPI_DATATYPE_NULL : (MPI_Datatype)st[i];
			r[i] = rt[i];
		}
		MPI_Alltoallw(sb, sn, sat, s, rb, rn, rat, r, handle);
		delete[] s;
		delete[] r;
	}
	void Reduce_scatter(const void *sb, void *rb, int rn[], const Datatype &t,
			    const Op &op) const
	{
		MPI_Reduce_scatter(sb, rb, rn, t, op, handle);
	}
};

class Cartcomm;

class Intracomm : public Comm {
public:
	Intracomm() {}
	Intracomm(MPI_Comm c) : Comm(c) {}
	Intracomm Dup() const { MPI_Comm c; MPI_Comm_dup(handle, &c); return c; }
	Intracomm &Clone() const { return *new Intracomm(Dup()); }
	Intracomm Split(int color, int key) const
	{
		MPI_Comm c;
		MPI_Comm_split(handle, color, key, &c);
		return c;
	}
	Intracomm Create(const Group &g) const
	{
		MPI_Comm c;
		MPI_Comm_create(handle, g, &c);
		return c;
	}
	void Scan(const void *sb, void *rb, int n, const Datatype &t, const Op &op) const
	{
		MPI_Scan(sb, rb, n, t, op, handle);
	}
	void Exscan(const void *sb, void *rb, int n, const Datatype &t, const Op &op) const
	{
		MPI_Exscan(sb, rb, n, t, op, handle);
	}
	inline Cartcomm Create_cart(int dims, const int size[], const bool periods[],
				    bool reorder) const;
};

class Cartcomm : public Intracomm {
public:
	Cartcomm() {}
	Cartcomm(MPI_Comm c) : Intracomm(c) {}
	Cartcomm Dup() const { MPI_Comm c; MPI_Comm_dup(handle, &c); return c; }
	int Get_dim() const { int n; MPI_Cartdim_get(handle, &n); return n; }
	void Get_topo(int most, int size[], bool periods[], int at[]) const
	{
		int *p = new int[most > 0 ? most : 1];
		MPI_Cart_get(handle, most, size, p, at);
		for (int i = 0; i < most; i++)
			periods[i] = p[i] != 0;
		delete[] p;
	}
	int Get_cart_rank(const int at[]) const
	{
		int rank;
		MPI_Cart_rank(handle, at, &rank);
		return rank;
	}
	void Get_coords(int rank, int most, int at[]) const
	{
		MPI_Cart_coords(handle, rank, most, at);
	}
	void Shift(int direction, int by, int &from, int &to) const
	{
		MPI_Cart_shift(handle, direction, by, &from, &to);
	}
	Cartcomm Sub(const bool remain[]) const
	{
		int dims = Get_dim(), *r = new int[dims > 0 ? dims : 1];
		MPI_Comm c;
		for (int i = 0; i < dims; i++)
			r[i] = remain[i];
		MPI_Cart_sub(handle, r, &c);
		delete[] r;
		return c;
	}
};

inline Cartcomm Intracomm::Create_cart(int dims, const int size[], const bool periods[],
				       bool reorder) const
{
	int *p = new int[dims > 0 ? dims : 1];
	MPI_Comm c;
	for (int i = 0; i < dims; i++)
		p[i] = periods[i];
	MPI_Cart_create(handle, dims, size, p, reorder, &c);
	delete[] p;
	return c;
}

inline void Datatype::Pack(const void *in, int n, void *out, int room, int &at,
			   const Comm &comm) const
{
	MPI_Pack(in, n, handle, out, room, &at, comm);
}
inline void Datatype::Unpack(const void *in, int room, void *out, int n, int &at,
			     const Comm &comm) const
{
	MPI_Unpack(in, room, &at, out, n, handle, comm);
}
inline int Datatype::Pack_size(int n, const Comm &comm) const
{
	int bytes;
	MPI_Pack_size(n, handle, comm, &bytes);
	return bytes;
}

/* ---- The job. */

inline void Init(int &argc, char **&argv) { MPI_Init(&argc, &argv); }
inline void Init() { MPI_Init(0, 0); }
inline int Init_thread(int &argc, char **&argv, int required)
{
	int provided;
	MPI_Init_thread(&argc, &argv, required, &provided);
	return provided;
}
inline int Init_thread(int required)
{
	int provided;
	MPI_Init_thread(0, 0, required, &provided);
	return provided;
}
inline int Query_thread() { int n; MPI_Query_thread(&n); return n; }
inline bool Is_initialized() { int f; MPI_Initialized(&f); return f != 0; }
inline void Finalize() { MPI_Finalize(); }
inline bool Is_finalized() { int f; MPI_Finalized(&f); return f != 0; }
inline void Get_version(int &version, int &sub) { MPI_Get_version(&version, &sub); }
inline void Get_processor_name(char *name, int &n) { MPI_Get_processor_name(name, &n); }
inline void Get_error_string(int code, char *text, int &n) { MPI_Error_string(code, text, &n); }
inline double Wtime() { return MPI_Wtime(); }
inline double Wtick() { return MPI_Wtick(); }
inline void Compute_dims(int nodes, int dims, int size[]) { MPI_Dims_create(nodes, dims, size); }
inline Aint Get_address(const void *at) { MPI_Aint a; MPI_Get_address(at, &a); return a; }
inline void *Alloc_mem(Aint bytes, const Info &info)
{
	void *p = 0;
	MPI_Alloc_mem(bytes, info, &p);
	return p;
}
inline void Attach_buffer(void *buffer, int bytes)
{
	MPI_Buffer_attach(buffer, bytes);
}
inline int Detach_buffer(void *&buffer)
{
	int bytes;
	MPI_Buffer_detach(&buffer, &bytes);
	return bytes;
}
inline bool Is_thread_main()
{
	int f;
	MPI_Is_thread_main(&f);
	return f != 0;
}
inline int Get_error_class(int code)
{
	int c;
	MPI_Error_class(code, &c);
	return c;
}
inline void Free_mem(void *p) { MPI_Free_mem(p); }
inline void Pcontrol(const int level, ...) { MPI_Pcontrol(level); }

/* Errors end the job before one could be thrown; for programs that catch it. */
class Exception {
public:
	Exception(int code) : code(code) {}
	int Get_error_code() const { return code; }
	int Get_error_class() const { return code; }
	const char *Get_error_string() const { return "MPI error"; }

private:
	int code;
};

/* ---- Constants. */

#define _BGQMPI_INT(name) static const int name = MPI_##name;
_BGQMPI_INT(PROC_NULL)
_BGQMPI_INT(ANY_SOURCE) _BGQMPI_INT(ANY_TAG) _BGQMPI_INT(UNDEFINED) _BGQMPI_INT(
	MAX_PROCESSOR_NAME) _BGQMPI_INT(MAX_ERROR_STRING) _BGQMPI_INT(IDENT) _BGQMPI_INT(CONGRUENT)
	_BGQMPI_INT(SIMILAR) _BGQMPI_INT(UNEQUAL) _BGQMPI_INT(TAG_UB) _BGQMPI_INT(HOST) _BGQMPI_INT(
		IO) _BGQMPI_INT(WTIME_IS_GLOBAL) _BGQMPI_INT(UNIVERSE_SIZE) _BGQMPI_INT(APPNUM)
		_BGQMPI_INT(CART) _BGQMPI_INT(GRAPH) _BGQMPI_INT(ORDER_C) _BGQMPI_INT(
			ORDER_FORTRAN) _BGQMPI_INT(BSEND_OVERHEAD) _BGQMPI_INT(KEYVAL_INVALID)
			_BGQMPI_INT(MAX_OBJECT_NAME) _BGQMPI_INT(MAX_INFO_KEY) _BGQMPI_INT(
				MAX_INFO_VAL) _BGQMPI_INT(THREAD_SINGLE) _BGQMPI_INT(THREAD_FUNNELED)
				_BGQMPI_INT(THREAD_SERIALIZED) _BGQMPI_INT(THREAD_MULTIPLE) _BGQMPI_INT(
					SUCCESS) _BGQMPI_INT(ERR_BUFFER) _BGQMPI_INT(ERR_COUNT)
					_BGQMPI_INT(ERR_TYPE) _BGQMPI_INT(ERR_TAG) _BGQMPI_INT(
						ERR_COMM) _BGQMPI_INT(ERR_RANK) _BGQMPI_INT(ERR_ROOT)
						_BGQMPI_INT(ERR_GROUP) _BGQMPI_INT(ERR_OP) _BGQMPI_INT(
							ERR_TOPOLOGY) _BGQMPI_INT(ERR_DIMS)
							_BGQMPI_INT(ERR_ARG) _BGQMPI_INT(
								ERR_UNKNOWN) _BGQMPI_INT(ERR_TRUNCATE)
								_BGQMPI_INT(ERR_OTHER) _BGQMPI_INT(
									ERR_INTERN) _BGQMPI_INT(ERR_IN_STATUS)
									_BGQMPI_INT(ERR_PENDING) _BGQMPI_INT(
										ERR_REQUEST)
										_BGQMPI_INT(
											ERR_LASTCODE)
#undef _BGQMPI_INT

											static void
												*const
	BOTTOM __attribute__((__unused__)) = MPI_BOTTOM;
static void *const IN_PLACE __attribute__((__unused__)) = MPI_IN_PLACE;

#define _BGQMPI_OBJECT(Class, name) \
	static const Class name __attribute__((__unused__)) (MPI_##name);
#define _BGQMPI_TYPE(name) _BGQMPI_OBJECT(Datatype, name)
_BGQMPI_TYPE(CHAR)
_BGQMPI_TYPE(SIGNED_CHAR) _BGQMPI_TYPE(UNSIGNED_CHAR) _BGQMPI_TYPE(BYTE) _BGQMPI_TYPE(
	PACKED) _BGQMPI_TYPE(WCHAR) _BGQMPI_TYPE(SHORT) _BGQMPI_TYPE(UNSIGNED_SHORT)
	_BGQMPI_TYPE(INT) _BGQMPI_TYPE(UNSIGNED) _BGQMPI_TYPE(LONG) _BGQMPI_TYPE(
		UNSIGNED_LONG) _BGQMPI_TYPE(LONG_LONG) _BGQMPI_TYPE(UNSIGNED_LONG_LONG)
		_BGQMPI_TYPE(FLOAT) _BGQMPI_TYPE(DOUBLE) _BGQMPI_TYPE(LONG_DOUBLE) _BGQMPI_TYPE(
			CHARACTER) _BGQMPI_TYPE(LOGICAL) _BGQMPI_TYPE(INTEGER)
			_BGQMPI_TYPE(INTEGER1) _BGQMPI_TYPE(INTEGER2) _BGQMPI_TYPE(
				INTEGER4) _BGQMPI_TYPE(REAL) _BGQMPI_TYPE(REAL4) _BGQMPI_TYPE(REAL8)
				_BGQMPI_TYPE(DOUBLE_PRECISION) _BGQMPI_TYPE(FLOAT_INT) _BGQMPI_TYPE(
					DOUBLE_INT) _BGQMPI_TYPE(LONG_INT) _BGQMPI_TYPE(SHORT_INT)
					_BGQMPI_TYPE(LONG_DOUBLE_INT) _BGQMPI_TYPE(
						DATATYPE_NULL) static const Datatype BOOL
	__attribute__((__unused__)) (MPI_C_BOOL);
static const Datatype COMPLEX __attribute__((__unused__)) (MPI_C_FLOAT_COMPLEX);
static const Datatype DOUBLE_COMPLEX __attribute__((__unused__)) (MPI_C_DOUBLE_COMPLEX);
static const Datatype F_COMPLEX __attribute__((__unused__)) (MPI_C_FLOAT_COMPLEX);
static const Datatype F_DOUBLE_COMPLEX __attribute__((__unused__)) (MPI_C_DOUBLE_COMPLEX);
static const Datatype TWOINT __attribute__((__unused__)) (MPI_2INT);
static const Datatype TWOINTEGER __attribute__((__unused__)) (MPI_2INTEGER);
#undef _BGQMPI_TYPE
#define _BGQMPI_OPERATION(name) _BGQMPI_OBJECT(Op, name)
_BGQMPI_OPERATION(MAX) _BGQMPI_OPERATION(MIN) _BGQMPI_OPERATION(SUM) _BGQMPI_OPERATION(PROD)
_BGQMPI_OPERATION(LAND) _BGQMPI_OPERATION(BAND) _BGQMPI_OPERATION(LOR) _BGQMPI_OPERATION(BOR)
_BGQMPI_OPERATION(LXOR) _BGQMPI_OPERATION(BXOR) _BGQMPI_OPERATION(MINLOC)
_BGQMPI_OPERATION(MAXLOC) _BGQMPI_OPERATION(OP_NULL)
#undef _BGQMPI_OPERATION
_BGQMPI_OBJECT(Group, GROUP_NULL) _BGQMPI_OBJECT(Group, GROUP_EMPTY)
_BGQMPI_OBJECT(Info, INFO_NULL) _BGQMPI_OBJECT(Errhandler, ERRORS_ARE_FATAL)
_BGQMPI_OBJECT(Errhandler, ERRORS_RETURN)
static const Errhandler ERRORS_THROW_EXCEPTIONS __attribute__((__unused__)) (MPI_ERRORS_RETURN);
#undef _BGQMPI_OBJECT
/* A program may set their handler of errors, so they are not constants. */
static Intracomm COMM_WORLD __attribute__((__unused__)) (MPI_COMM_WORLD);
static Intracomm COMM_SELF __attribute__((__unused__)) (MPI_COMM_SELF);
/* Of the most derived classes, so that all others can be made of them. */
static const Cartcomm COMM_NULL __attribute__((__unused__)) (MPI_COMM_NULL);
static const Prequest REQUEST_NULL __attribute__((__unused__)) (MPI_REQUEST_NULL);

} /* namespace MPI */
}

#undef _BGQMPI_HANDLE
#endif /* C++ */
#endif
