/*
 * guided.h - what the guided fuzzers share: libFuzzer calls LLVMFuzzerTestOneInput() with inputs
 * that have reached new code (tests/run_guided.sh).  Each harness checks more than that no
 * sanitizer reports anything: what is accepted makes sense, what is refused has a message.
 *
 * Never: an input that lasts; state that one input leaves for the next.
 */
#ifndef BGQ_TESTS_GUIDED_H
#define BGQ_TESTS_GUIDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static inline void guided_require(bool so, const char *what)
{
	if (so)
		return;
	fprintf(stderr, "not so: %s\n", what);
	abort();
}

/* The input as a text, to be freed. */
static inline char *guided_text(const uint8_t *data, size_t bytes)
{
	char *text = malloc(bytes + 1);

	guided_require(text != NULL, "memory");
	memcpy(text, data, bytes);
	text[bytes] = '\0';
	return text;
}

/* The input as a file with a name. */
static inline const char *guided_file(const uint8_t *data, size_t bytes)
{
	static int fd = -1;
	static char path[64];

	if (fd < 0) {
		fd = memfd_create("input", 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	/* Written first: a file cut to 0 bytes loses its page, and a new one has to be cleared. */
	guided_require(pwrite(fd, data, bytes, 0) == (ssize_t)bytes &&
		       ftruncate(fd, (off_t)bytes) == 0, "a file");
	return path;
}

#endif
