/*
 * error_code.c - codes of errors: a class and, unless the code is the class, what more is said of
 * this one; and classes and codes of the program's own.
 */
#include "bgqmpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASS_BITS 8
#define KEPT       128 /* texts; older ones are forgotten, as in MPICH */
#define MOST       (MPI_ERR_LASTCODE >> CLASS_BITS)

static struct {
	int number;
	char text[MPI_MAX_ERROR_STRING];
} kept[KEPT];
static int said;

/* A class or a code of the program's: number MPI_ERR_LASTCODE + 1 and up. */
struct own {
	int class;
	char *text; /* NULL: none yet */
};

static struct own *own;
static int owns, last_used = MPI_ERR_LASTCODE;

int bgqmpi_error_code(int class, const char *call, const char *text)
{
	int n = said % MOST + 1, at = n % KEPT;

	said = n;
	kept[at].number = n;
	snprintf(kept[at].text, sizeof kept[at].text, "%s: %s%s%s", call,
		 bgqmpi_class_text(class), *text ? ": " : "", text);
	return n << CLASS_BITS | class;
}

static struct own *own_of(int code)
{
	return code > MPI_ERR_LASTCODE && code <= last_used ? &own[code - MPI_ERR_LASTCODE - 1]
							     : NULL;
}

const char *bgqmpi_error_text(int code)
{
	int class = code & ((1 << CLASS_BITS) - 1), n = code >> CLASS_BITS;
	const struct own *mine = own_of(code);

	if (mine)
		return mine->text ? mine->text : "";
	if (code < 0 || code > MPI_ERR_LASTCODE)
		return NULL;
	return n && kept[n % KEPT].number == n ? kept[n % KEPT].text : bgqmpi_class_text(class);
}

static const char *text_of(const char *call, int code)
{
	const char *text = bgqmpi_error_text(code);

	if (!text)
		bgqmpi_fail(call, MPI_ERR_ARG, "no error has the code %d", code);
	return text;
}

int MPI_Error_string(int code, char *string, int *length)
{
	const char *text = text_of("MPI_Error_string", code);

	strcpy(string, text);
	*length = (int)strlen(text);
	return MPI_SUCCESS;
}

int MPI_Error_class(int code, int *class)
{
	const struct own *mine = own_of(code);

	text_of("MPI_Error_class", code);
	*class = mine ? mine->class : code & ((1 << CLASS_BITS) - 1);
	return MPI_SUCCESS;
}

/* ---- The program's own. */

const int *bgqmpi_last_used_code(void)
{
	return &last_used;
}

/* class 0: it is one itself. */
static int own_new(const char *call, int class)
{
	own = bgqmpi_list_more(call, own, owns, sizeof *own);
	last_used++;
	own[owns++] = (struct own){ class ? class : last_used, NULL };
	return last_used;
}

int MPI_Add_error_class(int *class)
{
	bgqmpi_check_running("MPI_Add_error_class");
	*class = own_new("MPI_Add_error_class", 0);
	return MPI_SUCCESS;
}

int MPI_Add_error_code(int class, int *code)
{
	int of;

	bgqmpi_check_running("MPI_Add_error_code");
	MPI_Error_class(class, &of);
	if (of != class)
		bgqmpi_fail("MPI_Add_error_code", MPI_ERR_ARG, "%d is no class", class);
	*code = own_new("MPI_Add_error_code", class);
	return MPI_SUCCESS;
}

int MPI_Add_error_string(int code, const char *string)
{
	struct own *mine = own_of(code);
	size_t bytes = strnlen(string, MPI_MAX_ERROR_STRING - 1);

	bgqmpi_check_running("MPI_Add_error_string");
	if (!mine)
		bgqmpi_fail("MPI_Add_error_string", MPI_ERR_ARG,
			    "%d is no code or class of the program's", code);
	free(mine->text);
	mine->text = bgqmpi_alloc("MPI_Add_error_string", bytes + 1);
	memcpy(mine->text, string, bytes);
	mine->text[bytes] = '\0';
	return MPI_SUCCESS;
}
