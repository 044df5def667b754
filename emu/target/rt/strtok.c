/*
 * strtok.c - strtok that remembers its place in the image.
 */
#include <string.h>

static char *rest;

char *strtok(char *restrict text, const char *restrict delimiters)
{
	return strtok_r(text, delimiters, &rest);
}
