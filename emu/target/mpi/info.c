/*
 * info.c - hints: pairs of key and value, which the program can read again and no call here
 * takes notice of.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

struct pair {
	struct pair *next;
	char *key, *value;
};

struct bgqmpi_info {
	struct pair *first;
};

static void check_info(const char *call, MPI_Info info)
{
	if (!info)
		bgqmpi_fail(call, MPI_ERR_ARG, "MPI_INFO_NULL");
}

static char *text_copy(const char *call, const char *text, int most)
{
	size_t bytes = strlen(text);
	char *copy;

	if (bytes > (size_t)most)
		bgqmpi_fail(call, MPI_ERR_ARG, "text of %zu bytes, of %d at most", bytes, most);
	copy = bgqmpi_alloc(call, bytes + 1);
	return memcpy(copy, text, bytes + 1);
}

static struct pair **pair_find(MPI_Info info, const char *key)
{
	struct pair **at = &info->first;

	while (*at && strcmp((*at)->key, key) != 0)
		at = &(*at)->next;
	return at;
}

static void pair_free(struct pair **at)
{
	struct pair *p = *at;

	*at = p->next;
	free(p->key);
	free(p->value);
	free(p);
}

int MPI_Info_create(MPI_Info *info)
{
	*info = bgqmpi_alloc("MPI_Info_create", sizeof **info);
	(*info)->first = NULL;
	return MPI_SUCCESS;
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
	struct pair **at;

	check_info("MPI_Info_set", info);
	at = pair_find(info, key);
	if (*at) {
		free((*at)->value);
	} else {
		*at = bgqmpi_alloc("MPI_Info_set", sizeof **at);
		(*at)->next = NULL;
		(*at)->key = text_copy("MPI_Info_set", key, MPI_MAX_INFO_KEY);
	}
	(*at)->value = text_copy("MPI_Info_set", value, MPI_MAX_INFO_VAL);
	return MPI_SUCCESS;
}

int MPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag)
{
	const struct pair *p;

	check_info("MPI_Info_get", info);
	p = *pair_find(info, key);
	*flag = p != NULL;
	if (p && length >= 0) {
		strncpy(value, p->value, (size_t)length);
		value[strlen(p->value) < (size_t)length ? strlen(p->value) : (size_t)length] = '\0';
	}
	return MPI_SUCCESS;
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag)
{
	const struct pair *p;

	check_info("MPI_Info_get_valuelen", info);
	p = *pair_find(info, key);
	*flag = p != NULL;
	if (p)
		*length = (int)strlen(p->value);
	return MPI_SUCCESS;
}

int MPI_Info_delete(MPI_Info info, const char *key)
{
	struct pair **at;

	check_info("MPI_Info_delete", info);
	at = pair_find(info, key);
	if (!*at)
		bgqmpi_fail("MPI_Info_delete", MPI_ERR_ARG, "no key %s", key);
	pair_free(at);
	return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info info, int *n)
{
	check_info("MPI_Info_get_nkeys", info);
	*n = 0;
	for (const struct pair *p = info->first; p; p = p->next)
		(*n)++;
	return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
	const struct pair *p;

	check_info("MPI_Info_get_nthkey", info);
	p = info->first;
	for (int i = 0; p && i < n; i++)
		p = p->next;
	if (!p || n < 0)
		bgqmpi_fail("MPI_Info_get_nthkey", MPI_ERR_ARG, "no key %d", n);
	strcpy(key, p->key);
	return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *copy)
{
	check_info("MPI_Info_dup", info);
	MPI_Info_create(copy);
	for (const struct pair *p = info->first; p; p = p->next)
		MPI_Info_set(*copy, p->key, p->value);
	return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info *info)
{
	check_info("MPI_Info_free", *info);
	while ((*info)->first)
		pair_free(&(*info)->first);
	free(*info);
	*info = MPI_INFO_NULL;
	return MPI_SUCCESS;
}
