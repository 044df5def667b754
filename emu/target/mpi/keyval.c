/*
 * keyval.c - what a program attaches to communicators: attributes, by keys with functions that
 * are asked when a communicator is duplicated or freed, and names.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_KEY 1024 /* above the standard's attributes */

struct key {
	MPI_Comm_copy_attr_function *copy;
	MPI_Comm_delete_attr_function *delete;
	void *extra;
};

/* A key lives as long as the job: attributes may outlast MPI_Comm_free_keyval(). */
static struct key *key;
static int keys;

struct attribute {
	struct attribute *next;
	int keyval;
	void *value;
};

static const struct key *key_of(const char *call, int keyval)
{
	if (keyval < FIRST_KEY || keyval >= FIRST_KEY + keys)
		bgqmpi_fail(call, MPI_ERR_ARG, "no key %d", keyval);
	return &key[keyval - FIRST_KEY];
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete,
			   int *keyval, void *extra)
{
	key = bgqmpi_list_more("MPI_Comm_create_keyval", key, keys, sizeof *key);
	key[keys] = (struct key){ copy, delete, extra };
	*keyval = FIRST_KEY + keys++;
	return MPI_SUCCESS;
}

int MPI_Comm_free_keyval(int *keyval)
{
	key_of("MPI_Comm_free_keyval", *keyval);
	*keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}

static struct attribute **attribute_find(MPI_Comm comm, int keyval)
{
	struct attribute **at = &comm->attributes;

	while (*at && (*at)->keyval != keyval)
		at = &(*at)->next;
	return at;
}

/* A function that does not agree has found an error, and errors end the job. */
static void attribute_delete(const char *call, MPI_Comm comm, struct attribute **at)
{
	struct attribute *a = *at;
	const struct key *k = key_of(call, a->keyval);

	if (k->delete) {
		int code = k->delete (comm, a->keyval, a->value, k->extra);

		if (code != MPI_SUCCESS)
			bgqmpi_fail(call, MPI_ERR_OTHER, "key %d: its function returned %d",
				    a->keyval, code);
	}
	/* The function may have changed others of this communicator. */
	at = attribute_find(comm, a->keyval);
	if (*at == a) {
		*at = a->next;
		free(a);
	}
}

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value)
{
	struct attribute **at;

	bgqmpi_check_comm("MPI_Comm_set_attr", comm);
	key_of("MPI_Comm_set_attr", keyval);
	at = attribute_find(comm, keyval);
	if (*at)
		attribute_delete("MPI_Comm_set_attr", comm, at);

	struct attribute *a = bgqmpi_alloc("MPI_Comm_set_attr", sizeof *a);

	*a = (struct attribute){ comm->attributes, keyval, value };
	comm->attributes = a;
	return MPI_SUCCESS;
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval)
{
	struct attribute **at;

	bgqmpi_check_comm("MPI_Comm_delete_attr", comm);
	at = attribute_find(comm, keyval);
	if (!*at)
		bgqmpi_fail("MPI_Comm_delete_attr", MPI_ERR_ARG, "no attribute %d", keyval);
	attribute_delete("MPI_Comm_delete_attr", comm, at);
	return MPI_SUCCESS;
}

bool bgqmpi_attribute_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
	struct attribute *a;

	if (keyval < FIRST_KEY || keyval >= FIRST_KEY + keys)
		return false;
	a = *attribute_find(comm, keyval);
	*flag = a != NULL;
	if (a)
		*(void **)value = a->value;
	return true;
}

void bgqmpi_attributes_delete(MPI_Comm comm)
{
	while (comm->attributes)
		attribute_delete("MPI_Comm_free", comm, &comm->attributes);
}

void bgqmpi_attributes_copy(MPI_Comm from, MPI_Comm to)
{
	for (struct attribute *a = from->attributes; a; a = a->next) {
		const struct key *k = key_of("MPI_Comm_dup", a->keyval);
		void *value = NULL;
		int flag = 0;

		if (k->copy &&
		    k->copy(from, a->keyval, k->extra, a->value, &value, &flag) != MPI_SUCCESS)
			bgqmpi_fail("MPI_Comm_dup", MPI_ERR_OTHER, "key %d: its function failed",
				    a->keyval);
		if (flag)
			MPI_Comm_set_attr(to, a->keyval, value);
	}
}

int bgqmpi_dup_fn(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra;
	*(void **)out = in;
	*flag = 1;
	return MPI_SUCCESS;
}

/* ---- Names of MPI 1. */

int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *delete, int *keyval,
		      void *extra)
{
	return MPI_Comm_create_keyval(copy, delete, keyval, extra);
}

int MPI_Keyval_free(int *keyval)
{
	return MPI_Comm_free_keyval(keyval);
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *value)
{
	return MPI_Comm_set_attr(comm, keyval, value);
}

int MPI_Attr_delete(MPI_Comm comm, int keyval)
{
	return MPI_Comm_delete_attr(comm, keyval);
}

/* ---- Names of communicators. */

int MPI_Comm_set_name(MPI_Comm comm, const char *name)
{
	size_t bytes = strnlen(name, MPI_MAX_OBJECT_NAME - 1);

	bgqmpi_check_comm("MPI_Comm_set_name", comm);
	free(comm->name);
	comm->name = bgqmpi_alloc("MPI_Comm_set_name", bytes + 1);
	memcpy(comm->name, name, bytes);
	comm->name[bytes] = '\0';
	return MPI_SUCCESS;
}

int MPI_Comm_get_name(MPI_Comm comm, char *name, int *length)
{
	const char *first;

	bgqmpi_check_comm("MPI_Comm_get_name", comm);
	first = comm == MPI_COMM_WORLD  ? "MPI_COMM_WORLD"
		: comm == MPI_COMM_SELF ? "MPI_COMM_SELF"
					: "";
	strcpy(name, comm->name ? comm->name : first);
	*length = (int)strlen(name);
	return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
	bgqmpi_check_comm("MPI_Comm_test_inter", comm);
	*flag = 0;
	return MPI_SUCCESS;
}
